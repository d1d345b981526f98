"""The parts of the tuning page's test: the server, a headless browser, the page in it, and checks that are counted."""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

MOTES, ROOT = sys.argv[1], sys.argv[2]
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
counts = {"passed": 0, "failed": 0}


def check(title, is_right, detail=""):
    """Counts and prints one assertion."""
    counts["passed" if is_right else "failed"] += 1
    if not is_right:
        print(f"FAILED: {title} {str(detail)[:600]}", flush=True)


def until(condition, seconds=8):
    """Waits until a condition has a true value and returns that value; None if it takes too long."""
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.03)
    return None


def run(folder, *words):
    """Runs motes in a folder; returns its exit code, its output and its errors."""
    result = subprocess.run([MOTES, *words], cwd=folder, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


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
    """The hash that `motes hash` prints for the first of its frames."""
    words = [MOTES, "hash", preset, *arguments]
    lines = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if not line.startswith("#")][0].split(",")[-1].strip()


def still_pixels(folder, preset, *arguments):
    """The RGB bytes of the picture that `motes frame` writes."""
    picture = os.path.join(folder, "still.png")
    subprocess.run([MOTES, "frame", preset, "-o", picture, "--force", *arguments], cwd=folder, check=True, capture_output=True)
    return subprocess.run(["ffmpeg", "-v", "error", "-i", picture, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                          check=True, capture_output=True).stdout


def open_browser(keeps_logs=True):
    """Headless Chromium. Its log of the network holds every frame, which takes time and is switched off for measurements."""
    options = webdriver.ChromeOptions()
    for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1440,900"]:
        options.add_argument(word)
    if keeps_logs:
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
        """Waits until the picture is drawn at rest and an expression holds; returns the picture's hash."""
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
