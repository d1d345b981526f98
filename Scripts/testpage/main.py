"""Runs the tests of the tuning page, in Chromium, and of its server, for Scripts/test-page."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

from attacks import attack
from browser import PRESET, ROOT, Page, Server, check, counts, open_browser
from features import gallery, use_features
from latency import measure
from light import STAGE, use_lights
from sound import pointer, use_sound
from space import use_space
from use import use


def take_pictures(browser, server, folder):
    """Takes screenshots of the page, by size, theme and tab."""
    os.makedirs(folder, exist_ok=True)
    for width, height in [(1440, 900), (390, 844)]:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        browser.get(server.address)
        time.sleep(1)
        for theme in ["dark", "light"]:
            browser.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
            for tab in ["knobs", "layers", "text"]:
                browser.execute_script("document.getElementById('tab-' + arguments[0]).click()", tab)
                time.sleep(0.7)
                browser.save_screenshot(os.path.join(folder, f"page-{width}-{theme}-{tab}.png"))


def take_picture_of_sound(browser, folder, picture):
    """Takes a screenshot of a preset that follows a song, with a beat that is chosen."""
    subprocess.run([os.path.join(ROOT, "Scripts", "made-track"), "song.wav"], cwd=folder, check=True)
    server = Server(folder, "sound/ring", arguments=["--sound", "song.wav"])
    browser.get(server.address)
    page = Page(browser)
    page.at_rest()
    pointer(browser, page.get("motes.placeOf(0, motes.state.moments[0].times[14])")).click().perform()
    time.sleep(0.7)
    browser.save_screenshot(picture)
    server.end()


def take_picture_of(browser, preset, button, picture):
    """Takes a screenshot of the handles that a button shows, and of the list of layers."""
    server = Server(os.path.dirname(preset), preset)
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    browser.get(server.address)
    page = Page(browser)
    page.at_rest()
    page.element("tab-layers").click()
    page.element(button).click()
    time.sleep(0.7)
    browser.save_screenshot(picture)
    server.end()


def main():
    browser = open_browser(keeps_logs="--latency" not in sys.argv)
    if "--latency" in sys.argv:
        try:
            return measure(browser, sys.argv[sys.argv.index("--latency") + 1:])
        finally:
            browser.quit()
    pictures = sys.argv[sys.argv.index("--pictures") + 1] if "--pictures" in sys.argv else None
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "sparks.json")
    open(path, "w").write(PRESET)
    try:
        server = use(browser, folder, path)
        attack(server, folder)
        check("Control-C ends the server with 0", server.end() == 0)
        check("nothing but the preset was written", sorted(os.listdir(folder)) == ["sparks.json", "still.png"], os.listdir(folder))
        use_space(browser, folder)
        use_lights(browser, folder)
        use_sound(browser, folder)
        server = use_features(browser, folder)
        if pictures:
            take_pictures(browser, server, pictures)
            take_picture_of(browser, os.path.join(ROOT, "Sources", "Examples", "Recipes", "push.json"), "camera", os.path.join(pictures, "page-camera.png"))
            stage = os.path.join(folder, "stage.json")
            open(stage, "w").write(STAGE)
            take_picture_of(browser, stage, "lighting", os.path.join(pictures, "page-lights.png"))
            os.remove(stage)
            take_picture_of_sound(browser, folder, os.path.join(pictures, "page-sound.png"))
        server.end()
        gallery(browser, folder)
    finally:
        browser.quit()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


sys.exit(main())
