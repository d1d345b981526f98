import ArgumentParser
import Motes

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the shipped presets.")

  @OptionGroup var folders: PresetFolders

  @Flag(help: "Print a JSON list.")
  var json = false

  func run() throws {
    let entries = folders.library.list()
    if json {
      let lines = entries.map { entry in
        let tags = entry.tags.map(JSONText.quoted).joined(separator: ",")
        return "{\"name\":\(JSONText.quoted(entry.name)),\"about\":\(JSONText.quoted(entry.about)),\"tags\":[\(tags)]}"
      }
      Terminal.printOutput("[" + lines.joined(separator: ",\n ") + "]")
      return
    }
    let width = entries.map(\.name.count).max() ?? 0
    for entry in entries {
      Terminal.printOutput(entry.name.padded(to: width + 2) + entry.about)
    }
  }
}

struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe", abstract: "Tell what a preset shows and which knobs it has.")

  @OptionGroup var source: PresetOptions

  func run() throws { Terminal.printOutput(PresetDescription.text(of: try source.load())) }
}

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read presets and report every mistake in them.")

  @Argument(help: "Preset files (or names of shipped presets).")
  var files: [String]

  @OptionGroup var folders: PresetFolders

  func run() throws {
    var refusedCount = 0
    for file in files {
      do {
        let loaded = try Preset.load(file, PresetSettings(folders: folders.list))
        for warning in loaded.warnings { Terminal.printError("\(warning)") }
        Terminal.printOutput("\(file): ok")
      } catch {
        refusedCount += 1
        Terminal.printError("\(error)")
      }
    }
    if refusedCount > 0 { throw ExitCode(ExitStatus.usage.rawValue) }
  }
}
