// Undo and redo, with one list of steps for knobs, switches, text and moments of the sound.
import { state, emit, $ } from "./state.js"

const undone = []
const done = []
let lastLabel = "", lastTime = 0
const maximumSteps = 300

const snapshot = () => ({ text: state.text, switches: structuredClone(state.switches), moments: state.moments, soundPath: state.sound?.path })

// Call before a change: keeps the state as a step. Changes with the same label that follow each other quickly are one step.
export function remember(label, isDrag = false) {
  const now = performance.now()
  const isSame = label === lastLabel && now - lastTime < (isDrag ? 700 : 400)
  lastLabel = label
  lastTime = now
  if (isSame) return
  done.push(snapshot())
  if (done.length > maximumSteps) done.shift()
  undone.length = 0
  showSteps()
}

// Letting go of a slider ends a step.
addEventListener("pointerup", () => { lastLabel = "" })

function travel(from, to) {
  const step = from.pop()
  if (!step) return
  emit("flush")
  to.push(snapshot())
  lastLabel = ""
  state.switches = step.switches
  state.text = step.text
  emit("text", { text: step.text, isNews: false })
  emit("travelled", step)
  showSteps()
}

export const undo = () => travel(done, undone)
export const redo = () => travel(undone, done)

function showSteps() {
  $("undo").disabled = done.length === 0
  $("redo").disabled = undone.length === 0
}

export function setUpUndo() {
  $("undo").addEventListener("click", undo)
  $("redo").addEventListener("click", redo)
  showSteps()
}
