// The hash file beside the preset: shows which frames are as recorded and how others differ, and records them again.
import { state, on, toast, $ } from "./state.js"
import { request } from "./connection.js"
import { go } from "./timeline.js"
import { showGuarded } from "./track.js"

let hashState = null        // the server's last message about the hash file; null without one
let shownNumber = 0         // number of the frame in the dialog, counted at the hash file's rate
let pictureAddress = null

// The frames of the hash file: their numbers, their signs, and the nearest frame of the preset.
const entries = () => (hashState?.numbers ?? []).map((number, index) => ({
  number, sign: hashState.states[index], frame: Math.round(number / hashState.framesPerSecond * (state.document?.canvas?.framesPerSecond ?? hashState.framesPerSecond)),
}))
const differing = () => entries().filter(entry => entry.sign === "!")

function show() {
  const list = entries(), bad = differing().length, seen = list.filter(entry => entry.sign !== "?").length
  const button = $("guard")
  button.hidden = !hashState
  showGuarded(list)
  if (!hashState) return
  // A text that is being typed has mistakes for a while, which is no reason for an alarming colour.
  const isBroken = hashState.problem && state.document?.isDrawable === false
  button.className = isBroken ? "" : hashState.problem || bad > 0 ? "bad" : hashState.isDone ? "good" : ""
  const file = hashState.path.split("/").at(-1)
  if (isBroken) button.textContent = "Hashes wait for the text"
  else if (hashState.problem) button.textContent = "Hashes cannot be verified"
  else if (bad > 0) button.textContent = `${bad} of ${hashState.isDone ? list.length : seen} frames differ`
  else if (hashState.isDone) button.textContent = list.length === 1 ? "1 frame as recorded" : `${list.length} frames as recorded`
  else button.textContent = `${seen} of ${list.length} frames verified`
  button.title = hashState.problem ?? `${file}: ${list.length} frames at ${hashState.size}. ${hashState.reason}`
  $("guardstates").textContent = `${file}: ${button.textContent}`
  if ($("differences").open) showButtons()
}

function showButtons() {
  const list = differing(), index = list.findIndex(entry => entry.number === shownNumber)
  $("earlier").disabled = index <= 0
  $("later").disabled = index < 0 || index >= list.length - 1
  $("accept").disabled = !hashState?.canAccept
  $("acceptnote").textContent = hashState?.canAccept
    ? `Records all ${hashState.numbers.length} frames of ${hashState.path} as they are now.`
    : list.length === 0 ? "All frames are as recorded." : !hashState?.isDone ? "Not all frames are verified yet." : "Save the preset first: the hashes are of the file."
}

async function showDifference(number) {
  shownNumber = number
  const entry = entries().find(other => other.number === number)
  $("differencetitle").textContent = `Frame ${number} differs`
  $("differencetext").textContent = "Drawing …"
  showButtons()
  if (!$("differences").open) $("differences").showModal()
  if (entry) go(entry.frame)
  const reply = await request({ difference: number })
  if (shownNumber !== number) return
  if (reply.problem) { $("differencetext").textContent = reply.problem; return }
  if (pictureAddress) URL.revokeObjectURL(pictureAddress)
  pictureAddress = URL.createObjectURL(new Blob([reply.file], { type: "image/png" }))
  $("difference").src = pictureAddress
  $("difference").alt = reply.difference
  $("differencetext").textContent = `${reply.difference} ${hashState?.reason ? hashState.reason[0].toUpperCase() + hashState.reason.slice(1) : ""}`
}

export function setUpGuard() {
  on("guarding", guarding => { hashState = guarding.path === "" ? null : guarding; show() })
  on("document", show)
  on("pick", ({ frame, number }) => (number === undefined ? go(frame) : showDifference(number)))
  $("guard").addEventListener("click", () => {
    const distance = entry => Math.abs(entry.frame - state.frame)
    const nearest = differing().sort((a, b) => distance(a) - distance(b))[0]
    if (hashState?.problem) toast(hashState.problem)
    else if (nearest) showDifference(nearest.number)
    else toast(`${hashState.path}: ${$("guard").textContent}, at ${hashState.size}.`)
  })
  const step = by => {
    const list = differing(), index = list.findIndex(entry => entry.number === shownNumber)
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
    toast(`${hashState.path} is recorded again.`)
  })
}
