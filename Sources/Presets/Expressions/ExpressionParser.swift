import Colorimetry
import Model

/// Compiles a formula to a program for a stack machine: operands are pushed before the function that takes them.
///
/// The parser descends recursively, with one method for each level of precedence. The comment before a method is its rule of
/// grammar: [what may be left out], {what may be repeated}, (one | of several).
///
/// Precedence, weakest first: `?:`, comparisons, `+ −`, `* /`, unary minus, `^` (to the right, so that −2^2 is −4 and
/// 2^3^2 is 512). Nesting and length are bounded, so that no text can exhaust the stack.
package struct ExpressionParser {
  package typealias Failure = SyntaxFailure

  /// UTF-8 of the formula, without the equals sign before it.
  let text: [UInt8]
  /// What names stand for.
  let scope: Scope
  var builder: Expression.Builder
  /// Offset of the next byte to be read.
  var index = 0
  /// How many choices (one for each parenthesis, argument and branch) and signed values are being read around `index`.
  var depth = 0
  /// The largest `depth`; it bounds the recursion.
  static let mostNesting = 40

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
    if parser.peekPastSpace() != nil {
      throw Failure(offset: parser.index, message: "\(parser.shownCharacter()) makes no sense here")
    }
    guard let expression = parser.builder.finished() else {
      throw Failure(offset: 0, message: "this expression is too complicated")
    }
    return expression
  }

  // MARK: Grammar

  /// comparison [? choice : choice]
  mutating func parseChoice() throws(Failure) {
    try enterLevel()
    defer { depth -= 1 }
    try parseComparison()
    guard take("?") else { return }
    try parseChoice()
    guard take(":") else { throw unexpected("a : to go with the ?") }
    try parseChoice()
    try emit(.call(.choose))
  }

  /// sum {(<= | >= | == | != | < | >) sum}
  mutating func parseComparison() throws(Failure) {
    try parseSum()
    // Longer operators first: < begins <=.
    let operators: [(String, Expression.Function)] = [
      ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("==", .equal), ("!=", .notEqual), ("<", .less), (">", .greater),
    ]
    while let (_, function) = takeAny(operators) {
      try parseSum()
      try emit(.call(function))
    }
  }

  /// product {(+ | −) product}
  mutating func parseSum() throws(Failure) {
    try parseProduct()
    while let (_, function) = takeAny([("+", .add), ("-", .subtract)]) {
      try parseProduct()
      try emit(.call(function))
    }
  }

  /// signed {(* | /) signed}
  mutating func parseProduct() throws(Failure) {
    try parseSigned()
    while let (_, function) = takeAny([("*", .multiply), ("/", .divide)]) {
      try parseSigned()
      try emit(.call(function))
    }
  }

  /// (− | +) signed, or power
  mutating func parseSigned() throws(Failure) {
    try enterLevel()
    defer { depth -= 1 }
    if take("-") {
      try parseSigned()
      try emit(.call(.negate))
    } else if take("+") {
      try parseSigned()
    } else {
      try parsePower()
    }
  }

  /// Adds a level to `depth`; the caller subtracts it when it returns.
  private mutating func enterLevel() throws(Failure) {
    guard depth < Self.mostNesting else {
      throw Failure(offset: index, message: "nested deeper than \(Self.mostNesting) levels")
    }
    depth += 1
  }

  /// operand [^ signed]
  mutating func parsePower() throws(Failure) {
    try parseOperand()
    if take("^") {
      // The exponent may carry a sign, and binds to the right.
      try parseSigned()
      try emit(.call(.power))
    }
  }

  /// (choice), a number, or a name
  mutating func parseOperand() throws(Failure) {
    guard let byte = peekPastSpace() else { throw unexpected("a value") }
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

  /// A number: digits and points as far as they reach, of which `Double` allows one, and an exponent. No sign.
  mutating func parseNumber() throws(Failure) {
    let start = index
    while index < text.count, isDigit(text[index]) || text[index] == UInt8(ascii: ".") { index += 1 }
    // Setting the bit 0x20 makes a capital of ASCII small.
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      // Without digits after it, the e is no exponent: it begins a name.
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

  /// A function with its arguments, a clock, or a constant of the scope.
  mutating func parseName() throws(Failure) {
    let start = index
    while index < text.count, isLetter(text[index]) || isDigit(text[index]) { index += 1 }
    let name = String(decoding: text[start..<index], as: UTF8.self)
    if let function = FormulaFunction.all.first(where: { $0.name == name }) {
      return try parseCall(function.name, function.argumentCounts, at: start)
    }
    if peekPastSpace() == UInt8(ascii: "(") {
      let names = FormulaFunction.all.map(\.name)
      let hint = Spelling.hint(name, among: names)
      let list = hint.isEmpty ? " There are \(listed(names.sorted(), conjunction: "and"))." : hint
      throw Failure(offset: start, message: "\(shortened(name)) is no function.\(list)")
    }
    if name == "t" { return try emit(.localTime) }
    if name == "T" { return try emit(.canvasTime) }
    if let value = scope.constant(named: name) { return try emit(.constant(value)) }
    if let knob = scope.knobs.first(where: { $0.name == name }) {
      // An issue of a knob that could not be read has been reported; any number takes its place here.
      if case .invalid = knob.node.value { return try emit(.constant(0)) }
      throw Failure(offset: start, message: "the knob \(name) is no number")
    }
    throw Failure(
      offset: start, message: "\(shortened(name)) names nothing.\(Spelling.hint(name, among: scope.names))")
  }

  /// The arguments of a function and its call.
  ///
  /// - Parameter start: offset of the name, to which errors point.
  mutating func parseCall(
    _ name: String, _ argumentCounts: ClosedRange<Int>, at start: Int
  ) throws(Failure) {
    // Only min and max take more than three arguments. They are compiled as calls with two, min(min(a, b), c): each argument
    // but the first is followed by a call.
    let isPairwise = argumentCounts.upperBound > 3

    guard take("(") else { throw Failure(offset: start, message: "\(name) is a function: it needs (…)") }
    var count = 0
    if peekPastSpace() != UInt8(ascii: ")") {
      repeat {
        try parseChoice()
        count += 1
        if isPairwise, count > 1 { try emit(.call(name == "min" ? .min : .max)) }
      } while take(",")
    }
    guard take(")") else { throw unexpected("a , or )") }
    guard argumentCounts.contains(count) else {
      let (least, most) = (argumentCounts.lowerBound, argumentCounts.upperBound)
      let wanted = least == most ? "\(least)" : "\(least) to \(most)"
      throw Failure(offset: start, message: "\(name) takes \(wanted) value\(wanted == "1" ? "" : "s"), not \(count)")
    }
    if isPairwise { return }
    // noise(x, y) is a function of its own.
    let called = name == "noise" && count == 2 ? "noise2" : name
    guard let function = Expression.Function(rawValue: called) else { throw unexpected("a function") }
    try emit(.call(function))
  }
}
