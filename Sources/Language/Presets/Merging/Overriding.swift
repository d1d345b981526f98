import Colorimetry
import JSON
import Model

/// Writes the values of `--set` and `--set-text` into a preset's tree. `NAME=VALUE` replaces the default of a knob, `NAME[0]=VALUE` an
/// element of a knob's list, and `KEY.PATH=VALUE` any value.
struct Overriding {
  private(set) var problems: [(origin: JSONNode.Position, message: String)] = []
  /// Paths of the files that values were read from.
  private(set) var files: [String] = []

  /// The longest knob's name or key path that is accepted, in UTF-8.
  private static let maximumKeyBytes = 4_096

  /// Applies one override; adds to `problems` if that fails.
  mutating func apply(_ override: PresetSettings.Override, to root: inout JSONNode, sources: inout SourceTable) {
    let name = "\(override.option) \(shortened(override.key, to: maximumShownNameLength))"
    let oldProblemCount = problems.count
    write(override, named: name, to: &root, sources: &sources)
    // The issues of a value that was read from a file have positions in that file, so only their messages can name the override.
    guard override.file != nil else { return }
    for index in problems.indices[oldProblemCount...] {
      problems[index].message = "\(name): \(problems[index].message)"
    }
  }

  /// Writes one override into the tree; adds to `problems` if that fails.
  ///
  /// - Parameter name: `--set KEY`, by which issues refer to a value that was given directly, not in a file.
  private mutating func write(
    _ override: PresetSettings.Override, named name: String, to root: inout JSONNode, sources: inout SourceTable
  ) {
    let bytes = Array(override.value.utf8)
    let source = sources.add(override.file ?? name, bytes, hasLines: override.file != nil)
    if let file = override.file { files.append(file) }
    let origin = JSONNode.Position(source: source, offset: 0)
    guard bytes.count <= Limits.fileBytes, override.key.utf8.count <= Self.maximumKeyBytes else {
      problems.append((origin, "this is too long"))
      return
    }
    if CombiningMarks.exceedLimit(in: override.key.utf8) || CombiningMarks.exceedLimit(in: bytes) {
      problems.append((origin, CombiningMarks.message))
      return
    }
    let knobs = root["knobs"]?.members ?? []
    if let knob = knobs.first(where: { $0.key == override.key }) {
      return setKnob(knob, override, in: &root, source: source, origin: origin)
    }
    let isSingleName = !override.key.contains { ".[".contains($0) }
    guard let steps = Overriding.steps(of: override.key), !steps.isEmpty else {
      problems.append((origin, "this is not a path of keys such as layers.snow.opacity"))
      return
    }
    // With an index, a key at the root goes before a knob of the same name.
    if case .key(let firstKey) = steps[0], root[firstKey] == nil, steps.count > 1, case .index = steps[1],
      let knob = knobs.first(where: { $0.key == firstKey }), let list = knob.node["default"]
    {
      return setElement(steps.dropFirst(), of: list, knob.key, override, in: &root, source: source, origin: origin)
    }
    // A single name that is no knob could only be a key at the root. The root's keys `name` and `about` can be set; any other
    // single name is reported as a misspelt knob.
    if isSingleName, !["name", "about"].contains(override.key) {
      let names = knobs.map(\.key)
      let available =
        names.isEmpty ? " This preset has no knobs." : " Its knobs are \(listed(names, conjunction: "and"))."
      let hint = Spelling.hint(override.key, among: names)
      problems.append((origin, "the preset has no knob of this name.\(hint.isEmpty ? available : hint)"))
      return
    }
    if override.isText, let reference = KnobReference(override.value) {
      problems.append(
        (
          origin,
          "here \(quoted(override.value)) would be the value of a knob called \(shortened(reference.name)). A text that begins with = is drawn through a knob: write \"= title\" here, and give the knob title the text"
        ))
      return
    }
    guard let node = parsedValue(of: override, source: source, origin: origin) else { return }
    if let message = set(steps[...], of: &root, to: node, keyPath: "") { problems.append((origin, message)) }
  }

  // MARK: Knobs

