import ArgumentParser
import Motes

/// `motes help`, which takes the place of the parser's own: it knows the topics of the preset language, too.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Explain a command, or a part of the preset language.",
    discussion: """
      motes help                  lists the commands
      motes help render           explains a command
      motes help topics           lists what there is to ask
      motes help cell             a kind of object: its keys with units, ranges and defaults
      motes help cell.intensity   one key; `intensity` alone is that of every object that has it
      motes help easings          names to choose from; also sprites, blends, fields, forces, colors, functions …
      """)

  @Argument(help: "A command, or a topic of the preset language.")
  var topic: [String] = []

  func run() throws {
    guard !topic.isEmpty else { return print(MotesCommand.helpMessage()) }
    // "cell intensity" means cell.intensity.
    let name = topic.joined(separator: ".")
    let command = MotesCommand.configuration.subcommands.first { $0.configuration.commandName == name }
    let topic = ReferenceTopic.named(name)
    guard command != nil || topic != nil else { throw UsageError(unknown(name)) }
    // What is both is explained twice, the command first.
    if let command { print(MotesCommand.helpMessage(for: command)) }
    if let topic { print(topic.lines(width: Terminal.textWidth).joined(separator: "\n")) }
  }

  /// The message for a topic that there is not: what is spelt alike, and all topics.
  private func unknown(_ name: String) -> String {
    let commands = MotesCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    let near = [Spelling.nearest(to: name, among: commands)].compactMap { $0 } + ReferenceTopic.nearest(to: name)
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    let width = Terminal.textWidth
    return (["there is no help on \"\(name)\".\(hint)"] + ReferenceTopic.overview(width: width)).joined(separator: "\n")
  }
}
