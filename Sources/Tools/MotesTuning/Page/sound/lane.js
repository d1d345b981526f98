// The lane below the time line: level, bass, mid and treble over time, each with its onsets, and the beats through all of them; all of the time, or a
// part of it, with one mark that may be chosen.
import { state, on, $ } from "../state.js"
import { heardSeconds } from "./player.js"
import { obstacle } from "./moments.js"
import { draw, rowAt, rowsOf } from "./drawing.js"

const canvas = $("waves")
const reach = 6                 // pixels from a mark within which the pointer takes hold of it
let view = null                 // { from, to } in seconds, while a part is enlarged
export let chosen = null        // { index, place } of the chosen moment

export const seconds = () => { const own = state.document?.canvas; return own ? own.frames / own.framesPerSecond : 1 }
export const shown = () => view ?? { from: 0, to: seconds() }
const width = () => canvas.getBoundingClientRect().width
export const secondsPerPixel = () => (shown().to - shown().from) / width()
export const timeAt = x => shown().from + (x - canvas.getBoundingClientRect().left) * secondsPerPixel()

// MARK: Finding

// The place in a list of the moment that is nearest to a time; -1 if none is near.
export function nearest(list, time, pixels) {
  let best = -1
  list.times.forEach((other, place) => { if (best < 0 || Math.abs(other - time) < Math.abs(list.times[best] - time)) best = place })
  return best >= 0 && Math.abs(list.times[best] - time) <= pixels * secondsPerPixel() ? best : -1
}

// The row at a pointer whose list can be changed; null if there is none.
export function listAt(event) {
  const row = rowAt(event.clientY - canvas.getBoundingClientRect().top)
  return row && row.index >= 0 ? row : null
}

export function markAt(event) {
  const row = listAt(event)
  if (!row) return null
  const place = nearest(state.moments[row.index], timeAt(event.clientX), reach)
  return place < 0 ? null : { index: row.index, place }
}

// MARK: Showing

function describe() {
  const { sound, moments } = state
  if (!sound) return
  const list = chosen && moments[chosen.index]
  const kind = list && (list.band ? `onset in ${list.band}` : "beat")
  $("chosen").textContent = list
    ? `${kind} ${chosen.place + 1} of ${list.times.length} at ${list.times[chosen.place].toFixed(4)} s, strength ${list.strengths[chosen.place]}`
    : obstacle() || "drag moves a mark, a double click adds one, Delete removes it"
  const tempo = sound.tempo ? ` · ${sound.tempo.toFixed(1)} beats a minute` : ""
  $("soundname").textContent = `${sound.songName ?? sound.path.split("/").at(-1)}${tempo}`
  $("soundname").title = `${sound.path}, ${sound.duration.toFixed(2)} s`
  $("soundwhole").hidden = view === null
}

function show() {
  $("sound").hidden = !state.moments
  if (!state.moments) return
  draw(canvas, shown(), chosen)
  describe()
  showPlayhead()
}

function showPlayhead() {
  const { from, to } = shown()
  const now = (state.isPlaying ? heardSeconds() : null) ?? state.frame / (state.document?.canvas?.framesPerSecond ?? 1)
  const share = (now - from) / (to - from)
  $("heard").hidden = share < 0 || share > 1
  $("heard").style.left = `${100 * share}%`
  // An enlarged part turns its pages while it plays.
  if (view && state.isPlaying && share > 1 && to < seconds()) look(now, now + (to - from))
}

function follow() {
  if (!state.isPlaying || !state.moments) return
  showPlayhead()
  requestAnimationFrame(follow)
}

// Shows a part of the time, or all if it is as long.
export function look(from, to) {
  const length = Math.min(Math.max(to - from, 0.05), seconds())
  const start = Math.min(Math.max(from, 0), seconds() - length)
  view = length >= seconds() ? null : { from: start, to: start + length }
  show()
}

export function choose(mark) { chosen = mark; show() }

export function setUpLane() {
  new ResizeObserver(show).observe(canvas)
  new MutationObserver(show).observe(document.documentElement, { attributeFilter: ["data-theme"] })
  on("moments", change => {
    if (change?.isNew) { chosen = null; rowsOf(state.moments ?? []) }
    show()
  })
  let length = 0
  on("document", () => {
    if (seconds() !== length) { length = seconds(); view = null }
    show()
  })
  on("painted", () => { if (!state.isPlaying && state.moments) showPlayhead() })
  on("playing", follow)
  $("soundwhole").addEventListener("click", () => look(0, seconds()))
}

// For tests: where a moment is seen on the page.
export function placeOf(index, time) {
  const box = canvas.getBoundingClientRect()
  const row = rowsOf(state.moments).find(other => other.index === index)
  return { x: box.left + (time - shown().from) / secondsPerPixel(), y: box.top + row.top + row.height / 2 }
}