  /// Replaces the default of a knob by a value of the same type. This fails silently if the knob is no object, which is reported
  /// when knobs are read.
  private mutating func setKnob(
    _ knob: JSONNode.Member, _ override: PresetSettings.Override, in root: inout JSONNode, source: Int,
    origin: JSONNode.Position
  ) {
    let node: JSONNode
    let old = knob.node["default"]
    if case .string = old?.value, !override.isText, !isFromJSONFile(override) {
      // A knob that holds text takes the value as text, even if the value looks like a number; only JSON's quotes are taken off.
      node = quotedText(of: override, source: source) ?? JSONNode(.string(override.value), at: origin)
    } else {
      guard let parsed = parsedValue(of: override, source: source, origin: origin) else { return }
      node = parsed
    }
    // A list of colours may be given without quotes and brackets.
    if let old, ColorList.holdsColors(old), let text = node.string {
      switch ColorList.read(text, origin) {
      case .success(let list):
        _ = set([.key("knobs"), .key(knob.key), .key("default")], of: &root, to: list, keyPath: "")
      case .failure(let mistake): problems.append((mistake.origin, mistake.message))
      }
      return
    }
    if let old, old.valueType != node.valueType {
      problems.append((origin, typeMessage(old, node, override)))
      return
    }
    _ = set([.key("knobs"), .key(knob.key), .key("default")], of: &root, to: node, keyPath: "")
  }

  /// Replaces an element of a knob's list by a value of the same type.
  ///
  /// - Parameter steps: the steps from the list to the element.
  private mutating func setElement(
    _ steps: ArraySlice<PathStep>, of list: JSONNode, _ knobName: String, _ override: PresetSettings.Override,
    in root: inout JSONNode, source: Int, origin: JSONNode.Position
  ) {
    guard list.elements != nil else {
      problems.append((origin, "\(shortened(knobName)) is \(list.messageText), not a list, so it has no elements"))
      return
    }
    guard var node = parsedValue(of: override, source: source, origin: origin) else { return }
    // The element that is replaced; nil if there is none at the end of the steps, which `set` reports below.
    var oldElement: JSONNode? = list
    for step in steps {
      guard case .index(let index) = step, let elements = oldElement?.elements, index < elements.count else {
        oldElement = nil
        break
      }
      oldElement = elements[index]
    }
    // As in a knob of text, what looks like a number is a text in place of a text; but it is no colour.
    if case .string = oldElement?.value, node.isPlain, !isFromJSONFile(override), !ColorList.holdsColors(list) {
      node = JSONNode(.string(override.value), at: origin)
    }
    if let oldElement, oldElement.valueType != node.valueType {
      problems.append((origin, typeMessage(oldElement, node, override)))
      return
    }
    var changedList = list
    if let message = set(steps, of: &changedList, to: node, keyPath: knobName) {
      problems.append((origin, message))
      return
    }
    _ = set([.key("knobs"), .key(knobName), .key("default")], of: &root, to: changedList, keyPath: "")
  }

  // MARK: Values

  /// The message on a value of another type than the one that it would replace.
  private func typeMessage(_ old: JSONNode, _ new: JSONNode, _ override: PresetSettings.Override) -> String {
    "should be \(old.valueType), not \(new.messageText)\(override.isText ? "; --set takes other values than texts" : "")"
  }

  /// The text of an override that is one text in JSON's quotes; nil for anything else, such as `"Bob" Smith`.
  private func quotedText(of override: PresetSettings.Override, source: Int) -> JSONNode? {
    let bytes = Array(override.value.utf8)
    guard bytes.first(where: { !JSONReader.isWhiteSpace($0) }) == UInt8(ascii: "\"") else { return nil }
    var reader = JSONReader(bytes, source: source)
    guard let node = reader.read(), reader.problems.isEmpty, case .string = node.value else { return nil }
    return node
  }

  /// Parses an override's text as JSON. A text that is no JSON becomes a text value, unless it begins like a list, an object or a
  /// quoted text, or comes from a file `….json`: then the result is nil after reporting an issue. A value of `--set-text` is not parsed.
  private mutating func parsedValue(
    of override: PresetSettings.Override, source: Int, origin: JSONNode.Position
  ) -> JSONNode? {
    let text = override.value
    if override.isText { return JSONNode(.string(text), at: origin) }
    var reader = JSONReader(Array(text.utf8), source: source)
    let node = reader.read()
    if reader.problems.isEmpty, let node { return node }
    let firstVisibleByte = text.utf8.first { !JSONReader.isWhiteSpace($0) }
    let beginsLikeJSON = firstVisibleByte.map { "{[\"".utf8.contains($0) } ?? false
    if beginsLikeJSON || isFromJSONFile(override) {
      let firstProblem = reader.problems.first
      problems.append((firstProblem?.origin ?? origin, firstProblem?.message ?? "this is not JSON"))
      return nil
    }
    return JSONNode(.string(text), at: origin)
  }

