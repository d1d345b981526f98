// The lane below the time line: level, bass, mid and treble over time, each with its onsets, and the beats through all of them. Marks are dragged,
// added by a double click and deleted; the wheel enlarges a part of the time.
import { state, on, toast, $ } from "../state.js"
import { dragging } from "../picture.js"
import { go } from "../timeline.js"
import { heardSeconds } from "./player.js"
import { add, move, nameOf, obstacle, remove, setStrength } from "./moments.js"
import { draw, rowAt, rowsOf } from "./drawing.js"

const canvas = $("waves")
const reach = 6                 // pixels from a mark within which the pointer takes hold of it
const snapReach = 4             // and within which a beat is drawn to an onset
let view = null                 // { from, to } in seconds, while a part is enlarged
let chosen = null               // { index, place } of the chosen moment

const seconds = () => { const own = state.document?.canvas; return own ? own.frames / own.framesPerSecond : 1 }
const shown = () => view ?? { from: 0, to: seconds() }
const width = () => canvas.getBoundingClientRect().width
const secondsPerPixel = () => (shown().to - shown().from) / width()
const timeAt = x => shown().from + (x - canvas.getBoundingClientRect().left) * secondsPerPixel()

// MARK: Finding

// The place in a list of the moment that is nearest to a time; -1 if none is near.
function nearest(list, time, pixels) {
  let best = -1
  list.times.forEach((other, place) => { if (best < 0 || Math.abs(other - time) < Math.abs(list.times[best] - time)) best = place })
  return best >= 0 && Math.abs(list.times[best] - time) <= pixels * secondsPerPixel() ? best : -1
}

function markAt(event) {
  const row = rowAt(event.clientY - canvas.getBoundingClientRect().top)
  if (!row || row.index < 0) return null
  const place = nearest(state.moments[row.index], timeAt(event.clientX), reach)
  return place < 0 ? null : { index: row.index, place }
}

const frameAt = x => Math.round(timeAt(x) * (state.document?.canvas?.framesPerSecond ?? 1))

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
function look(from, to) {
  const length = Math.min(Math.max(to - from, 0.05), seconds())
  const start = Math.min(Math.max(from, 0), seconds() - length)
  view = length >= seconds() ? null : { from: start, to: start + length }
  show()
}

function choose(mark) { chosen = mark; show() }

// MARK: Gestures

function drag(start) {
  if (start.button !== 0) return
  const mark = markAt(start)
  choose(mark)
  const frames = event => go(frameAt(event.clientX), { isDrag: true })
  if (mark && obstacle()) toast(obstacle())
  const offset = mark ? state.moments[mark.index].times[mark.place] - timeAt(start.clientX) : 0
  const onsets = state.moments.find(list => list.band === "all")
  let hasMoved = false
  const follow = event => {
    if (!mark) return frames(event)
    if (obstacle() || (!hasMoved && Math.abs(event.clientX - start.clientX) < 2)) return
    hasMoved = true
    const time = timeAt(event.clientX) + offset
    // A beat is drawn to an onset beside it, unless Alt is held.
    const near = mark.index === 0 && onsets && !event.altKey ? nearest(onsets, time, snapReach) : -1
    move(mark.index, mark.place, near < 0 ? time : onsets.times[near], true)
  }
  const end = () => {
    for (const [name, listener] of [["pointermove", follow], ["pointerup", end], ["pointercancel", end]]) canvas.removeEventListener(name, listener)
    dragging(false)
  }
  canvas.setPointerCapture(start.pointerId)
  for (const [name, listener] of [["pointermove", follow], ["pointerup", end], ["pointercancel", end]]) canvas.addEventListener(name, listener)
  if (!mark) frames(start)
}

function addAt(event) {
  if (obstacle()) return toast(obstacle())
  if (markAt(event)) return
  const row = rowAt(event.clientY - canvas.getBoundingClientRect().top)
  const index = row && row.index >= 0 ? row.index : 0
  choose({ index, place: add(index, timeAt(event.clientX)) })
}

function zoom(event) {
  event.preventDefault()
  const { from, to } = shown()
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
  if (isSideways) {
    const step = (event.deltaX || event.deltaY) * secondsPerPixel()
    if (view) look(from + step, to + step)
    return
  }
  const middle = timeAt(event.clientX), factor = 1.002 ** event.deltaY
  look(middle - (middle - from) * factor, middle + (to - middle) * factor)
}

function steer(event) {
  if (event.ctrlKey || event.metaKey || !state.moments) return
  const act = (wantsMark, body) => {
    if (wantsMark && !chosen) return
    event.preventDefault()
    event.stopPropagation()
    if (wantsMark && obstacle()) return toast(obstacle())
    body()
  }
  const list = chosen && state.moments[chosen.index]
  const step = event.shiftKey ? 0.01 : 0.001
  const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
  const stronger = { ArrowUp: 0.1, ArrowDown: -0.1 }[event.key]
  if (by) act(true, () => move(chosen.index, chosen.place, list.times[chosen.place] + by))
  else if (stronger) act(true, () => setStrength(chosen.index, chosen.place, list.strengths[chosen.place] + stronger))
  else if (event.key === "Delete" || event.key === "Backspace") act(true, () => { const { index, place } = chosen; chosen = null; remove(index, place) })
  else if (event.key === "Escape") act(false, () => choose(null))
  else if (event.key === "Enter" && !obstacle()) {
    const index = chosen?.index ?? 0
    act(false, () => choose({ index, place: add(index, state.frame / state.document.canvas.framesPerSecond) }))
  } else if (event.key === "PageDown" || event.key === "PageUp") {
    act(false, () => {
      const next = event.key === "PageDown" ? 1 : -1, index = chosen?.index ?? 0
      const last = state.moments[index].times.length - 1
      if (last >= 0) choose({ index, place: Math.min(Math.max((chosen?.place ?? (next > 0 ? -1 : last + 1)) + next, 0), last) })
    })
  }
}

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
    $("sound").classList.toggle("edited", state.document.soundIsChanged)
    show()
  })
  on("painted", () => { if (!state.isPlaying && state.moments) showPlayhead() })
  on("playing", follow)
  canvas.addEventListener("pointerdown", drag)
  canvas.addEventListener("pointermove", event => { canvas.style.cursor = state.moments && markAt(event) ? "ew-resize" : "" })
  canvas.addEventListener("dblclick", addAt)
  canvas.addEventListener("wheel", zoom, { passive: false })
  canvas.addEventListener("keydown", steer)
  $("soundwhole").addEventListener("click", () => look(0, seconds()))
}

// For tests: where a moment is seen on the page.
export function placeOf(index, time) {
  const box = canvas.getBoundingClientRect()
  const row = rowsOf(state.moments).find(other => other.index === index)
  return { x: box.left + (time - shown().from) / secondsPerPixel(), y: box.top + row.top + row.height / 2 }
}
