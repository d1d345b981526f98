// The state of the page, and events about its changes.
export const state = {
  document: null,      // the server's description of the preset
  text: "",            // the preset's text
  savedText: "",       // what the file held when text and file were last equal
  frame: 0,            // number of the frame that is shown or asked for
  isPlaying: false,
  isDragging: false,   // a value is being dragged, so smaller frames will do
  showsSaved: false,
  keepsAlpha: false,
  zoom: "fit",
  region: null,        // { first, last }: frames that are looped; null for all
  switches: { off: [], on: [], solo: [] },  // layers' paths
  picture: null,       // the server's description of the last frame
  sound: null,         // the server's description of the sound; null without one
  moments: null,       // lists { band, times, strengths } of the sound: its beats, then its onsets
}

const listeners = {}
export function on(event, listener) { (listeners[event] ??= []).push(listener) }
export function emit(event, detail) { for (const listener of listeners[event] ?? []) listener(detail) }

// Whether something is not saved: the text, or moments of the sound.
export const hasChanges = () => Boolean(state.document?.isChanged || state.document?.soundIsChanged)

export const $ = id => document.getElementById(id)

let toastTimer
export function toast(sentence) {
  const element = $("toast")
  element.textContent = sentence
  element.hidden = false
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => { element.hidden = true }, 4500)
}

// Asks in a dialog. Buttons are [value, title]; Enter presses the first. Returns a promise of { choice, answer }; choice is "" for Escape.
export function ask({ question, explanation = "", buttons = [], answer = null, choices = [] }) {
  const dialog = $("dialog")
  $("question").textContent = question
  $("explanation").textContent = explanation
  $("answer").hidden = answer === null
  $("answer").value = answer ?? ""
  $("answer").setAttribute("aria-label", question)
  const button = ([value, title, about], isMain) => {
    const element = document.createElement("button")
    element.value = value
    element.textContent = title
    if (isMain) element.className = "main"
    if (about) element.append(Object.assign(document.createElement("small"), { textContent: about }))
    return element
  }
  $("buttons").replaceChildren(...buttons.map((entry, index) => button(entry, index === 0)))
  $("choices").replaceChildren(...choices.map(entry => button(entry, false)))
  dialog.returnValue = ""
  dialog.showModal()
  if (answer !== null) $("answer").select()
  return new Promise(resolve => {
    dialog.addEventListener("close", () => resolve({ choice: dialog.returnValue, answer: $("answer").value.trim() }), { once: true })
  })
}
