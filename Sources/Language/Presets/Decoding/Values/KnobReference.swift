import JSON
import Model

/// A formula that is nothing but the name of a knob, or an element of a knob's list: `= dusk`, `= palette[0]`,
/// `= palette[mod(i, 3)]`.
struct KnobReference {
  /// Name of the knob.
  let name: String
  /// The expressions between brackets, one for each level of nested lists. Their values do not depend on time.
  let indices: [String]

  /// The longest text that is parsed, in UTF-8; a longer one is treated as a general formula.
  private static let maximumTextBytes = 200

  /// Parses a text that begins with an equals sign; nil if it is anything but a reference.
  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "="), text.utf8.count <= Self.maximumTextBytes else { return nil }
    let body = text.utf8.dropFirst().drop { $0 == UInt8(ascii: " ") }
    let nameBytes = body.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: " ") }
    name = String(Substring(nameBytes))
    guard Scope.isName(name), let indices = Self.indices(body[nameBytes.endIndex...]) else { return nil }
    self.indices = indices
  }

  /// The texts between pairs of brackets; nil if there is anything but spaces outside of the brackets.
  private static func indices(_ text: Substring.UTF8View) -> [String]? {
    var indices: [String] = []
    var remaining = text
    while true {
      remaining = remaining.drop { $0 == UInt8(ascii: " ") }
      if remaining.isEmpty { return indices }
      guard let length = bracketLength(remaining) else { return nil }
      indices.append(String(Substring(remaining.prefix(length).dropFirst().dropLast())))
      remaining = remaining.dropFirst(length)
    }
  }

  /// Length of the bracketed text at the start of a text, including both brackets. Nil if the text does not begin with [, or if
  /// that bracket is not closed.
  static func bracketLength(_ text: some Sequence<UInt8>) -> Int? {
    var (length, depth) = (0, 0)
    for byte in text {
      length += 1
      if byte == UInt8(ascii: "[") { depth += 1 } else if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth == 0 { return byte == UInt8(ascii: "]") ? length : nil }
    }
    return nil
  }

  /// The value that is referred to; nil if there is no such knob or element.
  func value(in scope: Scope) -> JSONNode? {
    guard let knob = scope.knobs.first(where: { $0.name == name }) else { return nil }
    return try? scope.element(of: knob, at: indices)
  }
}

extension Scope {
  /// An element of a knob's list, or of a list within that list; the knob's value itself if there are no indices.
  ///
  /// - Parameters:
  ///   - indices: expressions whose values are the indices, outermost list first, counted from 0.
  ///   - nesting: the parser's recursion depth at the brackets, so that indices within indices cannot recurse without a limit.
  /// - Throws: a failure of which callers use only the message: they report it at the knob's name, so the offset has no meaning.
  func element(of knob: KnobValue, at indices: [String], nesting: Int = 0) throws(SyntaxFailure) -> JSONNode {
    var (node, name) = (knob.node, knob.name)
    for indexText in indices {
      // An unreadable knob has been reported already.
      if case .invalid = node.value { return node }
      guard let elements = node.elements else {
        throw SyntaxFailure(offset: 0, message: "\(name) is \(node.messageText), not a list, so it has no elements")
      }
      let index = try elementIndex(indexText, nesting: nesting)
      guard index >= 0, index < Double(elements.count) else {
        let shownCount =
          switch elements.count {
          case 0: "no elements"
          case 1: "one element"
          default: "\(elements.count) elements, counted from 0"
          }
        throw SyntaxFailure(offset: 0, message: "\(name) has \(shownCount): there is no \(name)[\(plain(index))]")
      }
      node = elements[Int(index)]
      name += "[\(plain(index))]"
    }
    return node
  }

  /// The value of an index expression: a whole number, which is not yet compared with the list's length and may be negative.
  private func elementIndex(_ text: String, nesting: Int) throws(SyntaxFailure) -> Double {
    let expression: Expression
    do throws(FormulaParser.Failures) {
      expression = try FormulaParser.expression(text, in: self, nesting: nesting)
    } catch {
      throw error.list[0]
    }
    guard let number = expression.constant else {
      throw SyntaxFailure(offset: 0, message: "the number of an element cannot depend on t or T")
    }
    guard number == number.rounded() else {
      throw SyntaxFailure(offset: 0, message: "the number of an element should be whole, not \(plain(number))")
    }
    return number
  }
}
