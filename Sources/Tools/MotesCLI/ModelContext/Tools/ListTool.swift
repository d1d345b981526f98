import Motes

extension ContextTool {
  static let list = ContextTool(
    name: "list", title: "List shipped presets",
    about: "The shipped presets, each with a sentence: all of them, or those with some words or a tag.",
    parameters: [
      ToolParameter(
        name: "words", kind: .text, about: "Words that a preset has in its name, its sentence or its tags."),
      ToolParameter(name: "tag", kind: .text, about: "A tag that a preset has: night, loop, text, shader …"),
    ],
    work: { arguments, call in
      let words = (arguments.text("words") ?? "").split { $0.isWhitespace }.map(String.init)
      let search = PresetSearch(words: words, tag: arguments.text("tag"))
      let all = call.workplace.folders.library.list()
      let found = all.filter(search.finds)
      guard !found.isEmpty else { throw search.nothingFound(among: all) }
      return .text(found.map { "\($0.name): \($0.about)" }.joined(separator: "\n"))
    })
}
