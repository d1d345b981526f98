import Colorimetry
import Model

/// Compiles a formula.
///
/// Precedence, weakest first: `?:`, comparisons, `+ −`, `* /`, unary minus, `^` (to the right, so that −2^2 is −4 and
/// 2^3^2 is 512). Nesting and length are bounded, so that no text can exhaust the stack.
package struct ExpressionParser {
  package typealias Failure = SyntaxFailure

  let text: [UInt8]
  let scope: Scope
  var builder: Expression.Builder
  var index = 0
  var depth = 0

  private init(_ text: String, _ scope: Scope) {
    self.text = Array(text.utf8)
    self.scope = scope
    builder = Expression.Builder(seed: scope.seed)
  }

  /// Compiles the text after the equals sign.
  package static func compile(_ text: String, in scope: Scope) throws(Failure) -> Expression {
    var parser = ExpressionParser(text, scope)
    guard parser.text.count <= Limits.expressionBytes else {
      throw Failure(
        offset: 0,
        message: "an expression of \(grouped(parser.text.count)) bytes; at most \(grouped(Limits.expressionBytes)) fit")
    }
    try parser.parseChoice()
    if let byte = parser.peek() {
      throw Failure(offset: parser.index, message: "\(parser.show(byte)) makes no sense here")
    }
    guard let expression = parser.builder.finished() else {
      throw Failure(offset: 0, message: "this expression is too complicated")
    }
    return expression
  }

  // MARK: Grammar

  mutating func parseChoice() throws(Failure) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 40 else { throw Failure(offset: index, message: "nested deeper than 40 levels") }
    try parseComparison()
    guard take("?") else { return }
    try parseChoice()
    guard take(":") else { throw unexpected("a : to go with the ?") }
    try parseChoice()
    try emit(.call(.choose))
  }

  mutating func parseComparison() throws(Failure) {
    try parseSum()
    let operators: [(String, Expression.Function)] = [
      ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("==", .equal), ("!=", .notEqual), ("<", .less), (">", .greater),
    ]
    while let (_, function) = try takeAny(operators) {
      try parseSum()
      try emit(.call(function))
    }
  }

  mutating func parseSum() throws(Failure) {
    try parseProduct()
    while let (_, function) = try takeAny([("+", .add), ("-", .subtract)]) {
      try parseProduct()
      try emit(.call(function))
    }
  }

  mutating func parseProduct() throws(Failure) {
    try parseSigned()
    while let (_, function) = try takeAny([("*", .multiply), ("/", .divide)]) {
      try parseSigned()
      try emit(.call(function))
    }
  }

  mutating func parseSigned() throws(Failure) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 40 else { throw Failure(offset: index, message: "nested deeper than 40 levels") }
    if take("-") {
      try parseSigned()
      try emit(.call(.negate))
    } else if take("+") {
      try parseSigned()
    } else {
      try parsePower()
    }
  }

  mutating func parsePower() throws(Failure) {
    try parseOperand()
    if take("^") {
      // The exponent may carry a sign, and binds to the right.
      try parseSigned()
      try emit(.call(.power))
    }
  }

  mutating func parseOperand() throws(Failure) {
    guard let byte = peek() else { throw unexpected("a value") }
    if take("(") {
      try parseChoice()
      guard take(")") else { throw unexpected("a )") }
    } else if isDigit(byte) || byte == UInt8(ascii: ".") {
      try parseNumber()
    } else if isLetter(byte) {
      try parseName()
    } else {
      throw unexpected("a value")
    }
  }

  mutating func parseNumber() throws(Failure) {
    let start = index
    while index < text.count, isDigit(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      // An exponent only if digits follow: `2e` would else be a number and a name.
      var end = index + 1
      if end < text.count, text[end] == UInt8(ascii: "+") || text[end] == UInt8(ascii: "-") { end += 1 }
      if end < text.count, isDigit(text[end]) {
        while end < text.count, isDigit(text[end]) { end += 1 }
        index = end
      }
    }
    let digits = String(decoding: text[start..<index], as: UTF8.self)
    guard let value = Double(digits), value.isFinite else {
      throw Failure(offset: start, message: "\(shortened(digits)) is no number")
    }
    if index < text.count, text[index] == UInt8(ascii: "%") {
      throw Failure(offset: index, message: "an expression has no percentages; multiply width or height")
    }
    try emit(.constant(value))
  }

  mutating func parseName() throws(Failure) {
    let start = index
    while index < text.count, isLetter(text[index]) || isDigit(text[index]) { index += 1 }
    let name = String(decoding: text[start..<index], as: UTF8.self)
    if let function = Scope.functions.first(where: { $0.name == name }) {
      return try parseCall(function.name, function.arguments, at: start)
    }
    if peek() == UInt8(ascii: "(") {
      let hint = Spelling.hint(name, among: Scope.functions.map(\.name))
      throw Failure(offset: start, message: "\(shortened(name)) is no function.\(hint)")
    }
    if name == "t" { return try emit(.localTime) }
    if name == "T" { return try emit(.canvasTime) }
    if let value = scope.constant(named: name) { return try emit(.constant(value)) }
    if let knob = scope.knobs.first(where: { $0.name == name }) {
      // A knob that could not be read has been reported.
      if case .invalid = knob.node.value { return try emit(.constant(0)) }
      throw Failure(offset: start, message: "the knob \(name) is no number")
    }
    throw Failure(
      offset: start, message: "\(shortened(name)) names nothing.\(Spelling.hint(name, among: scope.names))")
  }

  mutating func parseCall(
    _ name: String, _ allowed: ClosedRange<Int>, at start: Int
  ) throws(Failure) {
    guard take("(") else { throw Failure(offset: start, message: "\(name) is a function: it needs (…)") }
    var count = 0
    if peek() != UInt8(ascii: ")") {
      repeat {
        try parseChoice()
        count += 1
        // min and max of many are those of two, again and again.
        if allowed.upperBound > 3, count > 1 { try emit(.call(name == "min" ? .min : .max)) }
      } while take(",")
    }
    guard take(")") else { throw unexpected("a , or )") }
    guard allowed.contains(count) else {
      let wanted =
        allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) to \(allowed.upperBound)"
      throw Failure(offset: start, message: "\(name) takes \(wanted) value\(wanted == "1" ? "" : "s"), not \(count)")
    }
    if allowed.upperBound > 3 { return }
    let called = name == "noise" && count == 2 ? "noise2" : name
    guard let function = Expression.Function(rawValue: called) else { throw unexpected("a function") }
    try emit(.call(function))
  }
}
