import ArgumentParser
import Importing
import Motes
import MotesTuning
import Presets

/// `motes import`: makes a preset from a file of another particle system.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a preset from a file of another particle system.",
    discussion: """
      Reads property lists of cocos2d and Particle Designer, PEX files, options of tsParticles and canvas-confetti, systems \
      of Vortex, configurations of pixi particle-emitter, and Core Animation markup (a .ca folder or a .caml file). Its \
      contents tell which it is; --format is for files whose contents do not.

      A texture becomes a PNG beside the preset. Every key that is not carried over, or not exactly, is listed with the reason.
      """)

  @Argument(help: ArgumentHelp("The file, or the folder of a .ca bundle.", valueName: "file"))
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Where the preset goes (default: the file's name with .json, in the working directory).", valueName: "preset.json"
    ))
  var output: String?

  @Option(help: "The file's format, if its contents do not tell it.")
  var format: ImportFormat?

  @Option(help: ArgumentHelp("Write the list of what was carried over and what was not as JSON.", valueName: "file"))
  var report: String?

  @Flag(help: "Replace existing files.")
  var force = false

  func run() throws {
    let source = try sourceFile()
    let target = output ?? outputName
    try checkTargets(source, target)
    let bytes = try read(source)
    let textures = TextureFiles(presetPath: target, sourceFolder: folder(of: source))
    let result: Importer.Result
    // `store` only converts textures; `write` makes files of them, once the whole source has been read.
    do {
      result = try Importer.run(bytes, name: source, format: format) { try textures.store($0) }
    } catch {
      throw UsageError("\(error)")
    }
    try textures.write(allowsReplacing: force)
    try writeText(result.preset, to: target, allowsReplacing: force)
    if let report {
      try writeText(
        result.report.json(format: result.format, source: source, preset: target), to: report, allowsReplacing: force)
    }
    Terminal.printError("\(source): \(result.format.title).\n\(result.report.table())")
    // The preset is checked after it is written: if it has mistakes, it stays, so that it can be mended.
    let preset = try Preset(contentsOf: target)
    for warning in preset.warnings { Terminal.printError("\(warning)") }
    let name = ShellText.quoted(target)
    let written = ([target] + textures.pictures.map(\.path)).joined(separator: ", ")
    Terminal.printOutput("\(written): written. Try: motes watch \(name), motes sheet \(name), motes render \(name)")
  }

  /// The path of the file to read: the argument, or the .caml file in the folder that the argument names.
  private func sourceFile() throws -> String {
    guard FileAccess.isFolder(file) else { return file }
    let names = FileAccess.names(in: file).filter { $0.lowercasedHasSuffix(".caml") }
    guard let name = names.first(where: { $0 == "main.caml" }) ?? names.first else {
      throw UsageError("\(file) is a folder without a .caml file, so it is not a bundle of Core Animation.")
    }
    return (file.hasSuffix("/") ? file : file + "/") + name
  }

  private var outputName: String {
    let trimmed = file.hasSuffix("/") ? String(file.dropLast()) : file
    let name = trimmed.split(separator: "/").last.map(String.init) ?? "imported"
    let preset = FilePath.replacingExtension(of: name, by: "json")
    // A JSON file in the working directory must not be replaced by its own import.
    return preset == file ? FilePath.inserting("-imported", in: preset) : preset
  }

  private func checkTargets(_ source: String, _ target: String) throws {
    guard target.lowercasedHasSuffix(".json") else {
      throw UsageError("\(target): a preset's file ends in .json.")
    }
    guard !FilePath.areSame(source, target) else {
      throw UsageError("\(target) is the file that is imported. Please choose another name with -o.")
    }
    if let report {
      guard !FilePath.areSame(report, target), !FilePath.areSame(report, source) else {
        throw UsageError("--report \(report): this is the preset or the imported file.")
      }
      guard force || !FilePath.exists(report) else { throw UsageError("\(report) exists; --force replaces it.") }
    }
    guard force || !FilePath.exists(target) else { throw UsageError("\(target) exists; --force replaces it.") }
  }

  private func read(_ path: String) throws -> [UInt8] {
    do {
      return try FileAccess.read(path)
    } catch {
      switch error {
      case .missing: throw UsageError("\(path): there is no such file.")
      case .notAFile: throw UsageError("\(path) is not a regular file.")
      case .tooLarge(let size):
        throw UsageError("\(path) has \(size) bytes; at most \(ImportLimits.fileBytes) are read.")
      case .system(let reason): throw UsageError("\(path) cannot be read: \(reason).")
      }
    }
  }
}

extension ImportFormat: ExpressibleByArgument {}
