import Colorimetry
import JSON
import Model

// Boxes of text layers, which shapes follow (`around`) and formulas read (`textWidth`, `textHeight`). A text is typeset where its box is
// asked for, before or after its own layer is read: a box lies below its text, so its layer comes first.

/// How much room the lines of a text layer take as they are typeset: of several texts that follow each other the widest and the
/// highest, of a number its widest value. Lengths are points.
struct TextMeasure {
  /// Width of the box to which the layer's `anchor` refers.
  var boxWidth = 0.0
  /// Height of all lines, each as high as the distance of lines, as a block of text is in CSS.
  var height = 0.0
  /// Left edge of the leftmost line, and right edge of the rightmost, from the left edge of the box.
  var edges = 0.0...0.0

  /// Width of the longest line; in wrapped text it is at most the width at which lines are broken.
  var width: Double { edges.upperBound - edges.lowerBound }

  /// A text of one copy of a layer.
  struct Key: Hashable {
    let origin: JSONNode.Position
    let copyIndex, copyCount: Int
  }
}

/// The box of a text on the canvas.
struct TextBox {
  var center, size: AnimatedPoint

  /// The box with room on each side.
  func grown(by padding: AnimatedPoint) -> TextBox {
    TextBox(center: center, size: AnimatedPoint(size.x.plusTwice(padding.x), size.y.plusTwice(padding.y)))
  }

  /// The smallest box that encloses two; nil if one of them moves.
  func united(with other: TextBox) -> TextBox? {
    guard let a = extent, let b = other.extent else { return nil }
    let x = (low: min(a.x.lowerBound, b.x.lowerBound), high: max(a.x.upperBound, b.x.upperBound))
    let y = (low: min(a.y.lowerBound, b.y.lowerBound), high: max(a.y.upperBound, b.y.upperBound))
    return TextBox(
      center: AnimatedPoint(AnimatedNumber((x.low + x.high) / 2), AnimatedNumber((y.low + y.high) / 2)),
      size: AnimatedPoint(AnimatedNumber(x.high - x.low), AnimatedNumber(y.high - y.low)))
  }

  /// Where the box lies; nil if it moves.
  private var extent: (x: ClosedRange<Double>, y: ClosedRange<Double>)? {
    guard let x = center.x.constant, let y = center.y.constant, let width = size.x.constant,
      let height = size.y.constant
    else { return nil }
    return (x - width / 2...x + width / 2, y - height / 2...y + height / 2)
  }
}

/// A list of layers that is being read.
struct LayerList {
  let layers: [JSONNode]
  /// `scope.copy` around the list.
  let copy: (index: Int, count: Int)
  /// How many layers enclose the list.
  let depth: Int
}

extension PresetDecoder {
  /// A text layer as written.
  private struct WrittenText {
    let name: String
    let layer, text: JSONNode
    /// The copy for which it is read.
    let copy: (index: Int, count: Int)
    /// The lists that enclose it, which its own formulas see.
    let lists: [LayerList]
  }

  /// The keys of a text that decide how large it is.
  private static let keysOfSize = [
    "words", "number", "font", "fontFile", "weight", "italic", "size", "tracking", "lineHeight", "wrapWidth",
    "maxWidth",
    "align",
  ]
  private static let keysOfPlace = ["position", "anchor"]
  private static let keysOfClock = ["begin", "duration", "repeat", "autoreverse", "speed", "timeOffset"]

  // MARK: Measuring

  /// Measures the text layer with a name, for a formula; nil if the text has mistakes, which are reported where it is read.
  ///
  /// - Throws: a failure whose offset has no meaning.
  func textMeasure(named name: String) throws(SyntaxFailure) -> TextMeasure? {
    guard !layerLists.isEmpty else {
      throw SyntaxFailure(offset: 0, message: "only a value of a layer can measure a text")
    }
    return try measure(writtenText(named: name, in: layerLists[...], withGroups: true))
  }

