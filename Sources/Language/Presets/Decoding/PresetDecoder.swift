import Colorimetry
import JSON
import Lanes
import Model

/// Reads the values of a preset's nodes by the declarations of their keys, and collects issues and warnings.
///
/// The extensions have a method for each kind of value, named after the value. It takes a node, and returns nil after reporting
/// an issue. A parameter named `unresolved` may be the text `"= knob"`, which the method `resolved` replaces by the knob's value.
final class PresetDecoder {
  /// The texts that the nodes were read from, for positions.
  let sources: SourceTable
  /// Names and lengths that expressions and percentages refer to.
  var scope = Scope()
  /// Finds the files that layers use; nil where no layers are read.
  var assetFinder: AssetFinder?
  /// The reported issues, each with the key path of the value.
  private(set) var issues: [(origin: JSONNode.Position, keyPath: String, message: String)] = []
  /// Count of all issues, including those that are not kept in `issues`. A value is valid if this count is the same after reading
  /// it.
  private(set) var issueCount = 0
  /// How many of `issueCount` repeat an issue that has been reported already.
  private(set) var repetitionCount = 0
  /// Issues of values that are read several times, most of them values of knobs. Each is reported only once.
  private var issuesReportedOnce: Set<LocatedIssue> = []
  private struct LocatedIssue: Hashable {
    let origin: JSONNode.Position
    let message: String
  }
  /// Warnings: what is valid, but probably not meant. There is at most one for each position, since a layer's values are read
  /// again for each of its copies.
  private(set) var warnings: [(origin: JSONNode.Position, keyPath: String, message: String)] = []
  private var warnedOrigins: Set<JSONNode.Position> = []
  /// Location of the node that is being read.
  private var path: [PathStep] = []
  /// Names that elements of lists were probably meant to have, by the elements' positions. In a preset that extends another, a
  /// misspelt name adds an element instead of changing one.
  var likelyNames: [JSONNode.Position: String] = [:]
  /// How many of the sources, from the first on, the preset's author wrote; the others are values that a user gave.
  var presetSourceCount = Int.max
  /// How many lists of cells enclose the value that is being read: 1 within the cells of an emitter.
  var cellNesting = 0
  /// Whether it has been reported that the preset has too many layers.
  var hasTooManyLayers = false
  // The following properties count what has been read so far in the whole preset, for comparison with `Limits`.
  /// Elements of knobs' lists, counted each time a value names the knob.
  var knobElementCount = 0
  /// Instructions of compiled formulas.
  var instructionCount = 0
  /// Sprites of all cells.
  var spriteCount = 0
  /// The different puffs of all cells.
  var puffs: Set<Puff> = []
  /// Elements of paths: moves, lines, curves and closes.
  var pathElementCount = 0
  /// Lines and curves of the letters of all texts.
  var textElementCount = 0
  /// The lists of layers that enclose the value that is being read, the innermost last.
  var layerLists: [LayerList] = []
  /// The layers that enclose the value that is being read, the innermost last.
  var openLayers: [JSONNode] = []
  /// The texts that have been measured; nil for one with mistakes.
  var textMeasures: [TextMeasure.Key: TextMeasure?] = [:]
  /// The texts that are being measured, each for the one before it.
  var textsBeingMeasured: [(name: String, origin: JSONNode.Position)] = []
  /// The names of texts whose sizes depend on each other, from the first to the same again, until that is reported.
  var circleOfTexts: [String]?
  /// Whether the animation that is read next may have the key `interpolation`, which only the outermost animation of a colour
  /// has.
  var acceptsInterpolationKey = false

  /// The most issues that are kept. Further ones are only counted, which saves the time to write messages that nobody reads.
  static let maximumKeptIssues = 500

  init(sources: SourceTable) {
    self.sources = sources
    scope.textMeasure = { [unowned self] name throws(SyntaxFailure) in try self.textMeasure(named: name) }
  }

  /// Whether further issues are only counted.
  var hasMaximumIssues: Bool { issues.count >= PresetDecoder.maximumKeptIssues }

