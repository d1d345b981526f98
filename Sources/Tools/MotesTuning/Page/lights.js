// The list of lights above that of layers: choosing one takes hold of its handle on the picture, or selects the layer that shines.
import { on, toast, $ } from "./state.js"
import { lightName, seenLights } from "./lighttext.js"
import { holdLight } from "./lamps.js"
import { selectLayer } from "./layers.js"

let built = ""      // the lights for which rows were built

function choose(index) {
  const light = seenLights()[index]
  if (light.layer !== undefined) return selectLayer(light.layer)
  if (light.type === "ambient") return toast("Ambient light comes from everywhere, so there is no place to take hold of.")
  holdLight(index)
}

function row(light, index) {
  const element = Object.assign(document.createElement("div"), { className: "light" })
  const swatch = document.createElement("i")
  const name = lightName(index)
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: name })
  if (name !== light.type) button.append(" ", Object.assign(document.createElement("small"), { textContent: light.type }))
  button.setAttribute("aria-label", `Light ${name}`)
  button.addEventListener("click", () => choose(index))
  element.append(swatch, button)
  return element
}

function show() {
  const lights = seenLights()
  $("lights").hidden = lights.length === 0
  const now = lights.map(({ type }, index) => `${type}:${lightName(index)}`).join("|")
  if (now !== built) { built = now; $("lights").replaceChildren(...lights.map(row)) }
  lights.forEach((light, index) => { $("lights").children[index].firstChild.style.background = light.color })
}

on("painted", show)