  private func measure(_ text: WrittenText) throws(SyntaxFailure) -> TextMeasure? {
    let key = TextMeasure.Key(origin: text.text.origin, copyIndex: text.copy.index, copyCount: text.copy.count)
    if let known = textMeasures[key] { return known }
    if let start = textsBeingMeasured.firstIndex(where: { $0.origin == text.text.origin }) {
      circleOfTexts = textsBeingMeasured[start...].map(\.name) + [text.name]
      return nil
    }
    textsBeingMeasured.append((text.name, text.text.origin))
    let measure = reading(text) { () -> TextMeasure? in
      guard var draft = self.keys(Self.keysOfSize, of: text.text, Declarations.text),
        (draft.words == nil) != (draft.counter == nil), let content = self.content(&draft, text.text)
      else { return nil }
      return self.measure(of: content, draft)
    }
    textsBeingMeasured.removeLast()
    if let circle = circleOfTexts {
      // What a circle leaves unknown is not kept: another text of it may be asked for first the next time.
      guard textsBeingMeasured.isEmpty else { return nil }
      circleOfTexts = nil
      throw SyntaxFailure(
        offset: 0,
        message: "the size of this text depends on itself: \(circle.map { quoted($0) }.joined(separator: " → "))")
    }
    textMeasures[key] = .some(measure)
    return measure
  }

  private func measure(of content: Lettering.Content, _ draft: TextDraft) -> TextMeasure {
    let texts: [TypesetText]
    switch content {
    case .passages(let passages): texts = passages.map(\.text)
    case .counter(var counter):
      // Between the ends of the range digits may be wider than at the ends: each is taken to be as wide as the widest.
      counter.isTabular = true
      texts = extremeTexts(of: counter)
    }
    var measure = TextMeasure()
    for text in texts {
      measure.boxWidth = max(measure.boxWidth, text.width)
      measure.height = max(measure.height, text.height)
    }
    let isWrapped = draft.wrapWidth != nil && draft.counter == nil
    let edges = isWrapped ? texts.compactMap { $0.edgesOfLines(tracking: draft.tracking) } : []
    measure.edges =
      isWrapped
      ? (edges.map(\.lowerBound).min() ?? 0)...(edges.map(\.upperBound).max() ?? 0) : 0...measure.boxWidth
    return measure
  }

  // MARK: Boxes

  /// The box of the text layer, or of the list of text layers, that a shape's `around` names, with room on its sides; nil after reporting
  /// an issue, or if a text has mistakes, which are reported where it is read.
  func box(around unresolved: JSONNode, padding: AnimatedPoint) -> TextBox? {
    guard let node = resolved(unresolved) else { return nil }
    guard node.elements != nil else { return box(ofText: node)?.grown(by: padding) }
    guard let boxes = list(node, of: "names of texts", maximum: Limits.layers, { box(ofText: $0) }) else { return nil }
    guard let first = boxes.first else {
      report("needs the name of a text layer", at: node)
      return nil
    }
    var hull = first
    for box in boxes.dropFirst() {
      guard let united = hull.united(with: box) else {
        report(
          "a box around several texts cannot follow texts that move: let them stand still in a group that moves",
          at: node)
        return nil
      }
      hull = united
    }
    return hull.grown(by: padding)
  }

