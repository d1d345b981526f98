// The picture: requests frames of the right size, and shows them.
import { state, on, emit, $ } from "./state.js"
import { want, isConnected, statistics } from "./connection.js"
import { due, playShare } from "./timeline.js"

const canvas = $("canvas")
const context = canvas.getContext("2d", { willReadFrequently: true })
let restTimer = null
let arrived = 0, painted = 0    // order numbers of the last frame that arrived and of the last that was painted
let dragShare = 1           // factor of a frame's sides while something is dragged

// While something is dragged, frames that take longer than this are drawn at half their sides. The time of such a frame is taken to be
// a third of a whole one's.
const dragMilliseconds = 60

// With ?jpeg in the address all frames are sent as JPEG. Otherwise only frames in motion are, if the connection is slower than this; at
// rest the picture is exact.
const wantsJPEG = new URLSearchParams(location.search).has("jpeg")
const slowBytesPerSecond = 25e6

// The size of frames to request: the largest that fits the view, in device pixels, but no larger than the preset's own; the preset's own
// size when zoomed.
export function size() {
  const own = state.document?.canvas
  if (!own) return null
  if (state.zoom !== "fit") return { width: own.width, height: own.height }
  const view = $("view").getBoundingClientRect()
  const scale = Math.min(1, view.width * devicePixelRatio / own.width, view.height * devicePixelRatio / own.height)
  const share = state.isDragging ? dragShare : playShare()
  const even = value => Math.max(2, 2 * Math.round(value * scale * share / 2))
  return { width: even(own.width), height: even(own.height) }
}

export function frameRequest(number = state.frame) {
  const wanted = size()
  if (!wanted) return null
  const isAtRest = !state.isPlaying && !state.isDragging
  const jpeg = !state.keepsAlpha && (wantsJPEG || (!isAtRest && statistics.bytesPerSecond < slowBytesPerSecond))
  return { number, ...wanted, alpha: state.keepsAlpha, saved: state.showsSaved, hash: isAtRest && !jpeg, jpeg }
}

// Whether the shown picture's size differs from the one that would be requested now.
export function hasAnotherSize() {
  const wanted = size()
  return Boolean(wanted && state.picture && !state.isPlaying && !state.isDragging
    && (wanted.width !== state.picture.width || wanted.height !== state.picture.height))
}

// Requests the current frame.
export function refresh() {
  const frame = frameRequest()
  if (frame && isConnected()) want({ frame })
}

// Notes that something is being dragged, for which smaller frames may do. When the drag ends or rests, the whole frame is requested.
export function dragging(isNow) {
  clearTimeout(restTimer)
  if (isNow) {
    state.isDragging = true
    restTimer = setTimeout(() => dragging(false), 220)
  } else if (state.isDragging) {
    state.isDragging = false
    if (!state.isPlaying) refresh()
  }
}

function layOut() {
  const own = state.document?.canvas
  if (!own) return
  const isZoomed = state.zoom !== "fit"
  $("view").classList.toggle("zoomed", isZoomed)
  let width, height
  if (isZoomed) {
    width = own.width * Number(state.zoom) / devicePixelRatio
    height = own.height * Number(state.zoom) / devicePixelRatio
  } else {
    const view = $("view").getBoundingClientRect()
    const scale = Math.min(view.width / own.width, view.height / own.height, 1 / devicePixelRatio)
    width = own.width * scale
    height = own.height * scale
  }
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}

on("frame", async ({ picture, pixels, roundTrip }) => {
  if (state.isDragging) dragShare = roundTrip * (dragShare < 1 ? 3 : 1) > dragMilliseconds ? 0.5 : 1
  arrived += 1
  const order = arrived
  const image = picture.jpeg ? await createImageBitmap(new Blob([pixels], { type: "image/jpeg" })) : new ImageData(pixels, picture.width, picture.height)
  await due(picture.number)
  // Decoding a JPEG and waiting take a while, in which a newer frame may have been painted.
  if (order < painted) return
  painted = order
  if (canvas.width !== picture.width || canvas.height !== picture.height) {
    canvas.width = picture.width
    canvas.height = picture.height
  }
  if (picture.jpeg) context.drawImage(image, 0, 0); else context.putImageData(image, 0, 0)
  $("inexact").hidden = !picture.jpeg
  $("frame").classList.toggle("alpha", state.keepsAlpha)
  canvas.dataset.frame = picture.number
  if (picture.hash) canvas.dataset.hash = picture.hash; else delete canvas.dataset.hash
  canvas.setAttribute("aria-label", `Frame ${picture.number}, ${picture.width} by ${picture.height} pixels`)
  state.picture = picture
  layOut()
  emit("painted", picture)
})

on("document", () => {
  const message = state.document.isDrawable || state.picture ? "" : "The preset has mistakes; fix them under Text."
  $("empty").hidden = message === ""
  $("empty").textContent = message
  layOut()
})

export function setUpPicture() {
  new ResizeObserver(() => { layOut(); if (!state.isPlaying) refresh() }).observe($("view"))
  $("zoom").addEventListener("change", () => { state.zoom = $("zoom").value; layOut(); refresh() })
  const toggle = (id, apply) => $(id).addEventListener("click", () => {
    const isOn = $(id).getAttribute("aria-pressed") !== "true"
    $(id).setAttribute("aria-pressed", isOn)
    apply(isOn)
  })
  toggle("alpha", isOn => { state.keepsAlpha = isOn; refresh() })
  toggle("saved", isOn => { state.showsSaved = isOn; refresh() })
  toggle("areas", isOn => { $("safe").hidden = !isOn })
}
