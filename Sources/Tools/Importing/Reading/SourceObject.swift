import JSON
import Presets

/// An object of the imported file, whose keys are marked as they are read.
///
/// Keys match in upper and lower case alike, because the programs that write these formats differ in their spelling.
struct SourceObject {
  let node: JSONNode
  /// Path of the object in the file: "emitters[0].rate"; empty for the file itself.
  let path: String
  let reading: Reading

  init(_ node: JSONNode, path: String, _ reading: Reading) {
    (self.node, self.path, self.reading) = (node, path, reading)
  }

  /// The members, their keys made unique: the second of two equal keys becomes "key[1]".
  static func keyed(_ members: [JSONNode.Member]) -> [(key: String, member: JSONNode.Member)] {
    var counts: [String: Int] = [:]
    return members.map { member in
      let count = counts[member.key, default: 0]
      counts[member.key] = count + 1
      return (count == 0 ? member.key : "\(member.key)[\(count)]", member)
    }
  }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The value and path of the first of several keys that the object has. A null counts as absent, but is marked as carried over.
  func find(_ keys: String...) -> (node: JSONNode, path: String)? { find(keys) }

  func find(_ keys: [String]) -> (node: JSONNode, path: String)? {
    guard let members = node.members else { return nil }
    for key in keys {
      // Lengths are compared first, because making a key lower-case takes longer.
      let found =
        members.first { $0.key == key }
        ?? members.first { $0.key.utf8.count == key.utf8.count && $0.key.lowercased() == key.lowercased() }
      guard let found else { continue }
      let path = path(of: found.key)
      if case .null = found.node.value {
        reading.carry(path)
        continue
      }
      return (found.node, path)
    }
    return nil
  }

  func has(_ keys: String...) -> Bool { find(keys) != nil }

  // MARK: Values

  /// The number of a key, clamped to a range; if that changes it, the report gets a line. Nil if there is no number.
  func number(_ keys: String..., in range: ClosedRange<Double> = -1e6...1e6) -> Double? { number(keys, in: range) }

  func number(_ keys: [String], in range: ClosedRange<Double> = -1e6...1e6) -> Double? {
    guard let (node, path) = find(keys) else { return nil }
    return number(node, path, in: range)
  }

  func number(_ node: JSONNode, _ path: String, in range: ClosedRange<Double> = -1e6...1e6) -> Double? {
    let value: Double
    switch node.value {
    case .number(let number, _): value = number
    case .bool(let flag): value = flag ? 1 : 0
    case .string(let text):
      guard let number = SourceObject.number(text), number.isFinite else {
        reading.note(
          path, .unreadable, "\(JSONWriter.quoted(String(text.prefix(40)))) is not a finite number; left out")
        return nil
      }
      value = number
    default:
      reading.note(path, .unreadable, "a number was expected; left out")
      return nil
    }
    reading.carry(path)
    if range.contains(value) { return value }
    let clamped = min(max(value, range.lowerBound), range.upperBound)
    // Clamped for the report too, since `decimal` writes numbers from 1e15 on as 0.
    reading.note(
      path, .clamped, "\(Written.decimal(min(max(value, -1e14), 1e14))) was limited to \(Written.decimal(clamped))")
    return clamped
  }

  /// The number that a text holds, with white space around it ignored; nil for any other text.
  static func number(_ text: String) -> Double? {
    guard text.utf8.count <= 100 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count == 1 ? Double(words[0]) : nil
  }

  /// The range of random values that a number, or an object with `min` and `max`, gives; one of the two alone stands for both.
  /// nil for any other value.
  func span(_ keys: String..., in range: ClosedRange<Double> = -1e6...1e6) -> Span? {
    guard let (node, path) = find(keys) else { return nil }
    return span(node, path, in: range)
  }

  func span(_ node: JSONNode, _ path: String, in range: ClosedRange<Double> = -1e6...1e6) -> Span? {
    guard node.members != nil else { return number(node, path, in: range).map { Span($0, $0) } }
    let object = SourceObject(node, path: path, reading)
    let low = object.number("min", in: range)
    let high = object.number("max", in: range)
    guard let low = low ?? high, let high = high ?? Optional(low) else { return nil }
    return Span(min(low, high), max(low, high))
  }

