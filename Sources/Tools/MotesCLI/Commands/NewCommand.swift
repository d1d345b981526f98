import ArgumentParser
import Motes
import MotesTuning
import Presets

struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Write a commented preset to start from: NAME.json.")

  @Argument(help: "Name of the preset; the file is NAME.json in this folder.")
  var name: String

  @Option(help: ArgumentHelp("What it shows at first.", valueName: "start"))
  var from: PresetStart = .particles

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Write the JSON Schema beside it, motes.schema.json, with which editors complete and check presets.")
  var schema = false

  func run() throws {
    let stem = name.lowercasedHasSuffix(".json") ? String(name.dropLast(".json".count)) : name
    guard !stem.isEmpty, !stem.hasSuffix("/") else {
      throw UsageError("\"\(name)\" is not a name for a preset. Use one such as in `motes new sparks`.")
    }
    let path = stem + ".json"
    let title = stem.split(separator: "/").last.map(String.init) ?? stem
    let schemaPath = FilePath.beside(path, JSONSchema.fileName)
    guard path != schemaPath else {
      throw UsageError("\(JSONSchema.fileName) is the name of the schema of presets. Please choose another.")
    }
    if schema {
      // The preset is written last, and is refused here already so that no schema is left alone.
      guard force || !FilePath.exists(path) else { throw UsageError("\(path) exists; --force replaces it.") }
      try SchemaFile.write(to: schemaPath)
    }
    let text = Preset.template(name: title, schema: SchemaFile.address(for: path), from: from)
    try writeText(text, to: path, allowsReplacing: force)
    if schema { Terminal.printOutput("\(schemaPath): written.") }
    let file = ShellText.quoted(path)
    Terminal.printOutput("\(path): written. Try: motes watch \(file), motes sheet \(file), motes render \(file)")
  }
}

extension PresetStart: ExpressibleByArgument {}
