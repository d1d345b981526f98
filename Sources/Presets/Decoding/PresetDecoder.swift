import Colorimetry
import Lanes
import Model

/// Reads a preset's nodes by the declarations of their keys. It knows the path to the node that is being read, and collects
/// issues.
final class PresetDecoder {
  let sources: SourceTable
  /// Names and lengths that expressions and percentages refer to.
  var scope = Scope()
  private(set) var issues: [(origin: JSONNode.Origin, path: String, message: String)] = []
  private(set) var issueCount = 0
  private var path: [PathStep] = []
  /// Count of cells around the one that is being read.
  var nesting = 0
  var hasTooManyLayers = false
  /// Counts of elements of knobs' lists and of instructions of formulas, against the limits.
  var knobElements = 0
  var instructions = 0
  /// Counts of sprites and of lines and curves of paths, against the limits.
  var spriteCount = 0
  var pathElements = 0
  /// Whether the value that is being read is a colour, whose animation may name a colour space.
  var acceptsInterpolation = false

  /// Most issues that are kept; others are only counted. Suggestions cost too much to be made a million times.
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
