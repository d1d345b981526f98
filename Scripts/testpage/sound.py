"""Tests of the sound on the tuning page: its lane, the song beside the picture, beats that are moved and saved."""
import json
import os
import subprocess
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import ROOT, Page, Server, check, frame_hash, run, until
from use import accessible

FOLLOWING = """{
  "format": 1, "name": "Test beats",
  "canvas": { "width": 320, "height": 180, "frameRate": 60, "duration": 6 },
  "layers": [
    { "name": "disc", "shape": { "type": "circle", "center": ["50%", "50%"], "radius": "= 20 + 60 * (1 - beat) + 20 * bass", "fill": "#9fe0ff" } }
  ]
}
"""

# Plays for some seconds. Compares the time of the frame that is shown with the song's, when a frame appears and whenever the browser draws.
MEASURE = """
const [seconds, done] = arguments
const rate = motes.state.document.canvas.framesPerSecond, canvas = document.getElementById('canvas')
const appearing = [], seen = []
let isOn = false
const differ = () => motes.audio.currentTime - Number(canvas.dataset.frame) / rate
motes.on('painted', () => { if (isOn && !motes.audio.seeking) appearing.push(differ()) })
const look = () => { if (isOn && !motes.audio.seeking) seen.push(differ()); if (motes.state.isPlaying) requestAnimationFrame(look) }
motes.play(true)
requestAnimationFrame(look)
setTimeout(() => { isOn = true }, 700)
setTimeout(() => { isOn = false; motes.play(false); done([appearing, seen]) }, 700 + seconds * 1000)
"""


def share_within(differences, seconds):
    return sum(abs(difference) <= seconds for difference in differences) / max(len(differences), 1)


def use_sound(browser, folder):
    """Tests the sound in a folder of its own, so that the song is beside its curves."""
    folder = os.path.join(folder, "sound")
    os.makedirs(folder)
    open(os.path.join(folder, "follow.json"), "w").write(FOLLOWING)
    subprocess.run([os.path.join(ROOT, "Scripts", "made-track"), "song.wav", "--seconds", "8"], cwd=folder, check=True)
    code, _, errors = run(folder, "hash", "follow.json", "-o", "follow.framehash", "--size", "160x90", "--frames", ":60", "--sound", "song.wav")
    check("hashes with a sound can be recorded", code == 0, errors)
    server = Server(folder, "follow.json", arguments=["--sound", "song.wav"])
    browser.get(server.address)
    page = Page(browser)
    lane(browser, page, folder)
    together(browser, page)
    moments(browser, page, folder)
    conflict(browser, page, folder)
    accessible(browser, page)
    movie(browser, page, folder)
    server.end()
    undecodable(browser, page, folder)


def times(page, index=0):
    return page.get(f"motes.state.moments[{index}].times")


def kept(folder):
    """The beats in the file of curves."""
    return json.load(open(os.path.join(folder, "song.curves.json")))["beats"]["times"]


