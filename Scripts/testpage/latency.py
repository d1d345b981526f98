"""Measures milliseconds from a slider's move to the new picture in the browser, and frames a second while playing."""
import os
import statistics

from browser import ROOT, Page, Server, until

HEADLINES = ["fireworks", "snow", "rain", "confetti", "meteors", "ripples", "smoke", "silk", "aurora", "beam-border", "embers"]

# Moves the slider of the first knob that is a number, or types into its field, and waits for the picture each time.
MOVE = """
const [kind, count, done] = arguments
const knob = motes.state.document.knobs.find(knob => knob.kind === 'number' && !knob.isFixed)
const slider = document.getElementById('knob-' + knob.name), field = slider.parentElement.querySelector('input[type=number]')
const low = Number(slider.min), high = Number(slider.max), step = Number(slider.step), start = Number(slider.value)
const times = [], sizes = new Set()
let number = 0, began = null
motes.on('painted', picture => {
  if (began === null) return
  times.push(performance.now() - began)
  began = null
  sizes.add(picture.width + 'x' + picture.height)
  setTimeout(one, kind === 'drag' ? 30 : 350)
})
function one() {
  if (number++ >= count) return done({ knob: knob.name, times, sizes: [...sizes].join(' ') })
  const wanted = Math.min(high, Math.max(low, start + (number % 2 ? 1 : -1) * step * (1 + number % 7)))
  began = performance.now()
  if (kind === 'drag') { slider.value = wanted; slider.dispatchEvent(new Event('input')) }
  else { field.value = wanted; field.dispatchEvent(new Event('change')) }
}
one()
"""

# Plays for some seconds and counts the pictures.
PLAY = """
const [seconds, done] = arguments
let count = 0
motes.on('painted', () => { count += 1 })
motes.play(true)
setTimeout(() => { const text = document.getElementById('played').textContent; motes.play(false); done([count / seconds, text]) }, seconds * 1000)
"""


def measure(browser, names):
    browser.set_script_timeout(90)
    # The window is just wide enough that a picture of 16 : 9 has 960 x 540 pixels.
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1396, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    print(f"load of the machine {os.getloadavg()[0]:.1f}; milliseconds, median and worst")
    worst = 0
    for name in names or HEADLINES:
        server = Server(ROOT, name)
        browser.get(server.address)
        page = Page(browser)
        page.at_rest()
        until(lambda: False, 0.4)
        dragged = browser.execute_async_script(MOVE, "drag", 30)
        page.at_rest()
        until(lambda: False, 0.5)
        typed = browser.execute_async_script(MOVE, "type", 12)
        until(lambda: False, 0.5)
        played = browser.execute_async_script(PLAY, 3)
        server.end()
        drag, type_ = dragged["times"], typed["times"]
        worst = max(worst, statistics.median(drag), statistics.median(type_))
        print(f"{name:12} {dragged['knob']:10} drag {statistics.median(drag):4.0f} {max(drag):4.0f} ({dragged['sizes']})"
              f"   type {statistics.median(type_):4.0f} {max(type_):4.0f} ({typed['sizes']})   play {played[0]:3.0f} a second", flush=True)
    print(f"load of the machine {os.getloadavg()[0]:.1f}; worst median {worst:.0f} ms")
    return 0 if worst <= 100 else 1
