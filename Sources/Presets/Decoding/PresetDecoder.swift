import Colorimetry
import Lanes
import Model

/// Walks the nodes of a preset, knows where it is, and collects what is wrong.
final class PresetDecoder {
  let sources: SourceTable
  /// Names and lengths that expressions and percentages refer to.
  var scope = Scope()
  private(set) var issues: [(origin: JSONNode.Origin, path: String, message: String)] = []
  private(set) var issueCount = 0
  private var path: [PathStep] = []
  /// Cells around the one that is being read.
  var nesting = 0
  var hasTooManyLayers = false
  /// Elements of knobs' lists that have been read, and instructions of formulas.
  var knobElements = 0
  var instructions = 0
  /// Sprites, and lines and curves of paths, that have been read.
  var spriteCount = 0
  var pathElements = 0
  /// Whether the value that is being read is a colour, whose animation may name a colour space.
  var acceptsInterpolation = false

  /// Issues that are kept; others are only counted. Suggestions cost too much to be made a million times.
  static let mostKept = 500

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
    for step in path {
      switch step {
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
}
