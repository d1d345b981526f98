// The strip below the scrub bar: shows which frames are as recorded, which were dropped, and which are looped.
import { state, on, emit, $ } from "./state.js"

const canvas = $("marks")
const context = canvas.getContext("2d")
let dropped = new Set()     // frames that were dropped since playing began
let guarded = []            // { frame, sign } of the hash file's frames, as frames of this preset

const count = () => state.document?.canvas?.frames ?? 1
const clamp = frame => Math.min(Math.max(Math.round(frame), 0), count() - 1)

// The first and last frame to play: those of the region, or of the preset.
export function span() {
  const { region } = state
  return region ? { first: clamp(region.first), last: clamp(region.last) } : { first: 0, last: count() - 1 }
}

export function setRegion(first, last) {
  state.region = first === null ? null : { first: clamp(Math.min(first, last)), last: clamp(Math.max(first, last)) }
  const { region } = state
  $("in").setAttribute("aria-pressed", region !== null)
  $("out").setAttribute("aria-pressed", region !== null)
  $("whole").hidden = region === null
  $("marks").setAttribute("aria-label", region ? `Looped: frames ${region.first} to ${region.last}` : "Looped: all frames")
  draw()
}

// Begins or ends the region at the current frame.
export const setIn = () => setRegion(state.frame, Math.max(state.region?.last ?? count() - 1, state.frame))
export const setOut = () => setRegion(Math.min(state.region?.first ?? 0, state.frame), state.frame)

export function noteDropped(frames) { frames.forEach(frame => dropped.add(frame)); draw() }
export function noteShown(frame) { if (dropped.delete(frame)) draw() }
export function forgetDropped() { dropped = new Set(); draw() }
export function showGuarded(frames) { guarded = frames; draw() }

// The differing frame of the hash file that is nearest to a frame, if it is within a tolerance in frames.
function nearest(frame, tolerance) {
  const near = guarded.filter(entry => entry.sign === "!" && Math.abs(entry.frame - frame) <= tolerance)
  return near.sort((a, b) => Math.abs(a.frame - frame) - Math.abs(b.frame - frame))[0]
}

function draw() {
  const box = canvas.getBoundingClientRect()
  if (box.width === 0) return
  const width = Math.round(box.width * devicePixelRatio), height = Math.round(box.height * devicePixelRatio)
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height }
  const style = getComputedStyle(document.documentElement)
  const color = name => style.getPropertyValue(name).trim()
  context.clearRect(0, 0, width, height)
  const size = width / count()
  const mark = (frame, top, tall, paint, least) => {
    context.fillStyle = paint
    context.fillRect(Math.floor(frame * size), top, Math.max(Math.ceil(size), least), tall)
  }
  context.fillStyle = color("--field")
  context.fillRect(0, 0, width, height)
  if (state.region) {
    context.fillStyle = color("--region")
    context.fillRect(state.region.first * size, 0, (state.region.last - state.region.first + 1) * size, height)
  }
  // Differing frames are drawn last, and wide enough to be seen.
  const paints = { "?": color("--quiet"), "=": color("--good"), "!": color("--bad") }
  for (const sign of ["?", "=", "!"]) {
    for (const entry of guarded) if (entry.sign === sign) mark(entry.frame, 0, height * 0.6, paints[sign], (sign === "!" ? 3 : 1.5) * devicePixelRatio)
  }
  for (const frame of dropped) mark(frame, height * 0.6, height * 0.4, color("--warn"), 1)
}

export function setUpTrack() {
  new ResizeObserver(draw).observe(canvas)
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] })
  on("document", draw)
  const frameAt = event => {
    const box = canvas.getBoundingClientRect()
    return clamp(Math.floor((event.clientX - box.left) / box.width * count()))
  }
  let start = null
  canvas.addEventListener("pointerdown", event => { start = { x: event.clientX, frame: frameAt(event) }; canvas.setPointerCapture(event.pointerId) })
  canvas.addEventListener("pointermove", event => {
    if (start && Math.abs(event.clientX - start.x) > 4) setRegion(start.frame, frameAt(event))
  })
  canvas.addEventListener("pointerup", event => {
    if (start && Math.abs(event.clientX - start.x) <= 4) {
      const frame = frameAt(event)
      const found = nearest(frame, 5 * count() / canvas.getBoundingClientRect().width)
      emit("pick", { frame: found?.frame ?? frame, number: found?.number })
    }
    start = null
  })
  canvas.addEventListener("dblclick", () => setRegion(null))
  $("in").addEventListener("click", setIn)
  $("out").addEventListener("click", setOut)
  $("whole").addEventListener("click", () => setRegion(null))
}
