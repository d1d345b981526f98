import ArgumentParser
import JSON
import Motes

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the shipped presets, all of them or those with a word or tag.",
    discussion: """
      motes list                 all presets, and the recipes of the documentation
      motes list confetti gold   those with both words in their name, sentence or tags
      motes list --tag loop      those with this tag
      """)

  @Argument(help: "Words that a preset has in its name, its sentence or its tags.")
  var words: [String] = []

  @Option(help: ArgumentHelp("A tag that a preset has.", valueName: "word"))
  var tag: String?

  @OptionGroup var folders: PresetFolders

  @Flag(help: "Print a JSON list.")
  var json = false

  func run() throws {
    let search = PresetSearch(words: words, tag: tag)
    let all = folders.library.list()
    let entries = all.filter(search.finds)
    if json {
      struct Listed: Encodable {
        let name, about: String
        let tags: [String]
      }
      return Terminal.printOutput(
        JSONWriter.page(entries.map { Listed(name: $0.name, about: $0.about, tags: $0.tags) }))
    }
    // The presets of the documentation's recipes, from which users copy.
    let recipes = ShippedPresets.recipes.list().filter(search.finds)
    if entries.isEmpty, recipes.isEmpty, !words.isEmpty || tag != nil { throw search.nothingFound(among: all) }
    let width = (entries + recipes).map(\.name.count).max() ?? 0
    func print(_ entry: PresetLibrary.Entry) { Terminal.printOutput(entry.name.padded(to: width + 2) + entry.about) }
    entries.forEach(print)
    guard let folder = ShippedPresets.recipes.folders.first, !recipes.isEmpty else { return }
    Terminal.printOutput("\(entries.isEmpty ? "" : "\n")Recipes to copy, in \(folder):\n")
    recipes.forEach(print)
  }
}

struct DescribeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe", abstract: "Tell what a preset shows and which knobs it has.")

  @Flag(help: "List the path of every key that the preset gives, as --set takes it, with its value.")
  var paths = false

  @OptionGroup var source: PresetOptions

  func run() throws {
    let preset = try source.load()
    Terminal.printOutput(paths ? PresetPaths.text(of: preset) : PresetDescription.text(of: preset))
  }
}

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read presets and report every mistake in them.")

  @Argument(help: "Preset files (or names of shipped presets).")
  var files: [String]

  @Flag(help: "Check them as loops, whose end meets their start.")
  var loop = false

  @OptionGroup var sound: SoundOptions

  @OptionGroup var folders: PresetFolders

  @OptionGroup var assets: AssetFolder

  func run() throws {
    let curves = try sound.curvesPath()
    var refusedCount = 0
    for file in files {
      do {
        var settings = assets.settings(folders)
        settings.loops = loop ? true : nil
        settings.curves = curves
        let loaded = try Preset.load(file, settings)
        for warning in loaded.warnings { Terminal.printError("\(warning)") }
        Terminal.printOutput("\(file): ok" + (SoundOptions.note(on: loaded).map { "; \($0)" } ?? ""))
      } catch {
        refusedCount += 1
        Terminal.printError("\(error)")
      }
    }
    if refusedCount > 0 { throw ExitCode(ExitStatus.usage.rawValue) }
  }
}
