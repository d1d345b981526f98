// The camera as an object that can be grabbed: dragging the picture turns the eye about what it looks at, the wheel pushes it, a click
// focuses. What the text computes, by formulas or keys, stays as it is.
import { state, on, emit, toast, $ } from "./state.js"
import { request } from "./connection.js"
import { dragging, size } from "./picture.js"
import { root, member, replace, insertion } from "./textedit.js"
import { plain } from "./controls.js"

const degreesPerPixel = 0.3, steepestDegrees = 85
const radians = Math.PI / 180

const isOn = () => $("camera").getAttribute("aria-pressed") === "true"
const cameraNode = () => member(root(), "camera")
// The camera at the shown frame, from the server.
const seen = () => state.picture?.camera

// Whether a value of the text is a plain number or share, which may be replaced.
const isPlain = node => typeof node?.value === "number" || /^\s*[-+]?[\d.]+\s*%\s*$/.test(node?.value ?? "")
const rounded = number => String(plain(Math.round(number * 10) / 10))
const pieceFor = (node, number) => ({ start: node.start, end: node.end, text: rounded(number) })

// MARK: Eye

// Where the eye stands: by the text, which is newer than the picture, or by the picture.
function eye() {
  const numbers = member(cameraNode(), "position")?.elements?.map(node => node.value)
  return numbers?.length === 3 && numbers.every(Number.isFinite) ? numbers : seen()?.eye
}

// Why the eye cannot be moved; nil if it can.
function obstacle() {
  if (state.showsSaved) return "The saved state is shown; the camera cannot be moved in it."
  if (!root()) return "The text has mistakes, so the camera cannot be moved in it. Fix them first."
  if (!cameraNode()?.members || !seen()) return "The camera is not in this text."
  const position = member(cameraNode(), "position")
  const isMovable = !position || (position.elements?.length === 3 && position.elements.every(isPlain))
  return isMovable ? null : "camera.position is animated or computed and stays as it is; change it under Text or Curves."
}

function moveEye(place, label, isDrag) {
  const position = member(cameraNode(), "position")
  const pieces = position ? position.elements.map((node, axis) => pieceFor(node, place[axis])) : [insertion(cameraNode(), "position", `[${place.map(rounded).join(", ")}]`)]
  replace(pieces, label, isDrag)
}

// Turns the eye about what it looks at, by degrees to the right and downwards.
function orbit(from, right, down, isDrag) {
  const [x, y] = seen().center
  const [dx, dy, dz] = [from[0] - x, from[1] - y, from[2]]
  const radius = Math.hypot(dx, dy, dz)
  if (radius < 1e-6) return
  const yaw = Math.atan2(dx, dz) + right * radians
  const pitch = Math.min(Math.max(Math.asin(dy / radius) + down * radians, -steepestDegrees * radians), steepestDegrees * radians)
  const flat = radius * Math.cos(pitch)
  moveEye([x + flat * Math.sin(yaw), y + radius * Math.sin(pitch), flat * Math.cos(yaw)], "camera orbit", isDrag)
}

// Moves the eye along its line of sight, to a multiple of its distance from what it looks at.
function push(from, factor, isDrag) {
  const [x, y] = seen().center
  const radius = Math.hypot(from[0] - x, from[1] - y, from[2])
  const wanted = Math.min(Math.max(radius * factor, seen().distance / 50), seen().distance * 100)
  if (radius < 1e-6) return
  moveEye([x + (from[0] - x) * wanted / radius, y + (from[1] - y) * wanted / radius, from[2] * wanted / radius], "camera push", isDrag)
}

// Does something with the eye, or says why that is impossible.
function withEye(act) {
  const problem = obstacle()
  if (problem) toast(problem); else act(eye())
}

// MARK: Focus

