// Completion and explanations of keys, from the JSON Schema that the server sends.
import { request } from "./connection.js"

let schema = null
const definition = reference => schema.$defs[reference.replace("#/$defs/", "")]

async function load() {
  if (!schema) {
    const reply = await request({ schema: true })
    schema = JSON.parse(reply.schema)
  }
  return schema
}

// A schema and all schemas that it refers to or combines, as one list. The depth is limited, since schemas may refer to each other in circles.
function parts(node, depth = 0) {
  if (!node || depth > 6) return []
  const inner = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.then ? [node.then] : [])]
  const referred = node.$ref ? parts(definition(node.$ref), depth + 1) : []
  return [node, ...referred, ...inner.flatMap(part => parts(part, depth + 1))]
}

// What a position of the text is in: the path of keys and list items that lead to it, the keys of its object, and whether a key is expected.
export function context(text, position) {
  const stack = []
  let index = 0, key = null, awaitsKey = false
  while (index < position) {
    const character = text[index]
    if (character === '"') {
      let end = index + 1
      while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1
      if (end >= position) break
      const word = text.slice(index + 1, end)
      if (awaitsKey && /^\s*:/.test(text.slice(end + 1))) { key = word; stack.at(-1)?.keys.push(word) }
      index = end
    } else if (text.startsWith("//", index)) {
      while (index < position && text[index] !== "\n") index += 1
    } else if (text.startsWith("/*", index)) {
      index = Math.max(text.indexOf("*/", index), index) + 1
    } else if (character === "{") {
      stack.push({ step: key, isList: false, keys: [] }); key = null; awaitsKey = true
    } else if (character === "[") {
      stack.push({ step: key, isList: true, keys: [] }); key = null; awaitsKey = false
    } else if (character === "}" || character === "]") {
      stack.pop(); key = null; awaitsKey = !(stack.at(-1)?.isList ?? true)
    } else if (character === ",") {
      key = null; awaitsKey = !(stack.at(-1)?.isList ?? true)
    } else if (character === ":") {
      awaitsKey = false
    }
    index += 1
  }
  const path = []
  stack.forEach((level, depth) => {
    if (depth === 0) return
    path.push(stack[depth - 1].isList ? { item: true } : { key: level.step })
  })
  return { path, key, awaitsKey, keys: stack.at(-1)?.keys ?? [], isInList: stack.at(-1)?.isList ?? false }
}

function schemasAt(path) {
  let nodes = parts(schema)
  for (const step of path) {
    nodes = nodes.flatMap(node => {
      const next = step.item ? node.items : node.properties?.[step.key] ?? (typeof node.additionalProperties === "object" ? node.additionalProperties : null)
      return next ? parts(next) : []
    })
  }
  return nodes
}

// Keys or values that are allowed at a position: { text, about }.
export function suggestions(where) {
  const nodes = schemasAt(where.path)
  if (where.awaitsKey) {
    const found = new Map()
    for (const node of nodes) {
      for (const [name, value] of Object.entries(node.properties ?? {})) if (!where.keys.includes(name)) found.set(name, value.description ?? "")
    }
    return [...found].map(([text, about]) => ({ text, about }))
  }
  const values = where.isInList
    ? nodes.flatMap(node => (node.items ? parts(node.items) : []))
    : schemasAt([...where.path, { key: where.key }])
  const found = new Map()
  for (const node of values) {
    node.enum?.forEach((name, index) => found.set(JSON.stringify(name), node.enumDescriptions?.[index] ?? ""))
    for (const name of node.examples ?? []) if (!found.has(JSON.stringify(name))) found.set(JSON.stringify(name), "")
    if (node.type === "boolean" || node.type?.includes?.("boolean")) for (const name of ["true", "false"]) found.set(name, "")
  }
  return [...found].map(([text, about]) => ({ text, about }))
}

// What the schema says about a key: its sentence and range.
export function explanation(path, key) {
  const nodes = schemasAt([...path, { key }])
  const sentence = nodes.find(node => node.description)?.description
  if (!sentence) return ""
  const bounded = nodes.find(node => node.minimum !== undefined || node.maximum !== undefined)
  const bounds = bounded ? ` Range: ${bounded.minimum ?? "…"} to ${bounded.maximum ?? "…"}.` : ""
  return `${key}: ${sentence}${bounds}`
}

function hint(view) {
  const cursor = view.getCursor()
  const text = view.getValue()
  const line = view.getLine(cursor.line)
  const start = line.slice(0, cursor.ch).match(/"?[\w.-]*$/)[0]
  const from = { line: cursor.line, ch: cursor.ch - start.length }
  const where = context(text, view.indexFromPos(from))
  const typed = start.replace(/^"/, "").toLowerCase()
  const rest = line.slice(cursor.ch).match(/^[\w.-]*"?/)[0]
  const to = { line: cursor.line, ch: cursor.ch + rest.length }
  const hasColon = /^\s*:/.test(line.slice(to.ch))
  const list = suggestions(where).filter(entry => entry.text.replace(/^"/, "").toLowerCase().startsWith(typed)).map(entry => ({
    text: where.awaitsKey ? `"${entry.text}"${hasColon ? "" : ": "}` : entry.text,
    render: element => {
      element.append(entry.text)
      if (entry.about) element.append(Object.assign(document.createElement("small"), { textContent: entry.about.slice(0, 160) }))
    },
  }))
  return { list, from, to }
}

export function setUpCompletion(view) {
  view.setOption("hintOptions", { hint, completeSingle: false })
  view.on("inputRead", async (_, change) => {
    if (!/^["\w]$/.test(change.text[0]) || change.origin !== "+input") return
    try { await load() } catch { return }
    view.showHint({ hint, completeSingle: false })
  })
  view.on("focus", () => { load().catch(() => {}) })
  // The title explains the key under the pointer.
  const wrapper = view.getWrapperElement()
  wrapper.addEventListener("mousemove", event => {
    if (!schema) { load().catch(() => {}); return }
    const position = view.coordsChar({ left: event.clientX, top: event.clientY })
    const token = view.getTokenAt({ line: position.line, ch: position.ch + 1 })
    let title = ""
    if (token.type?.includes("property") || token.type?.includes("string")) {
      const where = context(view.getValue(), view.indexFromPos({ line: position.line, ch: token.start }))
      if (where.awaitsKey) title = explanation(where.path, token.string.replaceAll('"', ""))
    }
    if (wrapper.title !== title) wrapper.title = title
  })
}
