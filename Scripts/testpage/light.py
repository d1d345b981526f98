"""Lights as handles on the picture, dials of parallel light, and the list of lights."""
import os
import re

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Page, Server, check, frame_hash, until

LIT = """{
  "format": 1, "name": "Lit", "canvas": { "width": 480, "height": 270, "frameRate": 30, "duration": 2 },
  "camera": { "position": [140, 100, 480], "distance": 500 },
  "lights": [
    { "type": "point", "position": [120, 80], "zPosition": 60, "radius": 80 }, // the lamp of this comment
    { "type": "spot", "position": ["90%", "10%"], "zPosition": 120, "target": [300, 200], "radius": 300 },
    { "type": "parallel", "intensity": 0.2 },
    { "type": "threePoint", "intensity": 0.2 },
    { "type": "point", "position": ["= 200 + 20 * t", 150], "intensity": 0.1 },
    { "type": "layer", "layer": "neon", "intensity": 20 },
    { "type": "ambient", "intensity": 0.05 }
  ],
  "layers": [
    { "name": "wall", "gradient": { "stops": ["#ccc", "#bbb"] }, "material": {}, "transform": { "zPosition": -40 } },
    { "name": "neon", "shape": { "type": "circle", "center": [400, 60], "radius": 12, "fill": "#44aaff" }, "transform": { "zPosition": 0 } }
  ]
}
"""


STAGE = """{
  "canvas": { "width": 960, "height": 540, "duration": 4 },
  "camera": { "distance": 1200, "position": [560, 250, 1150] },
  "lights": [
    { "type": "ambient", "intensity": 0.08 },
    { "type": "point", "position": [240, 150], "zPosition": 120, "radius": 160, "color": "#ffb060", "intensity": 1.6, "shadow": 0.7 },
    { "type": "spot", "position": [820, -30], "zPosition": 260, "target": [640, 330], "radius": 500, "coneAngle": 40, "color": "#7fb0ff", "intensity": 2, "shadow": 0.8 },
    { "type": "parallel", "angle": -120, "elevation": 20, "intensity": 0.25, "color": "#ff80c0" }
  ],
  "layers": [
    { "name": "wall", "material": {}, "transform": { "zPosition": -60 }, "gradient": { "stops": ["#b8b4ae", "#8f8b86"] } },
    { "name": "word", "material": { "relief": "round", "reliefWidth": 14, "specular": 0.3, "castsShadows": true }, "transform": { "zPosition": 0 },
      "text": { "words": "LIGHTS", "size": 190, "weight": 900, "position": "center", "fill": "#e0dcd4" } }
  ],
  "post": { "toneMap": "neutral" }
}
"""


def handle(browser, words):
    """The handle whose label begins with some words."""
    return browser.find_element(By.CSS_SELECTOR, f"#lamps button[aria-label^='{words}']")


def middle(page, element):
    """The middle of a handle, as shares of the picture's width and height."""
    return page.browser.execute_script(
        "const r = arguments[0].getBoundingClientRect(), b = document.getElementById('lamps').getBoundingClientRect();"
        "return [(r.x + r.width / 2 - b.x) / b.width, (r.y + r.height / 2 - b.y) / b.height]", element)


