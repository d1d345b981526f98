"""Tests of the page's other features: completion, hover, zoom, the saved state, regions, random values, thumbnails, hash files, JPEG; and of
the gallery."""
import base64
import json
import os
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from browser import PRESET, Page, Server, check, frame_hash, run, until


def knob_sets(page):
    """The --set arguments for all knobs as they are now."""
    words = []
    for knob in page.get("motes.state.document.knobs"):
        value = json.loads(knob["value"])
        words += ["--set", f"{knob['name']}={value if isinstance(value, str) else knob['value']}"]
    return words


def use_features(browser, folder):
    """Tests all features but the gallery; returns the server, which still runs."""
    path = os.path.join(folder, "sparks.json")
    open(path, "w").write(PRESET)
    code, _, errors = run(folder, "hash", "sparks.json", "-o", "sparks.framehash", "--size", "160x90", "--frames", ":10")
    check("hashes can be recorded", code == 0, errors)
    server = Server(folder, "sparks.json")
    browser.get(server.address)
    page = Page(browser)
    check("the page opens anew", page.at_rest())
    guarding(browser, page, folder, path)
    values_and_pictures(browser, page, folder)
    text(browser, page)
    curves(browser, page)
    time_line(browser, page)
    movies(browser, page, folder)
    library(browser, page, server)
    jpeg(browser, page, server)
    return server


def guarding(browser, page, folder, path):
    """The hash file beside the preset: verifying, differing frames, accepting."""
    check("the hash file is verified", until(lambda: "6 frames as recorded" in page.element("guard").text), page.element("guard").text)
    page.element("knob-amount").send_keys(Keys.ARROW_RIGHT * 5)
    check("an edit is compared", until(lambda: "frames differ" in page.element("guard").text), page.element("guard").text)
    until(lambda: "of 6 frames differ" in page.element("guard").text)
    page.element("guard").click()
    check("a different frame opens", until(lambda: page.get("document.getElementById('difference').naturalWidth > 300")))
    note = page.element("differencetext").text
    check("what was expected is drawn from the saved preset", "which has the recorded hash" in note and "pixels differ" in note, note)
    check("unsaved frames are not recorded", not page.element("accept").is_enabled() and "Save the preset first" in page.element("acceptnote").text)
    page.element("closedifferences").click()
    page.element("save").click()
    until(lambda: page.get("motes.state.document.isChanged") is False)
    until(lambda: "of 6 frames differ" in page.element("guard").text)
    check("motes verify sees the same", run(folder, "verify", "sparks.framehash")[0] == 1)
    page.element("guard").click()
    check("where no picture is at hand that is said", until(lambda: "no picture of the expected one was kept" in page.element("differencetext").text), page.element("differencetext").text)
    check("saved frames can be accepted", until(lambda: page.element("accept").is_enabled()))
    page.element("accept").click()
    check("accepting records anew", until(lambda: "6 frames as recorded" in page.element("guard").text), page.element("guard").text)
    code, out, errors = run(folder, "verify", "sparks.framehash")
    check("as motes verify confirms", code == 0, out + errors)
    changed = page.editor_text().replace('"duration": 2', '"duration": 3')
    reply = browser.execute_async_script(
        """const [text, done] = arguments
        import(new URL("connection.js", document.baseURI)).then(connection => connection.request({ text, save: {}, accept: true }))
            .then(reply => done(JSON.stringify(reply)), error => done(String(error)))""", changed)
    check("the hashes of one text are not recorded for the next", changed != page.editor_text() and "Not all frames were verified yet." in reply, reply)
    open(path, "w").write(PRESET)
    until(lambda: page.get("motes.state.document.knobs[0].value") == "40")
    check("the file's own change is verified, too", until(lambda: "frames differ" in page.element("guard").text), page.element("guard").text)
    os.remove(os.path.join(folder, "sparks.framehash"))
    check("a hash file that is gone is no longer shown", until(lambda: not page.element("guard").is_displayed()))


