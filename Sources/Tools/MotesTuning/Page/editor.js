// The editor of the text: CodeMirror if the server has it, otherwise a text area with line numbers. Mistakes are marked at their places.
import { state, on, emit, $ } from "./state.js"
import { want } from "./connection.js"
import { frameRequest } from "./picture.js"
import { remember, undo, redo } from "./undo.js"
import { setUpCompletion } from "./completion.js"

let editor = null           // { get, set, mark(issues), go(line, column), focus, refresh }
let sendTimer = null
let isSettingText = false   // whether this file, not the user, is changing the editor's text

// Notes that the user has changed the text; it is sent when typing pauses.
function typed() {
  if (isSettingText) return
  remember("typing")
  state.text = editor.get()
  clearTimeout(sendTimer)
  sendTimer = setTimeout(sendText, 90)
}

function sendText() {
  if (sendTimer === null) return
  clearTimeout(sendTimer)
  sendTimer = null
  const message = { text: state.text }
  const frame = frameRequest()
  if (frame) message.frame = frame
  want(message)
}

on("flush", sendText)
on("text", ({ text, isNews }) => {
  // Text that was typed and not yet sent is newer than this answer.
  if (sendTimer !== null && !isNews) return
  if (isNews && state.text !== "" && text !== state.text) remember("file")
  state.text = text
  if (editor && editor.get() !== text) {
    isSettingText = true
    editor.set(text)
    isSettingText = false
  }
})

on("document", () => {
  const { issues, issueCount, warnings } = state.document
  $("mistakes").hidden = issueCount === 0
  $("mistakes").textContent = issueCount
  $("mistakes").setAttribute("aria-label", `, ${issueCount} mistakes`)
  editor?.mark(issues)
  const entry = (issue, kind) => {
    const item = Object.assign(document.createElement("li"), { className: kind })
    const place = issue.line ? `${issue.line}:${issue.column}  ` : ""
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: place + issue.text })
    button.addEventListener("click", () => { if (issue.line) editor.go(issue.line, issue.column) })
    item.append(button)
    return item
  }
  $("issues").replaceChildren(...issues.map(issue => entry(issue, "mistake")), ...warnings.map(issue => entry(issue, "warning")))
})

// MARK: Text area

function plainEditor() {
  const lines = Object.assign(document.createElement("div"), { className: "lines" })
  lines.setAttribute("aria-hidden", "true")
  const area = Object.assign(document.createElement("textarea"), { spellcheck: false, wrap: "off" })
  area.setAttribute("aria-label", "Text of the preset")
  $("editor").replaceChildren(lines, area)
  let marked = new Set()
  const numberLines = () => {
    const count = area.value.split("\n").length
    lines.replaceChildren(...Array.from({ length: count }, (_, index) => {
      const line = document.createElement("div")
      line.textContent = index + 1
      if (marked.has(index + 1)) line.className = "bad"
      return line
    }))
    lines.scrollTop = area.scrollTop
  }
  area.addEventListener("input", () => { numberLines(); typed() })
  area.addEventListener("scroll", () => { lines.scrollTop = area.scrollTop })
  area.addEventListener("keydown", event => {
    if (event.key !== "Tab" || event.shiftKey || event.ctrlKey) return
    event.preventDefault()
    area.setRangeText("  ", area.selectionStart, area.selectionEnd, "end")
    area.dispatchEvent(new Event("input"))
  })
  return {
    get: () => area.value,
    set: text => {
      const { selectionStart, selectionEnd, scrollTop } = area
      area.value = text
      area.setSelectionRange(selectionStart, selectionEnd)
      area.scrollTop = scrollTop
      numberLines()
    },
    mark: issues => { marked = new Set(issues.map(issue => issue.line)); numberLines() },
    go: (line, column) => {
      const start = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0)
      area.focus()
      area.setSelectionRange(start + column - 1, start + column - 1)
      area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight)
    },
    refresh: () => {},
  }
}

