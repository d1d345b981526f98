import ArgumentParser
import JSON
import Motes

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the shipped presets.")

  @OptionGroup var folders: PresetFolders

  @Flag(help: "Print a JSON list.")
  var json = false

  func run() throws {
    let entries = folders.library.list()
    if json {
      struct Listed: Encodable {
        let name, about: String
        let tags: [String]
      }
      return Terminal.printOutput(
        JSONWriter.page(entries.map { Listed(name: $0.name, about: $0.about, tags: $0.tags) }))
    }
    // The presets of the documentation's recipes, from which users copy.
    let recipes = ShippedPresets.recipes.list()
    let width = (entries + recipes).map(\.name.count).max() ?? 0
    func print(_ entry: PresetLibrary.Entry) { Terminal.printOutput(entry.name.padded(to: width + 2) + entry.about) }
    entries.forEach(print)
    guard let folder = ShippedPresets.recipes.folders.first, !recipes.isEmpty else { return }
    Terminal.printOutput("\nRecipes to copy, in \(folder):\n")
    recipes.forEach(print)
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

  @Flag(help: "Check them as loops, whose end meets their start.")
  var loop = false

  @OptionGroup var folders: PresetFolders

  @OptionGroup var assets: AssetFolder

  func run() throws {
    var refusedCount = 0
    for file in files {
      do {
        var settings = assets.settings(folders)
        settings.loops = loop ? true : nil
        let loaded = try Preset.load(file, settings)
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
