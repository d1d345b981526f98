"""The camera as an object that can be grabbed, and the depths in the list of layers."""
import os
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import Page, Server, check, frame_hash, until

SPACE = """{
  "format": 1, "name": "Cards", "canvas": { "width": 480, "height": 270, "frameRate": 30, "duration": 2 },
  "camera": {
    "distance": 500, // the focal length
    "aperture": 12
  },
  "layers": [
    { "name": "wall", "gradient": { "angle": 90, "stops": ["#223355", "#553322"] }, "transform": { "zPosition": -250 } },
    { "name": "card", "shape": { "type": "rectangle", "center": ["50%", "50%"], "size": [120, 80], "fill": "#ffcc66" }, "transform": { "zPosition": 60 } },
    { "name": "leaf", "shape": { "type": "circle", "center": ["20%", "20%"], "radius": 20, "fill": "#66cc88" }, "transform": { "zPosition": "= 40 * t" } }
  ]
}
"""


def at(page, x, y):
    """Moves the pointer to a place of the picture, given as shares of its width and height."""
    box = page.get("(r => [r.width, r.height])(document.getElementById('space').getBoundingClientRect())")
    return ActionChains(page.browser, duration=30).move_to_element_with_offset(
        page.element("space"), round((x - 0.5) * box[0]), round((y - 0.5) * box[1]))


def written(page, name):
    """A key of the text's camera, as numbers; None while the text is not JSON without comments."""
    return page.get(f"(/\"{name}\": (\\[[^\\]]*\\]|-?[\\d.]+)/.exec(motes.state.text) || [])[1]")


def use_space(browser, folder):
    """Tests the camera on the page with a preset of its own, and one without a camera."""
    path = os.path.join(folder, "cards.json")
    open(path, "w").write(SPACE)
    server = Server(folder, "cards.json")
    browser.get(server.address)
    page = Page(browser)
    check("a scene in space is shown", page.at_rest())
    check("nothing lies over the picture at first", not page.element("space").is_displayed())
    page.element("view").send_keys("c")
    check("the camera can be taken hold of by a key", until(lambda: page.element("space").is_displayed() and page.element("eye").is_displayed()))
    check("what it sees is said", "eye 240, 135, 500 · looks at 240, 135 · focus 0" in page.element("view3d").text, page.element("view3d").text)

    orbit(browser, page, folder)
    push(browser, page)
    focus(browser, page)
    keyboard(browser, page)
    computed(browser, page)
    depths(browser, page)

    page.element("save").click()
    check("all of it is saved", until(lambda: page.get("motes.state.document.isChanged") is False))
    check("and comments survive", "// the focal length" in open(path).read())
    server.end()
    os.remove(path)
    no_camera(browser, folder)


def orbit(browser, page, folder):
    """Dragging writes a position, one step of undo, and draws it."""
    before = page.at_rest()
    at(page, 0.3, 0.8).click_and_hold().move_by_offset(-60, 0).move_by_offset(-60, 0).release().perform()
    place = until(lambda: written(page, "position"))
    check("dragging to the left turns the eye to the right", place and eval(place)[0] > 300 and abs(eval(place)[1] - 135) < 0.2 and 0 < eval(place)[2] < 480, place)
    x, y, z = eval(place)
    check("at the same distance", abs(((x - 240) ** 2 + (y - 135) ** 2 + z ** 2) ** 0.5 - 500) < 0.2, place)
    after = until(lambda: (page.at_rest() != before and page.at_rest()) or None)
    check("which is drawn", after == frame_hash(
        folder, "cards.json", "--frames", page.get("String(motes.state.frame)"), "--size", page.size(), "--set", f"camera.position={place}"), (before, after))
    check("without mistakes", page.get("motes.state.document.issueCount") == 0)
    page.element("undo").click()
    check("and undone in one step", until(lambda: page.get("motes.state.document.isChanged") is False and page.at_rest() == before))
    page.element("redo").click()
    check("and done again", until(lambda: written(page, "position") == place))


def push(browser, page):
    """The wheel and Shift change the distance alone."""
    def distance():
        x, y, z = eval(written(page, "position"))
        return ((x - 240) ** 2 + (y - 135) ** 2 + z ** 2) ** 0.5
    before = distance()
    browser.execute_script("document.getElementById('space').dispatchEvent(new WheelEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true }))")
    check("the wheel pushes the eye nearer", until(lambda: abs(distance() / before - 0.8187) < 0.002), distance())
    time.sleep(0.8)
    before = distance()
    at(page, 0.3, 0.3).key_down(Keys.SHIFT).click_and_hold().move_by_offset(0, 50).release().key_up(Keys.SHIFT).perform()
    check("dragging down with Shift pulls it away", until(lambda: abs(distance() / before - 1.2214) < 0.01), distance() / before)
    page.at_rest()


