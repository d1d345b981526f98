// Exchanges messages with the server. What the page wants while an answer is awaited is merged into one request, in which newer values
// replace older ones.
import { state, emit, hasChanges, toast, $ } from "./state.js"

let socket = null
let lastID = 0
let pending = {}             // the merged request that is sent next
const inFlight = new Map()   // id of a request → { sent: when, resolve: what takes the answer, or null }
let retryMilliseconds = 250
let awaitsGreeting = false   // whether the next message is the first on this connection

export const statistics = { sent: 0, mostWaiting: 0, lastRoundTrip: 0, lastServer: 0, bytesPerSecond: Infinity }

// Merges a change or a frame into the request that is sent next.
export function want(change) {
  for (const knob of change.knobs ?? []) {
    pending.knobs = [...(pending.knobs ?? []).filter(other => other.name !== knob.name), knob]
  }
  if (change.text !== undefined) { pending.text = change.text; delete pending.knobs }
  if (change.moments) {
    const { path, lists } = change.moments
    const others = pending.moments?.path === path ? pending.moments.lists.filter(old => !lists.some(list => list.band === old.band)) : []
    pending.moments = { path, lists: [...others, ...lists] }
  }
  if (change.overrides) pending.overrides = change.overrides
  if (change.frame) pending.frame = change.frame
  flush()
}

// Sends a request at once, unmerged, and returns a promise of its answer.
export function request(message) {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) return reject(new Error("The server cannot be reached."))
    send(message, resolve)
  })
}

export const isConnected = () => socket?.readyState === WebSocket.OPEN
// The most requests that are on their way at a time; later changes wait and are merged.
const maximumInFlight = () => (state.isPlaying ? 2 : 1)
export const isBusy = () => inFlight.size >= maximumInFlight()

function flush() {
  if (!isConnected() || isBusy() || Object.keys(pending).length === 0) return
  const message = pending
  pending = {}
  send(message)
}

function send(message, resolve = null) {
  const id = ++lastID
  inFlight.set(id, { sent: performance.now(), resolve })
  statistics.sent += 1
  statistics.mostWaiting = Math.max(statistics.mostWaiting, inFlight.size)
  socket.send(JSON.stringify({ id, ...message }))
}

export function connect() {
  socket = new WebSocket(new URL("socket", location.href.replace(/[?#].*$/, "").replace(/^http/, "ws")))
  socket.binaryType = "arraybuffer"
  socket.onopen = () => {
    retryMilliseconds = 250
    awaitsGreeting = true
    $("connection").hidden = true
  }
  socket.onmessage = event => receive(event.data)
  socket.onclose = event => {
    for (const { resolve } of inFlight.values()) resolve?.({ problem: "The connection to the server was lost." })
    inFlight.clear()
    $("connection").hidden = false
    $("connection").textContent = event.reason || "The server does not answer; trying again …"
    emit("disconnected")
    setTimeout(connect, retryMilliseconds)
    retryMilliseconds = Math.min(retryMilliseconds * 1.6, 3000)
  }
}

function receive(data) {
  let reply, pixels = null
  if (typeof data === "string") {
    reply = JSON.parse(data)
  } else {
    const length = new DataView(data).getUint32(0, true)
    reply = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)))
    pixels = new Uint8ClampedArray(data, 4 + length)
  }
  const sentRequest = inFlight.get(reply.id)
  if (sentRequest) {
    inFlight.delete(reply.id)
    statistics.lastRoundTrip = performance.now() - sentRequest.sent
    if (reply.milliseconds) statistics.lastServer = reply.milliseconds
  }
  if (pixels && sentRequest && reply.frame && !reply.frame.jpeg) {
    const travelMilliseconds = Math.max(statistics.lastRoundTrip - reply.milliseconds, 1)
    const currentRate = data.byteLength / travelMilliseconds * 1000
    statistics.bytesPerSecond = Number.isFinite(statistics.bytesPerSecond) ? 0.7 * statistics.bytesPerSecond + 0.3 * currentRate : currentRate
  }
  const isNews = reply.id === undefined && !reply.isDetail && !reply.guarding && !reply.movie
  if (awaitsGreeting) {
    awaitsGreeting = false
    // After a restart the server does not know the page's unsaved changes: a listener of this event sends them.
    if (hasChanges()) return emit("resumed", reply)
  }
  if (reply.text !== undefined) emit("text", { text: reply.text, isNews })
  if (reply.sound) emit("sound", reply.sound)
  if (reply.document) {
    // A text with mistakes cannot be described: what is known of the last good text stays.
    const { canvas, knobs, layers, name, about } = state.document ?? {}
    state.document = reply.document.isDrawable || !canvas ? reply.document : { ...reply.document, canvas, knobs, layers, name, about }
    emit("document", { isNews, isDetail: reply.isDetail ?? false })
  }
  if (reply.conflict && isNews) emit("conflict", reply)
  if (reply.soundConflict && isNews) emit("soundConflict")
  if (reply.movie) emit("movie", reply.movie)
  if (reply.guarding) emit("guarding", reply.guarding)
  if (reply.picture || reply.difference) reply.file = pixels
  if (reply.frame) emit("frame", { picture: reply.frame, pixels, roundTrip: statistics.lastRoundTrip })
  if (reply.problem && !sentRequest?.resolve) toast(reply.problem)
  if (reply.skipped) emit("skipped")
  sentRequest?.resolve?.(reply)
  emit("answered")
  flush()
}
