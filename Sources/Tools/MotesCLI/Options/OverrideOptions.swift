import ArgumentParser
import Motes

/// `--set` and `--set-text`, of the commands that read a preset.
struct OverrideOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      """
      A knob, or any key by its path, and its value: JSON, a text, colours (#314,#f84), or @FILE, which holds it. A knob of text takes \
      any text, also one that begins with =; quotes of JSON ("007") are taken off. May be repeated.
      """, valueName: "key=value"))
  var sets: [String] = []

  @Option(
    name: .customLong("set-text"),
    help: ArgumentHelp(
      """
      The same for a text that is taken as it stands, quotes, = and @ included. These come after the values of --set. May be repeated.
      """, valueName: "key=text"))
  var texts: [String] = []

  /// The changes that the values ask for: those of `--set`, then those of `--set-text`.
  func overrides() throws -> [PresetSettings.Override] {
    let values = try sets.map { text in
      guard let override = PresetSettings.Override(text) else {
        throw UsageError("--set \(text): expected KEY=VALUE, such as --set intensity=2.")
      }
      return override
    }
    let plainTexts = try texts.map { text in
      guard var override = PresetSettings.Override(text) else {
        throw UsageError("--set-text \(text): expected KEY=TEXT, such as --set-text name='@lex'.")
      }
      override.isText = true
      return override
    }
    return try OverrideFiles.read(values) + plainTexts
  }
}
