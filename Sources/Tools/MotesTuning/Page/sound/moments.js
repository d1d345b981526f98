// The moments of the sound: its beats, and the onsets of each part of its spectrum. Each change is a new list, which the server follows at once, and
// a step that can be undone.
import { state, on, emit, ask, toast } from "../state.js"
import { want, request } from "../connection.js"
import { frameRequest, dragging } from "../picture.js"
import { remember } from "../undo.js"

// As motes listen writes them: tenths of a millisecond, hundredths of a strength.
const roundTime = seconds => Math.round(seconds * 1e4) / 1e4
const roundStrength = strength => Math.round(Math.min(Math.max(strength, 0), 1) * 100) / 100

// Why moments cannot be changed; empty if they can.
export const obstacle = () => state.sound?.fixedReason ?? ""

function send(lists) {
  const message = { moments: { path: state.sound.path, lists } }
  const frame = frameRequest()
  if (frame) message.frame = frame
  want(message)
}

function put(index, times, strengths, label, isDrag = false) {
  remember(label, isDrag)
  const list = { ...state.moments[index], times, strengths }
  state.moments = state.moments.with(index, list)
  if (isDrag) dragging(true)
  send([list])
  emit("moments")
}

// Moves a moment to a second, but not past its neighbours.
export function move(index, place, seconds, isDrag = false) {
  const { times, strengths } = state.moments[index]
  const [least, greatest] = [times[place - 1] ?? 0, times[place + 1] ?? Math.max(state.sound.duration, times[place])]
  const time = Math.min(Math.max(roundTime(seconds), least), greatest)
  if (time !== times[place]) put(index, times.with(place, time), strengths, `moment ${index} ${place}`, isDrag)
}

export function setStrength(index, place, strength) {
  const { times, strengths } = state.moments[index]
  put(index, times, strengths.with(place, roundStrength(strength)), `strength ${index} ${place}`)
}

// Adds a moment, as strong as can be, and returns its place in the list.
export function add(index, seconds) {
  const { times, strengths } = state.moments[index]
  const time = Math.min(Math.max(roundTime(seconds), 0), state.sound.duration)
  const place = times.findLastIndex(other => other <= time) + 1
  put(index, times.toSpliced(place, 0, time), strengths.toSpliced(place, 0, 1), `add ${performance.now()}`)
  return place
}

export function remove(index, place) {
  const { times, strengths } = state.moments[index]
  put(index, times.toSpliced(place, 1), strengths.toSpliced(place, 1), `remove ${performance.now()}`)
}

// MARK: Saving

// Writes the moments into the file of curves. Returns whether they are saved.
export async function saveMoments(replaces = false) {
  const reply = await request({ saveSound: { replaces } })
  if (reply.problem) toast(reply.problem)
  if (reply.soundConflict) return resolve()
  return reply.saved !== undefined
}

let isAsking = false
async function resolve() {
  if (isAsking) return false
  isAsking = true
  const { choice } = await ask({
    question: "Another program has changed the sound meanwhile", explanation: `Your beats and onsets differ from those in ${state.sound.path} now. Nothing is lost until you choose; undo brings yours back.`,
    buttons: [["", "Decide later"], ["theirs", "Take the file's"], ["mine", "Overwrite with mine"]],
  })
  isAsking = false
  if (choice === "theirs") await request({ reloadSound: true, frame: frameRequest() ?? undefined })
  return choice === "mine" && saveMoments(true)
}

export function setUpMoments() {
  on("sound", sound => {
    // The file has changed under the page: undo brings back what was there before.
    if (sound.path !== "" && sound.path === state.sound?.path && JSON.stringify(sound.lists) !== JSON.stringify(state.moments)) remember("sound file")
    state.sound = sound.path === "" ? null : sound
    state.moments = state.sound ? sound.lists : null
    emit("moments", { isNew: true })
  })
  on("travelled", step => {
    if (!state.moments || step.soundPath !== state.sound.path || step.moments === state.moments) return
    state.moments = step.moments
    send(step.moments)
    emit("moments", { isNew: true })
  })
  on("resumed", greeting => {
    if (state.document.soundIsChanged) send(state.moments)
    else if (greeting.sound) emit("sound", greeting.sound)
  })
  on("soundConflict", () => resolve())
}