// Focuses on the layer that is seen at a place, given as shares of the picture's width and height.
async function focusAt(x, y) {
  const camera = cameraNode()
  if (state.showsSaved || !camera?.members) return toast(obstacle())
  const old = member(camera, "focus")
  if (old && !isPlain(old)) return toast("camera.focus is animated, computed or bound to a layer and stays as it is; change it under Text or Curves.")
  emit("flush")
  const reply = await request({ pick: { number: state.frame, ...size(), x, y } })
  if (reply.problem) return toast(reply.problem)
  if (!reply.picked) return toast("No layer with a zPosition is seen there; the focus stays.")
  // The text may have changed while the answer was on its way.
  const now = cameraNode()
  const focus = member(now, "focus")
  if (!now?.members || (focus && !isPlain(focus))) return
  replace([focus ? pieceFor(focus, reply.picked.z) : insertion(now, "focus", rounded(reply.picked.z))], "camera focus")
  const isSharp = seen()?.aperture === 0 ? " The lens has no aperture, so all is sharp." : ""
  toast(`In focus: ${reply.picked.name}, z = ${rounded(reply.picked.z)}.${isSharp}`)
}

// MARK: Gestures

function grab(event) {
  if (event.button !== 0 || event.target.closest("button")) return
  const start = { x: event.clientX, y: event.clientY, from: eye() }
  let hasMoved = false
  const move = event => {
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (!hasMoved && Math.hypot(dx, dy) < 4) return
    if (!hasMoved && obstacle()) { toast(obstacle()); return end() }
    hasMoved = true
    // What is seen follows the pointer, so the eye goes the other way.
    if (event.shiftKey) push(start.from, Math.exp(dy / 250), true)
    else orbit(start.from, -dx * degreesPerPixel, -dy * degreesPerPixel, true)
  }
  const end = () => {
    removeEventListener("pointermove", move)
    removeEventListener("pointerup", up)
    removeEventListener("pointercancel", end)
    dragging(false)
  }
  const up = event => {
    end()
    const box = $("space").getBoundingClientRect()
    if (!hasMoved) focusAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }
  addEventListener("pointermove", move)
  addEventListener("pointerup", up)
  addEventListener("pointercancel", end)
}

function steer(event) {
  const step = event.shiftKey ? 10 : 2
  const turn = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
  const factor = { "+": 1 / 1.05, "=": 1 / 1.05, PageUp: 1 / 1.05, "-": 1.05, PageDown: 1.05 }[event.key]
  if ((!turn && !factor) || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  withEye(from => (turn ? orbit(from, ...turn, false) : push(from, factor, false)))
}

// MARK: Showing

function show() {
  const camera = seen()
  $("space").hidden = !isOn() || !camera
  $("nocamera").hidden = !isOn() || Boolean(camera) || !state.picture
  if (!camera || !isOn()) return
  $("eye").style.left = `${100 * camera.aim[0]}%`
  $("eye").style.top = `${100 * camera.aim[1]}%`
  const list = numbers => numbers.map(number => Math.round(number)).join(", ")
  $("view3d").textContent = `eye ${list(camera.eye)} · looks at ${list(camera.center)} · focus ${Math.round(camera.focus)}`
}

// A camera that sees what the canvas shows without one.
function addCamera() {
  const whole = root()
  if (!whole?.members) return toast("The text has mistakes, so a camera cannot be added to it. Fix them first.")
  if (member(whole, "camera")) return
  const value = '{ "distance": 1000 }'
  const canvas = member(whole, "canvas")
  if (!canvas) return replace([insertion(whole, "camera", value)], "camera")
  const line = state.text.slice(state.text.lastIndexOf("\n", canvas.start) + 1, canvas.start)
  replace([{ start: canvas.end, end: canvas.end, text: `,\n${/^\s*/.exec(line)[0]}"camera": ${value}` }], "camera")
}

on("painted", show)

export function setUpCamera() {
  $("camera").addEventListener("click", () => {
    $("camera").setAttribute("aria-pressed", !isOn())
    show()
  })
  $("addcamera").addEventListener("click", addCamera)
  $("space").addEventListener("pointerdown", grab)
  $("space").addEventListener("wheel", event => {
    event.preventDefault()
    withEye(from => push(from, Math.exp(event.deltaY / 1000), true))
  }, { passive: false })
  $("eye").addEventListener("keydown", steer)
  $("eye").addEventListener("click", () => { const { aim } = seen(); focusAt(aim[0], aim[1]) })
}