  /// Whether a value was read from a file `….json`, in which text that is no JSON is a mistake.
  private func isFromJSONFile(_ override: PresetSettings.Override) -> Bool {
    override.file?.lowercased().hasSuffix(".json") ?? false
  }

  // MARK: Paths

  /// The steps of a key path such as `layers.rockets.emitter.cells[0].velocity`; nil if the text is no key path, or has too many
  /// steps.
  private static func steps(of path: String) -> [PathStep]? {
    var steps: [PathStep] = []
    for (partIndex, part) in path.split(separator: ".", omittingEmptySubsequences: false).enumerated() {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      guard let name = pieces.first else { return nil }
      // A part may lack a name if it has an index and is not the first part, as in `layers.[0]`.
      if !name.isEmpty { steps.append(.key(String(name))) } else if partIndex == 0 || pieces.count == 1 { return nil }
      for piece in pieces.dropFirst() {
        guard piece.hasSuffix("]"), let index = Int(piece.dropLast()), index >= 0 else { return nil }
        steps.append(.index(index))
      }
    }
    return steps.count <= Limits.jsonDepth ? steps : nil
  }

  /// Replaces the value at the end of a path. Objects and keys that are missing along the path are created.
  ///
  /// - Parameters:
  ///   - steps: the remaining steps of the path, from `node` on.
  ///   - keyPath: the key path of `node`, for messages; empty for the preset itself.
  /// - Returns: the reason why the value cannot be set; nil after setting it.
  private func set(_ steps: ArraySlice<PathStep>, of node: inout JSONNode, to value: JSONNode, keyPath: String)
    -> String?
  {
    guard let step = steps.first else {
      node = value
      return nil
    }
    let subject = keyPath.isEmpty ? "the preset" : keyPath
    switch node.value {
    case .object(var members):
      guard case .key(let key) = step else { return "\(subject) is not a list, so it has no numbered elements" }
      let inner = keyPath.isEmpty ? key : "\(keyPath).\(key)"
      if let index = members.lastIndex(where: { $0.key == key }) {
        let message = set(steps.dropFirst(), of: &members[index].node, to: value, keyPath: inner)
        members[index].keyOrigin = steps.count == 1 ? value.origin : members[index].keyOrigin
        node.value = .object(members)
        return message
      }
      // A missing object is created, so that post.bloom.strength can be set in a preset without bloom.
      var created = JSONNode(.object([]), at: value.origin)
      let message = set(steps.dropFirst(), of: &created, to: value, keyPath: inner)
      members.append(JSONNode.Member(key: key, keyOrigin: value.origin, node: created))
      node.value = .object(members)
      return message
    case .array(var elements):
      let index: Int
      switch step {
      case .index(let number):
        guard number < elements.count else { return "\(subject) has \(elements.count) elements, counted from 0" }
        index = number
      case .key(let name):
        guard let indexOfName = elements.firstIndex(where: { $0["name"]?.string == name }) else {
          let names = elements.compactMap { $0["name"]?.string }
          return "nothing in \(subject) is called \(shortened(name)).\(Spelling.hint(name, among: names))"
        }
        index = indexOfName
      }
      let message = set(steps.dropFirst(), of: &elements[index], to: value, keyPath: "\(keyPath)[\(index)]")
      node.value = .array(elements)
      return message
    default:
      return "\(subject) is \(node.messageText), which has no keys"
    }
  }
}

extension JSONNode {
  /// Whether this is a number, true, false or null.
  fileprivate var isPlain: Bool {
    switch value {
    case .number, .bool, .null: true
    default: false
    }
  }

  /// The type of a knob's value in messages; values that no knob can hold count as "an object".
  fileprivate var valueType: String {
    switch value {
    case .number: "a number"
    case .string: "text"
    case .bool: "true or false"
    case .array: "a list in JSON"
    default: "an object"
    }
  }
}
