// Changes of the preset's text that keep its comments and its layout: other values in the place of some, and new keys.
import { state, emit } from "./state.js"
import { want } from "./connection.js"
import { frameRequest, dragging } from "./picture.js"
import { readJSON } from "./jsontext.js"
import { remember } from "./undo.js"

let parsed = { text: null, root: null }

// The text's value with positions; null while it has mistakes.
export function root() {
  if (parsed.text !== state.text) parsed = { text: state.text, root: readJSON(state.text) }
  return parsed.root
}

export const member = (node, key) => node?.members?.find(other => other.key === key)?.node

// The value at a path in the syntax of --set: layers.sky.group[2].
export function nodeAt(path) {
  let node = root()
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) node = node?.elements?.[Number(index)]
    else if (node?.elements) node = node.elements.find(element => member(element, "name")?.value === name)
    else node = member(node, name)
  }
  return node
}

// Replaces pieces { start, end, text } of the text, in one step that can be undone.
export function replace(pieces, label, isDrag = false) {
  // Text that was typed just now is sent first: an editor that still waits to send it would take its own text for the newer one.
  emit("flush")
  remember(label, isDrag)
  let text = state.text
  for (const piece of pieces.toSorted((a, b) => b.start - a.start)) text = text.slice(0, piece.start) + piece.text + text.slice(piece.end)
  if (isDrag) dragging(true)
  emit("text", { text, isNews: false })
  const message = { text }
  const frame = frameRequest()
  if (frame) message.frame = frame
  want(message)
}

// The piece that gives an object one more key, as its first: on a line of its own if the object's first key has one.
export function insertion(node, key, value) {
  const space = /^\s*/.exec(state.text.slice(node.start + 1))[0]
  const before = state.text[node.start + 1 + space.length] === '"' ? space : " "
  const isEmpty = node.members.length === 0
  return { start: node.start + 1, end: node.start + 1, text: `${before}"${key}": ${value}${isEmpty ? " " : ","}` }
}