def lane(browser, page, folder):
    """The curves are drawn, and the song is served in parts."""
    check("the curves are made and shown", until(lambda: page.element("waves").is_displayed()) and page.at_rest())
    check("with the song's name and tempo", until(lambda: "song.wav" in page.element("soundname").text and "beats a minute" in page.element("soundname").text), page.element("soundname").text)
    colors = browser.execute_script(
        "const c = document.getElementById('waves'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "const rows = []; for (let y = 0; y < c.height; y++) { let n = 0; for (let x = 0; x < c.width; x++) if (d[4 * (y * c.width + x) + 3] > 60) n++; rows.push(n) } return rows")
    check("each row is painted", len(colors) > 90 and all(sum(count > 0 for count in colors[top:top + 16]) > 8 for top in [0, 24, 46, 68, 90]), colors)
    check("lists are beats and onsets", page.get("motes.state.moments.map(list => list.band ?? 'beats')") == ["beats", "all", "bass", "mid", "treble"])
    frame = page.get("String(motes.state.frame)")
    check("the hash file is verified with its sound", until(lambda: "6 frames as recorded" in page.element("guard").text), page.element("guard").text)
    check("the picture follows the song", page.at_rest() == frame_hash(folder, "follow.json", "--frames", frame, "--size", page.size(), "--sound", "song.wav"))
    check("the command names it", page.get("motes.frameCommand()").endswith(" --sound song.wav"), page.get("motes.frameCommand()"))
    song = open(os.path.join(folder, "song.wav"), "rb").read()
    parts = browser.execute_async_script(
        "const done = arguments[0], get = range => fetch(motes.state.sound.song, range ? { headers: { Range: range } } : {}).then(async answer => {"
        " const bytes = new Uint8Array(await answer.arrayBuffer()); return [answer.status, answer.headers.get('Content-Range'), bytes.length, [...bytes.slice(0, 4)], [...bytes.slice(-4)]] });"
        "Promise.all([get(), get('bytes=1000-1999'), get('bytes=-50'), get('bytes=99999999-')]).then(done)")
    size = len(song)
    wanted = [[200, None, size, list(song[:4]), list(song[-4:])], [206, f"bytes 1000-1999/{size}", 1000, list(song[1000:1004]), list(song[1996:2000])],
              [206, f"bytes {size - 50}-{size - 1}/{size}", 50, list(song[-50:-46]), list(song[-4:])], [416, f"bytes */{size}", 0, [], []]]
    check("the song is served whole and in parts", parts == wanted, parts)


def together(browser, page):
    """Sound and picture at the same time: playing, seeking, looping, muting."""
    page.get("motes.go(0)")
    page.at_rest("document.getElementById('canvas').dataset.frame === '0'")
    # A key of a person lets the browser play sound.
    page.element("view").send_keys(" ")
    check("the song plays with the picture", until(lambda: page.get("motes.state.isPlaying && !motes.audio.paused && motes.audio.currentTime > 0.3")), page.get("motes.audio.currentTime"))
    page.get("motes.go(240)")
    check("and is sought with it", until(lambda: 4 <= page.get("motes.audio.currentTime") < 5.5), page.get("motes.audio.currentTime"))
    page.element("view").send_keys(" ")
    check("and pauses with it", until(lambda: page.get("motes.audio.paused")))
    page.get("motes.go(0)")
    page.at_rest("document.getElementById('canvas').dataset.frame === '0'")
    # Another program may keep the machine busy for a moment.
    for _ in range(3):
        appearing, seen = browser.execute_async_script(MEASURE, 4)
        if share_within(appearing, 0.03) >= 0.97 and share_within(seen, 0.03) >= 0.95:
            break
        page.get("motes.go(0)")
        page.at_rest("document.getElementById('canvas').dataset.frame === '0'")
    worst = max((abs(value) for value in appearing), default=9)
    print(f"sound and picture: {len(appearing)} frames in 4 s; when a frame appears, {1000 * worst:.1f} ms apart at most, "
          f"{100 * share_within(seen, 0.03):.1f} % of {len(seen)} looks within 30 ms, worst {1000 * max(map(abs, seen), default=9):.1f} ms", flush=True)
    check("frames appear within 30 ms of the song", len(appearing) > 60 and share_within(appearing, 0.03) >= 0.97, sorted(appearing)[::10])
    check("and stand within 30 ms of it", len(seen) > 60 and share_within(seen, 0.03) >= 0.95, sorted(seen)[::10])
    page.get("motes.go(60)")
    page.element("view").send_keys("i")
    page.get("motes.go(119)")
    page.element("view").send_keys("o")
    page.element("view").send_keys(" ")
    places = []
    end = time.time() + 2.6
    while time.time() < end:
        places.append(page.get("[motes.audio.currentTime, motes.audio.seeking, motes.audio.paused]"))
    page.element("view").send_keys(" ")
    loops = sum(later[0] < earlier[0] - 0.5 for earlier, later in zip(places, places[1:]))
    check("the song loops with the picture", loops >= 2 and all(0.99 <= place[0] <= 2.1 for place in places[3:]), (loops, places[::8]))
    page.element("view").send_keys("x")
    page.element("view").send_keys("m")
    check("it can be muted", page.get("motes.audio.muted") is True)
    page.element("view").send_keys("m")


def moments(browser, page, folder):
    """A beat is moved, added and deleted; undone, redone and saved."""
    page.get("motes.go(150)")
    before_file, before = open(os.path.join(folder, "song.curves.json")).read(), times(page)
    picture = page.at_rest("document.getElementById('canvas').dataset.frame === '150'")
    # The beat before the frame that is shown: moving it changes the picture.
    number = max(index for index, time_ in enumerate(before) if time_ < 2.45)
    drag(browser, page, before[number], -22)
    moved = until(lambda: times(page) != before and times(page))
    check("a beat is dragged", moved and 0.03 < before[number] - moved[number] < 0.4 and len(moved) == len(before), moved and (before[number], moved[number]))
    changed = until(lambda: (page.at_rest() not in (None, picture) and page.at_rest()) or None)
    check("the picture follows before it is saved", changed and page.get("motes.state.document.soundIsChanged") and open(os.path.join(folder, "song.curves.json")).read() == before_file)
    check("which is said", page.element("changed").is_displayed() and "after saving" in page.element("command").text, page.element("command").text)
    page.element("undo").click()
    check("undo puts it back", until(lambda: times(page) == before and page.at_rest() == picture and page.get("motes.state.document.soundIsChanged") is False))
    page.element("redo").click()
    check("redo moves it again", until(lambda: times(page) == moved and page.at_rest() == changed))
    page.element("view").send_keys(Keys.CONTROL + "s")
    check("it is saved", until(lambda: kept(folder) == moved), kept(folder)[:6])
    check("and the page knows", until(lambda: page.get("motes.state.document.soundIsChanged") is False and not page.element("changed").is_displayed()))
    wanted = json.loads(before_file)
    wanted["beats"]["times"] = moved
    check("nothing else of the file has changed", json.load(open(os.path.join(folder, "song.curves.json"))) == wanted)
    check("motes frame draws what the page shows", changed == frame_hash(folder, "follow.json", "--frames", "150", "--size", page.size(), "--sound", "song.wav"))
    check("hashed frames differ", until(lambda: "frames differ" in page.element("guard").text), page.element("guard").text)
    run(folder, "verify", "follow.framehash", "--update")
    check("and are as recorded when they are recorded anew", until(lambda: "6 frames as recorded" in page.element("guard").text), page.element("guard").text)
    place = page.get("motes.placeOf(0, 3.3)")
    pointer(browser, place).double_click().perform()
    added = until(lambda: len(times(page)) == len(before) + 1 and times(page))
    check("a double click adds a beat", added and any(abs(time_ - 3.3) < 0.02 for time_ in added), added)
    page.element("waves").send_keys(Keys.ARROW_RIGHT * 3)
    check("arrow keys move it by milliseconds", until(lambda: abs(sum(times(page)) - sum(added) - 0.003) < 2e-4), sum(times(page)) - sum(added))
    page.element("waves").send_keys(Keys.DELETE)
    check("Delete removes it", until(lambda: times(page) == moved), len(times(page)))
    check("which leaves nothing to save", until(lambda: page.get("motes.state.document.soundIsChanged") is False))
    bass = times(page, 2)
    place = page.get(f"motes.placeOf(2, {bass[1]})")
    pointer(browser, place).click().perform()
    page.element("waves").send_keys(Keys.BACKSPACE)
    check("an onset of the bass is deleted", until(lambda: times(page, 2) == bass[:1] + bass[2:]))
    page.element("view").send_keys(Keys.CONTROL + "z")
    check("and comes back", until(lambda: times(page, 2) == bass))
    ActionChains(browser).move_to_element(page.element("waves")).perform()
    browser.execute_script("document.getElementById('waves').dispatchEvent(new WheelEvent('wheel', { deltaY: -600, clientX: 500, bubbles: true, cancelable: true }))")
    check("the wheel enlarges a part", until(lambda: page.element("soundwhole").is_displayed()))
    page.element("soundwhole").click()
    check("and all is shown again", not page.element("soundwhole").is_displayed())


def pointer(browser, place):
    actions = ActionChains(browser, duration=30)
    actions.w3c_actions.pointer_action.move_to_location(round(place["x"]), round(place["y"]))
    return actions


def drag(browser, page, time_, pixels):
    """Drags the beat at a time, without snapping to onsets."""
    place = page.get(f"motes.placeOf(0, {time_})")
    actions = pointer(browser, place).key_down(Keys.ALT).click_and_hold()
    for step in range(1, 5):
        actions.w3c_actions.pointer_action.move_to_location(round(place["x"] + pixels * step / 4), round(place["y"]))
    actions.release().key_up(Keys.ALT).perform()


def conflict(browser, page, folder):
    """Another program changes the file of curves."""
    path = os.path.join(folder, "song.curves.json")
    page.at_rest()
    mine = times(page)
    drag(browser, page, mine[2], 15)
    until(lambda: page.get("motes.state.document.soundIsChanged"))
    own = times(page)
    theirs = open(path).read().replace(f"{mine[0]:.10g},", "0.2345,", 1)
    open(path, "w").write(theirs)
    check("a foreign change of the sound is asked about", until(lambda: page.get("document.getElementById('dialog').open") and "changed the sound" in page.element("question").text))
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value='']").click()
    page.element("view").send_keys(Keys.CONTROL + "s")
    check("it is not overwritten without a question", until(lambda: page.get("document.getElementById('dialog').open")) and open(path).read() == theirs)
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=theirs]").click()
    check("the file's beats can be taken", until(lambda: times(page)[0] == 0.2345))
    page.element("undo").click()
    check("and one's own brought back", until(lambda: times(page) == own))
    page.element("redo").click()
    until(lambda: page.get("motes.state.document.soundIsChanged") is False)
    open(path, "w").write(theirs.replace("0.2345,", "0.3456,", 1))
    check("without own changes the file is read anew", until(lambda: times(page)[0] == 0.3456))
    reply = browser.execute_async_script(
        "const done = arguments[0]; motes.request({ moments: { path: motes.state.sound.path, lists: [{ times: [3, 1], strengths: [1, 1] }] } }).then(reply => done(reply.problem))")
    check("times that fall are refused", "never fall" in (reply or ""), reply)
    reply = browser.execute_async_script(
        "const done = arguments[0]; motes.request({ moments: { path: '/etc/passwd', lists: [{ times: [1], strengths: [1] }] }, saveSound: {} }).then(reply => done(reply.problem))")
    check("moments of another file are refused", "/etc/passwd" in (reply or "") and times(page)[0] == 0.3456, reply)