  /// The box of the text layer whose name a node is.
  private func box(ofText unresolved: JSONNode) -> TextBox? {
    guard let node = resolved(unresolved), let name = plainText(node) else { return nil }
    do throws(SyntaxFailure) {
      guard let list = layerLists.last else { return nil }
      let text = try writtenText(named: name, in: layerLists[(layerLists.count - 1)...], withGroups: false)
      guard text.text["circle"] == nil else {
        report("the letters of \(quoted(name)) stand on a circle, which has no box", at: node)
        return nil
      }
      guard let measure = try self.measure(text),
        let place = reading(text, { keys(Self.keysOfPlace, of: text.text, Declarations.text) })
      else { return nil }
      let (position, anchor) = (place.position, place.anchor)
      guard canFollow(text, isMoving: !position.isConstant || !anchor.isConstant, in: list, at: node) else {
        return nil
      }
      // The numbers of the text's place are read once more with every frame.
      let added = [position.x, position.y, anchor.x, anchor.y].reduce(0.0) { $0 + $1.source.instructionCount }
      instructionCount += Int(min(added, 1e9))
      guard instructionCount <= Limits.expressionInstructions else {
        report("the preset's expressions are too long in total, those of the text's position included", at: node)
        return nil
      }
      let middle = (measure.edges.lowerBound + measure.edges.upperBound) / 2
      return TextBox(
        center: AnimatedPoint(
          position.x.minus(anchor.x, times: measure.boxWidth, plus: middle),
          position.y.minus(anchor.y, times: measure.height, plus: measure.height / 2)),
        size: AnimatedPoint(AnimatedNumber(measure.width), AnimatedNumber(measure.height)))
    } catch {
      report(error.message, at: node)
      return nil
    }
  }

  /// Whether a box of the layer that is being read is where the text is. Reports a clock that differs from the text's; warns of a transform
  /// of the text alone.
  private func canFollow(_ text: WrittenText, isMoving: Bool, in list: LayerList, at node: JSONNode) -> Bool {
    // The layer of the list, then a mask or another layer within it.
    let chain = openLayers[min(list.depth, openLayers.count)...]
    guard let outer = chain.first, outer.origin != text.layer.origin else { return true }
    if text.layer["transform"] != nil, outer["transform"] == nil {
      warn(
        "does not follow the transform of the layer \(quoted(text.name)): give the transform to a group that holds both",
        at: node.origin)
    }
    guard isMoving else { return true }
    let hasInnerClock = chain.dropFirst().contains { layer in Self.keysOfClock.contains { layer[$0] != nil } }
    if !hasInnerClock, clock(of: outer).hasSameLocalTime(as: clock(of: text.layer)) { return true }
    report(
      "the text \(quoted(text.name)) moves by the clock of its layer, and this layer has another one: give both the same \(listed(Self.keysOfClock, conjunction: "and")), or move a group that holds both",
      at: node)
    return false
  }

  private func clock(of layer: JSONNode) -> LayerTiming {
    quietly { keys(Self.keysOfClock, of: layer, Declarations.layer) }?.layer.timing ?? LayerTiming()
  }

  // MARK: Reading

  /// Runs `body`, which reads keys of a text, in the place of the text, quietly.
  private func reading<Result>(_ text: WrittenText, _ body: () -> Result?) -> Result? {
    let (copy, lists) = (scope.copy, layerLists)
    defer { (scope.copy, layerLists) = (copy, lists) }
    (scope.copy, layerLists) = (text.copy, text.lists)
    return quietly(body)
  }

  /// Reads some keys of an object into a target with its defaults; nil if it is no object.
  private func keys<Target>(_ names: [String], of unresolved: JSONNode, _ declaration: Declaration<Target>) -> Target? {
    guard let members = resolved(unresolved)?.members else { return nil }
    var target = declaration.prototype(scope)
    for member in members where names.contains(member.key) {
      declaration.key(named: member.key)?.read(member.node, self, &target)
    }
    return target
  }

  /// The text layer with a name in some lists, the last of which is searched first.
  ///
  /// - Parameter withGroups: whether groups in the lists are searched, too.
  private func writtenText(
    named name: String, in lists: ArraySlice<LayerList>, withGroups: Bool
  ) throws(SyntaxFailure) -> WrittenText {
    for (index, list) in zip(lists.indices, lists).reversed() {
      guard let found = layer(named: name, in: list.layers, withGroups: withGroups) else { continue }
      guard let text = found.layer["text"].flatMap(resolved), text.members != nil else {
        throw SyntaxFailure(
          offset: 0, message: "the layer \(quoted(name)) is no text layer\(otherTexts(in: lists, besides: name))")
      }
      let copy = found.isInCopies ? scope.copy : list.copy
      let inner = found.groups.map { LayerList(layers: $0, copy: copy, depth: 0) }
      let written = WrittenText(
        name: name, layer: found.layer, text: text, copy: copy, lists: Array(layerLists[...index]) + inner)
      guard found.isInCopies else { return written }
      guard scope.copy.count > 1 else {
        throw SyntaxFailure(
          offset: 0,
          message: "the text layer \(quoted(name)) has copies, whose sizes may differ: give this layer the same copies")
      }
      return written
    }
    let place = withGroups ? "this list of layers or in one around it" : "this list of layers"
    throw SyntaxFailure(
      offset: 0, message: "there is no text layer \(quoted(name)) in \(place)\(otherTexts(in: lists, besides: name))")
  }

