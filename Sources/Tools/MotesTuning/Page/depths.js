// The depths of layers in space, beside them in the list of layers: a field for a number, the text of what is animated.
import { on, $ } from "./state.js"
import { member, nodeAt, replace } from "./textedit.js"
import { plain } from "./controls.js"

let cells = new Map()       // path of a layer → { cell, name }
const shown = new Map()     // path → what its cell was built for

const depthOf = path => member(member(nodeAt(path), "transform"), "zPosition")

function field(path, name, node) {
  const input = Object.assign(document.createElement("input"), { type: "number", step: "any", value: plain(node.value), title: "zPosition in points; larger is nearer" })
  input.setAttribute("aria-label", `Depth of ${name}`)
  input.addEventListener("change", () => {
    const now = depthOf(path)
    const number = Number(input.value)
    if (input.value === "" || !Number.isFinite(number) || typeof now?.value !== "number") return
    replace([{ start: now.start, end: now.end, text: String(plain(number)) }], `depth ${path}`)
  })
  return input
}

function text(name, node) {
  const words = typeof node.value === "string" ? node.value : "animated"
  const output = Object.assign(document.createElement("output"), { className: "quiet", textContent: words, title: `zPosition: ${words}` })
  output.setAttribute("aria-label", `Depth of ${name}`)
  return output
}

// Shows the depths of the text as it is. A field with the focus is left alone while someone types in it.
export function showDepths() {
  if ($("layers").hidden) return
  for (const [path, { cell, name }] of cells) {
    if (cell.contains(document.activeElement)) continue
    const node = depthOf(path)
    const now = node ? JSON.stringify(node.value ?? "animated") : ""
    if (shown.get(path) === now) continue
    shown.set(path, now)
    cell.replaceChildren(...(node ? [typeof node.value === "number" ? field(path, name, node) : text(name, node)] : []))
  }
}

// Takes the cells of a list that was built anew.
export function setDepthCells(built) {
  cells = built
  shown.clear()
  showDepths()
}

on("text", showDepths)
