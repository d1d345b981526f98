// The panel of knobs: a control for each, a search, resetting, and random values.
import { state, on, emit, $ } from "./state.js"
import { want } from "./connection.js"
import { frameRequest } from "./picture.js"
import { control, range, plain, json } from "./controls.js"
import { remember } from "./undo.js"

let built = ""              // names and kinds of the controls that are there
let rows = new Map()        // name → { row, control }

export function setKnobs(changes, { isDrag = false } = {}) {
  emit("flush")
  remember(changes.length === 1 ? `knob ${changes[0].name}` : "knobs", isDrag)
  const message = { knobs: changes }
  const frame = frameRequest()
  if (frame) message.frame = frame
  want(message)
}

function build() {
  const knobs = state.document.knobs
  rows = new Map()
  $("list").replaceChildren(...knobs.map(knob => {
    const id = `knob-${knob.name}`
    const knobControl = control(knob, id, (value, isDrag) => setKnobs([{ name: knob.name, value }], { isDrag }))
    const row = Object.assign(document.createElement("div"), { className: "knob" })
    const label = Object.assign(document.createElement("label"), { htmlFor: id, textContent: knob.name })
    const about = Object.assign(document.createElement("span"), { className: "about", textContent: knob.isFixed ? "set by the command's --set" : knob.about, title: knob.about })
    const undo = Object.assign(document.createElement("button"), { type: "button", className: "undo", textContent: "↺", title: "As saved (double click on the knob)" })
    undo.setAttribute("aria-label", `Set ${knob.name} back`)
    const back = () => {
      const now = state.document.knobs.find(other => other.name === knob.name)
      if (now?.savedValue !== undefined && now.savedValue !== now.value) setKnobs([{ name: knob.name, value: now.savedValue }])
    }
    undo.addEventListener("click", back)
    label.addEventListener("dblclick", back)
    knobControl.element.addEventListener("dblclick", event => { if (event.target.type === "range") back() })
    const head = Object.assign(document.createElement("div"), { className: "head" })
    head.append(label, about, undo)
    row.append(head, knobControl.element)
    if (knob.isFixed) row.querySelectorAll("input, select, button").forEach(element => { element.disabled = true })
    rows.set(knob.name, { row, control: knobControl })
    return row
  }))
  $("noknobs").hidden = knobs.length > 0
  $("noknobs").textContent = "This preset has no knobs. Values in its text can become knobs: see motes help knob."
  find()
}

on("document", () => {
  const knobs = state.document.knobs
  // While the text has mistakes, the knobs of the last good text stay.
  if (!state.document.isDrawable) return
  const now = knobs.map(knob => `${knob.name}:${knob.kind}:${knob.minimum}:${knob.maximum}:${knob.choices}:${knob.isFixed}`).join("|")
  if (now !== built) { built = now; build() }
  for (const knob of knobs) {
    const entry = rows.get(knob.name)
    entry?.control.update(knob)
    entry?.row.classList.toggle("moved", knob.savedValue !== undefined && knob.savedValue !== knob.value)
  }
})

function find() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean)
  for (const knob of state.document?.knobs ?? []) {
    const text = `${knob.name} ${knob.about}`.toLowerCase()
    const row = rows.get(knob.name)?.row
    if (row) row.hidden = !words.every(word => text.includes(word))
  }
}

function randomValue(knob) {
  if (knob.choices.length > 0) return json(knob.choices[Math.floor(Math.random() * knob.choices.length)])
  if (knob.kind === "number") {
    const { low, high, step } = range(knob)
    return json(Math.min(high, Math.max(low, plain(Math.round((low + Math.random() * (high - low)) / step) * step))))
  }
  if (knob.kind === "flag") return json(Math.random() < 0.5)
  const color = () => "#" + Array.from({ length: 3 }, () => Math.floor(Math.random() * 256).toString(16).padStart(2, "0")).join("")
  if (knob.kind === "color") return json(color())
  if (knob.kind === "colors") return `[${JSON.parse(knob.value).map(() => json(color())).join(", ")}]`
  return null
}

export function setUpPanel() {
  $("search").addEventListener("input", find)
  $("random").addEventListener("click", () => {
    const shown = state.document.knobs.filter(knob => !knob.isFixed && !rows.get(knob.name)?.row.hidden)
    const changes = shown.map(knob => ({ name: knob.name, value: randomValue(knob) })).filter(change => change.value !== null)
    if (changes.length > 0) setKnobs(changes)
  })
  $("reset").addEventListener("click", () => {
    const moved = state.document.knobs.filter(knob => !knob.isFixed && knob.savedValue !== undefined && knob.savedValue !== knob.value)
    if (moved.length > 0) setKnobs(moved.map(knob => ({ name: knob.name, value: knob.savedValue })))
  })
}
