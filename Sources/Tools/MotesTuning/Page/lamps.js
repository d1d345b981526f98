// Lights as handles on the picture. Lamps and what spotlights shine at are dragged in the plane of their depth, as the camera sees it; with Shift
// their depth changes. Parallel light has a dial: towards its middle the light comes from the front, on its ring along the canvas, at its rim from
// behind.
import { state, on, toast, $ } from "./state.js"
import { dragging } from "./picture.js"
import { lightName, obstacle, seenLights, writeLight, written } from "./lighttext.js"

const radians = Math.PI / 180
const depthPerPixel = 2

// The keys of a handle: the light's property from the server → the keys of a point and of its depth.
const points = { place: ["position", "zPosition"], target: ["target", "targetZ"] }

let handles = []    // { index, part, element, box }; box is a dial's
let built = ""      // the lights for which handles were built

export const isOn = () => $("lighting").getAttribute("aria-pressed") === "true"

// MARK: Seeing

// Where a place of a plane is seen, as shares of the picture's width and height; null behind the eye.
function seen([a, b, c, d, e, f, g, h, i], x, y) {
  const w = g * x + h * y + i
  return w > 1e-3 ? [(a * x + b * y + c) / w, (d * x + e * y + f) / w] : null
}

// The place of a plane that is seen at u and v; null if the line of sight does not meet the plane before the eye.
function met(plane, u, v) {
  const [a, b, c, d, e, f, g, h, i] = plane
  const [p, q, r, s] = [a - u * g, b - u * h, d - v * g, e - v * h]
  const [m, n] = [u * i - c, v * i - f]
  const determinant = p * s - q * r
  if (Math.abs(determinant) < 1e-12) return null
  const [x, y] = [(m * s - q * n) / determinant, (p * n - m * r) / determinant]
  return seen(plane, x, y) ? [x, y] : null
}

// Where a lamp or a target is: by the text, or what the text computes by the picture.
function place({ index, part }) {
  const { at, plane } = seenLights()[index][part]
  const [key, depth] = points[part]
  return { x: written(index, key, 0) ?? at[0], y: written(index, key, 1) ?? at[1], z: written(index, depth) ?? at[2], plane }
}

const direction = ({ index }) => {
  const light = seenLights()[index]
  return { angle: written(index, "angle") ?? light.angle, elevation: light.elevation === undefined ? 0 : written(index, "elevation") ?? light.elevation }
}

// MARK: Gestures

const keysOf = handle => points[handle.part] ?? (seenLights()[handle.index].elevation === undefined ? ["angle"] : ["angle", "elevation"])
const problem = handle => obstacle(handle.index, keysOf(handle))

function movePlace(handle, x, y, isDrag) {
  writeLight(handle.index, { [points[handle.part][0]]: [x, y] }, `light ${handle.index} ${handle.part}`, isDrag)
}

function moveDepth(handle, z, isDrag) {
  writeLight(handle.index, { [points[handle.part][1]]: z }, `light ${handle.index} depth`, isDrag)
}

function turn(handle, angle, elevation, isDrag) {
  const values = { angle: angle - 360 * Math.round(angle / 360) }
  if (seenLights()[handle.index].elevation !== undefined) values.elevation = Math.min(Math.max(elevation, -90), 90)
  writeLight(handle.index, values, `light ${handle.index} angle`, isDrag)
}

