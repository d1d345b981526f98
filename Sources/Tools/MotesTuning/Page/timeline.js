// Playing, looping, stepping and scrubbing. Playing requests the frame that the clock has reached; frames in between are dropped and counted.
import { state, on, emit, $ } from "./state.js"
import { want, isBusy, isConnected } from "./connection.js"
import { frameRequest, refresh, dragging } from "./picture.js"
import { span, noteDropped, noteShown, forgetDropped } from "./track.js"

let start = null           // { milliseconds, frame } when playing began
let lastRequested = -1     // counted without wrapping around the loop; -1 for none
let dropped = 0            // how many frames were dropped since playing began
let shownTimes = []        // when the frames of the last second were shown

const count = () => state.document?.canvas?.frames ?? 1
const rate = () => state.document?.canvas?.framesPerSecond ?? 60
const loops = () => $("loop").getAttribute("aria-pressed") === "true"

// Goes to a frame.
export function go(number, { isDrag = false } = {}) {
  const frame = Math.min(Math.max(Math.round(number), 0), count() - 1)
  if (state.isPlaying) start = { milliseconds: performance.now(), frame }
  state.frame = frame
  show()
  if (isDrag) dragging(true)
  if (!state.isPlaying) refresh()
}

export function play(isOn = !state.isPlaying) {
  state.isPlaying = isOn
  $("play").querySelector("path").setAttribute("d", isOn ? "M3.5 2.5h3.2v11H3.5zM9.3 2.5h3.2v11H9.3z" : "M4.5 2.5v11l9-5.5z")
  $("play").setAttribute("aria-pressed", isOn)
  $("play").setAttribute("aria-label", isOn ? "Pause" : "Play")
  if (isOn) {
    const { first, last } = span()
    if (state.frame >= last || state.frame < first) state.frame = first
    forgetDropped()
    start = { milliseconds: performance.now(), frame: state.frame }
    lastRequested = -1
    dropped = 0
    shownTimes = []
    requestAnimationFrame(tick)
  } else {
    $("played").textContent = ""
    refresh()
  }
}

function tick(now) {
  if (!state.isPlaying) return
  requestAnimationFrame(tick)
  if (isBusy() || !isConnected()) return
  const elapsed = (now - start.milliseconds) / 1000 * Number($("speed").value) * rate()
  // Counted without wrapping around the loop. The browser's time of its first frame may be before the start.
  const absolute = start.frame + Math.max(0, Math.floor(elapsed))
  const { first, last } = span()
  if (!loops() && absolute > last) {
    state.frame = last
    show()
    return play(false)
  }
  if (absolute === lastRequested) return
  const length = last - first + 1
  const frameOf = number => (number < first ? number : first + (number - first) % length)
  if (lastRequested >= 0 && absolute > lastRequested + 1) {
    dropped += absolute - lastRequested - 1
    noteDropped(Array.from({ length: Math.min(absolute - lastRequested - 1, length) }, (_, index) => frameOf(lastRequested + 1 + index)))
  }
  lastRequested = absolute
  state.frame = frameOf(absolute)
  noteShown(state.frame)
  const frame = frameRequest(state.frame)
  if (frame) want({ frame })
}

function show() {
  const seconds = state.frame / rate()
  $("scrub").value = state.frame
  $("scrub").style.setProperty("--share", `${100 * state.frame / Math.max(count() - 1, 1)}%`)
  $("scrub").setAttribute("aria-valuetext", `frame ${state.frame}, ${seconds.toFixed(2)} seconds`)
  $("moment").textContent = `${seconds.toFixed(2)} s · frame ${state.frame}`
}

on("painted", picture => {
  if (!state.isPlaying) return show()
  const now = performance.now()
  shownTimes.push(now)
  while (shownTimes.length > 1 && now - shownTimes[0] > 1000) shownTimes.shift()
  show()
  const perSecond = shownTimes.length > 1 ? (shownTimes.length - 1) * 1000 / (now - shownTimes[0]) : 0
  $("played").textContent = `${perSecond.toFixed(0)} frames/s` + (dropped > 0 ? ` · ${dropped} dropped` : "")
})

on("document", () => {
  $("scrub").max = count() - 1
  if (state.frame > count() - 1) state.frame = count() - 1
  show()
})

export function setUpTimeline() {
  $("scrub").addEventListener("input", () => go(Number($("scrub").value), { isDrag: true }))
  $("scrub").addEventListener("change", () => dragging(false))
  $("play").addEventListener("click", () => play())
  $("first").addEventListener("click", () => go(0))
  $("back").addEventListener("click", () => { play(false); go(state.frame - 1) })
  $("forward").addEventListener("click", () => { play(false); go(state.frame + 1) })
  $("loop").addEventListener("click", () => $("loop").setAttribute("aria-pressed", !loops()))
  $("speed").addEventListener("change", () => { if (state.isPlaying) { start = { milliseconds: performance.now(), frame: state.frame }; lastRequested = -1 } })
}
