import Colorimetry
import Lanes
import Model

/// Walks the nodes of a preset, knows where it is, and collects what is wrong.
final class PresetDecoder {
  let sources: SourceTable
  /// What expressions may name and what lengths refer to.
  var scope = Scope()
  private(set) var issues: [(origin: JSONNode.Origin, path: String, message: String)] = []
  private(set) var issueCount = 0
  private var path: [Part] = []
  /// Cells around the one that is being read.
  var nesting = 0
  var hasTooManyLayers = false
  /// Elements of knobs' lists that have been read, and instructions of formulas.
  private var knobElements = 0
  var instructions = 0
  /// Sprites, and lines and curves of paths, that have been read.
  var spriteCount = 0
  var pathElements = 0
  /// Whether the value that is being read is a colour.
  var acceptsInterpolation = false

  /// Issues that are kept; the rest are only counted. Suggestions cost too much to be made a million times.
  static let mostKept = 500

  enum Part {
    /// A key, or the name of a layer or cell: joined by dots.
    case key(String)
    case index(Int)
  }

  init(sources: SourceTable) { self.sources = sources }

  var isFull: Bool { issues.count >= PresetDecoder.mostKept }

  // MARK: Reporting

  func report(_ message: @autoclosure () -> String, at node: JSONNode) {
    if case .invalid = node.value { return }
    report(message(), at: node.origin)
  }

  func report(_ message: @autoclosure () -> String, at origin: JSONNode.Origin) {
    issueCount += 1
    if !isFull { issues.append((origin, pathText, message())) }
  }

  var pathText: String {
    var text = ""
    for part in path {
      switch part {
      case .key(let name): text += (text.isEmpty ? "" : ".") + shortened(name)
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  func inside<Result>(key: String, _ body: () -> Result) -> Result {
    path.append(.key(key))
    defer { path.removeLast() }
    return body()
  }

  func inside<Result>(index: Int, _ body: () -> Result) -> Result {
    path.append(.index(index))
    defer { path.removeLast() }
    return body()
  }

  /// Steps into the element of a list of layers or cells: by name where it has one.
  func inside<Result>(name: String?, index: Int, _ body: () -> Result) -> Result {
    if let name, !name.isEmpty { return inside(key: name, body) }
    return inside(index: index, body)
  }

  // MARK: Objects

  /// Reads every key of an object into `target`; unknown and doubled keys are reported.
  func readObject<Target>(
    _ unresolved: JSONNode, _ declaration: Declaration<Target>, into target: inout Target, also: [String] = []
  ) {
    guard let node = resolved(unresolved) else { return }
    guard let members = node.members else {
      report("should be an object, not \(node.kind)", at: node)
      return
    }
    var seen: [String: JSONNode.Origin] = [:]
    for member in members {
      if let first = seen[member.key] {
        inside(key: member.key) {
          report(doubled(first), at: member.keyOrigin)
        }
      }
      seen[member.key] = seen[member.key] ?? member.keyOrigin
      guard let key = declaration.keys.first(where: { $0.name == member.key }) else {
        if also.contains(member.key) { continue }
        inside(key: member.key) {
          report(
            "no such key.\(Spelling.hint(member.key, among: declaration.keys.map(\.name)))", at: member.keyOrigin)
        }
        continue
      }
      inside(key: key.name) { key.read(member.node, self, &target) }
    }
    for key in declaration.keys where key.isRequired && seen[key.name] == nil {
      report("needs the key \(key.name)", at: node)
    }
  }

  private func doubled(_ first: JSONNode.Origin) -> String {
    // Counting lines takes time: the first few are enough.
    guard issueCount < 20 else { return "written twice" }
    let (line, column) = sources.position(of: first)
    return "written twice; the first is at line \(line), column \(column)"
  }

  /// The node itself, or what a knob holds where the text is `"= knob"` and the knob is no number.
  ///
  /// The value then stands where the knob is used: that is where a person looks.
  func resolved(_ node: JSONNode) -> JSONNode? {
    guard case .string(let text) = node.value, let name = Scope.bareName(in: text) else { return node }
    guard let knob = scope.knobs.first(where: { $0.name == name }), knob.number == nil else { return node }
    if let elements = knob.node.elements {
      // One list that is named a hundred thousand times would be read as often.
      knobElements += elements.count
      if knobElements > Limits.knobElements {
        report("knobs that hold lists are used too often", at: node)
        return nil
      }
    }
    return JSONNode(knob.node.value, at: node.origin)
  }

  // MARK: Plain values

  /// True, false, or a formula that does not move: 0 is false, all else true.
  func flag(_ unresolved: JSONNode) -> Bool? {
    guard let node = resolved(unresolved) else { return nil }
    if case .bool(let value) = node.value { return value }
    if let text = node.string, text.first == "=" { return number(node, NumberRule(.none)).map { $0 != 0 } }
    report("should be true or false, not \(node.kind)", at: node)
    return nil
  }

  /// Text that is shown to people: never an expression.
  func plainText(_ node: JSONNode) -> String? {
    if case .string(let value) = node.value {
      if value.utf8.count <= 2_000 { return value }
      report("text of \(grouped(value.utf8.count)) bytes; at most 2,000 fit", at: node)
      return nil
    }
    report("should be text, not \(node.kind)", at: node)
    return nil
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ node: JSONNode) -> Choice? where Choice.RawValue == String {
    choice(node, among: Choice.allCases.map(\.rawValue)).flatMap { Choice(rawValue: $0) }
  }

  func choice(_ unresolved: JSONNode, among names: [String]) -> String? {
    guard let node = resolved(unresolved) else { return nil }
    guard case .string(let text) = node.value else {
      report("should be \(listed(names)), not \(node.kind)", at: node)
      return nil
    }
    if names.contains(text) { return text }
    report("\(quoted(text)) is none of \(listed(names)).\(Spelling.hint(text, among: names))", at: node)
    return nil
  }

  /// The elements of a list.
  func elements(_ unresolved: JSONNode, of what: String, most: Int = Limits.listElements) -> [JSONNode]? {
    guard let node = resolved(unresolved) else { return nil }
    if case .array(let elements) = node.value {
      if elements.count <= most { return elements }
      report("a list of \(grouped(elements.count)) \(what); at most \(grouped(most)) fit", at: node)
      return nil
    }
    report("should be a list of \(what), not \(node.kind)", at: node)
    return nil
  }
}