def values_and_pictures(browser, page, folder):
    """Random values, the saved state beside them, pixels at the preset's own size, a contact sheet."""
    saved, frame = page.at_rest(), page.get("String(motes.state.frame)")
    page.element("random").click()
    until(lambda: page.get("motes.state.document.isChanged"))
    drawn = until(lambda: (page.at_rest() != saved and page.at_rest()) or None)
    amount = float(page.get("motes.state.document.knobs[0].value"))
    check("random values lie in their ranges", 0 <= amount <= 200 and page.get("JSON.parse(motes.state.document.knobs[2].value)") in ["disc", "star"], amount)
    check("and are drawn", drawn == frame_hash(folder, "sparks.json", "--frames", frame, "--size", page.size(), *knob_sets(page)))
    page.element("saved").click()
    check("the saved state is shown beside them", until(lambda: page.at_rest() == saved))
    page.element("saved").click()
    check("and the changed one again", until(lambda: page.at_rest() == drawn))
    page.element("reset").click()
    check("reset sets all knobs back", until(lambda: page.get("motes.state.document.isChanged") is False and page.at_rest() == saved))
    Select(page.element("zoom")).select_by_value("4")
    pixels = page.at_rest("motes.state.picture.width === 480 && document.getElementById('canvas').getBoundingClientRect().width === 1920")
    check("pixels are those of the preset's own size", pixels == frame_hash(folder, "sparks.json", "--frames", frame), pixels)
    Select(page.element("zoom")).select_by_value("fit")
    sheet = browser.execute_async_script(
        "const done = arguments[0]; motes.request({ picture: 'sheet' }).then(r => {"
        " let t = ''; for (const b of r.file) t += String.fromCharCode(b); done([r.picture, btoa(t)]) })")
    run(folder, "sheet", "sparks.json", "-o", "sheet.png")
    check("a contact sheet is that of motes sheet", sheet[0] == "sparks-sheet.png" and base64.b64decode(sheet[1]) == open(os.path.join(folder, "sheet.png"), "rb").read(), sheet[0])
    os.remove(os.path.join(folder, "sheet.png"))


def text(browser, page):
    """Completion and explanations."""
    page.element("tab-text").click()
    browser.execute_script(
        "const cm = document.querySelector('.CodeMirror').CodeMirror, i = cm.getValue().indexOf(', \"color\": \"= tint\"');"
        "cm.setCursor(cm.posFromIndex(i)); cm.focus(); cm.scrollIntoView(null, 80)")
    ActionChains(browser).send_keys(', "spi').perform()
    # The list is made again with each letter, so all texts are read at once.
    listed = "[...document.querySelectorAll('.CodeMirror-hint')].map(hint => hint.firstChild.textContent.replaceAll('\\\"', ''))"
    names = until(lambda: "spin" in page.get(listed) and page.get(listed))
    check("keys are completed", names and "spin" in names and "spinRange" in names and "birthRate" not in names, names)
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    check("and taken", until(lambda: '"spin": ' in page.editor_text()), page.editor_text()[-300:])
    ActionChains(browser).send_keys("90").perform()
    check("what is completed is drawn", until(lambda: page.get("motes.state.document.issueCount") == 0 and page.get("motes.state.document.isChanged")))
    key = next(e for e in browser.find_elements(By.CSS_SELECTOR, ".cm-property") if e.text == '"lifetime"')
    ActionChains(browser).move_to_element(key).perform()
    title = until(lambda: browser.find_element(By.CSS_SELECTOR, ".CodeMirror").get_attribute("title"))
    check("a key under the pointer is explained", title and title.startswith("lifetime: ") and "Range: " in title, title)
    until(lambda: page.at_rest())
    for _ in range(8):
        if not page.get("motes.state.document.isChanged"):
            break
        page.element("undo").click()
        time.sleep(0.25)
    check("undo takes typing back", until(lambda: page.get("motes.state.document.isChanged") is False))
    page.element("tab-knobs").click()