  /// The text of a key; a number counts as its text.
  func text(_ keys: String...) -> String? {
    guard let (node, path) = find(keys) else { return nil }
    switch node.value {
    case .string(let text):
      reading.carry(path)
      return text
    case .number(_, let text):
      reading.carry(path)
      return text
    default:
      reading.note(path, .unreadable, "a text was expected; left out")
      return nil
    }
  }

  func flag(_ keys: String...) -> Bool? {
    guard let (node, path) = find(keys) else { return nil }
    switch node.value {
    case .bool(let flag):
      reading.carry(path)
      return flag
    case .number(let number, _):
      reading.carry(path)
      return number != 0
    case .string(let text) where ["true", "yes", "1"].contains(text.lowercased()):
      reading.carry(path)
      return true
    case .string(let text) where ["false", "no", "0"].contains(text.lowercased()):
      reading.carry(path)
      return false
    default:
      reading.note(path, .unreadable, "true or false was expected; left out")
      return nil
    }
  }

  /// The object of a key; nil for any other value, which is neither marked nor reported here, since callers may read it otherwise.
  func object(_ keys: String...) -> SourceObject? {
    guard let (node, path) = find(keys), let members = node.members else { return nil }
    if members.isEmpty { reading.carry(path) }
    return SourceObject(node, path: path, reading)
  }

  /// The objects of a list; a single object counts as a list of one.
  func objects(_ keys: String...) -> [SourceObject] {
    guard let (node, path) = find(keys) else { return [] }
    if node.members != nil { return [SourceObject(node, path: path, reading)] }
    if node.elements?.isEmpty == true { reading.carry(path) }
    return (node.elements ?? []).enumerated().compactMap { index, element in
      element.members == nil ? nil : SourceObject(element, path: "\(path)[\(index)]", reading)
    }
  }

  /// How many numbers of a list are read at most.
  private static let maximumNumbers = 1024

  /// The numbers of a list, or of a text with spaces, commas or braces between them, clamped like that of `number`; nil if one of them is
  /// not a finite number.
  func numbers(_ keys: String..., in range: ClosedRange<Double> = -1e6...1e6) -> [Double]? {
    guard let (node, path) = find(keys) else { return nil }
    let values: [Double?]
    switch node.value {
    case .array(let elements):
      if elements.count > Self.maximumNumbers {
        reading.note(path, .approximated, "only the first \(Self.maximumNumbers) numbers are read")
      }
      values = elements.prefix(Self.maximumNumbers).map { element in
        if case .number(let value, _) = element.value { value } else { element.string.flatMap(SourceObject.number) }
      }
    case .string(let text):
      // A longer text is refused like any value that is neither a list nor a text.
      guard text.utf8.count <= 4096 else { fallthrough }
      values = text.split { $0 == " " || $0 == "," || $0 == "{" || $0 == "}" || $0.isNewline }.map { Double($0) }
    default:
      reading.note(path, .unreadable, "numbers were expected; left out")
      return nil
    }
    let numbers = values.compactMap { $0 }.filter(\.isFinite)
    guard numbers.count == values.count else {
      reading.note(path, .unreadable, "some of them are not finite numbers; left out")
      return nil
    }
    reading.carry(path)
    guard numbers.allSatisfy(range.contains) else {
      reading.note(
        path, .clamped,
        "numbers outside of \(Written.decimal(range.lowerBound)) … \(Written.decimal(range.upperBound)) were moved into this range"
      )
      return numbers.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    return numbers
  }

  // MARK: Lines of the report

  /// Adds lines about keys that the object has, but that are not carried over.
  func reportLeftOut(_ keys: [String], _ kind: ImportReport.Kind, _ reason: String) {
    for key in keys {
      guard let (_, path) = find(key) else { continue }
      reading.note(path, kind, reason)
    }
  }

  /// Adds a line about a key that is carried over, but not exactly.
  func reportApproximated(_ key: String, _ reason: String) {
    guard let (_, path) = find(key) else { return }
    reading.note(path, .approximated, reason)
  }

  /// Marks keys, and everything inside them, as carried over in the report. Writes nothing to the preset.
  func carry(_ keys: String...) {
    for key in keys { if let (_, path) = find(key) { reading.carry(path) } }
  }
}
