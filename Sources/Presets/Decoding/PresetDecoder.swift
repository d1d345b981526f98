import Colorimetry
import Lanes
import Model

/// Reads the values of a preset's nodes by the declarations of their keys, and collects what is wrong.
///
/// Its extensions have a method for each kind of value, which takes a node and returns nil after reporting an issue. A parameter
/// that is called `unresolved` is a node that may be the text `"= knob"`, for which `resolved` puts the knob's value.
final class PresetDecoder {
  /// The texts that the nodes were read from, for positions.
  let sources: SourceTable
  /// Names and lengths that expressions and percentages refer to.
  var scope = Scope()
  /// Finds the files that layers show; nil where no layers are read.
  var assetFinder: AssetFinder?
  private(set) var issues: [(origin: JSONNode.Position, path: String, message: String)] = []
  /// Count of all issues, also of those that were not kept in `issues`. If it is the same before and after a value is read, nothing
  /// is wrong with that value.
  private(set) var issueCount = 0
  /// How many of them are repetitions of what is wrong with a knob's value, and told once.
  private(set) var repetitionCount = 0
  /// What has been told of knobs' values.
  private var toldKnobIssues: Set<KnobIssue> = []
  private struct KnobIssue: Hashable {
    let origin: JSONNode.Position
    let message: String
  }
  /// What is no mistake, but probably not meant, without repetitions: copies of a layer read its values several times.
  private(set) var warnings: [(origin: JSONNode.Position, path: String, message: String)] = []
  private var warnedOrigins: Set<JSONNode.Position> = []
  /// Location of the node that is being read.
  private var path: [PathStep] = []
  /// Names that elements of lists may have been meant to have, by position: with `extends` a misspelt name makes a new element.
  var likelyNames: [JSONNode.Position: String] = [:]
  /// How many lists of cells are around what is being read: 1 among the cells of an emitter.
  var cellNesting = 0
  /// Whether it has been reported that there are too many layers.
  var hasTooManyLayers = false
  // What has been read so far in the whole preset, to be compared with `Limits`.
  /// Elements of knobs' lists, added once more for each value that names the knob.
  var knobElementCount = 0
  /// Instructions of compiled formulas.
  var instructionCount = 0
  var spriteCount = 0
  /// Elements of paths: moves, lines, curves and closes.
  var pathElementCount = 0
  /// Lines and curves of the letters of all texts.
  var textElementCount = 0
  /// Whether the animation that is read next may have the key `interpolation`: only if it is the whole animation of a colour.
  var acceptsInterpolation = false

  /// Issues that are kept; further ones are only counted, so that no time is spent on messages that nobody will read.
  static let maximumKeptIssues = 500

  init(sources: SourceTable) { self.sources = sources }

  /// Whether further issues are only counted.
  var isFull: Bool { issues.count >= PresetDecoder.maximumKeptIssues }

  // MARK: Reporting

  /// Reports an issue of a node, but none of an unreadable node, of which `JSONReader` has reported one.
  func report(_ message: @autoclosure () -> String, at node: JSONNode) {
    if case .invalid = node.value { return }
    report(message(), at: node.origin)
  }

  func report(_ message: @autoclosure () -> String, at origin: JSONNode.Position) {
    issueCount += 1
    if isFull { return }
    // A knob's value is read wherever it is named. What is wrong with it is told once, with the first of these places.
    guard let knob = scope.knobs.first(where: { $0.holds(origin) }) else {
      return issues.append((origin, pathText, message()))
    }
    let text = message()
    if toldKnobIssues.insert(KnobIssue(origin: origin, message: text)).inserted {
      issues.append((origin, "knobs.\(shortened(knob.name)).default", "\(text) (read by \(pathText))"))
    } else {
      repetitionCount += 1
    }
  }

  /// The end of a message on what an element of a list lacks: the element of the extended preset that it may have been meant to change;
  /// empty where none has a similar name.
  func likelyNameHint(_ node: JSONNode) -> String {
    likelyNames[node.origin].map { "; did you mean \(quoted($0)), which the extended preset has?" } ?? ""
  }

  /// Reports an issue of a node whose value is looked up several times, the first time.
  func reportOnce(_ message: String, at node: JSONNode) {
    if toldKnobIssues.insert(KnobIssue(origin: node.origin, message: message)).inserted {
      return report(message, at: node)
    }
    issueCount += 1
    repetitionCount += 1
  }

  /// Keeps a warning of a value, the first of several at one position.
  func warn(_ message: @autoclosure () -> String, at origin: JSONNode.Position) {
    guard warnings.count < PresetDecoder.maximumKeptIssues, warnedOrigins.insert(origin).inserted else { return }
    warnings.append((origin, pathText, message()))
  }

  /// Keeps a warning of a knob whose value is being read at the current location.
  func warn(ofKnob knob: Scope.KnobValue, _ message: String, _ rule: String) {
    guard let origin = knob.keyOrigin, warnings.count < PresetDecoder.maximumKeptIssues,
      warnedOrigins.insert(origin).inserted
    else { return }
    warnings.append((origin, "knobs.\(shortened(knob.name))", "\(message), by \(pathText): \(rule)"))
  }

  /// The current location as messages show it: `layers.near.emitter.cells[0].birthRate`.
  private var pathText: String {
    var text = ""
    for step in path {
      switch step {
      case .key(let name): text += (text.isEmpty ? "" : ".") + shortened(name)
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// Runs `body` with a key added to the current location.
  func inside<Result>(key: String, _ body: () -> Result) -> Result {
    path.append(.key(key))
    defer { path.removeLast() }
    return body()
  }

  /// Runs `body` with the index of an element added to the current location.
  func inside<Result>(index: Int, _ body: () -> Result) -> Result {
    path.append(.index(index))
    defer { path.removeLast() }
    return body()
  }

  /// Runs `body` with an element of a list of layers or cells added to the current location: by its name if it has one.
  func inside<Result>(name: String?, index: Int, _ body: () -> Result) -> Result {
    if let name, !name.isEmpty { return inside(key: name, body) }
    return inside(index: index, body)
  }
}
