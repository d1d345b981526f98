import JSON
import JavaScript
import Presets

/// Makes what was found in a script into sources of presets: each object of options is one, and so are all calls of canvas-confetti that one
/// function makes, with their times.
struct ScriptSources {
  let name: String
  let script: Script
  let search: ScriptSearch

  /// The most presets of one file.
  static let maximumSources = 24

  /// Reads a script or a page.
  init(_ bytes: [UInt8], name: String, isPage: Bool, format: ImportFormat?) throws(ImportError) {
    guard let script = Script(bytes, isPage: isPage) else {
      throw ImportError("\(name): a script of more than 8 million words and signs is not read.")
    }
    self.name = name
    self.script = script
    var search = ScriptSearch(script, format: format)
    do throws(ScriptMistake) {
      try search.run()
    } catch {
      var table = SourceTable()
      let source = table.add(name, bytes)
      let (line, column) = table.lineAndColumn(of: JSONNode.Position(source: source, offset: error.offset))
      throw ImportError("\(name):\(line):\(column): \(error.message).")
    }
    self.search = search
  }

  /// The sources, in the order of the script.
  func sources() -> [ImportSource] {
    var groups: [[ScriptFind]] = []
    for find in search.finds {
      let group = groups.firstIndex { group in
        find.format == .canvasConfetti && group[0].format == .canvasConfetti && group[0].path.root == find.path.root
      }
      if let group { groups[group].append(find) } else { groups.append([find]) }
    }
    groups.sort { $0[0].token < $1[0].token }
    var suffixes: Set<String> = []
    return groups.prefix(Self.maximumSources).enumerated().map { number, group in
      var source = self.source(of: group)
      if groups.count > 1 {
        let word = (group[0].path.rootName ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(30)
        let suffix = word.isEmpty || suffixes.contains(String(word)) ? "\(word)\(number + 1)" : String(word)
        suffixes.insert(suffix)
        source.suffix = suffix
      }
      return source
    }
  }

  /// Why there is nothing: what was looked for, and where the options may be.
  var nothingFound: String {
    if let missing = search.missing.first { return "\(name): \(missing)." }
    return """
      \(name): this script has no options that are known: no call of confetti, particlesJS, tsParticles.load, Particles.init or new \
      Emitter with an object, and no object with the keys of their options. If the options are in another file, import that one.
      """
  }

  // MARK: One source

  private func source(of group: [ScriptFind]) -> ImportSource {
    var tree = ScriptTree(script)
    let first = group[0]
    var lines: [ImportReport.Line] = []
    let root: JSONNode
    let calls = group.sorted { $0.path.context.milliseconds < $1.path.context.milliseconds }
    let start = calls[0].path.context.milliseconds
    let isTimed = first.format == .canvasConfetti && (calls.count > 1 || calls[0].path.context.repetition != nil)
    if isTimed {
      let nodes = calls.enumerated().compactMap { index, call -> JSONNode? in
        let isRepeated = call.path.context.repetition != nil
        guard let node = tree.node(of: call.value, path: "[\(index)]", isRepeated: isRepeated) else { return nil }
        let seconds = (call.path.context.milliseconds - start) / 1000
        let time = JSONNode(.number(seconds, text: "\(seconds)"), at: node.origin)
        return JSONNode(
          .object([JSONNode.Member(key: "time", keyOrigin: node.origin, node: time)] + (node.members ?? [])),
          at: node.origin)
      }
      root = JSONNode(.array(nodes), at: nodes.first?.origin ?? JSONNode.Position(source: 0, offset: 0))
    } else {
      let node =
        tree.node(of: first.value, path: "", isRepeated: false)
        ?? JSONNode(.object([]), at: JSONNode.Position(source: 0, offset: 0))
      let filled = first.title.hasPrefix("particlesJS") ? ParticlesJSDefaults.filled(node) : (root: node, line: nil)
      root = filled.root
      if let line = filled.line { lines.append(line) }
    }
    for doubt in group.flatMap(\.path.context.doubts).uniqued() {
      lines.append(ImportReport.Line(key: "time", kind: .chosen, reason: doubt))
    }
    if start > 0, first.format == .canvasConfetti {
      lines.append(
        ImportReport.Line(
          key: "time", kind: .chosen,
          reason: "the script waits for \(Written.decimal(start / 1000)) s before; the preset begins at once"))
    }
    lines += tree.lines
    let tokens = group.map(\.value.tokens)
    for (spread, doubt) in search.evaluator.unknownSpreads
    where tokens.contains(where: { $0.contains(spread.lowerBound) || $0.lowerBound == spread.lowerBound }) {
      let line = ImportReport.Line(
        key: "…", kind: .noConstant,
        reason:
          "line \(script.line(spread.lowerBound)): `\(script.excerpt(spread))` is no constant: \(doubt); its keys are missing"
      )
      if !lines.contains(where: { $0.reason == line.reason }) { lines.append(line) }
    }
    return ImportSource(
      document: SourceDocument(name: name, root: root), format: first.format, found: description(of: group),
      lines: lines)
  }

  /// What was found, with its lines: "3 calls of confetti(…), lines 4, 9 and 12, in fire".
  private func description(of group: [ScriptFind]) -> String {
    let lines = group.map { script.line($0.token) }.uniqued()
    let shown = lines.prefix(6).map(String.init)
    let list = shown.count == 1 ? shown[0] : shown.dropLast().joined(separator: ", ") + " and " + shown[shown.count - 1]
    var text = group.count == 1 ? group[0].title : "\(group.count) calls of \(group[0].title)"
    text +=
      lines.count == 1
      ? ", line \(list)" : lines.count > 6 ? ", lines \(shown.joined(separator: ", ")) …" : ", lines \(list)"
    if let name = group[0].path.rootName, group[0].format == .canvasConfetti { text += ", in \(name)" }
    return text
  }
}
