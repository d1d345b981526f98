import JSON
import JavaScript
import Presets

/// Which files are scripts, and what is in them.
enum ScriptFiles {
  private static let scriptExtensions: Set<String> = ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json5"]
  private static let pageExtensions: Set<String> = ["html", "htm", "vue", "svelte", "astro", "php", "ejs", "hbs"]

  private static func fileExtension(_ name: String) -> String {
    name.split(separator: "/").last?.split(separator: ".").dropFirst().last.map { $0.lowercased() } ?? ""
  }

  /// Whether a file's name is that of a script or of a page.
  static func isScript(name: String) -> Bool {
    let word = fileExtension(name)
    return scriptExtensions.contains(word) || pageExtensions.contains(word)
  }

  /// Whether a file is a page with scripts, by its name or its first bytes.
  static func isPage(_ bytes: [UInt8], name: String) -> Bool {
    if pageExtensions.contains(fileExtension(name)) { return true }
    let start = String(decoding: bytes.prefix(600), as: UTF8.self).lowercased()
    guard let tag = start.firstIndex(of: "<"), start[..<tag].allSatisfy({ $0.isWhitespace || $0 == "\u{FEFF}" }) else {
      return false
    }
    return ["<!doctype html", "<html", "<script", "<head", "<body", "<template"].contains {
      start[tag...].hasPrefix($0)
    }
  }

  /// The sources of a script, a page, or JSON with the freedom of a script.
  ///
  /// - Parameter jsonError: why the file cannot be read as JSON; nil if its name says that it is a script.
  static func sources(
    _ bytes: [UInt8], _ name: String, isPage: Bool, _ format: ImportFormat?, unlessJSON jsonError: ImportError? = nil
  ) throws(ImportError) -> [ImportSource] {
    if let format, ![.tsParticles, .canvasConfetti, .pixi, .particlesInit].contains(format) {
      throw jsonError ?? ImportError("\(name): this is a script, and \(format.title) is not.")
    }
    if !isPage, let whole = try wholeLiteral(bytes, name, format) { return [whole] }
    let found = try ScriptSources(bytes, name: name, isPage: isPage, format: format)
    let sources = found.sources()
    guard sources.isEmpty else { return sources }
    // A file that means to be JSON has the mistakes of JSON.
    if let jsonError, beginsLikeJSON(bytes) || bytes.isEmpty { throw jsonError }
    throw ImportError(found.nothingFound)
  }

  private static func beginsLikeJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
    return first.map { ![0x2F].contains($0) && !ScriptFiles.isLetter($0) } ?? true
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The source of a file that is one object or list and nothing else; nil for any other file.
  private static func wholeLiteral(
    _ bytes: [UInt8], _ name: String, _ format: ImportFormat?
  ) throws(ImportError) -> ImportSource? {
    guard let script = Script(bytes, isPage: false), script.isSign(0, "{") || script.isSign(0, "[") else { return nil }
    let value: ScriptValue
    let evaluator = ScriptEvaluator(script)
    do throws(ScriptMistake) {
      let (found, end) = try evaluator.value(at: 0, .start)
      guard end >= script.tokenCount - 2 else { return nil }
      value = found
    } catch {
      // A script may begin with a block of statements; its literals are searched then.
      if isScript(name: name), fileExtension(name) != "json5" { return nil }
      var table = SourceTable()
      let source = table.add(name, bytes)
      let (line, column) = table.lineAndColumn(of: JSONNode.Position(source: source, offset: error.offset))
      throw ImportError("\(name):\(line):\(column): \(error.message).")
    }
    var tree = ScriptTree(script)
    guard let root = tree.node(of: value, path: "", isRepeated: false) else { return nil }
    let chosen = try Importer.jsonOrPropertyListFormat(root, format, name)
    return ImportSource(document: SourceDocument(name: name, root: root), format: chosen, lines: tree.lines)
  }
}