def drag(browser, element, dx, dy, shift=False):
    """Drags a handle by pixels."""
    chain = ActionChains(browser, duration=30)
    if shift:
        chain.key_down(Keys.SHIFT)
    chain.click_and_hold(element).move_by_offset(dx // 2, dy // 2).move_by_offset(dx - dx // 2, dy - dy // 2).release()
    if shift:
        chain.key_up(Keys.SHIFT)
    chain.perform()


def light(page, index):
    """The text of a light, a line of the list."""
    return page.get("motes.state.text").split('"lights": [\n')[1].split("\n")[index]


def numbers(page, index, key):
    """The numbers of a light's key."""
    found = re.search(rf'"{key}": (\[[^\]]*\]|-?[\d.]+)', light(page, index))
    return [float(word) for word in re.findall(r"-?[\d.]+", found.group(1))] if found else None


def use_lights(browser, folder):
    """Tests the handles of lights on a preset of its own."""
    path = os.path.join(folder, "lit.json")
    open(path, "w").write(LIT)
    server = Server(folder, "lit.json")
    browser.get(server.address)
    page = Page(browser)
    check("a lit scene is shown", page.at_rest())
    check("no handle lies over the picture at first", not page.element("lamps").is_displayed())
    page.element("view").send_keys("h")
    check("the lights can be taken hold of by a key", until(lambda: page.element("lamps").is_displayed()))
    check("lamps, a target and dials are handles", len(browser.find_elements(By.CSS_SELECTOR, "#lamps button")) == 6)
    places(browser, page, folder)
    spot(browser, page)
    dials(browser, page)
    computed(browser, page)
    listed(browser, page)
    page.element("save").click()
    check("lights are saved", until(lambda: page.get("motes.state.document.isChanged") is False))
    check("and their comments survive", "// the lamp of this comment" in open(path).read())
    server.end()
    os.remove(path)


def places(browser, page, folder):
    """A lamp follows the pointer in the plane of its depth, as the camera sees it."""
    before, saved = page.at_rest(), page.get("motes.state.text")
    lamp = handle(browser, "Light point: 120")
    # The camera looks from (140, 100, 480) at (240, 135, 0).
    f = [100, 35, -480]
    length = sum(v * v for v in f) ** 0.5
    f = [v / length for v in f]
    right = [-f[2] / (f[0] ** 2 + f[2] ** 2) ** 0.5, 0, f[0] / (f[0] ** 2 + f[2] ** 2) ** 0.5]
    down = [right[1] * f[2] - right[2] * f[1], right[2] * f[0] - right[0] * f[2], right[0] * f[1] - right[1] * f[0]]

    def seen(x, y, z):
        p = [x - 140, y - 100, z - 480]
        u, v, w = (sum(a * b for a, b in zip(p, axis)) for axis in (right, down, f))
        return (240 + 500 * u / w) / 480, (135 + 500 * v / w) / 270

    def is_there(x, y, z):
        return max(abs(a - b) for a, b in zip(middle(page, lamp), seen(x, y, z))) < 0.004
    check("a lamp is where the camera sees it", is_there(120, 80, 60), (middle(page, lamp), seen(120, 80, 60)))
    start = middle(page, lamp)
    drag(browser, lamp, 90, 44)
    place = until(lambda: numbers(page, 0, "position") != [120, 80] and numbers(page, 0, "position"))
    page.at_rest()
    check("a dragged lamp is written", place and place[0] > 130 and place[1] > 85, place)
    box = page.get("(r => [r.width, r.height])(document.getElementById('lamps').getBoundingClientRect())")
    end = middle(page, lamp)
    check("it follows the pointer", abs((end[0] - start[0]) * box[0] - 90) < 2 and abs((end[1] - start[1]) * box[1] - 44) < 2, (start, end, box))
    check("in the plane of its depth", numbers(page, 0, "zPosition") == [60] and is_there(*place, 60), (place, end))
    after = until(lambda: (page.at_rest() != before and page.at_rest()) or None)
    check("which is drawn", after and after == frame_hash(
        folder, "lit.json", "--frames", page.get("String(motes.state.frame)"), "--size", page.size(), "--set", f"lights[0].position={place}"), (before, after))
    page.element("undo").click()
    check("and undone in one step", until(lambda: page.get("motes.state.text") == saved and page.at_rest() == before))
    drag(browser, lamp, 0, 40, shift=True)
    check("with Shift its depth changes", until(lambda: numbers(page, 0, "zPosition") == [140]) and numbers(page, 0, "position") == [120, 80], light(page, 0))
    page.element("undo").click()
    until(lambda: page.get("motes.state.text") == saved and page.at_rest())
    lamp.send_keys(Keys.ARROW_RIGHT)
    check("an arrow key moves it", until(lambda: numbers(page, 0, "position") == [130, 80]), light(page, 0))
    lamp.send_keys("+")
    check("plus brings it nearer", until(lambda: numbers(page, 0, "zPosition") == [70]), light(page, 0))
    page.at_rest()


def spot(browser, page):
    """A spotlight and its target are handles, with a line between them."""
    check("a line leads from a spotlight to its target", browser.find_element(By.CSS_SELECTOR, "#beams line").get_attribute("x1") is not None)
    drag(browser, handle(browser, "Target of light spot"), -40, 0)
    target = until(lambda: numbers(page, 1, "target") != [300, 200] and numbers(page, 1, "target"))
    check("a target can be dragged", target and target[0] < 295 and '["90%", "10%"]' in light(page, 1), light(page, 1))
    page.at_rest()
    drag(browser, handle(browser, "Light spot"), -30, 30)
    check("a lamp placed by shares gets numbers", until(lambda: "%" not in light(page, 1)) and 300 < numbers(page, 1, "position")[0] < 432, light(page, 1))
    page.at_rest()


def dials(browser, page):
    """Parallel light is turned by a dial."""
    before = page.at_rest()
    drag(browser, handle(browser, "Light parallel"), 25, 0)
    check("a dial writes angle and elevation", until(lambda: numbers(page, 2, "angle") and numbers(page, 2, "elevation")), light(page, 2))
    check("to the right of where it was", numbers(page, 2, "angle")[0] > 20 and -90 <= numbers(page, 2, "elevation")[0] <= 90, light(page, 2))
    check("which is drawn", until(lambda: page.at_rest() not in (None, before)))
    dial = handle(browser, "Light threePoint")
    dial.send_keys(Keys.ARROW_RIGHT)
    check("three lights in one have an angle alone", until(lambda: numbers(page, 3, "angle") == [-38]) and "elevation" not in light(page, 3), light(page, 3))
    page.at_rest()


def computed(browser, page):
    """What the text computes is shown, and left alone."""
    before = page.get("motes.state.text")
    fixed = handle(browser, "Light point: 220")
    check("a lamp whose place is computed is shown", "fixed" in fixed.get_attribute("class"))
    drag(browser, fixed, 30, 0)
    check("and stays as it is, which is said",
          until(lambda: "lights[4].position is animated" in page.element("toast").text) and page.get("motes.state.text") == before, page.element("toast").text)


def listed(browser, page):
    """The list of lights takes hold of them, or selects the layer that shines."""
    page.element("tab-layers").click()
    names = [button.text for button in browser.find_elements(By.CSS_SELECTOR, "#lights button")]
    check("all lights are listed", names == ["point", "spot", "parallel", "threePoint", "point", "neon layer", "ambient"], names)
    browser.find_element(By.CSS_SELECTOR, "#lights button[aria-label='Light neon']").click()
    check("choosing a layer's light selects the layer", until(lambda: browser.find_element(By.CSS_SELECTOR, ".layer.chosen .name").text.startswith("neon")))
    browser.find_element(By.CSS_SELECTOR, "#lights button[aria-label='Light spot']").click()
    check("choosing another takes hold of it", until(lambda: page.get("document.activeElement.getAttribute('aria-label')").startswith("Light spot:")))
    browser.find_element(By.CSS_SELECTOR, "#tree button[aria-label='neon on']").click()
    check("a layer that is switched off gives no light, without a mistake", until(lambda: page.at_rest("motes.state.document.layers[1].isEnabled === false")) and page.get("motes.state.document.issueCount") == 0)
    browser.find_element(By.CSS_SELECTOR, "#tree button[aria-label='neon on']").click()
    until(lambda: page.at_rest("motes.state.document.layers[1].isEnabled"))
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    check("the buttons fit on a narrow screen", until(lambda: page.get("innerWidth") == 390) and page.get("document.scrollingElement.scrollWidth") <= 390, page.get("document.scrollingElement.scrollWidth"))
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
