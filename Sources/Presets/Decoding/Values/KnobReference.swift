import Model

/// A text that is nothing but the name of a knob, or of an element of a knob's list: `= dusk`, `= palette[0]`, `= palette[mod(i, 3)]`.
struct KnobReference {
  /// Name of the knob.
  let name: String
  /// What stands between the brackets: expressions without a clock, one for each list within a list.
  let indices: [String]

  /// The longest text that is looked at, in UTF-8; a longer one is taken for a formula.
  private static let maximumTextBytes = 200

  /// Reads a text from its equals sign on; nil for any other text.
  init?(_ text: String) {
    guard text.utf8.first == UInt8(ascii: "="), text.utf8.count <= Self.maximumTextBytes else { return nil }
    let rest = text.utf8.dropFirst().drop { $0 == UInt8(ascii: " ") }
    let word = rest.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: " ") }
    name = String(Substring(word))
    guard Scope.isName(name), let indices = Self.indices(rest[word.endIndex...]) else { return nil }
    self.indices = indices
  }

  /// The texts between pairs of brackets; nil where anything else stands outside of them.
  private static func indices(_ text: Substring.UTF8View) -> [String]? {
    var indices: [String] = []
    var rest = text
    while true {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      if rest.isEmpty { return indices }
      guard let length = bracketLength(rest) else { return nil }
      indices.append(String(Substring(rest.prefix(length).dropFirst().dropLast())))
      rest = rest.dropFirst(length)
    }
  }

  /// Length of the text in brackets, both of them included, that a text begins with; nil if it begins with none, or the bracket is
  /// not closed.
  static func bracketLength(_ text: some Sequence<UInt8>) -> Int? {
    var (length, depth) = (0, 0)
    for byte in text {
      length += 1
      if byte == UInt8(ascii: "[") { depth += 1 } else if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth == 0 { return byte == UInt8(ascii: "]") ? length : nil }
    }
    return nil
  }

  /// The value that is named; nil if there is no such knob or element.
  func value(in scope: Scope) -> JSONNode? {
    guard let knob = scope.knobs.first(where: { $0.name == name }) else { return nil }
    return try? scope.element(of: knob, at: indices)
  }
}

extension Scope {
  /// An element of a knob's list, or of a list within it; the knob's value itself where no index is given.
  ///
  /// - Parameters:
  ///   - indices: expressions, each of which numbers an element, counted from 0.
  ///   - nesting: how deep the formula is nested in which the indices stand.
  func element(of knob: KnobValue, at indices: [String], nesting: Int = 0) throws(SyntaxFailure) -> JSONNode {
    var (node, name) = (knob.node, knob.name)
    for index in indices {
      // What is wrong with an unreadable knob has been reported.
      if case .invalid = node.value { return node }
      guard let elements = node.elements else {
        throw SyntaxFailure(offset: 0, message: "\(name) is \(node.messageText), no list, so it has no elements")
      }
      let number = try elementNumber(index, nesting: nesting)
      guard number >= 0, number < Double(elements.count) else {
        let count = elements.count
        let known = count == 0 ? "no elements" : count == 1 ? "one element" : "\(count) elements, counted from 0"
        throw SyntaxFailure(offset: 0, message: "\(name) has \(known): there is no \(name)[\(plain(number))]")
      }
      node = elements[Int(number)]
      name += "[\(plain(number))]"
    }
    return node
  }

  /// The number of an element; not negative numbers alone are elements of a list.
  private func elementNumber(_ text: String, nesting: Int) throws(SyntaxFailure) -> Double {
    let expression: Expression
    do throws(ExpressionParser.Failures) {
      expression = try ExpressionParser.compile(text, in: self, nesting: nesting)
    } catch {
      throw error.list[0]
    }
    guard let number = expression.constant else {
      throw SyntaxFailure(offset: 0, message: "the number of an element can not depend on t or T")
    }
    guard number == number.rounded() else {
      throw SyntaxFailure(offset: 0, message: "the number of an element is whole, not \(plain(number))")
    }
    return number
  }
}
