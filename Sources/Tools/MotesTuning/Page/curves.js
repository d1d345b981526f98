// Plots of keys and curves over life, with dots to drag and fields for times and values. Each change replaces one number in the text.
import { on, $ } from "./state.js"
import { dragging } from "./picture.js"
import { root, replace } from "./textedit.js"
import { plain } from "./controls.js"

const svgNamespace = "http://www.w3.org/2000/svg"
const [width, height, margin] = [360, 150, 12]
let curves = []             // { path, isOverLife, points: [{ time, value, ease }] }, time and value as { number, text, node }
let chosen = ""             // path of the shown curve
let built = ""              // what the fields were built for

// MARK: Finding

const numberOf = node => (typeof node?.value === "number" ? node.value : null)
const isValue = node => node && (typeof node.value === "number" || (typeof node.value === "string" && node.value.startsWith("=")))

// The points of a list of keys; null if it has other contents, or times that are not given.
function points(list, isOverLife) {
  const result = list.map((entry, index) => {
    if (entry.elements) return { time: entry.elements[0], value: entry.elements[1], ease: entry.elements[2]?.value ?? "linear" }
    // Bare values are spread evenly over the life.
    return { time: { value: list.length > 1 ? index / (list.length - 1) : 0, isFixed: true }, value: entry, ease: "linear" }
  })
  return result.every(point => isValue(point.time) && isValue(point.value) && (isOverLife || !point.time.isFixed)) ? result : null
}

// Adds all curves in a value to a list.
function find(node, path, found) {
  const step = (child, name) => find(child, path ? `${path}.${name}` : name, found)
  for (const { key, node: child } of node.members ?? []) {
    const isOverLife = key.endsWith("OverLife")
    const curvePoints = (key === "keys" || isOverLife) && child.elements?.length > 0 ? points(child.elements, isOverLife) : null
    if (curvePoints?.some(point => numberOf(point.value) !== null)) found.push({ path: isOverLife ? `${path}.${key}` : path, isOverLife, points: curvePoints })
    else step(child, key)
  }
  node.elements?.forEach((child, index) => {
    const name = child.members?.find(member => member.key === "name")?.node.value
    step(child, typeof name === "string" ? name : index)
  })
  return found
}

// MARK: Changing

// Replaces a number in the text.
function change(node, number, isDrag = false) {
  if (Number.isFinite(number)) replace([{ start: node.start, end: node.end, text: String(plain(number)) }], `curve ${chosen}`, isDrag)
}

// MARK: Showing

