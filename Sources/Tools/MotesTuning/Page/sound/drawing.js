// Draws the lane of the sound.
import { state } from "../state.js"

const beatHeight = 16, levelHeight = 30, curveHeight = 22, listHeight = 14
const colors = { level: "--quiet", all: "--quiet", bass: "--warn", mid: "--accent", treble: "--good" }
// The curve in whose row the onsets of a band are drawn.
const curveOf = { all: "level", bass: "bass", mid: "mid", treble: "treble" }
let rows = []       // { name, index of its list or -1, curve or null, top, height }, from the beats at the top down

const columns = new Map()       // a curve's data → its bytes
function bytesOf(curve) {
  if (!columns.has(curve)) columns.set(curve, Uint8Array.from(atob(curve.columns), letter => letter.charCodeAt(0)))
  return columns.get(curve)
}

// The rows of lists: the beats, a row for each curve with its onsets, and those of other bands.
export function rowsOf(lists) {
  const curves = state.sound?.curves ?? []
  const found = [{ name: "beats", index: 0, curve: null, height: beatHeight }]
  for (const curve of curves) {
    const index = lists.findIndex(list => curveOf[list.band] === curve.name)
    found.push({ name: curve.name, index, curve, height: curve.name === "level" ? levelHeight : curveHeight })
  }
  lists.forEach((list, index) => {
    if (index > 0 && !found.some(row => row.index === index)) found.push({ name: list.band, index, curve: null, height: listHeight })
  })
  let top = 0
  rows = found.map(row => { const placed = { ...row, top }; top += row.height; return placed })
  return rows
}

export const rowAt = y => rows.find(row => y >= row.top && y < row.top + row.height)

export function draw(canvas, { from, to }, chosen) {
  const last = rows.at(-1)
  canvas.style.height = `${last ? last.top + last.height : 0}px`
  const box = canvas.getBoundingClientRect()
  if (box.width === 0) return
  const scale = devicePixelRatio
  const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)]
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height }
  const context = canvas.getContext("2d")
  const style = getComputedStyle(document.documentElement)
  const color = name => style.getPropertyValue(name).trim()
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, box.width, box.height)
  const x = time => (time - from) / (to - from) * box.width

  for (const row of rows) if (row.curve) drawCurve(context, row, { from, to, width: box.width, paint: color(colors[row.name]) })
  drawNames(context, color)
  context.fillStyle = color("--line")
  for (const row of rows.slice(1, -1)) context.fillRect(0, row.top + row.height - 1, box.width, 1)
  for (const row of rows) {
    if (row.index < 0) continue
    const list = state.moments[row.index]
    const isBeat = row.index === 0
    list.times.forEach((time, place) => {
      if (time < from || time > to) return
      const isChosen = chosen?.index === row.index && chosen.place === place
      const paint = isChosen ? color("--accent") : color(isBeat ? "--ink" : colors[row.name] ?? "--ink")
      drawMark(context, x(time), row, { paint, isBeat, isChosen, strength: list.strengths[place], bottom: box.height })
    })
  }
}

// A curve's greatest values, a column for each pixel, above the row's lower edge.
function drawCurve(context, row, { from, to, width, paint }) {
  const bytes = bytesOf(row.curve), rate = state.sound.columnsPerSecond
  const bottom = row.top + row.height - 1, tall = row.height - 5
  const column = pixel => (from + pixel / width * (to - from)) * rate
  const value = pixel => {
    const first = Math.floor(column(pixel)), end = Math.max(Math.floor(column(pixel + 1)), first + 1)
    if (end - first === 1) {
      // Between two columns a straight line.
      const share = column(pixel) - first
      return ((bytes[first] ?? 0) * (1 - share) + (bytes[first + 1] ?? 0) * share) / 255
    }
    let greatest = 0
    for (let index = Math.max(first, 0); index < Math.min(end, bytes.length); index += 1) greatest = Math.max(greatest, bytes[index])
    return greatest / 255
  }
  context.beginPath()
  context.moveTo(0, bottom)
  for (let pixel = 0; pixel <= width; pixel += 1) context.lineTo(pixel, bottom - tall * value(pixel))
  context.lineTo(width, bottom)
  context.fillStyle = paint
  context.globalAlpha = 0.28
  context.fill()
  context.globalAlpha = 0.75
  context.strokeStyle = paint
  context.lineWidth = 1
  context.stroke()
  context.globalAlpha = 1
}

function drawMark(context, x, row, { paint, isBeat, isChosen, strength, bottom }) {
  context.fillStyle = paint
  if (isBeat) {
    context.globalAlpha = isChosen ? 0.9 : 0.1 + 0.12 * strength
    context.fillRect(x - 0.5, row.top + 8, 1, bottom - row.top - 8)
    context.globalAlpha = isChosen ? 1 : 0.35 + 0.6 * strength
    context.beginPath()
    context.arc(x, row.top + 8, isChosen ? 4.5 : 3, 0, 2 * Math.PI)
    context.fill()
  } else {
    // An onset stands on its row's lower edge, as tall as it is strong.
    const tall = (row.height - 6) * (isChosen ? 1 : 0.3 + 0.4 * strength)
    context.globalAlpha = isChosen ? 1 : 0.9
    context.fillRect(x - (isChosen ? 1 : 0.75), row.top + row.height - 1 - tall, isChosen ? 2 : 1.5, tall)
  }
  context.globalAlpha = 1
}

function drawNames(context, color) {
  context.font = "10px system-ui, sans-serif"
  context.textBaseline = "top"
  context.lineJoin = "round"
  context.lineWidth = 3
  context.strokeStyle = color("--raised")
  context.fillStyle = color("--quiet")
  for (const row of rows) {
    context.strokeText(row.name, 4, row.top + 2)
    context.fillText(row.name, 4, row.top + 2)
  }
}
