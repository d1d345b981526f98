// Saving, and the commands and facts that the page shows and copies.
import { state, on, emit, ask, hasChanges, toast, $ } from "./state.js"
import { want, request, isConnected } from "./connection.js"
import { frameRequest, size } from "./picture.js"
import { overrides, sendSwitches } from "./layers.js"
import { remember } from "./undo.js"
import { saveMoments } from "./sound/moments.js"

// MARK: Commands

// A word in a form that a shell reads back as one word.
const shellQuoted = word => (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

// The value of a knob as --set takes it. A text that begins with a quote or @ keeps the quotes of JSON, which --set takes off.
function setValue(knob) {
  if (knob.kind !== "text" && knob.kind !== "color") return knob.value
  const text = JSON.parse(knob.value)
  return /^\s*["@]/.test(text) ? knob.value : text
}

// The --set assignments that turn the saved preset into what the page shows.
function setArguments() {
  const knobs = state.document.knobs.filter(knob => !knob.isFixed && knob.savedValue !== undefined && knob.savedValue !== knob.value)
  const lines = knobs.map(knob => `${knob.name}=${setValue(knob)}`)
  return [...state.document.fixedOverrides, ...lines, ...overrides()]
}

const setLine = () => setArguments().map(line => `--set ${shellQuoted(line)}`).join(" ")

// The command that draws the shown frame.
export function frameCommand() {
  const picture = state.picture
  if (!size() || !picture) return ""
  const words = ["motes frame", shellQuoted(state.document.argument), `--frame ${picture.number}`, `--size ${picture.width}x${picture.height}`]
  if (!state.showsSaved && setArguments().length > 0) words.push(setLine())
  if (state.showsSaved && state.document.fixedOverrides.length > 0) words.push(state.document.fixedOverrides.map(line => `--set ${shellQuoted(line)}`).join(" "))
  words.push(...state.document.otherArguments.map(shellQuoted))
  if (state.keepsAlpha) words.push("--alpha")
  return words.join(" ")
}

function showCommand() {
  if (!state.document) return
  const needsSave = (state.document.needsSave || state.document.soundIsChanged) && !state.showsSaved
  $("command").textContent = frameCommand() + (needsSave ? "   # after saving" : "")
  $("command").title = $("command").textContent
  $("hash").textContent = state.picture?.hash ? state.picture.hash.slice(0, 16) : ""
  if (state.picture?.hash) $("hash").title = `SHA-256 of the frame's samples, as motes hash prints it: ${state.picture.hash}`
  const sets = setLine()
  $("sets").textContent = sets || "All knobs are as saved."
  $("copysets").hidden = sets === ""
}

on("painted", picture => {
  showCommand()
  const load = picture.loadMilliseconds > 0.5 ? ` + ${picture.loadMilliseconds.toFixed(0)} ms to read` : ""
  $("cost").textContent = `${picture.milliseconds.toFixed(1)} ms${load} · ${picture.particles.toLocaleString("en")} particles`
})

on("document", () => {
  const { document: preset } = state
  $("name").textContent = preset.name || preset.argument
  document.title = `${preset.name || preset.argument} – Motes`
  $("path").textContent = preset.isShipped ? "shipped preset" : preset.path
  $("changed").hidden = !hasChanges()
  $("save").textContent = preset.isShipped ? "Save as …" : "Save"
  showCommand()
})

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    toast("Copied.")
  } catch {
    toast(`The browser does not allow copying here: ${text}`)
  }
}

// MARK: Saving

export async function save() {
  if (!isConnected()) return toast("The server cannot be reached; nothing is saved.")
  emit("flush")
  if (state.document.soundIsChanged) {
    if (!await saveMoments()) return
    if (!state.document.isChanged) return toast(`${state.sound.path} is saved.`)
  }
  if (state.document.isShipped) return saveAs()
  answerSave(await request({ save: {} }))
}

export async function saveAs(replaces = false, name = "") {
  const stem = state.document.path.split("/").at(-1).replace(/\.json$/, "")
  if (!replaces) {
    const { choice, answer } = await ask({
      question: "Save under another name", explanation: "The file is written into the preset's folder; for a shipped preset into the folder in which motes tune was started.",
      buttons: [["save", "Save"], ["", "Cancel"]], answer: `my-${stem}.json`,
    })
    if (choice !== "save" || answer === "") return
    name = answer
  }
  const reply = await request({ save: { name, replaces } })
  if (reply.problem?.includes("exists")) {
    const { choice } = await ask({ question: `${name} exists`, explanation: reply.problem, buttons: [["", "Keep it"], ["replace", "Replace it"]] })
    if (choice === "replace") return saveAs(true, name)
    return
  }
  answerSave(reply)
}

async function answerSave(reply) {
  if (reply.problem) return toast(reply.problem)
  if (reply.conflict) return resolveConflict(true)
  if (reply.saved) toast(`${reply.saved} is saved.`)
}

let isAsking = false
async function resolveConflict(isSave) {
  if (isAsking) return
  isAsking = true
  const { choice } = await ask({
    question: "Another program has saved this file meanwhile", explanation: "Your changes here and the file's are different. Nothing is lost until you choose; undo brings your text back.",
    buttons: [["", "Decide later"], ["theirs", "Take the file's"], ["mine", isSave ? "Overwrite with mine" : "Save mine over it"]],
  })
  isAsking = false
  if (choice === "theirs") { remember("reload"); await request({ reload: true, frame: frameRequest() ?? undefined }) }
  if (choice === "mine") answerSave(await request({ save: { replaces: true } }))
}
on("conflict", () => resolveConflict(false))

export function setUpCommands() {
  $("save").addEventListener("click", save)
  $("copy").addEventListener("click", () => copy(frameCommand()))
  $("copysets").addEventListener("click", () => copy(setLine()))
  $("theme").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"
    document.documentElement.dataset.theme = theme
    try { localStorage.setItem("theme", theme) } catch { /* the browser keeps nothing */ }
  })
  on("travelled", step => { want({ text: step.text }); sendSwitches() })
}