// Control points of the eases that are cubic Béziers, as in CSS.
const beziers = { linear: [0, 0, 1, 1], ease: [0.25, 0.1, 0.25, 1], "ease-in": [0.42, 0, 1, 1], "ease-out": [0, 0, 0.58, 1], "ease-in-out": [0.42, 0, 0.58, 1] }
function bezier(ease) {
  const numbers = /^cubic-bezier\(([^)]*)\)$/.exec(ease)?.[1].split(",").map(Number)
  return beziers[ease] ?? (numbers?.length === 4 ? numbers : null)
}

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
function draw(tag, attributes) {
  const element = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

// Functions that convert a curve's times and values to coordinates of the plot, and back.
function scales(curve) {
  const extent = (numbers, minimumLength) => {
    const low = Math.min(...numbers), high = Math.max(...numbers)
    return high - low > minimumLength ? [low, high] : [low - 0.5, high + 0.5]
  }
  const withoutNulls = list => list.filter(number => number !== null)
  const [first, last] = curve.isOverLife ? [0, 1] : extent(withoutNulls(curve.points.map(point => numberOf(point.time))).concat(0), 1e-6)
  const [low, high] = extent(withoutNulls(curve.points.map(point => numberOf(point.value))).concat(0), 1e-6)
  return {
    x: time => margin + (time - first) / (last - first) * (width - 2 * margin),
    y: value => height - margin - (value - low) / (high - low) * (height - 2 * margin),
    time: x => first + (x - margin) / (width - 2 * margin) * (last - first),
    value: y => low + (height - margin - y) / (height - 2 * margin) * (high - low),
  }
}

function plot(curve) {
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Curve of ${curve.path}` })
  const scale = scales(curve)
  picture.append(draw("line", { x1: margin, x2: width - margin, y1: scale.y(0), y2: scale.y(0), class: "axis" }))
  curve.points.slice(1).forEach((point, index) => {
    const before = curve.points[index]
    const numbers = [before.time, before.value, point.time, point.value].map(numberOf)
    if (numbers.includes(null)) return
    const [x1, y1, x2, y2] = [scale.x(numbers[0]), scale.y(numbers[1]), scale.x(numbers[2]), scale.y(numbers[3])]
    const curved = bezier(before.ease)
    const [a, b, c, d] = curved ?? beziers.linear
    const path = `M${x1} ${y1}C${x1 + (x2 - x1) * a} ${y1 + (y2 - y1) * b} ${x1 + (x2 - x1) * c} ${y1 + (y2 - y1) * d} ${x2} ${y2}`
    // An ease that this page cannot draw is shown as a broken line.
    picture.append(draw("path", { d: path, class: curved ? "line" : "line broken" }))
  })
  curve.points.forEach((point, index) => {
    if (numberOf(point.time) === null || numberOf(point.value) === null) return
    const dot = draw("circle", { cx: scale.x(numberOf(point.time)), cy: scale.y(numberOf(point.value)), r: 6, class: "dot" })
    dot.addEventListener("pointerdown", event => { event.preventDefault(); drag(index, scale, picture) })
    picture.append(dot)
  })
  return picture
}

// Drags a dot. The scales stay the same meanwhile, so that the dot follows the pointer.
function drag(index, scale, picture) {
  const move = event => {
    const box = picture.getBoundingClientRect()
    const point = curves.find(curve => curve.path === chosen)?.points[index]
    if (!point) return
    const round = (number, step) => plain(Math.round(number / step) * step)
    change(point.value, round(scale.value((event.clientY - box.top) / box.height * height), Math.abs(scale.value(0) - scale.value(height)) / 200), true)
    const now = curves.find(curve => curve.path === chosen)?.points
    if (!now || now[index].time.isFixed) return
    const [low, high] = [numberOf(now[index - 1]?.time) ?? -Infinity, numberOf(now[index + 1]?.time) ?? Infinity]
    const time = round(scale.time((event.clientX - box.left) / box.width * width), Math.abs(scale.time(width) - scale.time(0)) / 200)
    if (time > low && time < high) change(now[index].time, time, true)
  }
  const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); dragging(false); show(true) }
  addEventListener("pointermove", move)
  addEventListener("pointerup", end)
}

// A field for a number of the text; a plain output for a formula or a time that is not written.
function field(node, label, apply) {
  if (numberOf(node) === null || node.isFixed) {
    const text = make("output", { className: "number quiet", textContent: node.isFixed ? plain(node.value) : node.value, title: String(node.value) })
    text.setAttribute("aria-label", label)
    return text
  }
  const input = make("input", { type: "number", step: "any", value: plain(node.value) })
  input.setAttribute("aria-label", label)
  input.addEventListener("change", () => { if (input.value !== "") apply(Number(input.value)) })
  return input
}

function show(anew = false) {
  const curve = curves.find(other => other.path === chosen)
  $("nocurves").hidden = curves.length > 0
  $("curve").hidden = curves.length === 0
  if (!curve) { $("plot").replaceChildren(); $("keys").replaceChildren(); built = ""; return }
  $("plot").replaceChildren(plot(curve))
  const now = JSON.stringify([curve.path, curve.points.map(point => [point.time.value, point.value.value, point.ease])])
  if (now === built && !anew) return
  built = now
  // A field with the focus is not replaced while someone types in it.
  if ($("keys").contains(document.activeElement) && !anew) return
  $("keys").replaceChildren(
    make("div", { className: "key head" }, curve.isOverLife ? "share of life" : "time in s", make("span", { textContent: "value" }), make("span", { textContent: "ease to the next" })),
    ...curve.points.map((point, index) => {
      const at = which => curves.find(other => other.path === chosen)?.points[index]?.[which]
      const apply = which => number => { const node = at(which); if (node) change(node, number); show(true) }
      const last = index === curve.points.length - 1
      return make("div", { className: "key" }, field(point.time, `Time of key ${index + 1}`, apply("time")), field(point.value, `Value of key ${index + 1}`, apply("value")),
        make("span", { className: "quiet small", textContent: last ? "" : String(point.ease) }))
    }))
}

function read() {
  if (!root()) return
  curves = find(root(), "", [])
  if (!curves.some(curve => curve.path === chosen)) chosen = curves[0]?.path ?? ""
  const names = curves.map(curve => curve.path)
  const options = [...$("curve").options].map(option => option.value)
  if (names.join("\n") !== options.join("\n")) $("curve").replaceChildren(...names.map(name => make("option", { value: name, textContent: name.replace(/^layers\./, "") })))
  $("curve").value = chosen
  show()
}

export const refreshCurves = () => read()

export function setUpCurves() {
  $("curve").addEventListener("change", () => { chosen = $("curve").value; show(true) })
  // Reading a long text takes a moment, so it is read only while the curves are shown.
  on("text", () => { if (!$("curves").hidden) read() })
}
