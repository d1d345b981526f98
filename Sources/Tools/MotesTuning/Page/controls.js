// One control for each kind of knob. Each is { element, update(knob) }, and calls `change(value, isDrag)` with the value as JSON.
import { dragging } from "./picture.js"

export const json = value => JSON.stringify(value)
const jsonList = values => `[${values.map(json).join(", ")}]`

// A number rounded to nine digits, which hides the noise of binary fractions.
export function plain(number) { return Number(number.toPrecision(9)) }

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// The range of a slider, the knob's own or one around its value, and its step: a power of ten, at most a 200th of the range.
export function range(knob) {
  const value = Math.abs(Number(JSON.parse(knob.value))) || 1
  const low = knob.minimum ?? (Number(JSON.parse(knob.value)) < 0 ? -4 * value : 0)
  const high = knob.maximum ?? Math.max(4 * value, low + 1)
  const largestStep = (high - low) / 200
  const step = 10 ** Math.floor(Math.log10(largestStep))
  return { low, high, step: plain(step) }
}

function number(knob, id, change) {
  const { low, high, step } = range(knob)
  const slider = make("input", { type: "range", id, min: low, max: high, step })
  const field = make("input", { type: "number", step: "any" })
  field.setAttribute("aria-label", `${knob.name}, number`)
  if (knob.minimum !== undefined) field.min = knob.minimum
  if (knob.maximum !== undefined) field.max = knob.maximum
  const show = value => {
    slider.style.setProperty("--share", `${Math.min(100, Math.max(0, 100 * (value - Number(slider.min)) / (Number(slider.max) - Number(slider.min))))}%`)
  }
  slider.addEventListener("input", () => {
    const value = plain(Number(slider.value))
    field.value = value
    show(value)
    dragging(true)
    change(json(value), true)
  })
  slider.addEventListener("change", () => dragging(false))
  field.addEventListener("change", () => {
    if (field.value === "" || !Number.isFinite(Number(field.value))) return
    change(json(Number(field.value)), false)
  })
  const update = knob => {
    const value = Number(JSON.parse(knob.value))
    if (value > Number(slider.max)) slider.max = value
    if (value < Number(slider.min)) slider.min = value
    if (document.activeElement !== slider) slider.value = value
    if (document.activeElement !== field) field.value = plain(value)
    show(Number(slider.value))
  }
  update(knob)
  return { element: make("div", { className: "line" }, slider, field), update }
}

function text(knob, id, change) {
  const field = make("input", { type: "text", id, spellcheck: false })
  field.addEventListener("change", () => change(knob.kind === "list" ? field.value : json(field.value), false))
  const update = knob => {
    if (document.activeElement !== field) field.value = knob.kind === "list" ? knob.value : JSON.parse(knob.value)
  }
  update(knob)
  return { element: make("div", { className: "line" }, field), update }
}

function choice(knob, id, change) {
  const field = make("select", { id }, ...knob.choices.map(name => make("option", { value: name, textContent: name })))
  field.addEventListener("change", () => change(json(field.value), false))
  const update = knob => { field.value = JSON.parse(knob.value) }
  update(knob)
  return { element: make("div", { className: "line" }, field), update }
}

function flag(knob, id, change) {
  const field = make("input", { type: "checkbox", id })
  field.addEventListener("change", () => change(json(field.checked), false))
  const update = knob => { field.checked = JSON.parse(knob.value) }
  update(knob)
  return { element: make("div", { className: "line" }, field), update }
}

// Any CSS colour as #rrggbb, the form that a browser's colour picker takes. A canvas converts it.
const painter = document.createElement("canvas").getContext("2d")
export function hex(css) {
  painter.fillStyle = "#000"
  painter.fillStyle = css
  const value = painter.fillStyle
  if (value.startsWith("#")) return value.slice(0, 7)
  const [red, green, blue] = value.match(/[\d.]+/g).map(Number)
  return "#" + [red, green, blue].map(part => Math.round(part).toString(16).padStart(2, "0")).join("")
}

// The picked colour with the alpha of the old one, if that was #rrggbbaa.
function withAlphaOf(old, picked) {
  const alpha = /^#([0-9a-f]{8})$/i.test(old) ? old.slice(7) : ""
  return picked + alpha
}

function picker(value, label, id, change) {
  let current = value
  const field = make("input", { type: "color", value: hex(value), title: value })
  if (id) field.id = id
  field.setAttribute("aria-label", label)
  field.addEventListener("input", () => {
    dragging(true)
    current = withAlphaOf(current, field.value)
    field.title = current
    change(current, true)
  })
  field.addEventListener("change", () => dragging(false))
  return { field, update: value => { current = value; field.title = value; if (document.activeElement !== field) field.value = hex(value) } }
}

function color(knob, id, change) {
  const swatch = picker(JSON.parse(knob.value), knob.name, id, (value, isDrag) => { field.value = value; change(json(value), isDrag) })
  const field = make("input", { type: "text", spellcheck: false })
  field.setAttribute("aria-label", `${knob.name}, colour as text`)
  field.addEventListener("change", () => change(json(field.value.trim()), false))
  const update = knob => {
    swatch.update(JSON.parse(knob.value))
    if (document.activeElement !== field) field.value = JSON.parse(knob.value)
  }
  update(knob)
  return { element: make("div", { className: "line" }, swatch.field, field), update }
}

function colors(knob, id, change) {
  let values = JSON.parse(knob.value)
  let swatches = []
  const box = make("div", { className: "swatches" })
  const add = make("button", { type: "button", textContent: "+", title: "Add a colour" })
  const remove = make("button", { type: "button", textContent: "−", title: "Remove a colour" })
  add.setAttribute("aria-label", `Add a colour to ${knob.name}`)
  remove.setAttribute("aria-label", `Remove a colour from ${knob.name}`)
  add.addEventListener("click", () => { values = [...values, values.at(-1) ?? "#ffffff"]; build(); change(jsonList(values), false) })
  remove.addEventListener("click", () => { if (values.length > 1) { values = values.slice(0, -1); build(); change(jsonList(values), false) } })
  function build() {
    swatches = values.map((value, index) => picker(value, `${knob.name}, colour ${index + 1}`, index === 0 ? id : null, (picked, isDrag) => {
      values = values.map((old, place) => (place === index ? picked : old))
      change(jsonList(values), isDrag)
    }))
    box.replaceChildren(...swatches.map(swatch => swatch.field), add, remove)
  }
  build()
  const update = knob => {
    const now = JSON.parse(knob.value)
    const hasOtherLength = now.length !== values.length
    values = now
    if (hasOtherLength) build(); else swatches.forEach((swatch, index) => swatch.update(values[index]))
  }
  return { element: box, update }
}

export function control(knob, id, change) {
  if (knob.choices.length > 0) return choice(knob, id, change)
  const kinds = { number, flag, color, colors, text, list: text }
  return (kinds[knob.kind] ?? text)(knob, id, change)
}
