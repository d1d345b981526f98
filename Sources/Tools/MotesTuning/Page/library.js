// The library of shipped presets to start from, each with a moving thumbnail.
import { state, emit, toast, $ } from "./state.js"
import { request } from "./connection.js"
import { remember } from "./undo.js"

let cards = []              // { element, words }

// The server refuses thumbnails while too many are being made, so each is requested up to four times.
const maximumTries = 4
function picture(name) {
  const image = Object.assign(document.createElement("img"), { alt: "", loading: "lazy", width: 224, height: 126 })
  let tries = 0
  image.addEventListener("error", () => {
    tries += 1
    if (tries < maximumTries) setTimeout(() => { image.src = `thumbnail/${name}?${tries}` }, 700 * tries)
    else image.style.visibility = "hidden"
  })
  image.src = `thumbnail/${name}`
  return image
}

function card(preset) {
  const element = Object.assign(document.createElement("button"), { type: "button", className: "card" })
  element.dataset.preset = preset.name
  const title = Object.assign(document.createElement("b"), { textContent: preset.name })
  const about = Object.assign(document.createElement("small"), { textContent: preset.about })
  // These pictures always move, so users who prefer reduced motion get names alone.
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) element.append(picture(preset.name))
  element.append(title, about)
  element.addEventListener("click", () => open(preset.name))
  return { element, words: `${preset.name} ${preset.about} ${preset.tags.join(" ")}`.toLowerCase() }
}

async function open(name) {
  $("library").close()
  remember("open")
  state.switches = { off: [], on: [], solo: [] }
  state.frame = 0
  const reply = await request({ open: name })
  if (reply.problem) toast(reply.problem)
  emit("opened")
}

function find() {
  const words = $("libraryfind").value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { element, words: own } of cards) {
    element.hidden = !words.every(word => own.includes(word))
    if (!element.hidden) count += 1
  }
  $("librarynone").hidden = count > 0
}

export function setUpLibrary() {
  $("presets").addEventListener("click", async () => {
    $("librarynote").textContent = state.document.isChanged ? "Unsaved changes are dropped; undo brings them back." : "It is saved under a name of your own."
    $("library").showModal()
    if (cards.length === 0) {
      const { presets = [] } = await request({ list: true })
      cards = presets.map(card)
      $("cards").replaceChildren(...cards.map(entry => entry.element))
    }
    find()
  })
  $("libraryfind").addEventListener("input", find)
  $("libraryclose").addEventListener("click", () => $("library").close())
}