// What a drag that begins at a pointer does with each later pointer.
function dragOfPlace(handle, start) {
  const box = $("lamps").getBoundingClientRect()
  const share = event => [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
  const { x, y, z, plane } = place(handle)
  const at = seen(plane, x, y)
  const isInside = at?.every(value => value >= 0 && value <= 1)
  // One that lies outside of the picture comes to the pointer.
  const offset = isInside ? [at[0] - share(start)[0], at[1] - share(start)[1]] : [0, 0]
  return event => {
    if (event.shiftKey) return moveDepth(handle, z + (event.clientY - start.clientY) * depthPerPixel, true)
    const [u, v] = share(event)
    const found = met(plane, u + offset[0], v + offset[1])
    if (found) movePlace(handle, ...found, true)
  }
}

function dragOfDial(handle) {
  const box = handle.box.getBoundingClientRect()
  const [x, y, radius] = [box.left + box.width / 2, box.top + box.height / 2, box.width / 2]
  return event => {
    const [dx, dy] = [event.clientX - x, event.clientY - y]
    const elevation = 90 - 180 * Math.min(Math.hypot(dx, dy) / radius, 1)
    turn(handle, Math.round(Math.atan2(dx, -dy) / radians), Math.round(elevation), true)
  }
}

function grab(handle, start) {
  if (start.button !== 0) return
  start.stopPropagation()
  let follow = null
  const end = () => {
    removeEventListener("pointermove", move)
    removeEventListener("pointerup", end)
    removeEventListener("pointercancel", end)
    dragging(false)
  }
  const move = event => {
    if (!follow && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 3) return
    if (!follow && problem(handle)) { toast(problem(handle)); return end() }
    follow ??= handle.box ? dragOfDial(handle) : dragOfPlace(handle, start)
    follow(event)
  }
  addEventListener("pointermove", move)
  addEventListener("pointerup", end)
  addEventListener("pointercancel", end)
}

function steer(handle, event) {
  const step = event.shiftKey ? 50 : 10
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
  const nearer = { "+": 1, "=": 1, PageUp: 1, "-": -1, PageDown: -1 }[event.key]
  if ((!way && (!nearer || handle.box)) || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (problem(handle)) return toast(problem(handle))
  if (handle.box) {
    const { angle, elevation } = direction(handle)
    return turn(handle, angle + way[0] * step / 5, elevation - way[1] * step / 5, false)
  }
  const { x, y, z } = place(handle)
  if (way) movePlace(handle, x + way[0] * step, y + way[1] * step, false); else moveDepth(handle, z + nearer * 10, false)
}

// MARK: Showing

function build() {
  const dials = []
  handles = seenLights().flatMap((light, index) => ["place", "target", "angle"].filter(part => light[part] !== undefined).map(part => {
    const element = Object.assign(document.createElement("button"), { type: "button", className: `lamp ${part}` })
    const handle = { index, part, element, box: null }
    if (part === "angle") {
      handle.box = Object.assign(document.createElement("div"), { className: "dial" })
      handle.box.style.left = `${8 + 62 * dials.length}px`
      handle.box.append(element)
      dials.push(handle.box)
    }
    element.addEventListener("pointerdown", event => grab(handle, event))
    element.addEventListener("keydown", event => steer(handle, event))
    return handle
  }))
  const lines = handles.filter(({ part }) => part === "target").map(({ index }) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line")
    line.dataset.light = index
    return line
  })
  $("beams").replaceChildren(...lines)
  $("lamps").replaceChildren($("beams"), ...dials, ...handles.filter(({ box }) => !box).map(({ element }) => element))
}

function describe(handle) {
  const { index, part, element, box } = handle
  const whole = Math.round
  const words = box
    ? `${whole(direction(handle).angle)}°${seenLights()[index].elevation === undefined ? "" : `, elevation ${whole(direction(handle).elevation)}°`}`
    : (({ x, y, z }) => `${whole(x)}, ${whole(y)}, z ${whole(z)}`)(place(handle))
  const name = `${part === "target" ? "Target of light" : "Light"} ${lightName(index)}`
  element.setAttribute("aria-label", `${name}: ${words}. Arrow keys move it${box ? "" : ", plus and minus bring it nearer or farther"}`)
  element.title = `${name}: ${words}${box ? "" : " (Shift-drag changes z)"}`
  element.style.setProperty("--light", seenLights()[index].color)
  element.classList.toggle("fixed", Boolean(problem(handle)))
}

// The last place inside of the picture on the line from a place inside to another one, as shares.
function atEdge(from, to) {
  const parts = to.map((value, axis) => (value > 1 ? (1 - from[axis]) / (value - from[axis]) : value < 0 ? from[axis] / (from[axis] - value) : 1))
  const part = Math.min(...parts)
  return to.map((value, axis) => from[axis] + (value - from[axis]) * part)
}

// What a lamp shines at, as far as that is seen in the picture, or the picture's middle.
function aim({ index }) {
  if (!seenLights()[index].target) return [0.5, 0.5]
  const { x, y, plane } = place({ index, part: "target" })
  const at = seen(plane, x, y)
  return at?.every(value => value > 0.02 && value < 0.98) ? at : [0.5, 0.5]
}

// Puts a handle where its light is seen, or at the edge of the picture beyond which it lies. Returns the place as shares.
function put({ element, box, ...handle }) {
  if (box) {
    const { angle, elevation } = direction(handle)
    const share = (90 - elevation) / 180
    element.style.left = `${50 + 50 * share * Math.sin(angle * radians)}%`
    element.style.top = `${50 - 50 * share * Math.cos(angle * radians)}%`
    return null
  }
  const { x, y, plane } = place(handle)
  const at = seen(plane, x, y)
  element.hidden = !at
  if (!at) return null
  const isOutside = at.some(value => value < 0 || value > 1)
  const edge = isOutside ? atEdge(handle.part === "target" ? [0.5, 0.5] : aim(handle), at) : at
  element.classList.toggle("outside", isOutside)
  element.style.left = `${100 * edge[0]}%`
  element.style.top = `${100 * edge[1]}%`
  return at
}

export function showLamps() {
  $("lamps").hidden = !isOn() || !state.picture
  if ($("lamps").hidden) return
  const now = seenLights().map(({ type }) => type).join("|")
  if (now !== built) { built = now; build() }
  const ends = new Map(handles.map(handle => { describe(handle); return [`${handle.index} ${handle.part}`, put(handle)] }))
  for (const line of $("beams").children) {
    const [from, to] = [ends.get(`${line.dataset.light} place`), ends.get(`${line.dataset.light} target`)]
    line.style.display = from && to ? "" : "none"
    if (from && to) for (const [name, value] of [["x1", from[0]], ["y1", from[1]], ["x2", to[0]], ["y2", to[1]]]) line.setAttribute(name, value)
  }
}

// Shows the handles, and gives one of a light the focus.
export function holdLight(index) {
  if (!isOn()) $("lighting").click()
  handles.find(handle => handle.index === index)?.element.focus()
}

on("painted", showLamps)
on("text", showLamps)

export function setUpLamps() {
  $("lighting").addEventListener("click", () => {
    $("lighting").setAttribute("aria-pressed", !isOn())
    showLamps()
    if (isOn() && state.picture && seenLights().length === 0) {
      toast('This preset has no lights. "lights": [{ "type": "threePoint" }] adds some; layers with a "material" answer them.')
    }
  })
}
