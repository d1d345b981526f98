"""Uses the page as a person would: with keyboard and typing, while another program saves the same file."""
import base64
import hashlib
import json
import os
import re
import subprocess
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import PRESET, MOTES, Page, Server, check, frame_hash, still_pixels, until


def use(browser, folder, path):
    """Tests the page's main features; returns the server, which still runs."""
    server = Server(folder, "sparks.json")
    browser.get(server.address)
    page = Page(browser)
    check("the page shows a frame", page.at_rest())
    size = page.size()
    check("the first picture is what motes hash says", page.at_rest() == frame_hash(folder, "sparks.json", "--frames", "30", "--size", size))
    rgb = still_pixels(folder, "sparks.json", "--frame", "30", "--size", size)
    check("the canvas holds the bytes of motes frame", page.pixels_hash() == hashlib.sha256(rgb).hexdigest())

    # A knob, by keyboard alone.
    before = page.at_rest()
    slider = page.element("knob-amount")
    slider.send_keys(Keys.ARROW_RIGHT * 3)
    value = slider.get_attribute("value")
    after = page.at_rest(f"motes.state.document.knobs[0].value === '{value}' && !motes.state.document.isDragging")
    after = until(lambda: (page.at_rest() != before and page.at_rest()) or None)
    check("a slider changes the picture", after and after != before, (before, after, value))
    check("the picture is that of --set", after == frame_hash(
        folder, "sparks.json", "--frames", "30", "--size", page.size(), "--set", f"amount={value}"), value)
    check("the page shows the --set", f"--set amount={value}" in page.element("sets").text, page.element("sets").text)
    command = page.get("motes.frameCommand()")
    check("the page shows the command", command == f"motes frame sparks.json --frame 30 --size {page.size()} --set amount={value}", command)

    # Scrubbing and stepping.
    scrub = page.element("scrub")
    scrub.send_keys(Keys.HOME)
    scrub.send_keys(Keys.ARROW_RIGHT * 5)
    stepped = page.at_rest("document.getElementById('canvas').dataset.frame === '5'")
    check("scrubbing by keyboard shows frame 5", stepped == frame_hash(
        folder, "sparks.json", "--frames", "5", "--size", page.size(), "--set", f"amount={value}"))

    # A hundred drags. They come a while after the last change, so that they are an undo step of their own.
    time.sleep(1)
    browser.execute_script("motes.statistics.mostWaiting = 0")
    browser.execute_async_script(
        "const done = arguments[0], s = document.getElementById('knob-amount'); let n = 0;"
        "(function drag() { s.value = 50 + n; s.dispatchEvent(new Event('input')); if (++n < 100) setTimeout(drag, 4);"
        " else { s.dispatchEvent(new Event('change')); done() } })()")
    last = until(lambda: page.get("motes.state.document.knobs[0].value") == "149" and page.at_rest())
    check("after a hundred drags the last value is shown", last == frame_hash(
        folder, "sparks.json", "--frames", "5", "--size", page.size(), "--set", "amount=149"), page.get("motes.state.document.knobs[0].value"))
    check("one request is under way at most", page.get("motes.statistics.mostWaiting") == 1, page.get("motes.statistics.mostWaiting"))

    # Undo, twice, and redo.
    page.element("undo").click()
    check("undo", until(lambda: page.get("motes.state.document.knobs[0].value") == value), page.get("motes.state.document.knobs[0].value"))
    page.element("view").send_keys(Keys.CONTROL + "z")
    check("undo again, by keyboard", until(lambda: page.get("motes.state.document.knobs[0].value") == "40"), page.get("motes.state.document.knobs[0].value"))
    check("after undo nothing is changed", until(lambda: page.get("motes.state.document.isChanged") is False))
    page.element("view").send_keys(Keys.CONTROL + Keys.SHIFT + "z")
    check("redo", until(lambda: page.get("motes.state.document.knobs[0].value") == value), page.get("motes.state.document.knobs[0].value"))

    # Saving touches one value.
    page.element("save").click()
    saved = until(lambda: f'"amount": {{ "default": {value},' in open(path).read())
    check("saving writes the value and nothing else", saved and open(path).read() == PRESET.replace('"default": 40', f'"default": {value}'), open(path).read())
    check("the page knows that it is saved", until(lambda: page.get("motes.state.document.isChanged") is False))

    # A mistake in the text, which is then mended.
    page.element("tab-text").click()
    good = page.at_rest()
    page.type_text('"lifetime": 1.2', '"lifetim": 1.2')
    issue = until(lambda: page.get("motes.state.document.issues[0]"))
    check("a mistake is told with line, column and what was meant",
          issue and issue.get("line") == 14 and issue.get("column") and "lifetime" in issue["text"], issue)
    check("the last good picture stays", page.get("document.getElementById('canvas').dataset.hash") == good)
    check("the mistake stands in the list", until(lambda: "lifetim" in page.element("issues").text))
    page.type_text('"lifetim": 1.2', '"lifetime": 0.1')
    mended = until(lambda: page.get("motes.state.document.issueCount") == 0 and page.at_rest() != good)
    check("it mends", mended, page.get("[motes.state.frame, motes.state.document.issues, motes.state.text.slice(900), document.getElementById('canvas').dataset.hash]"))

    # Another program saves the file while the page has changes of its own.
    theirs = open(path).read().replace('"duration": 2', '"duration": 3')
    open(path, "w").write(theirs)
    check("a foreign change beside one's own is asked about", until(lambda: page.get("document.getElementById('dialog').open")))
    check("the foreign change is not overwritten", open(path).read() == theirs)
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=theirs]").click()
    check("the file's text can be taken", until(lambda: '"duration": 3' in page.editor_text() and "0.1," not in page.editor_text()))
    # Without changes of its own the page takes the file's text at once.
    open(path, "w").write(theirs.replace('"duration": 3', '"duration": 4'))
    check("an external edit arrives", until(lambda: '"duration": 4' in page.editor_text() and page.get("motes.state.document.canvas.frames") == 120))

    # Layers.
    page.element("tab-layers").click()
    before = page.at_rest()
    browser.find_element(By.CSS_SELECTOR, "#tree button[aria-label='sky on']").click()
    switched = until(lambda: page.at_rest("motes.state.document.layers[0].isEnabled === false") not in (None, before) and page.at_rest())
    check("a layer's switch is a --set", switched == frame_hash(
        folder, "sparks.json", "--frames", page.get("String(motes.state.frame)"), "--size", page.size(), "--set", "layers.sky.enabled=false"))
    browser.find_element(By.CSS_SELECTOR, "#tree button[aria-label='sky on']").click()
    check("and back", until(lambda: page.at_rest("motes.state.document.layers[0].isEnabled") == before))

    # Playing.
    page.element("view").send_keys(" ")
    check("space plays", until(lambda: page.get("motes.state.isPlaying") and "frames/s" in page.element("played").text))
    page.element("view").send_keys(" ")
    check("space pauses", until(lambda: page.get("!motes.state.isPlaying")))

    # A movie, the same movie again, and a still.
    page.element("export").click()
    page.element("answer").send_keys(Keys.CONTROL + "a")
    page.element("answer").send_keys("made.mov")
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=movie]").click()
    movie = os.path.join(folder, "made.mov")
    check("a movie is rendered", until(lambda: os.path.exists(movie) and "is rendered" in page.element("toast").text, 30))
    frames = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames,codec_name",
                             "-of", "csv=p=0", movie], capture_output=True, text=True).stdout.strip()
    check("with all its frames, as its extension says", frames == "prores,120", frames)
    page.element("export").click()
    page.element("answer").send_keys(Keys.CONTROL + "a")
    page.element("answer").send_keys("made.mov")
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=movie]").click()
    check("an existing file is asked about", until(lambda: "exists" in page.element("question").text and page.get("document.getElementById('dialog').open")))
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value='']").click()
    os.remove(movie)
    still = browser.execute_async_script(
        "const done = arguments[0]; motes.request({ picture: 'still', frame: { number: 9, width: 1, height: 1 } }).then(r => {"
        " let t = ''; for (const b of r.file) t += String.fromCharCode(b); done([r.picture, btoa(t)]) })")
    png = os.path.join(folder, "still.png")
    subprocess.run([MOTES, "frame", "sparks.json", "--frame", "9", "-o", png, "--force"], cwd=folder, check=True, capture_output=True)
    check("a still is the file of motes frame", still[0] == "sparks-9.png" and base64.b64decode(still[1]) == open(png, "rb").read(), still[0])

    # A second tab has its own state; what it saves reaches the first.
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    browser.get(server.address)
    check("a second tab shows the preset", page.at_rest())
    slider = page.element("knob-amount")
    slider.send_keys(Keys.ARROW_RIGHT)
    until(lambda: page.get("motes.state.document.isChanged"))
    page.element("save").click()
    second_value = slider.get_attribute("value")
    until(lambda: page.get("motes.state.document.isChanged") is False)
    browser.close()
    browser.switch_to.window(first)
    check("the first tab follows", until(lambda: page.get("motes.state.document.knobs[0].value") == second_value))

    # The server is killed and started again.
    port = server.port
    server.end(9)
    check("the page tells that the server is gone", until(lambda: page.element("connection").is_displayed()))
    server = Server(folder, "sparks.json", port)
    check("the page finds the new server", until(lambda: not page.element("connection").is_displayed(), 12))
    page.get("motes.go(7)")
    check("and draws on", page.at_rest("document.getElementById('canvas').dataset.frame === '7'"))

    accessible(browser, page)
    requests_stay_here(browser)
    severe = [entry["message"] for entry in browser.get_log("browser")
              if entry["level"] == "SEVERE" and "WebSocket" not in entry["message"] and "ERR_CONNECTION" not in entry["message"]]
    check("the browser reports no error", not severe, severe)

    # Without CodeMirror the text is edited in a plain area.
    browser.get(server.address + "?plain")
    page.at_rest()
    page.element("tab-text").click()
    page.type_text('"lifetime": 1.2', '"lifetime": 0.3')
    check("the plain editor works", until(lambda: page.get("motes.state.document.isChanged")) and "0.3" in page.editor_text())
    return server