def curves(browser, page):
    """Keys of curves, changed by exact numbers and by dragging dots."""
    page.type_text('"lifetime": 1.2', '"lifetime": 1.2, "alphaOverLife": [[0, 0], [0.5, 1, "ease-in"], [1, 0]]')
    page.element("tab-curves").click()
    check("a curve is found", until(lambda: len(browser.find_elements(By.CSS_SELECTOR, "#plot .dot")) == 3))
    field = browser.find_element(By.CSS_SELECTOR, "[aria-label='Value of key 2']")
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys("0.25" + Keys.ENTER)
    check("a key's value can be typed", until(lambda: '[0.5, 0.25, "ease-in"]' in page.editor_text()), page.editor_text()[-500:])
    # In one step: the editor has not sent the typed word yet when the field changes.
    page.element("tab-text").click()
    browser.execute_script(
        "const cm = document.querySelector('.CodeMirror').CodeMirror, i = cm.getValue().indexOf('the night');"
        "cm.replaceRange('all ', cm.posFromIndex(i), cm.posFromIndex(i), '+input');"
        "document.getElementById('tab-curves').click();"
        "const field = document.querySelector('[aria-label=\"Value of key 2\"]');"
        "field.value = 0.5; field.dispatchEvent(new Event('change'))")
    page.at_rest()
    both = until(lambda: all(piece in page.get("motes.state.text") for piece in ['[0.5, 0.5, "ease-in"]', '"all the night"']))
    check("a value typed at once after a word keeps both", both and page.editor_text() == page.get("motes.state.text"), page.editor_text()[-500:])
    type_word = (
        "const cm = document.querySelector('.CodeMirror').CodeMirror, i = cm.getValue().indexOf('the night');"
        "cm.replaceRange('now ', cm.posFromIndex(i), cm.posFromIndex(i), '+input');")
    browser.execute_script(
        type_word + "const slider = document.getElementById('knob-amount');"
        "slider.value = 60; slider.dispatchEvent(new Event('input')); slider.dispatchEvent(new Event('change'))")
    page.at_rest()
    both = until(lambda: all(piece in page.get("motes.state.text") for piece in ['"default": 60', '"all now the night"']))
    check("and so does a knob", both and page.editor_text() == page.get("motes.state.text"), page.get("motes.state.text")[:600])
    browser.execute_script(type_word + "document.getElementById('undo').click()")
    page.at_rest()
    time.sleep(0.3)
    check("and undo takes just the word back", until(lambda: '"all now the night"' in page.editor_text())
          and page.editor_text() == page.get("motes.state.text"), page.editor_text()[:600])
    dot = browser.find_elements(By.CSS_SELECTOR, "#plot .dot")[1]
    ActionChains(browser).drag_and_drop_by_offset(dot, 40, -30).perform()
    moved = until(lambda: page.get("(/\\[(0\\.[6-9][0-9]*), (0\\.[2-9][0-9]*), .ease-in.\\]/.exec(motes.state.text) || []).slice(1)"))
    check("and a key dragged", moved and 0.55 < float(moved[0]) < 0.75 and float(moved[1]) > 0.25, page.editor_text()[-500:])
    check("without mistakes", until(lambda: page.get("motes.state.document.issueCount") == 0) and page.at_rest())
    for _ in range(8):
        if not page.get("motes.state.document.isChanged"):
            break
        page.element("undo").click()
        time.sleep(0.3)
    check("and undone", until(lambda: page.get("motes.state.document.isChanged") is False))
    page.element("tab-knobs").click()


def time_line(browser, page):
    """The region that is looped, and dropped frames."""
    page.get("motes.go(20)")
    page.element("view").send_keys("i")
    page.get("motes.go(24)")
    page.element("view").send_keys("o")
    check("a region is set by keys", page.get("[motes.state.region.first, motes.state.region.last]") == [20, 24])
    page.element("view").send_keys(" ")
    seen = set()
    end = time.time() + 1.2
    while time.time() < end:
        seen.add(page.get("motes.state.frame"))
    page.element("view").send_keys(" ")
    check("playing stays in the region", len(seen) >= 3 and seen <= {20, 21, 22, 23, 24}, seen)
    page.element("view").send_keys("x")
    check("and is freed of it", page.get("motes.state.region") is None)
    browser.execute_script("motes.state.document.canvas.framesPerSecond = 2000; motes.play(true)")
    check("dropped frames are counted", until(lambda: "dropped" in page.element("played").text), page.element("played").text)
    amber = browser.execute_script(
        "const c = document.getElementById('marks'), d = c.getContext('2d').getImageData(0, c.height - 2, c.width, 1).data;"
        "let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] > 230 && d[i + 2] < 140) n++; return n")
    browser.execute_script("motes.play(false); motes.state.document.canvas.framesPerSecond = 30")
    check("and marked on the time line", amber > 20, amber)


def movies(browser, page, folder):
    """Cancelling a movie. What was drawn stays under another name."""
    page.type_text('"duration": 2', '"duration": 60')
    until(lambda: page.get("motes.state.document.canvas.frames") == 1800)
    page.element("export").click()
    page.element("answer").send_keys(Keys.CONTROL + "a")
    page.element("answer").send_keys("long.mov")
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=movie]").click()
    check("progress is shown", until(lambda: page.element("movie").is_displayed() and " of 1800 frames" in page.element("movietext").text))
    page.element("moviestop").click()
    check("a movie can be cancelled", until(lambda: "Stopped after" in page.element("toast").text), page.element("toast").text)
    check("and is not there", not os.path.exists(os.path.join(folder, "long.mov")))
    for name in os.listdir(folder):
        if name.startswith("long.mov"):
            os.remove(os.path.join(folder, name))
    page.element("undo").click()
    until(lambda: page.get("motes.state.document.isChanged") is False)


