"""What Scripts/test-page asserts of the tuning page, in Chromium, and of its server."""
import base64
import hashlib
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

MOTES, ROOT = sys.argv[1], sys.argv[2]
PICTURES = sys.argv[4] if len(sys.argv) > 4 and sys.argv[3] == "--pictures" else None
TOKEN = "a-token-for-this-test-alone"
PRESET = """{
  // The sky of this comment must survive.
  "format": 1, "name": "Test sparks",
  "canvas": { "width": 480, "height": 270, "frameRate": 30, "duration": 2, "seed": 3 },
  "knobs": {
    "amount": { "default": 40, "min": 0, "max": 200, "about": "sparks a second" }, // per second
    "tint": { "default": "#ffcc66", "about": "colour of the sparks" },
    "kind": { "default": "disc", "choices": ["disc", "star"] },
    "palette": { "default": ["#223355", "#000010"], "about": "the night" }
  },
  "layers": [
    { "name": "sky", "role": "backdrop", "gradient": { "type": "linear", "angle": 180, "stops": "= palette" } },
    { "name": "sparks", "blend": "add", "emitter": { "position": ["50%", "60%"], "cells": [
      { "name": "spark", "sprite": { "type": "softDisc", "size": 12 }, "birthRate": "= amount", "lifetime": 1.2,
        "velocity": 120, "emissionRange": 360, "color": "= tint" } ] } }
  ]
}
"""
passed, failed = 0, 0


def check(title, is_right, detail=""):
    """Counts and prints one assertion."""
    global passed, failed
    if is_right:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {title} {str(detail)[:600]}")


def until(condition, seconds=8):
    """Waits for a condition; gives its value, or None."""
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.03)
    return None


class Server:
    """A server of the tuning page in a folder of its own."""

    def __init__(self, folder, preset, port=0, arguments=()):
        self.process = subprocess.Popen(
            [MOTES, "tune", preset, "--no-open", "--port", str(port), "--token", TOKEN, *arguments], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)/", self.address).group(1))

    def end(self, signal=2):
        self.process.send_signal(signal)
        return self.process.wait(8)


def frame_hash(folder, preset, *arguments):
    """The hash that motes itself prints for a frame."""
    words = [MOTES, "hash", preset, *arguments]
    lines = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if not line.startswith("#")][0].split(",")[-1].strip()


def still_pixels(folder, preset, *arguments):
    """The RGB bytes of the picture that motes frame writes."""
    picture = os.path.join(folder, "still.png")
    subprocess.run([MOTES, "frame", preset, "-o", picture, "--force", *arguments], cwd=folder, check=True, capture_output=True)
    return subprocess.run(["ffmpeg", "-v", "error", "-i", picture, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                          check=True, capture_output=True).stdout


def open_browser():
    options = webdriver.ChromeOptions()
    for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1440,900"]:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or "/usr/bin/chromedriver"))


class Page:
    """The page in the browser."""

    def __init__(self, browser):
        self.browser = browser

    def get(self, expression):
        return self.browser.execute_script(f"return ({expression})")

    def element(self, name):
        return self.browser.find_element(By.ID, name)

    def at_rest(self, expression="true"):
        """Waits until the picture is at rest, drawn after the last change, and an expression holds; gives its hash."""
        return until(lambda: self.get(
            f"({expression}) && !motes.state.isDragging && document.getElementById('canvas').dataset.hash") or None)

    def pixels_hash(self):
        """SHA-256 of the canvas's red, green and blue."""
        data = self.browser.execute_script(
            "const c = document.getElementById('canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
            "let t = ''; for (let i = 0; i < d.length; i += 4) t += String.fromCharCode(d[i], d[i + 1], d[i + 2]); return btoa(t)")
        return hashlib.sha256(base64.b64decode(data)).hexdigest()

    def size(self):
        return self.get("motes.state.picture.width + 'x' + motes.state.picture.height")

    def type_text(self, before, after):
        """Replaces a piece of the text in the editor, as typing does."""
        self.browser.execute_script(
            "const cm = document.querySelector('.CodeMirror')?.CodeMirror, area = document.querySelector('#editor textarea');"
            "if (cm) { const i = cm.getValue().indexOf(arguments[0]);"
            " cm.replaceRange(arguments[1], cm.posFromIndex(i), cm.posFromIndex(i + arguments[0].length), '+input') }"
            "else { area.value = area.value.replace(arguments[0], arguments[1]); area.dispatchEvent(new Event('input')) }", before, after)

    def editor_text(self):
        return self.get("(document.querySelector('.CodeMirror')?.CodeMirror?.getValue()) ?? document.querySelector('#editor textarea').value")


def use(browser, folder, path):
    """Uses the page as a person would."""
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

    # A hundred drags, a while after the last change, so that they are a step of their own: one request under way, and the last value shown.
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

    # A mistake in the text, and its mending.
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

    # Another program saves meanwhile: the page asks, and nothing is lost.
    theirs = open(path).read().replace('"duration": 2', '"duration": 3')
    open(path, "w").write(theirs)
    check("a foreign change beside one's own is asked about", until(lambda: page.get("document.getElementById('dialog').open")))
    check("the foreign change is not overwritten", open(path).read() == theirs)
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=theirs]").click()
    check("the file's text can be taken", until(lambda: '"duration": 3' in page.editor_text() and "0.1," not in page.editor_text()))
    # Without changes of one's own it comes at once.
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

    # A movie, the same one again, and a still.
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

    # A second tab has its own state, and sees what is saved.
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
    take_pictures(browser)
    return server


