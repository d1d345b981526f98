// What the pointer and the keyboard do in the lane of the sound: marks are dragged, added by a double click and deleted; the wheel enlarges a part of
// the time; elsewhere the pointer goes to a time.
import { state, toast, $ } from "../state.js"
import { dragging } from "../picture.js"
import { go } from "../timeline.js"
import { add, move, obstacle, remove, setStrength } from "./moments.js"
import { choose, chosen, listAt, look, markAt, nearest, secondsPerPixel, shown, timeAt } from "./lane.js"

const canvas = $("waves")
const snapReach = 4             // pixels from an onset within which a beat is drawn to it

const frameAt = x => Math.round(timeAt(x) * (state.document?.canvas?.framesPerSecond ?? 1))

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
  const index = listAt(event)?.index ?? 0
  choose({ index, place: add(index, timeAt(event.clientX)) })
}

function zoom(event) {
  event.preventDefault()
  const { from, to } = shown()
  const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
  if (isSideways) {
    const step = (event.deltaX || event.deltaY) * secondsPerPixel()
    return look(from + step, to + step)
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
  else if (event.key === "Delete" || event.key === "Backspace") act(true, () => { const { index, place } = chosen; choose(null); remove(index, place) })
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

export function setUpGrips() {
  canvas.addEventListener("pointerdown", drag)
  canvas.addEventListener("pointermove", event => { canvas.style.cursor = state.moments && markAt(event) ? "ew-resize" : "" })
  canvas.addEventListener("dblclick", addAt)
  canvas.addEventListener("wheel", zoom, { passive: false })
  canvas.addEventListener("keydown", steer)
}
