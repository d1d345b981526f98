import ArgumentParser
import Motes

/// `motes help`. It replaces the argument parser's own help command, because it also explains topics of the preset language.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Explain a command, or a part of the preset language.",
    discussion: """
      motes help                  lists the commands
      motes help render           explains a command
      motes help topics           lists all topics
      motes help cell             explains an object, with all its keys
      motes help cell.intensity   explains one key; `intensity` alone, every such key
      motes help easings          lists names; also sprites, fields, colors, functions
      motes help audio            finds jobs, options, names and keys that are related to a word
      motes help blur a layer     ... or to several
      """)

  @Argument(help: "A command, a topic of the preset language, or any words.")
  var topic: [String] = []

  func run() throws {
    guard !topic.isEmpty else { return Terminal.printOutput(MotesCommand.helpMessage()) }
    // "cell intensity" means cell.intensity.
    let name = topic.joined(separator: ".")
    let words = topic.joined(separator: " ")
    let command = MotesCommand.configuration.subcommands.first { $0.configuration.commandName == name }
    let reference =
      command == nil
      ? ReferenceTopic.answer(to: words, options: CommandOptions.all) : ReferenceTopic.named(name)
    guard command != nil || reference != nil else {
      let commands = MotesCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      throw UsageError(ReferenceTopic.unknownTopicMessage(name, otherNames: commands, width: Terminal.textWidth))
    }
    // A name that is both a command and a topic is explained twice, the command first.
    if let command { Terminal.printOutput(MotesCommand.helpMessage(for: command)) }
    if let reference { Terminal.printOutput(reference.lines(width: Terminal.textWidth).joined(separator: "\n")) }
  }
}