def focus(browser, page):
    """A click focuses on the layer under it."""
    at(page, 0.5, 0.5).click().perform()
    check("a click focuses on the card", until(lambda: written(page, "focus") == "60"), written(page, "focus"))
    check("which is said", until(lambda: "In focus: card, z = 60." in page.element("toast").text), page.element("toast").text)
    check("and shown", until(lambda: "focus 60" in page.element("view3d").text))
    at(page, 0.9, 0.9).click().perform()
    check("a click beside it on the wall", until(lambda: written(page, "focus") == "-250"), written(page, "focus"))
    browser.execute_script("document.querySelector('#tab-layers').click()")
    browser.find_element(By.CSS_SELECTOR, "#tree button[aria-label='wall on']").click()
    until(lambda: page.at_rest("motes.state.document.layers[0].isEnabled === false"))
    at(page, 0.9, 0.9).click().perform()
    check("where nothing is the focus stays", until(lambda: "the focus stays" in page.element("toast").text) and written(page, "focus") == "-250")
    browser.find_element(By.CSS_SELECTOR, "#tree button[aria-label='wall on']").click()
    until(lambda: page.at_rest("motes.state.document.layers[0].isEnabled"))


def keyboard(browser, page):
    """The handle takes arrow keys, plus and minus, and Enter."""
    place = eval(written(page, "position"))
    frame = page.get("motes.state.frame")
    page.element("eye").send_keys(Keys.ARROW_UP)
    check("an arrow key turns the eye upwards", until(lambda: eval(written(page, "position"))[1] < place[1] - 5), written(page, "position"))
    check("and does not step frames", page.get("motes.state.frame") == frame)
    place = eval(written(page, "position"))
    page.element("eye").send_keys("+")
    check("plus pushes it", until(lambda: abs(eval(written(page, "position"))[2] / place[2] - 1 / 1.05) < 0.001), written(page, "position"))
    page.at_rest()
    page.element("eye").send_keys(Keys.ENTER)
    check("Enter focuses on what the handle covers", until(lambda: written(page, "focus") == "60"), written(page, "focus"))
    page.at_rest()


def computed(browser, page):
    """What the text computes is not overwritten."""
    page.element("tab-text").click()
    place = written(page, "position")
    page.type_text(f'"position": {place}', '"position": ["= 200 + 20 * t", 135, 500]')
    until(lambda: "200 + 20" in page.get("motes.state.text") and page.get("motes.state.document.issueCount") == 0)
    page.at_rest()
    before = page.get("motes.state.text")
    at(page, 0.3, 0.8).click_and_hold().move_by_offset(-60, 0).release().perform()
    page.element("eye").send_keys(Keys.ARROW_LEFT)
    check("an animated position is left alone, which is said",
          until(lambda: "camera.position is animated" in page.element("toast").text) and page.get("motes.state.text") == before, page.element("toast").text)
    page.type_text('"focus": 60', '"focus": "= 60 * t"')
    until(lambda: page.get("motes.state.document.issueCount") == 0 and "60 * t" in page.get("motes.state.text"))
    page.at_rest()
    before = page.get("motes.state.text")
    at(page, 0.5, 0.5).click().perform()
    check("and so is an animated focus",
          until(lambda: "camera.focus is animated" in page.element("toast").text) and page.get("motes.state.text") == before, page.element("toast").text)


def depths(browser, page):
    """Depths stand in the list of layers, and can be typed."""
    page.element("tab-layers").click()
    field = until(lambda: browser.find_element(By.CSS_SELECTOR, "[aria-label='Depth of card']"))
    check("a depth stands beside its layer", field.get_attribute("value") == "60", field.get_attribute("value"))
    leaf = browser.find_element(By.CSS_SELECTOR, "[aria-label='Depth of leaf']")
    check("one that is computed as its text", leaf.tag_name == "output" and leaf.text == "= 40 * t", leaf.text)
    before = page.at_rest()
    field.send_keys(Keys.CONTROL + "a")
    field.send_keys("-80" + Keys.ENTER)
    check("a depth can be typed", until(lambda: '"fill": "#ffcc66" }, "transform": { "zPosition": -80 } }' in page.get("motes.state.text")), page.get("motes.state.text")[-500:])
    check("and is drawn", until(lambda: page.at_rest() not in (None, before)))
    page.element("view").click()


def no_camera(browser, folder):
    """A preset without a camera gets one by a button alone."""
    server = Server(folder, "sparks.json")
    browser.get(server.address)
    page = Page(browser)
    before, saved = page.at_rest(), page.get("motes.state.text")
    page.element("camera").click()
    check("without a camera there is no handle, but an offer", until(lambda: page.element("nocamera").is_displayed()) and not page.element("space").is_displayed())
    page.element("addcamera").click()
    check("a camera is added where the canvas stands", until(lambda: '"seed": 3 },\n  "camera": { "distance": 1000 },\n  "knobs"' in page.get("motes.state.text")), page.get("motes.state.text")[:400])
    check("and shows the same picture", until(lambda: page.element("space").is_displayed() and page.at_rest() == before))
    page.element("undo").click()
    check("and the camera is taken back", until(lambda: page.get("motes.state.text") == saved and page.get("motes.state.document.isChanged") is False))
    server.end()
