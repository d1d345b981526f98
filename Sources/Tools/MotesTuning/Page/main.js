// Sets up the parts of the page, its tabs, its keyboard shortcuts and its connection.
import { state, on, emit, hasChanges, $ } from "./state.js"
import { connect, want, request, statistics } from "./connection.js"
import { setUpPicture, refresh, frameRequest, hasAnotherSize } from "./picture.js"
import { setUpTimeline, go, play } from "./timeline.js"
import { setUpPanel } from "./panel.js"
import { setUpEditor, refreshEditor } from "./editor.js"
import { setUpCommands, save, frameCommand } from "./commands.js"
import { setUpUndo, undo, redo } from "./undo.js"
import { setUpExports } from "./exports.js"
import { setUpLibrary } from "./library.js"
import { setUpTrack, setIn, setOut, setRegion } from "./track.js"
import { setUpGuard } from "./guard.js"
import { setUpCurves, refreshCurves } from "./curves.js"
import { setUpCamera } from "./camera.js"
import { setUpLamps } from "./lamps.js"
import { setUpPlayer, audio } from "./sound/player.js"
import { setUpMoments } from "./sound/moments.js"
import { setUpLane, placeOf } from "./sound/lane.js"
import { setUpGrips } from "./sound/grips.js"
import "./lights.js"
import { overrides } from "./layers.js"
import { showDepths } from "./depths.js"

try {
  document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "dark"
} catch { /* the browser keeps nothing */ }

setUpPicture()
setUpTimeline()
setUpPanel()
setUpCommands()
setUpUndo()
setUpExports()
setUpLibrary()
setUpTrack()
setUpGuard()
setUpCurves()
setUpCamera()
setUpLamps()
setUpPlayer()
setUpMoments()
setUpLane()
setUpGrips()
setUpEditor()

// MARK: Tabs

const tabs = ["knobs", "layers", "curves", "text"]
function choose(name, isFocused = false) {
  for (const other of tabs) {
    const tab = $(`tab-${other}`)
    tab.setAttribute("aria-selected", other === name)
    tab.tabIndex = other === name ? 0 : -1
    $(other).hidden = other !== name
  }
  if (isFocused) $(`tab-${name}`).focus()
  if (name === "text") refreshEditor()
  if (name === "curves") refreshCurves()
  if (name === "layers") showDepths()
}
for (const name of tabs) {
  $(`tab-${name}`).addEventListener("click", () => choose(name))
  $(`tab-${name}`).addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step) { event.preventDefault(); choose(tabs[(tabs.indexOf(name) + step + tabs.length) % tabs.length], true) }
  })
}

// MARK: Keys

const isTyping = element => element?.closest?.(".CodeMirror, textarea, input[type=text], input[type=search], input[type=number]")
addEventListener("keydown", event => {
  if (document.querySelector("dialog[open]")) return
  const isCommand = event.ctrlKey || event.metaKey
  const key = event.key.toLowerCase()
  if (isCommand && key === "s") { event.preventDefault(); return save() }
  if (isCommand && key === "z" && !event.target.closest?.(".CodeMirror")) { event.preventDefault(); return event.shiftKey ? redo() : undo() }
  if (isCommand || event.altKey || isTyping(event.target)) return
  const isControl = event.target.matches?.("button, select, input")
  const press = id => { $(id).click(); event.preventDefault() }
  if (key === " " && !event.target.matches?.("button, select, input[type=checkbox]")) { event.preventDefault(); return play() }
  if (key === "b") return press("saved")
  if (key === "a") return press("alpha")
  if (key === "g") return press("areas")
  if (key === "c") return press("camera")
  if (key === "h") return press("lighting")
  if (key === "l") return press("loop")
  if (key === "m" && !$("mute").hidden) return press("mute")
  if (key === "i") return setIn()
  if (key === "o") return setOut()
  if (key === "x") return setRegion(null)
  if (key === "/") { event.preventDefault(); choose("knobs"); return $("search").focus() }
  if (isControl) return
  if (key === "arrowleft") { event.preventDefault(); play(false); go(state.frame - (event.shiftKey ? 10 : 1)) }
  if (key === "arrowright") { event.preventDefault(); play(false); go(state.frame + (event.shiftKey ? 10 : 1)) }
  if (key === "home") go(0)
  if (key === "end") go(Infinity)
})

addEventListener("beforeunload", event => { if (hasChanges()) event.preventDefault() })

// MARK: Connection

let isFirst = true
on("resumed", greeting => {
  const frame = frameRequest() ?? undefined
  want({ text: state.text, overrides: overrides(), frame })
  if (state.document.isChanged && greeting.text !== state.savedText) emit("conflict", greeting)
})
on("document", () => { if (!state.document.isChanged) state.savedText = state.text })
on("document", ({ isNews, isDetail }) => {
  if (isFirst) {
    isFirst = false
    // The first frame that is shown is the middle one, since a beginning is often empty.
    const wanted = new URLSearchParams(location.hash.slice(1)).get("frame")
    state.frame = wanted === null ? Math.floor((state.document.canvas?.frames ?? 1) / 2) : Number(wanted)
    return go(state.frame)
  }
  // A change of the text may have changed the canvas's size, which only the details tell.
  if (isNews || (isDetail && hasAnotherSize())) refresh()
})
on("opened", () => go(Math.floor((state.document.canvas?.frames ?? 1) / 2)))

// For tests and for the browser's console.
window.motes = { state, on, request, statistics, frameRequest, frameCommand, go, play, audio, placeOf }
connect()
