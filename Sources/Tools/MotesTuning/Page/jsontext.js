// Parses JSON with comments and trailing commas, and keeps the position of every value. Returns null for a text with mistakes, which the
// server reports.
export function readJSON(text) {
  let index = 0
  const fail = () => { throw new SyntaxError("no JSON") }

  // Skips white space and comments.
  function space() {
    for (;;) {
      while (" \t\r\n\uFEFF".includes(text[index] ?? "x")) index += 1
      if (text.startsWith("//", index)) {
        while (index < text.length && text[index] !== "\n") index += 1
      } else if (text.startsWith("/*", index)) {
        index = text.indexOf("*/", index) + 2
        if (index < 2) fail()
      } else return
    }
  }

  function string() {
    const start = index
    index += 1
    while (text[index] !== '"') { if (index >= text.length) fail(); index += text[index] === "\\" ? 2 : 1 }
    index += 1
    return JSON.parse(text.slice(start, index))
  }

  // Parses a list or an object up to its closing bracket; `element` parses one element.
  function list(end, element) {
    const found = []
    index += 1
    for (;;) {
      space()
      if (text[index] === end) { index += 1; return found }
      found.push(element())
      space()
      if (text[index] === ",") index += 1
      else if (text[index] !== end) fail()
    }
  }

  // Parses a value: { start, end } and either members [{ key, node }], elements or value.
  function node() {
    space()
    const start = index
    let content
    if (text[index] === "{") {
      content = { members: list("}", () => { const key = string(); space(); if (text[index] !== ":") fail(); index += 1; return { key, node: node() } }) }
    } else if (text[index] === "[") content = { elements: list("]", node) }
    else if (text[index] === '"') content = { value: string() }
    else {
      const word = /[-+.\w]+/y
      word.lastIndex = index
      const found = word.exec(text)
      if (!found) fail()
      index = word.lastIndex
      content = { value: JSON.parse(found[0]) }
    }
    return { ...content, start, end: index }
  }

  try {
    const root = node()
    space()
    return index === text.length ? root : null
  } catch {
    return null
  }
}