def movie(browser, page, folder):
    """A movie has the song as its track."""
    page.element("export").click()
    page.element("answer").send_keys(Keys.CONTROL + "a")
    page.element("answer").send_keys("made.mp4")
    browser.find_element(By.CSS_SELECTOR, "#buttons button[value=movie]").click()
    path = os.path.join(folder, "made.mp4")
    check("a movie is rendered", until(lambda: os.path.exists(path) and "is rendered" in page.element("toast").text, 30), page.element("toast").text)
    check("and tells that its sound is encoded", "encoded to AAC" in page.element("toast").text, page.element("toast").text)
    streams = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=codec_name,duration", "-of", "csv=p=0", path], capture_output=True, text=True).stdout.split()
    check("with picture and song", len(streams) == 2 and streams[0].startswith("h264,6") and streams[1].startswith("aac,"), streams)


def undecodable(browser, page, folder):
    """A song that the browser cannot decode, and a preset that names its curves itself."""
    subprocess.run(["ffmpeg", "-v", "error", "-i", "song.wav", "-c:a", "wavpack", "other.wv"], cwd=folder, check=True)
    open(os.path.join(folder, "own.json"), "w").write(FOLLOWING.replace('"canvas"', '"curves": "other.curves.json", "canvas"'))
    code, _, errors = run(folder, "listen", "other.wv")
    check("the other song is heard", code == 0, errors)
    server = Server(folder, "own.json")
    browser.get(server.address)
    check("the curves of a preset's own are shown", until(lambda: page.element("waves").is_displayed()) and page.at_rest())
    check("a song that the browser cannot play is told", until(lambda: "cannot play other.wv" in page.element("soundnote").text), page.element("soundnote").text)
    page.get("motes.go(0)")
    page.element("view").send_keys(" ")
    check("and the picture plays alone", until(lambda: page.get("motes.state.frame > 30")), page.get("motes.state.frame"))
    page.element("view").send_keys(" ")
    check("the command needs no sound", "--sound" not in page.get("motes.frameCommand()"))
    server.end()