// MARK: CodeMirror

const folder = "codemirror/"
const scripts = ["mode/javascript/javascript.js", "addon/edit/matchbrackets.js", "addon/edit/closebrackets.js", "addon/fold/foldcode.js",
  "addon/fold/foldgutter.js", "addon/fold/brace-fold.js", "addon/hint/show-hint.js", "addon/selection/active-line.js"]
const styles = ["lib/codemirror.css", "addon/fold/foldgutter.css", "addon/hint/show-hint.css"]

function load(name) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), { src: folder + name, onload: resolve, onerror: reject })
    document.head.append(script)
  })
}

async function codeMirror() {
  await load("lib/codemirror.js")
  for (const name of scripts) await load(name)
  // The styles come before the page's own, which overrides them.
  for (const name of styles) document.head.prepend(Object.assign(document.createElement("link"), { rel: "stylesheet", href: folder + name }))
  $("editor").replaceChildren()
  const view = window.CodeMirror($("editor"), {
    mode: { name: "javascript", json: true }, lineNumbers: true, matchBrackets: true, autoCloseBrackets: true, styleActiveLine: true,
    foldGutter: true, gutters: ["CodeMirror-linenumbers", "CodeMirror-foldgutter"], tabSize: 2, indentUnit: 2,
    extraKeys: {
      "Ctrl-Z": undo, "Cmd-Z": undo, "Shift-Ctrl-Z": redo, "Shift-Cmd-Z": redo, "Ctrl-Y": redo, "Ctrl-Space": "autocomplete",
      Tab: editor => editor.execCommand(editor.somethingSelected() ? "indentMore" : "insertSoftTab"),
      // Tab indents. Keyboard users leave the editor with Escape and then Tab.
      Esc: editor => editor.getInputField().blur(),
    },
  })
  view.getInputField().setAttribute("aria-label", "Text of the preset")
  view.on("change", typed)
  let marks = [], widgets = []
  // The server's columns count Unicode scalars, the editor's UTF-16 units.
  const place = issue => ({ line: issue.line - 1, ch: [...(view.getLine(issue.line - 1) ?? "")].slice(0, issue.column - 1).join("").length })
  const wrapper = {
    get: () => view.getValue(),
    set: text => {
      // Only the part that differs is replaced, so that cursor and scroll position stay.
      const old = view.getValue()
      let start = 0
      while (start < old.length && start < text.length && old[start] === text[start]) start += 1
      let end = 0
      while (end < old.length - start && end < text.length - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1
      view.replaceRange(text.slice(start, text.length - end), view.posFromIndex(start), view.posFromIndex(old.length - end))
    },
    mark: issues => view.operation(() => {
      marks.forEach(mark => mark.clear())
      widgets.forEach(widget => widget.clear())
      marks = []
      widgets = []
      for (const issue of issues.filter(issue => issue.line && issue.line <= view.lineCount())) {
        const from = place(issue)
        const word = view.findWordAt({ line: from.line, ch: from.ch + 1 })
        marks.push(view.markText(from, { line: from.line, ch: Math.max(word.head.ch, from.ch + 1) }, { className: "cm-mistake" }))
        const line = Object.assign(document.createElement("div"), { className: "mistakeline", textContent: issue.text })
        widgets.push(view.addLineWidget(from.line, line))
      }
    }),
    go: (line, column) => { view.focus(); view.setCursor(place({ line, column })); view.scrollIntoView(null, 120) },
    refresh: () => view.refresh(),
  }
  setUpCompletion(view)
  return wrapper
}

export async function setUpEditor() {
  editor = plainEditor()
  if (new URLSearchParams(location.search).has("plain")) return
  try {
    editor = await codeMirror()
  } catch {
    editor = plainEditor()
  }
  isSettingText = true
  editor.set(state.text)
  isSettingText = false
  if (state.document) editor.mark(state.document.issues)
}

export const refreshEditor = () => editor?.refresh()
