import JSON
import Presets

/// Makes presets from files of other systems.
package enum Importer {
  /// The result of an import.
  package struct Result {
    package var format: ImportFormat
    /// The preset's text.
    package var preset: String
    package var report: ImportReport
  }

  /// Makes a preset from the bytes of a file, of a script the first that it has.
  ///
  /// - Parameters:
  ///   - bytes: the file, at most `ImportLimits.fileBytes`; a script at most `ImportLimits.scriptBytes`.
  ///   - name: the file's name, for messages and the preset's name.
  ///   - format: the file's format; nil to detect it from the contents.
  ///   - store: writes a texture as a picture beside the preset; nil leaves textures out, with a line of the report for each.
  package static func run(
    _ bytes: [UInt8], name: String, format: ImportFormat? = nil, store: TextureStore? = nil
  ) throws(ImportError) -> Result {
    try run(try sources(bytes, name: name, format: format)[0], store: store)
  }

  /// Makes a preset like `run`; also returns the paths of all leaf values of the file (`Reading.leafPaths`).
  package static func runWithLeafPaths(
    _ bytes: [UInt8], name: String, format: ImportFormat? = nil, store: TextureStore? = nil
  ) throws(ImportError) -> (result: Result, paths: [String]) {
    try runWithLeafPaths(try sources(bytes, name: name, format: format)[0], store: store)
  }

  /// Makes a preset of one of the sources of a file.
  package static func run(_ source: ImportSource, store: TextureStore? = nil) throws(ImportError) -> Result {
    try runWithLeafPaths(source, store: store).result
  }

  private static func runWithLeafPaths(
    _ source: ImportSource, store: TextureStore?
  ) throws(ImportError) -> (result: Result, paths: [String]) {
    let (document, found, name) = (source.document, source.format, source.document.name)
    guard document.root.members != nil || document.root.elements != nil else {
      throw ImportError("\(name): an object or a list was expected for \(found.title).")
    }
    guard valueCount(of: document.root) <= ImportLimits.values else {
      throw ImportError("\(name): more than \(ImportLimits.values) values; no such file needs as many.")
    }
    let reading = Reading(document, store: store)
    for line in source.lines { reading.note(line.key, line.kind, line.reason) }
    let stem = fileStem(name) + (source.suffix.map { " \($0)" } ?? "")
    var preset = try preset(reading.root, found, stem)
    preset.sanitize(reportingTo: reading)
    guard !preset.layers.isEmpty else {
      let place = source.found.map { "\(name) (\($0))" } ?? name
      throw ImportError("\(place): read as \(found.title), it has no emitter whose particles could be seen.")
    }
    let text = preset.text(name: presetName(fromStem: stem), format: found)
    return (Result(format: found, preset: text, report: reading.finish()), reading.leafPaths())
  }

  /// The number of values in a tree, including its root.
  private static func valueCount(of node: JSONNode) -> Int {
    switch node.value {
    case .array(let elements): elements.reduce(1) { $0 + valueCount(of: $1) }
    case .object(let members): members.reduce(1) { $0 + valueCount(of: $1.node) }
    default: 1
    }
  }

  private static func preset(
    _ root: SourceObject, _ format: ImportFormat, _ stem: String
  ) throws(ImportError) -> PresetWriting {
    switch format {
    case .particleDesigner: try ParticleDesigner(root, isPEX: false, fileStem: stem).preset()
    case .pex: try ParticleDesigner(root, isPEX: true, fileStem: stem).preset()
    case .tsParticles: try TSParticles(root).preset()
    case .canvasConfetti: try CanvasConfetti(root).preset()
    case .vortex: try Vortex(root).preset()
    case .pixi: try PixiParticles(root).preset()
    case .caml: try CoreAnimationMarkup(root).preset()
    case .particlesInit: ParticlesInit(root).preset()
    }
  }

  // MARK: The document

  /// What presets can be made of in a file: one source, or of a script each of the options in it. There is at least one.
  package static func sources(
    _ bytes: [UInt8], name: String, format: ImportFormat? = nil
  ) throws(ImportError) -> [ImportSource] {
    let isScript = ScriptFiles.isScript(name: name)
    let limit = isScript ? ImportLimits.scriptBytes : ImportLimits.fileBytes
    guard bytes.count <= limit else { throw ImportError("\(name): the file is larger than \(limit >> 20) MB.") }
    if bytes.starts(with: BinaryPropertyList.magic) {
      let root = try BinaryPropertyList.read(bytes, name: name)
      return [try source(SourceDocument(name: name, root: root), format)]
    }
    let bytes = try TextEncoding.utf8(bytes, name: name)
    // The first byte after white space and the byte order mark of UTF-8.
    let firstByte = bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
    if ScriptFiles.isPage(bytes, name: name) { return try ScriptFiles.sources(bytes, name, isPage: true, format) }
    guard firstByte == UInt8(ascii: "<"), !isScript else {
      if isScript { return try ScriptFiles.sources(bytes, name, isPage: false, format) }
      do throws(ImportError) {
        return [try source(SourceDocument(json: bytes, name: name), format)]
      } catch {
        // What is no JSON may be a script, or JSON with the freedom of one, such as keys without quotes.
        return try ScriptFiles.sources(bytes, name, isPage: false, format, unlessJSON: error)
      }
    }
    return [try xmlSource(bytes, name, format)]
  }

  private static func source(_ document: SourceDocument, _ format: ImportFormat?) throws(ImportError) -> ImportSource {
    ImportSource(
      document: document, format: try jsonOrPropertyListFormat(document.root, format, document.name))
  }

  private static func xmlSource(
    _ bytes: [UInt8], _ name: String, _ format: ImportFormat?
  ) throws(ImportError) -> ImportSource {
    let tree = try XMLTree.read(bytes, name: name)
    if tree.name == "plist" {
      return try source(SourceDocument(name: name, root: XMLNodes.propertyList(tree)), format)
    }
    let detected: ImportFormat? =
      tree.name == "particleEmitterConfig" || tree.children.contains { $0.name.lowercased() == "maxparticles" }
      ? .pex
      : tree.name == "caml" || tree.name.hasPrefix("CA") ? .caml : nil
    guard let chosen = format ?? detected else {
      throw ImportError("\(name): XML with \(tree.name) at its top is not a known format. \(formatHint)")
    }
    guard [.pex, .caml].contains(chosen) else {
      throw ImportError("\(name): this is XML, and \(chosen.title) is not.")
    }
    return ImportSource(document: SourceDocument(name: name, root: XMLNodes.node(of: tree)), format: chosen)
  }

  /// The format of JSON or of a property list: the requested one, or the one that its keys reveal.
  static func jsonOrPropertyListFormat(
    _ root: JSONNode, _ format: ImportFormat?, _ name: String
  ) throws(ImportError) -> ImportFormat {
    if let format {
      guard format != .pex, format != .caml else {
        throw ImportError("\(name): \(format.title) is XML, and this is JSON or a property list.")
      }
      return format
    }
    guard let found = ImportFormat.detected(in: root) else {
      throw ImportError("\(name): its keys belong to no known format. \(formatHint)")
    }
    return found
  }

  static let formatHint =
    "--format says which it is: \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", "))."

  // MARK: Names

  /// A file's name without its folder and extension.
  static func fileStem(_ name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }

  /// A preset's name from the stem of the file's name, at most 60 characters of it: "blue_flame" becomes "Blue flame".
  static func presetName(fromStem stem: String) -> String {
    let words = stem.split { "_-. ".contains($0) }.joined(separator: " ")
    let name = words.isEmpty ? "Imported" : words
    return String(name.prefix(60)).prefix(1).uppercased() + name.prefix(60).dropFirst()
  }
}