  // MARK: Reporting

  /// Reports an issue of a node. An unreadable node has been reported already, by `JSONReader` or as a knob: it is only counted, so that what
  /// should have been made of it is not looked for.
  func report(_ message: @autoclosure () -> String, at node: JSONNode) {
    if case .invalid = node.value {
      issueCount += 1
      repetitionCount += 1
      return
    }
    report(message(), at: node.origin)
  }

  /// Reports an issue at a position.
  func report(_ message: @autoclosure () -> String, at origin: JSONNode.Position) {
    issueCount += 1
    if hasMaximumIssues { return }
    // A knob's value is read wherever the knob is named. Each of its issues is reported once, with the first place that reads the
    // value.
    guard let knob = scope.knobs.first(where: { $0.contains(origin) }) else {
      return issues.append((origin, pathText, message()))
    }
    let text = message()
    if issuesReportedOnce.insert(LocatedIssue(origin: origin, message: text)).inserted {
      issues.append((origin, "knobs.\(shortened(knob.name)).default", "\(text) (read by \(pathText))"))
    } else {
      repetitionCount += 1
    }
  }

  /// The end of a message on an incomplete element of a list: the name of the element that it was probably meant to change in the
  /// extended preset. Empty if that preset has no similar name.
  func likelyNameHint(_ node: JSONNode) -> String {
    likelyNames[node.origin].map { "; did you mean \(quoted($0)), which the extended preset has?" } ?? ""
  }

  /// Reports an issue of a node that is looked up several times. Only the first report is listed; the others are counted.
  func reportOnce(_ message: String, at node: JSONNode) {
    let issue = LocatedIssue(origin: node.origin, message: message)
    if issuesReportedOnce.contains(issue) {
      issueCount += 1
      repetitionCount += 1
    } else {
      // Inserted afterwards: in a knob's value `report` looks the issue up itself.
      report(message, at: node)
      issuesReportedOnce.insert(issue)
    }
  }

  /// Adds a warning, unless there is one at the same position.
  func warn(_ message: @autoclosure () -> String, at origin: JSONNode.Position) {
    guard warnings.count < PresetDecoder.maximumKeptIssues, warnedOrigins.insert(origin).inserted else { return }
    warnings.append((origin, pathText, message()))
  }

  /// Adds a warning of a knob whose value is being read at the current location.
  ///
  /// - Parameter rule: the end of the message: what the current location allows.
  func warn(ofKnob knob: Scope.KnobValue, _ message: String, _ rule: String) {
    guard let origin = knob.keyOrigin, warnings.count < PresetDecoder.maximumKeptIssues,
      warnedOrigins.insert(origin).inserted
    else { return }
    warnings.append((origin, "knobs.\(shortened(knob.name))", "\(message), by \(pathText): \(rule)"))
  }

  /// Runs `body`, which reads values that are read again where they stand, and forgets what it reports, warns of and counts. Returns nil if
  /// it reported an issue.
  func quietly<Result>(_ body: () -> Result?) -> Result? {
    let reports = (issues, issueCount, repetitionCount, issuesReportedOnce, warnings, warnedOrigins)
    let counts = (knobElementCount, instructionCount, pathElementCount, textElementCount)
    let (box, acceptsKey) = (scope.percentageBox, acceptsInterpolationKey)
    (scope.percentageBox, acceptsInterpolationKey) = (nil, false)
    let result = body()
    let isSound = issueCount == reports.1
    (issues, issueCount, repetitionCount, issuesReportedOnce, warnings, warnedOrigins) = reports
    (knobElementCount, instructionCount, pathElementCount, textElementCount) = counts
    (scope.percentageBox, acceptsInterpolationKey) = (box, acceptsKey)
    return isSound ? result : nil
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

  /// Runs `body` with an element of a list of layers or cells added to the current location: its name if it has one, otherwise
  /// its index.
  func inside<Result>(name: String?, index: Int, _ body: () -> Result) -> Result {
    if let name, !name.isEmpty { return inside(key: name, body) }
    return inside(index: index, body)
  }
}
