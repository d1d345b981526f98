extension ContextTool {
  static let describe = ContextTool(
    name: "describe", title: "Describe a preset",
    about: "What a preset shows, its knobs with their ranges, its size and length, and what a frame costs.",
    parameters: ContextWorkplace.presetParameters + [
      ToolParameter(
        name: "paths", kind: .flag,
        about: "List the path of every key, as set takes it, with its value, in place of this.")
    ],
    work: { arguments, call in
      let preset = try call.workplace.preset(arguments, call.workplace.settings(arguments))
      return .text(arguments.flag("paths") == true ? PresetPaths.text(of: preset) : PresetDescription.text(of: preset))
    })
}