def library(browser, page, server):
    """The library of shipped presets, with its moving thumbnails."""
    page.element("presets").click()
    card = until(lambda: next(iter(browser.find_elements(By.CSS_SELECTOR, "[data-preset='aurora'] img")), None))
    check("a preset has a moving thumbnail", until(lambda: card and card.get_property("naturalWidth") == 224, 20))
    frames = browser.execute_async_script(
        "const done = arguments[0]; fetch('thumbnail/aurora').then(r => r.arrayBuffer()).then(b => {"
        " const t = new TextDecoder('latin1').decode(b); done([t.slice(0, 4) + t.slice(8, 12), t.split('ANMF').length - 1, b.byteLength]) })")
    check("which is an animation", frames[0] == "RIFFWEBP" and frames[1] >= 12 and frames[2] < 600_000, frames)
    for name in ["no-such-preset", "..%2f..%2fetc%2fpasswd", "../sparks"]:
        status = browser.execute_async_script(f"const done = arguments[0]; fetch('thumbnail/{name}').then(r => done(r.status))")
        check(f"no thumbnail of {name}", status == 404, status)
    page.element("libraryfind").send_keys("polar lights")
    until(lambda: len([e for e in browser.find_elements(By.CSS_SELECTOR, ".card") if e.is_displayed()]) < 10)
    page.element("libraryfind").send_keys(Keys.CONTROL + "a")
    page.element("libraryfind").send_keys("aurora")
    shown = [e.get_attribute("data-preset") for e in browser.find_elements(By.CSS_SELECTOR, ".card") if e.is_displayed()]
    check("the list can be searched", "aurora" in shown and len(shown) < 10, shown)
    browser.find_element(By.CSS_SELECTOR, "[data-preset='aurora']").click()
    check("and a preset opened", until(lambda: page.get("motes.state.document.argument") == "aurora" and page.at_rest()))
    page.element("undo").click()


def jpeg(browser, page, server):
    """Frames that are sent as JPEG."""
    browser.get(server.address + "?jpeg")
    until(lambda: page.get("window.motes && motes.state.picture && motes.state.picture.jpeg"))
    check("frames can travel as JPEG, which is said", page.element("inexact").is_displayed() and not page.get("document.getElementById('canvas').dataset.hash"))
    bright = browser.execute_script(
        "const c = document.getElementById('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "let n = 0; for (let i = 0; i < d.length; i += 4) if (d[i] > 40) n++; return n")
    check("and show the picture", bright > 50, bright)


def gallery(browser, folder):
    """The gallery: pages that need no server."""
    made = os.path.join(folder, "gallery")
    words = ["gallery", "snow", "classic/spinner", "-o", made, "--width", "160", "--fps", "10", "--seconds", "1"]
    code, out, errors = run(folder, *words)
    check("a gallery is written", code == 0 and "2 presets" in out, out + errors)
    files = sorted(os.listdir(made)) if os.path.isdir(made) else []
    check("with a page, a clip and pictures of each", files == sorted(
        ["index.html"] + [stem + end for stem in ["snow", "classic-spinner"] for end in [".html", ".mp4", ".jpg", "-sheet.jpg"]]), files)
    code, _, errors = run(folder, *words)
    check("an existing gallery is not replaced", code == 2 and "--force" in errors, errors)
    browser.get("file://" + made + "/index.html")
    for number in range(2):
        check("its clips play without a server", until(lambda: browser.execute_script(
            "const v = document.querySelectorAll('video')[arguments[0]]; v?.scrollIntoView({ block: 'center' }); return v?.currentTime > 0", number)), number)
    browser.find_element(By.CSS_SELECTOR, "input").send_keys("spinner")
    check("and it can be searched", until(lambda: len([e for e in browser.find_elements(By.CSS_SELECTOR, "article") if e.is_displayed()]) == 1))
    browser.find_element(By.LINK_TEXT, "classic/spinner").click()
    check("a preset has a page of its own", until(lambda: "motes render classic/spinner" in browser.find_element(By.TAG_NAME, "main").text))
    check("with its contact sheet", until(lambda: browser.execute_script("const i = document.querySelector('section img'); i.scrollIntoView(); return i.naturalWidth > 400")))
    code, _, errors = run(folder, "gallery", "no-such-preset", "-o", made + "-2")
    check("a preset that is not there is told", code == 2 and "no-such-preset" in errors, errors)