def accessible(browser, page):
    """Checks that controls have names for screen readers, and that texts have contrast."""
    nameless = browser.execute_script("""
      return [...document.querySelectorAll('button, input, select, textarea, canvas, [role=tabpanel]')].filter(element => {
        const name = element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') || element.textContent.trim()
          || element.labels?.length || element.title
        return !name && !element.closest('.CodeMirror') }).map(element => element.outerHTML.slice(0, 80))""")
    check("every control has a name", not nameless, nameless)
    for theme in ["dark", "light"]:
        low = browser.execute_script("""
          document.documentElement.dataset.theme = arguments[0]
          const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
          const rgb = css => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = css; paint.fillRect(0, 0, 1, 1); return [...paint.getImageData(0, 0, 1, 1).data] }
          const light = c => { const f = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]) }
          const ground = element => { for (let e = element; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c } return [255, 255, 255] }
          return [...document.querySelectorAll('button, label, span, code, output, p, h1')].filter(e => e.offsetParent && e.textContent.trim() && !e.closest(':disabled')).map(e => {
            const a = light(rgb(getComputedStyle(e).color)), b = light(ground(e)); return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.outerHTML.slice(0, 70)] }).filter(x => x[0] < 4.5)""", theme)
        check(f"texts have contrast, {theme}", not low, low)
    browser.execute_script("document.documentElement.dataset.theme = 'dark'")


def requests_stay_here(browser):
    """Checks that the page asks nothing of other machines."""
    addresses = set()
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            addresses.add(message["params"]["request"]["url"])
    foreign = [address for address in addresses if not re.match(r"(http://127\.0\.0\.1[:/]|data:|blob:|about:)", address)]
    check("nothing is asked of another machine", addresses and not foreign, foreign)
