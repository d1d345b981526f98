// The tree of layers, with switches that override the text, the depth of each layer in space, and its cost.
import { state, on, $ } from "./state.js"
import { want } from "./connection.js"
import { frameRequest } from "./picture.js"
import { remember } from "./undo.js"
import { setDepthCells } from "./depths.js"

let isOnInText = new Map()  // path → whether the text has the layer switched on
let built = ""              // the layers for which rows were built
let rows = new Map()        // path → the elements of a layer's row

const isOn = path => (state.switches.off.includes(path) ? false : state.switches.on.includes(path) ? true : isOnInText.get(path) ?? true)
const isInside = (path, group) => path === group || path.startsWith(`${group}.group`)

// The --set assignments with the effect of the switches.
export function overrides() {
  const { solo } = state.switches
  const assignments = []
  for (const path of isOnInText.keys()) {
    const passesSolo = solo.length === 0 || solo.some(other => isInside(path, other) || isInside(other, path))
    const shouldBeOn = isOn(path) && passesSolo
    if (shouldBeOn !== (isOnInText.get(path) ?? true)) assignments.push(`${path}.enabled=${shouldBeOn}`)
  }
  return assignments
}

export function sendSwitches() {
  const message = { overrides: overrides() }
  const frame = frameRequest()
  if (frame) message.frame = frame
  want(message)
  show()
}

function flip(path) {
  remember("switch", false)
  const shouldBeOn = !isOn(path)
  const others = list => list.filter(other => other !== path)
  state.switches = { ...state.switches, off: others(state.switches.off), on: others(state.switches.on) }
  if (shouldBeOn !== (isOnInText.get(path) ?? true)) state.switches[shouldBeOn ? "on" : "off"].push(path)
  sendSwitches()
}

function solo(path) {
  remember("switch", false)
  const list = state.switches.solo
  state.switches = { ...state.switches, solo: list.includes(path) ? list.filter(other => other !== path) : [...list, path] }
  sendSwitches()
}

function button(title, label, action) {
  const element = Object.assign(document.createElement("button"), { type: "button", className: "toggle", textContent: title })
  element.setAttribute("aria-label", label)
  element.addEventListener("click", action)
  return element
}

function build() {
  rows = new Map()
  $("tree").replaceChildren(...state.document.layers.map(layer => {
    const row = Object.assign(document.createElement("div"), { className: "layer" })
    const power = button("on", `${layer.name} on`, () => flip(layer.path))
    const alone = button("solo", `${layer.name} alone`, () => solo(layer.path))
    const name = Object.assign(document.createElement("span"), { className: "name", textContent: layer.name, title: layer.path })
    name.style.paddingLeft = `${layer.depth * 14}px`
    name.append(" ", Object.assign(document.createElement("small"), { textContent: layer.source }))
    const z = Object.assign(document.createElement("span"), { className: "z" })
    const particles = Object.assign(document.createElement("span"), { className: "number", title: "particles alive at once, at most" })
    const time = Object.assign(document.createElement("span"), { className: "number", title: "milliseconds of one core in the last frame" })
    row.append(power, alone, name, z, particles, time)
    rows.set(layer.path, { row, power, alone, z, particles, time, layer })
    return row
  }))
  setDepthCells(new Map([...rows].map(([path, { z, layer }]) => [path, { cell: z, name: layer.name }])))
}

// Marks a layer by its name, or "group/layer", and brings its row into view.
export function selectLayer(name) {
  const isNamed = ({ layer }) => layer.timeName === name || layer.timeName.endsWith(`/${name}`)
  const entries = [...rows.values()]
  const chosen = entries.find(({ layer }) => layer.timeName === name) ?? entries.find(isNamed)
  for (const { row } of entries) row.classList.toggle("chosen", row === chosen?.row)
  chosen?.row.scrollIntoView({ block: "nearest" })
  chosen?.power.focus()
}

function show() {
  for (const [path, { row, power, alone }] of rows) {
    power.setAttribute("aria-pressed", isOn(path))
    power.textContent = isOn(path) ? "on" : "off"
    alone.setAttribute("aria-pressed", state.switches.solo.includes(path))
    const layer = state.document.layers.find(other => other.path === path)
    row.classList.toggle("off", layer ? !layer.isEnabled : false)
  }
}

on("document", () => {
  if (!state.document.isDrawable) return
  const switched = new Map(overrides().map(line => [line.split(".enabled=")[0], true]))
  // The description is of the preset with the switches. It shows the text's own state only for layers that no switch overrides.
  const next = new Map()
  for (const layer of state.document.layers) {
    next.set(layer.path, switched.has(layer.path) ? isOnInText.get(layer.path) ?? true : layer.isEnabled)
  }
  isOnInText = next
  const now = state.document.layers.map(layer => `${layer.path}:${layer.source}`).join("|")
  if (now !== built) { built = now; build() }
  for (const layer of state.document.layers) {
    const entry = rows.get(layer.path)
    entry.layer = layer
    entry.particles.textContent = layer.particles > 0 ? Math.ceil(layer.particles).toLocaleString("en") : ""
  }
  show()
})

on("painted", picture => {
  const times = new Map(picture.layers.map(layer => [layer.name, layer.milliseconds]))
  for (const { layer, time } of rows.values()) {
    const milliseconds = times.get(layer.timeName)
    time.textContent = milliseconds === undefined ? "" : `${milliseconds.toFixed(1)} ms`
  }
})
