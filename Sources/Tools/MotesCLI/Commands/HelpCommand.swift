import ArgumentParser
import Glibc
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
      motes help --teach          prints the language on one page, with ten presets to copy
      """)

  @Argument(help: "A command, a topic of the preset language, or any words.")
  var topic: [String] = []

  @Flag(help: "Print the preset language on one page of Markdown, with ten presets to copy.")
  var teach = false

  func validate() throws {
    if teach, !topic.isEmpty { throw ValidationError("--teach prints one page; it takes no topic.") }
  }

  func run() throws {
    if teach { return Terminal.write(TeachingPage.text, to: STDOUT_FILENO) }
    guard !topic.isEmpty else { return Terminal.printOutput(MotesCommand.helpMessage()) }
    Terminal.printOutput(try Self.text(on: topic, width: Terminal.textWidth))
  }

  /// What is said about a command, a topic of the preset language, or any words, in lines of at most `width` characters.
  ///
  /// - Throws: `UsageError` where nothing is known of them.
  static func text(on topic: [String], width: Int) throws -> String {
    // "cell intensity" means cell.intensity.
    let name = topic.joined(separator: ".")
    let words = topic.joined(separator: " ")
    let command = MotesCommand.configuration.subcommands.first { $0.configuration.commandName == name }
    let reference =
      command == nil
      ? ReferenceTopic.answer(to: words, options: CommandOptions.all) : ReferenceTopic.named(name)
    let presets = Self.presetsNote(topic, isElse: command != nil || reference?.isVague == false)
    guard command != nil || reference != nil || presets != nil else {
      let commands = MotesCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
      throw UsageError(ReferenceTopic.unknownTopicMessage(name, otherNames: commands, width: width))
    }
    // A name that is both a command and a topic is explained twice, the command first.
    let parts = [
      command.map { MotesCommand.helpMessage(for: $0) },
      reference.map { $0.lines(width: width).joined(separator: "\n") }, presets,
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }

  /// Where shipped presets have to do with the words: a subject such as rain or confetti. Nil if none has, or if all words are small ones.
  ///
  /// - Parameter isElse: whether other things are known of the words; then words count only as names or tags.
  private static func presetsNote(_ topic: [String], isElse: Bool) -> String? {
    let words = HelpQuestion.words(of: topic.joined(separator: " "))
      .filter { $0.count >= 3 && !["preset", "presets", "all", "list"].contains($0) }
    guard !words.isEmpty else { return nil }
    let found = PresetLibrary.shipped.list().filter { entry in
      isElse
        ? words.allSatisfy { word in entry.name == word || entry.tags.contains(word) }
        : PresetSearch(words: words).finds(entry)
    }
    guard !found.isEmpty else { return nil }
    // The preset of just this name comes first.
    let ordered = found.filter { words.contains($0.name) } + found.filter { !words.contains($0.name) }
    let names = ordered.prefix(6).map(\.name) + (found.count > 6 ? ["…"] : [])
    return "Presets: \(names.joined(separator: ", ")) (motes list \(words.joined(separator: " ")))\n"
  }
}
