// Playing, looping, stepping and scrubbing. Playing requests the frame that the clock has reached; frames in between are dropped and counted.
import { state, on, emit, $ } from "./state.js"
import { want, isBusy, isConnected } from "./connection.js"
import { frameRequest, refresh, dragging } from "./picture.js"
import { span, noteDropped, noteShown, forgetDropped } from "./track.js"
import { heardSeconds, startSong, stopSong } from "./sound/player.js"

let start = null           // { milliseconds, frame } when playing began, or the song was last heard
let turns = 0              // how often the loop has begun again
let lead = 0               // seconds by which frames are requested before they are due, while a song is heard
let pace = 0               // seconds between two frames that are shown
let isReduced = false      // whether frames are drawn smaller while a song is heard, since whole ones would be late
let lastRequested = -1     // counted without wrapping around the loop; -1 for none
let dropped = 0            // how many frames were dropped since playing began
let shownTimes = []        // when the frames of the last second were shown

const count = () => state.document?.canvas?.frames ?? 1
const rate = () => state.document?.canvas?.framesPerSecond ?? 60
const loops = () => $("loop").getAttribute("aria-pressed") === "true"

// Begins to play at a frame, picture and song.
function begin(frame) {
  start = { milliseconds: performance.now(), frame }
  lastRequested = -1
  startSong(frame / rate())
}

// The frame that is due, with its fraction. While a song is heard it is the clock.
function position(now) {
  const heard = heardSeconds()
  if (heard !== null) start = { milliseconds: now, frame: heard * rate() }
  // The browser's time of its first frame may be before the start.
  return start.frame + Math.max(0, now - start.milliseconds) / 1000 * Number($("speed").value) * rate()
}

// Half of the frames that pass while one is shown: this long before its time a frame appears, so that it is as early as it is late.
const half = () => Math.max(Math.min(pace, 0.1) * Number($("speed").value) * rate(), 1) / 2

// The factor of frames' sides while they are played.
export const playShare = () => (isReduced && state.isPlaying && heardSeconds() !== null ? 0.5 : 1)

// Waits until a frame that was requested ahead is due.
export function due(number) {
  if (!state.isPlaying || heardSeconds() === null) return null
  const { first, last } = span(), length = last - first + 1
  let ahead = number - position(performance.now())
  // Frames of the loop's next turn come before its end.
  if (ahead < -length / 2) ahead += length
  const milliseconds = (ahead - half()) / rate() / Number($("speed").value) * 1000
  return milliseconds > 1 && milliseconds < 500 ? new Promise(resolve => setTimeout(resolve, milliseconds)) : null
}

// Goes to a frame.
export function go(number, { isDrag = false } = {}) {
  const frame = Math.min(Math.max(Math.round(number), 0), count() - 1)
  if (state.isPlaying) begin(frame)
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
    turns = 0
    lead = 0
    pace = 0
    dropped = 0
    shownTimes = []
    begin(state.frame)
    requestAnimationFrame(tick)
    emit("playing")
  } else {
    // Frames were requested ahead of the song.
    if (heardSeconds() !== null) state.frame = Math.min(Math.round(heardSeconds() * rate()), count() - 1)
    stopSong()
    $("played").textContent = ""
    refresh()
  }
}

function tick(now) {
  if (!state.isPlaying) return
  requestAnimationFrame(tick)
  const { first, last } = span()
  const length = last - first + 1
  let at = position(now)
  if (at >= last + 1) {
    if (!loops()) {
      state.frame = last
      show()
      return play(false)
    }
    const beyond = at - first
    turns += Math.floor(beyond / length)
    at = first + beyond % length
    start = { milliseconds: now, frame: at }
    startSong(at / rate())
  }
  if (isBusy() || !isConnected()) return
  // With a song the frame that is nearest while it is shown, else the one that has begun.
  const isHeard = heardSeconds() !== null
  const ahead = isHeard ? lead * Number($("speed").value) * rate() + half() : 0
  // Counted without wrapping around the loop.
  const absolute = turns * length + Math.floor(loops() ? at + ahead : Math.min(at + ahead, last))
  if (absolute === lastRequested) return
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

on("frame", ({ roundTrip }) => {
  if (!state.isPlaying) return
  // Most frames should come in time, so that a slow one counts at once and quick ones little by little.
  lead += (roundTrip / 1000 + 0.004 - lead) * (roundTrip / 1000 > lead ? 0.6 : 0.05)
  lead = Math.min(lead, 0.4)
})

on("painted", picture => {
  if (!state.isPlaying) return show()
  const now = performance.now()
  const apart = (now - (shownTimes.at(-1) ?? now)) / 1000
  pace += (apart - pace) * 0.1
  shownTimes.push(now)
  while (shownTimes.length > 1 && now - shownTimes[0] > 1000) shownTimes.shift()
  show()
  const perSecond = shownTimes.length > 1 ? (shownTimes.length - 1) * 1000 / (now - shownTimes[0]) : 0
  // Of 30 frames a second, or of all if there are less, some may come late.
  const enough = 0.85 * Math.min(rate() * Number($("speed").value), 30)
  if (heardSeconds() !== null && now - shownTimes[0] > 600 && perSecond < enough) isReduced = true
  $("played").textContent = `${perSecond.toFixed(0)} frames/s` + (dropped > 0 ? ` · ${dropped} dropped` : "")
})

on("document", () => {
  isReduced = false
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
  $("speed").addEventListener("change", () => { if (state.isPlaying) begin(state.frame) })
}
