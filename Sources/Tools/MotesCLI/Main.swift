import ArgumentParser
import Colorimetry
import Glibc
import JSON
import Motes
import MotesTuning

/// `motes`: arguments → settings → work. Of all modules only this one touches the clock, the terminal and signals.
struct MotesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motes",
    abstract: "Renders particle and procedural effects to video.",
    discussion: """
      PRESET is the name of a shipped preset (see `motes list`) or the path of a JSON file.

      What a preset may hold:
        motes help blur a layer    answers questions of any words
        motes help topics          lists all topics, such as
        motes help cell            for the keys of an object, and
        motes help easings         for names to choose from
        motes help --teach         teaches the language on one page
        motes schema --reference   prints all of it

      Exit status: 0 done, 1 a comparison differs, 2 usage or preset error, 3 output or codec failure, \
      128 + the signal's number (130, 143) when a signal stopped the command. Control-C ends `watch` and `tune` with 0.
      """,
    version: Motes.version,
    subcommands: [
      RenderCommand.self, FrameCommand.self, SheetCommand.self, WatchCommand.self, TuneCommand.self,
      GalleryCommand.self, BatchCommand.self,
      HashCommand.self, VerifyCommand.self, RecoverCommand.self, ListCommand.self, DescribeCommand.self,
      CheckCommand.self, ImportCommand.self, ListenCommand.self,
      SchemaCommand.self,
      FormatsCommand.self, DoctorCommand.self, PlanCommand.self, PartCommand.self, JoinCommand.self, StatusCommand.self,
      FarmCommand.self, BenchCommand.self, NewCommand.self, MCPCommand.self, HelpCommand.self,
    ])
}

@main
enum Main {
  static func main() {
    // Without this, writing to a pipe whose reader has ended would end the process; now the write fails with an error.
    signal(SIGPIPE, SIG_IGN)
    do {
      try checkArguments()
      var command = try MotesCommand.parseAsRoot()
      try command.run()
      Failure.endProcessIfOutputFailed()
    } catch {
      Failure.endProcess(after: error)
    }
  }

  /// The most `--set` that are accepted: the argument parser's time grows with the square of their number.
  private static let maximumOverrides = 1_000

  /// Refuses arguments that the parser would accept: too many `--set`, and bytes other than UTF-8, which Swift would replace silently.
  private static func checkArguments() throws {
    let overrideCount = CommandLine.arguments.count { argument in
      PresetSettings.Override.options.contains { argument == $0 || argument.hasPrefix($0 + "=") }
    }
    guard overrideCount <= maximumOverrides else {
      throw UsageError(
        "--set is given \(overrideCount) times; at most \(maximumOverrides) are allowed. Write the values into a preset that `extends` this one."
      )
    }
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil else { continue }
      throw UsageError("argument \(index), \(String(cString: argument)), is not UTF-8 text.")
    }
    try checkCommandName()
  }

  /// Refuses a first word that is no command, which the argument parser would only call unexpected.
  private static func checkCommandName() throws {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return }
    let names = MotesCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    if names.contains(word) { return }
    let message = "there is no command \(quoted(word))."
    if FileAccess.isFile(word) || PresetLibrary.shipped.path(of: word) != nil {
      throw UsageError("\(message) To draw this preset: motes render \(ShellText.quoted(word))")
    }
    let hint = Spelling.hint(word, among: names)
    throw UsageError(message + (hint.isEmpty ? " motes help lists the commands." : hint))
  }
}
