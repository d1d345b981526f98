// The hash file beside the preset: shows which frames are as recorded and how others differ, and records them again.
import { state, on, toast, $ } from "./state.js"
import { request } from "./connection.js"
import { go } from "./timeline.js"
import { showGuarded } from "./track.js"

let known = null            // the server's last message about the hash file; null without one
let shown = 0               // number of the frame in the dialog, counted at the hash file's rate
let pictureAddress = null

// The frames of the hash file: their numbers, their signs, and the nearest frame of the preset.
const entries = () => (known?.numbers ?? []).map((number, index) => ({
  number, sign: known.states[index], frame: Math.round(number / known.framesPerSecond * (state.document?.canvas?.framesPerSecond ?? known.framesPerSecond)),
}))
const differing = () => entries().filter(entry => entry.sign === "!")

function show() {
  const list = entries(), bad = differing().length, seen = list.filter(entry => entry.sign !== "?").length
  const button = $("guard")
  button.hidden = !known
  showGuarded(list)
  if (!known) return
  // A text that is being typed has mistakes for a while, which is no reason for an alarming colour.
  const isBroken = known.problem && state.document?.isDrawable === false
  button.className = isBroken ? "" : known.problem || bad > 0 ? "bad" : known.isDone ? "good" : ""
  const file = known.path.split("/").at(-1)
  if (isBroken) button.textContent = "Hashes wait for the text"
  else if (known.problem) button.textContent = "Hashes cannot be verified"
  else if (bad > 0) button.textContent = `${bad} of ${known.isDone ? list.length : seen} frames differ`
  else if (known.isDone) button.textContent = list.length === 1 ? "1 frame as recorded" : `${list.length} frames as recorded`
  else button.textContent = `${seen} of ${list.length} frames verified`
  button.title = known.problem ?? `${file}: ${list.length} frames at ${known.size}. ${known.reason}`
  $("guardstates").textContent = `${file}: ${button.textContent}`
  if ($("differences").open) showButtons()
}

function showButtons() {
  const list = differing(), index = list.findIndex(entry => entry.number === shown)
  $("earlier").disabled = index <= 0
  $("later").disabled = index < 0 || index >= list.length - 1
  $("accept").disabled = !known?.canAccept
  $("acceptnote").textContent = known?.canAccept
    ? `Records all ${known.numbers.length} frames of ${known.path} as they are now.`
    : list.length === 0 ? "All frames are as recorded." : !known?.isDone ? "Not all frames are verified yet." : "Save the preset first: the hashes are of the file."
}

async function showDifference(number) {
  shown = number
  const entry = entries().find(other => other.number === number)
  $("differencetitle").textContent = `Frame ${number} differs`
  $("differencetext").textContent = "Drawing …"
  showButtons()
  if (!$("differences").open) $("differences").showModal()
  if (entry) go(entry.frame)
  const reply = await request({ difference: number })
  if (shown !== number) return
  if (reply.problem) { $("differencetext").textContent = reply.problem; return }
  if (pictureAddress) URL.revokeObjectURL(pictureAddress)
  pictureAddress = URL.createObjectURL(new Blob([reply.file], { type: "image/png" }))
  $("difference").src = pictureAddress
  $("difference").alt = reply.difference
  $("differencetext").textContent = `${reply.difference} ${known?.reason ? known.reason[0].toUpperCase() + known.reason.slice(1) : ""}`
}

export function setUpGuard() {
  on("guarding", guarding => { known = guarding.path === "" ? null : guarding; show() })
  on("document", show)
  on("pick", ({ frame, number }) => (number === undefined ? go(frame) : showDifference(number)))
  $("guard").addEventListener("click", () => {
    const distance = entry => Math.abs(entry.frame - state.frame)
    const nearest = differing().sort((a, b) => distance(a) - distance(b))[0]
    if (known?.problem) toast(known.problem)
    else if (nearest) showDifference(nearest.number)
    else toast(`${known.path}: ${$("guard").textContent}, at ${known.size}.`)
  })
  const step = by => {
    const list = differing(), index = list.findIndex(entry => entry.number === shown)
    const next = list[index + by]
    if (next) showDifference(next.number)
  }
  $("earlier").addEventListener("click", () => step(-1))
  $("later").addEventListener("click", () => step(1))
  $("closedifferences").addEventListener("click", () => $("differences").close())
  $("accept").addEventListener("click", async () => {
    const reply = await request({ accept: true })
    if (reply.problem) return toast(reply.problem)
    $("differences").close()
    toast(`${known.path} is recorded anew.`)
  })
}
