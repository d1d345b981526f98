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

      Options may also stand in a script or a page (.js, .ts, .jsx, .html …), which is searched and never run: calls of confetti, \
      particlesJS, tsParticles.load, Particles.init and new Emitter, and objects such as `export const options = { … }`. The report \
      says what was found at which lines, which values are no constants, and what stands for them. All calls of confetti that one \
      function makes become one preset, with their times; anything else becomes a preset of its own, in a file whose name ends in \
      the function's name or in a number.

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

  @Option(help: ArgumentHelp("Of the things found in a script, import only this one (from 1).", valueName: "number"))
  var only: Int?

  @Flag(help: "Replace existing files.")
  var force = false

  func run() throws {
    let source = try sourceFile()
    let target = output ?? outputName
    let bytes = try read(source)
    var sources: [ImportSource]
    do { sources = try Importer.sources(bytes, name: source, format: format) } catch { throw UsageError("\(error)") }
    if sources.count > 1, only == nil { printFound(sources, source, target) }
    if let only {
      guard sources.indices.contains(only - 1) else {
        throw UsageError(
          "--only \(only): \(source) has \(sources.count == 1 ? "one thing" : "\(sources.count) things") to import.")
      }
      sources = [sources[only - 1]]
      sources[0].suffix = nil
    }
    for found in sources { try checkTargets(source, path(target, of: found)) }
    var failures: [String] = []
    for found in sources {
      do { try importOne(found, source, target) } catch let error as ImportError {
        failures.append("\(error)")
        if sources.count > 1 { Terminal.printError("\(error)") }
      }
    }
    if failures.count == sources.count {
      throw UsageError(sources.count == 1 ? failures[0] : "None of them could be imported.")
    }
  }

  /// Lists what was found in a script.
  private func printFound(_ sources: [ImportSource], _ source: String, _ target: String) {
    let lines = sources.enumerated().map { number, found in
      "  \(number + 1)  \(found.found ?? found.format.title): \(path(target, of: found))"
    }
    Terminal.printError(
      "\(source): \(sources.count) things to import; --only N takes one of them.\n\(lines.joined(separator: "\n"))")
  }

  /// The preset's path for one of several sources of a file.
  private func path(_ target: String, of source: ImportSource) -> String {
    source.suffix.map { FilePath.inserting("-\($0)", in: target) } ?? target
  }

  private func importOne(_ found: ImportSource, _ source: String, _ output: String) throws {
    let target = path(output, of: found)
    let textures = TextureFiles(presetPath: target, sourceFolder: folder(of: source))
    // `store` only converts textures; `write` makes files of them, once the whole source has been read.
    let result = try Importer.run(found) { try textures.store($0) }
    try textures.write(allowsReplacing: force)
    try writeText(result.preset, to: target, allowsReplacing: force)
    if let report {
      try writeText(
        result.report.json(format: result.format, source: source, preset: target, found: found.found),
        to: path(report, of: found), allowsReplacing: force)
    }
    let what = found.found.map { "\(result.format.title): \($0)" } ?? result.format.title
    Terminal.printError("\(source): \(what).\n\(result.report.table())")
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
      guard !FilePath.areSame(report, output ?? target), !FilePath.areSame(report, target),
        !FilePath.areSame(report, source)
      else { throw UsageError("--report \(report): this is the preset or the imported file.") }
      guard force || !FilePath.exists(report) else { throw UsageError("\(report) exists; --force replaces it.") }
    }
    guard force || !FilePath.exists(target) else { throw UsageError("\(target) exists; --force replaces it.") }
  }

  private func read(_ path: String) throws -> [UInt8] {
    do {
      return try FileAccess.read(path, atMost: ImportLimits.scriptBytes)
    } catch {
      switch error {
      case .missing: throw UsageError("\(path): there is no such file.")
      case .notAFile: throw UsageError("\(path) is not a regular file.")
      case .tooLarge(let size):
        throw UsageError("\(path) has \(size) bytes; at most \(ImportLimits.scriptBytes) are read.")
      case .system(let reason): throw UsageError("\(path) cannot be read: \(reason).")
      }
    }
  }
}

extension ImportFormat: ExpressibleByArgument {}