  /// The layer with a name, one of the list itself before one in a group; whether it or a group around it has copies; and the lists of
  /// those groups, the outermost first.
  private func layer(
    named name: String, in layers: [JSONNode], withGroups: Bool
  ) -> (layer: JSONNode, isInCopies: Bool, groups: [[JSONNode]])? {
    if let layer = layers.last(where: { $0["name"]?.string == name }) { return (layer, layer["copies"] != nil, []) }
    guard withGroups else { return nil }
    for group in layers {
      guard let inner = group["group"]?.elements, let found = layer(named: name, in: inner, withGroups: true)
      else { continue }
      return (found.layer, found.isInCopies || group["copies"] != nil, [inner] + found.groups)
    }
    return nil
  }

  /// The end of a message that a name is none of a text layer: which one was probably meant, or all that there are.
  private func otherTexts(in lists: ArraySlice<LayerList>, besides name: String) -> String {
    if layer(named: name, in: layerLists[0].layers, withGroups: true)?.layer["text"] != nil {
      return "; another list has one of that name: both belong into one list"
    }
    // Keeps the message short.
    let maximumListedNames = 8
    let names = lists.flatMap(\.layers).filter { $0["text"] != nil }.compactMap { $0["name"]?.string }.uniqued()
    let hint = Spelling.hint(name, among: names)
    if !hint.isEmpty { return "." + hint }
    if names.isEmpty { return "; no text layer here has a name" }
    return "; there \(names.count == 1 ? "is" : "are") "
      + listed(names.prefix(maximumListedNames).map { quoted($0) }, conjunction: "and")
  }
}

extension TypesetText {
  /// Left edge of the leftmost line and right edge of the rightmost; nil for a text without letters.
  ///
  /// - Parameter tracking: the space after each letter, which is no part of a line's width behind its last letter.
  func edgesOfLines(tracking: Double) -> ClosedRange<Double>? {
    let drawn = letters.filter { !$0.isSpace }
    guard let left = drawn.map(\.x).min(), let right = drawn.map({ $0.x + $0.width - tracking }).max() else {
      return nil
    }
    return left...max(left, right)
  }
}

extension LayerTiming {
  /// Whether another layer of the same list has the same local time whenever both are shown.
  fileprivate func hasSameLocalTime(as other: LayerTiming) -> Bool {
    guard (begin, speed, timeOffset) == (other.begin, other.speed, other.timeOffset) else { return false }
    guard iterationSeconds != nil || other.iterationSeconds != nil else { return true }
    return iterationSeconds == other.iterationSeconds && autoreverses == other.autoreverses
  }
}

extension AnimatedNumber {
  /// The number − `other` · `factor` + `offset`.
  fileprivate func minus(_ other: AnimatedNumber, times factor: Double, plus offset: Double) -> AnimatedNumber {
    if let share = other.constant {
      let shift = offset - share * factor
      if let constant { return AnimatedNumber(constant + shift) }
      return AnimatedNumber(.sum([source, .constant(shift)]))
    }
    return AnimatedNumber(.sum([source, .product(other.source, .constant(-factor)), .constant(offset)]))
  }

  /// The number + 2 · `other`.
  fileprivate func plusTwice(_ other: AnimatedNumber) -> AnimatedNumber {
    if let constant, let room = other.constant { return AnimatedNumber(constant + 2 * room) }
    return AnimatedNumber(.sum([source, .product(other.source, .constant(2))]))
  }
}
