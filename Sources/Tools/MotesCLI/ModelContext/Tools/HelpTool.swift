extension ContextTool {
  static let help = ContextTool(
    name: "help", title: "Look something up",
    about:
      "Explains an object with all its keys (cell), a key (cell.intensity), a list of names (topics, sprites, filters, easings, functions, shaders) or any words (blur a layer).",
    parameters: [
      ToolParameter(name: "topic", kind: .text, about: "A topic, a key or any words.", isRequired: true)
    ],
    work: { arguments, _ in
      let words = (arguments.text("topic") ?? "").split { $0.isWhitespace }.map(String.init)
      return .text(try HelpCommand.text(on: words.isEmpty ? ["topics"] : words, width: lineLength))
    })

  /// Characters on a line of help.
  private static let lineLength = 100
}