def accessible(browser, page):
    """Names for screen readers, and contrast."""
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
    addresses = set()
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            addresses.add(message["params"]["request"]["url"])
    foreign = [address for address in addresses if not re.match(r"(http://127\.0\.0\.1[:/]|data:|blob:|about:)", address)]
    check("nothing is asked of another machine", addresses and not foreign, foreign)


def take_pictures(browser):
    if not PICTURES:
        return
    os.makedirs(PICTURES, exist_ok=True)
    for width, height in [(1440, 900), (390, 844)]:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        for theme in ["dark", "light"]:
            browser.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
            time.sleep(1)
            browser.save_screenshot(os.path.join(PICTURES, f"page-{width}-{theme}.png"))


# MARK: Attacks

def ask(port, path, headers, body=b"", seconds=5):
    """A request by hand; gives the answer's first line and all of it."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in headers.items()]
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        data = b""
        try:
            while not (b"\r\n\r\n" in data and len(data.split(b"\r\n\r\n", 1)[1]) >= int((re.findall(rb"Content-Length: (\d+)", data) or [0])[0])):
                piece = connection.recv(65536)
                if not piece:
                    break
                data += piece
        except TimeoutError:
            pass
    return data.decode(errors="replace").split("\r\n")[0], data.decode(errors="replace")


def upgrade(host, origin):
    return {"Host": host, "Origin": origin, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


def memory(process):
    text = open(f"/proc/{process.pid}/status").read()
    return int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024


def attack(server, folder):
    """Asks as who should not: each time there is a refusal in a sentence, and the server goes on."""
    port, host = server.port, f"127.0.0.1:{server.port}"
    end = {"Host": host, "Connection": "close"}
    for title, path, headers, status in [
        ("no token", "/", end, "403"), ("a wrong token", "/" + "x" * len(TOKEN) + "/", end, "403"),
        ("a foreign name", f"/{TOKEN}/", {**end, "Host": f"evil.example:{port}"}, "403"),
        ("no name", f"/{TOKEN}/", {"Connection": "close"}, "403"),
        ("a foreign page", f"/{TOKEN}/", {**end, "Origin": "http://evil.example"}, "403"),
        ("a foreign page's socket", f"/{TOKEN}/socket", upgrade(host, "http://evil.example"), "403"),
        ("a socket without a page", f"/{TOKEN}/socket", {k: v for k, v in upgrade(host, "").items() if k != "Origin"}, "403"),
        ("a way out of the folder", f"/{TOKEN}/../../../../etc/passwd", end, "404"),
        ("a way out, encoded", f"/{TOKEN}/codemirror/..%2f..%2f..%2fetc%2fpasswd", end, "404"),
        ("a way out through CodeMirror", f"/{TOKEN}/codemirror/../../../../etc/passwd", end, "404"),
    ]:
        line, text = ask(port, path, headers)
        check(f"refused: {title}", status in line and text.strip().endswith(".") and "root:" not in text, text)
    socket_path = f"/{TOKEN}/socket"

    def opened():
        connection = socket.create_connection(("127.0.0.1", port), timeout=8)
        headers = upgrade(host, f"http://{host}")
        connection.sendall((f"GET {socket_path} HTTP/1.1\r\n" + "\r\n".join(f"{k}: {v}" for k, v in headers.items()) + "\r\n\r\n").encode())
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(1)
        return connection

    def frame(payload, opcode=0x81):
        size = len(payload)
        head = bytes([opcode]) + (bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + struct.pack(">H", size) if size < 65536
                                  else bytes([0xFF]) + struct.pack(">Q", size))
        return head + b"\0\0\0\0" + payload

    def received(connection, seconds=4):
        connection.settimeout(seconds)
        data = b""
        try:
            while True:
                piece = connection.recv(1 << 20)
                if not piece:
                    break
                data += piece
        except (TimeoutError, OSError):
            pass
        return data

    # A message of a gigabyte: it is cut off long before.
    before = memory(server.process)
    connection = opened()
    connection.sendall(bytes([0x81, 0xFF]) + struct.pack(">Q", 1 << 30) + b"\0\0\0\0")
    sent = 0
    try:
        piece = b"x" * (1 << 20)
        while sent < 1 << 30:
            connection.sendall(piece)
            sent += len(piece)
    except OSError:
        pass
    data = received(connection)
    connection.close()
    check("a message of a gigabyte is cut off", sent < 600 << 20, sent)
    check("and told why", b"A message may have at most" in data or sent < 600 << 20)
    check("and takes little memory", memory(server.process) < before + 400, (before, memory(server.process)))

    # A line of a request without an end.
    with socket.create_connection(("127.0.0.1", port), timeout=8) as connection:
        sent = 0
        try:
            while sent < 200 << 20:
                connection.sendall(b"y" * (1 << 20))
                sent += 1 << 20
        except OSError:
            pass
    check("an endless line is cut off", sent < 200 << 20, sent)

    # Nonsense, values that no preset has, limits, files outside.
    connection = opened()
    for message in [b"no json", b'{"id": 1, "frame": {"number": -5, "width": 1000000, "height": 9}}', b'{"id": 2, "text": "{"}',
                    json.dumps({"id": 3, "save": {"name": "../outside.json"}}).encode(), json.dumps({"id": 4, "open": "../../etc/passwd"}).encode(),
                    json.dumps({"id": 5, "knobs": [{"name": "amount", "value": "1, \"x\": 2"}]}).encode(),
                    json.dumps({"id": 6, "text": PRESET.replace('"= amount"', "1e7").replace('"duration": 2', '"duration": 900'),
                                "frame": {"number": 0, "width": 64, "height": 36}}).encode()]:
        connection.sendall(frame(message))
    text = received(connection, 3).decode(errors="replace")
    connection.close()
    check("nonsense is refused in a sentence", "no request of the tuning page" in text, text[-800:])
    check("a name outside of the folder is refused", "a file's name in this folder was expected" in text and not os.path.exists(os.path.join(folder, "../outside.json")))
    check("a preset outside is refused", "there is no shipped preset of this name" in text)
    check("a value that is no JSON is refused", "is no JSON" in text)
    last = text[text.rfind('{"document"'):]
    check("a preset beyond the limits is told", '"isDrawable":false' in last and "are allowed" in last, last[:1500])

    # Two hundred connections.
    many = []
    refused = 0
    for _ in range(200):
        try:
            connection = socket.create_connection(("127.0.0.1", port), timeout=3)
            many.append(connection)
        except OSError:
            refused += 1
    time.sleep(1)
    for connection in many:
        connection.settimeout(0.01)
        try:
            if b"503" in connection.recv(300):
                refused += 1
        except OSError:
            pass
    check("of 200 connections some are refused", refused >= 60, refused)
    for connection in many:
        connection.close()
    time.sleep(0.5)
    line, text = ask(port, f"/{TOKEN}/", end)
    check("the server goes on", "200" in line and "<!doctype html>" in text, text[:200])


def main():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "sparks.json")
    open(path, "w").write(PRESET)
    browser = open_browser()
    try:
        server = use(browser, folder, path)
        attack(server, folder)
        check("Control-C ends the server with 0", server.end() == 0)
        check("nothing but the preset was written", sorted(os.listdir(folder)) == ["sparks.json", "still.png"], os.listdir(folder))
    finally:
        browser.quit()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
