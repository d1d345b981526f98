extension ContextTool {
  static let teach = ContextTool(
    name: "teach", title: "Teach the preset language",
    about: "The preset language on one page, with ten presets to copy. Read it once before you write a preset.",
    parameters: [], work: { _, _ in .text(TeachingPage.text) })
}
