import Colorimetry
import JSON
import Model

/// Compiles a formula, whose values are numbers and, if it is for pixels, vectors.
///
/// A recursive descent parser with one method for each level of precedence. The comment before a method is its grammar rule:
/// [optional], {repeated}, (one | of several). Each method builds the value of what it has read with the scope's `FormulaBuilder`, and
/// returns it.
///
/// Precedence, weakest first: `?:`, comparisons, `+ −`, `* /`, unary minus, `^`, parts of vectors (`p.x`). So −2^2 is −(2^2) = −4. The
/// operator `^` groups to the right: 2^3^2 is 2^(3^2) = 512. Nesting and length are bounded, so that no text can exhaust the stack.
///
/// Unknown names, calls with the wrong arguments, and operands that do not fit together are recorded, and parsing goes on with
/// the value `unknown`. A syntax error ends the parsing, because the meaning of the remaining text would be a guess.
package struct FormulaParser {
  package typealias Failure = SyntaxFailure

  /// Everything that is wrong with one formula, in the order of the text; never empty.
  package struct Failures: Error, Equatable {
    package var list: [Failure]

    package init(list: [Failure]) { self.list = list }
  }

  /// UTF-8 of the formula, without the equals sign before it.
  let text: [UInt8]
  /// What the names in the formula stand for.
  let scope: FormulaScope
  /// Offset of the next byte to be read.
  var index = 0
  /// Levels of recursion at `index`: the active calls of `parseChoice` (one for each parenthesis, argument and branch) and of
  /// `parseSigned`, plus the `nesting` with which parsing began.
  var depth: Int
  /// The largest `depth` allowed, which bounds the stack that any text can use.
  private static let maximumDepth = 40
  /// Failures so far that did not end the parsing.
  private var recordedFailures: [Failure] = []
  /// How many failures have been recorded.
  var failureCount: Int { recordedFailures.count }
  /// The most failures of one formula that are reported.
  private static let maximumFailures = 20

  private init(_ text: String, _ scope: FormulaScope, nesting: Int) {
    self.text = Array(text.utf8)
    self.scope = scope
    depth = nesting
  }

  /// Compiles the text after the equals sign to a formula of a number.
  ///
  /// - Parameter nesting: the `depth` at which parsing begins. It is not 0 for the index in `knob[index]`, which is compiled
  ///   while another formula is parsed, so that all nested formulas are bounded together.
  package static func expression(
    _ text: String, in scope: Scope, nesting: Int = 0
  ) throws(Failures) -> Expression {
    let formulaScope = FormulaScope(ofNumber: scope)
    let value = try compile(text, in: formulaScope, nesting: nesting)
    // The value is unknown only if a knob could not be read, which has been reported: any number takes its place.
    let number = value.isKnown ? value.x : formulaScope.builder.constant(0)
    guard let expression = Expression(number, signals: formulaScope.animatedValues.map(\.number)) else {
      throw Failures(list: [formulaScope.tooComplicated])
    }
    return expression
  }

  /// Compiles the text after the equals sign.
  static func compile(
    _ text: String, in scope: FormulaScope, nesting: Int = 0
  ) throws(Failures) -> FormulaVector {
    var parser = FormulaParser(text, scope, nesting: nesting)
    var value = FormulaVector.unknown
    do throws(Failure) {
      value = try parser.parseFormula()
    } catch {
      parser.recordedFailures.append(error)
    }
    // Sorted, because a wrong number of arguments is found after mistakes in the arguments, but reported at the function's name
    // before them.
    guard parser.recordedFailures.isEmpty else {
      throw Failures(list: parser.recordedFailures.sorted { $0.offset < $1.offset })
    }
    return value
  }

  /// Records a failure and returns the unknown value, with which parsing goes on; throws the failure if it is the last that is
  /// reported.
  mutating func record(_ offset: Int, _ message: String) throws(Failure) -> FormulaVector {
    let failure = Failure(offset: offset, message: message)
    if recordedFailures.count == Self.maximumFailures - 1 { throw failure }
    recordedFailures.append(failure)
    return .unknown
  }

  /// Adds to the messages of the failures that were recorded after the first `count`.
  mutating func amendFailures(after count: Int, _ ending: String) {
    for index in count..<max(count, recordedFailures.count) { recordedFailures[index].message += ending }
  }

  /// Forgets the failures that were recorded after the first `count`.
  mutating func forgetFailures(after count: Int) { recordedFailures.removeLast(recordedFailures.count - count) }

  // MARK: Grammar

  /// Operators by their level. Longer ones come first: < begins <=.
  private static let comparisons: [(String, FormulaOperation)] = [
    ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("==", .equal), ("!=", .notEqual), ("<", .less), (">", .greater),
  ]
  private static let sums: [(String, FormulaOperation)] = [("+", .add), ("-", .subtract)]
  private static let products: [(String, FormulaOperation)] = [("*", .multiply), ("/", .divide)]

  /// choice, up to the end of the text
  private mutating func parseFormula() throws(Failure) -> FormulaVector {
    guard text.count <= Limits.expressionBytes else {
      throw Failure(
        offset: 0,
        message: "an expression of \(grouped(text.count)) bytes; at most \(grouped(Limits.expressionBytes)) fit")
    }
    let value = try parseChoice()
    if peekPastSpace() != nil {
      throw Failure(offset: index, message: "\(shownCharacter()) makes no sense here\(operatorHint())")
    }
    if scope.builder.isTooLarge, recordedFailures.isEmpty { throw scope.tooComplicated }
    return value
  }

  /// comparison [? choice : choice]
  mutating func parseChoice() throws(Failure) -> FormulaVector {
    try enterLevel()
    defer { depth -= 1 }
    let start = skipToToken()
    let condition = try parseComparison()
    let questionMark = index
    guard take("?") else { return condition }
    let first = try parseChoice()
    guard take(":") else { throw unexpected("a : to go with the ?") }
    let second = try parseChoice()
    if condition.isKnown, condition.count > 1 {
      return try record(
        start, "the condition before a ? should be a number, not \(FormulaVector.kindWithArticle(condition.count))")
    }
    return try combined(.choose, [condition, first, second], at: questionMark, "the values of ? and :")
  }

  /// sum {(<= | >= | == | != | < | >) sum}
  private mutating func parseComparison() throws(Failure) -> FormulaVector {
    try parseOperators(Self.comparisons) { parser throws(Failure) in try parser.parseSum() }
  }

  /// product {(+ | −) product}
  private mutating func parseSum() throws(Failure) -> FormulaVector {
    try parseOperators(Self.sums) { parser throws(Failure) in try parser.parseProduct() }
  }

  /// signed {(* | /) signed}
  private mutating func parseProduct() throws(Failure) -> FormulaVector {
    try parseOperators(Self.products) { parser throws(Failure) in try parser.parseSigned() }
  }

  /// operand {operator operand}, grouped to the left
  private mutating func parseOperators(
    _ operators: [(String, FormulaOperation)], _ operand: (inout FormulaParser) throws(Failure) -> FormulaVector
  ) throws(Failure) -> FormulaVector {
    var value = try operand(&self)
    while true {
      let offset = skipToToken()
      guard let (symbol, operation) = takeAny(operators) else { return value }
      let next = try operand(&self)
      value = try combined(operation, [value, next], at: offset, symbol)
    }
  }

  /// (− | +) signed, or power
  private mutating func parseSigned() throws(Failure) -> FormulaVector {
    try enterLevel()
    defer { depth -= 1 }
    if take("-") { return try parseSigned().map { -$0 } }
    if take("+") { return try parseSigned() }
    return try parsePower()
  }

  /// operand {. parts} [^ signed]
  private mutating func parsePower() throws(Failure) -> FormulaVector {
    let start = skipToToken()
    var value = try parseOperand()
    while peekPastSpace() == UInt8(ascii: "."), index + 1 < text.count, isLetter(text[index + 1]) {
      let owner = String(decoding: text[start..<index], as: UTF8.self)
      index += 1
      value = try parseParts(of: value, called: owner)
    }
    let offset = skipToToken()
    guard take("^") else { return value }
    // The exponent may have a sign and may be a power itself: 2^-1, 2^3^2.
    return try combined(.power, [value, try parseSigned()], at: offset, "^")
  }

  /// The names of some of a vector's parts: `x`, `xy`, `rgb`.
  ///
  /// - Parameter owner: the text that gives the vector.
  private mutating func parseParts(of value: FormulaVector, called owner: String) throws(Failure) -> FormulaVector {
    let start = index
    let name = takeName()
    guard value.isKnown else { return .unknown }
    guard value.count > 1 else {
      return try record(start, "a number has no parts such as .\(shortened(name))\(scope.hintOfHiddenVariable(owner))")
    }
    var parts: [FormulaValue] = []
    let partLetters = ["xyzw", "rgba"].first { letters in name.allSatisfy { letters.contains($0) } }
    if let partLetters, name.count <= 4 {
      for letter in name {
        let partIndex = Array(partLetters).firstIndex(of: letter)
        if let partIndex, partIndex < value.count { parts.append(value.parts[partIndex]) }
      }
    }
    guard parts.count == name.count else {
      let (positionLetters, colorLetters) = ("xyzw".prefix(value.count), "rgba".prefix(value.count))
      let shownLetters = listed(positionLetters.map { String($0) }, conjunction: "and")
      return try record(
        start,
        "a vec\(value.count) has the parts \(shownLetters), or \(colorLetters), and up to four of them together; not \(shortened(name))"
      )
    }
    return FormulaVector(parts: parts)
  }

  /// (choice), a number, a colour, or a name
  private mutating func parseOperand() throws(Failure) -> FormulaVector {
    guard let byte = peekPastSpace() else { throw unexpected("a value") }
    if take("(") {
      let value = try parseChoice()
      guard take(")") else { throw unexpected("a )") }
      return value
    }
    if isDigit(byte) || byte == UInt8(ascii: ".") { return try parseNumber() }
    if byte == UInt8(ascii: "#"), scope.target == .pixels { return try parseColor() }
    if isLetter(byte) { return try parseName() }
    throw unexpected("a value")
  }

  /// A number without a sign. All digits and points are consumed, so that a number with two points is reported as a whole.
  private mutating func parseNumber() throws(Failure) -> FormulaVector {
    let start = index
    let digits = takeNumber()
    guard let value = Double(digits), value.isFinite else {
      return try record(start, "\(shortened(digits)) is not a number")
    }
    guard index < text.count else { return FormulaVector(scope.builder.constant(value)) }
    if text[index] == UInt8(ascii: "%") {
      throw Failure(offset: index, message: "an expression has no percentages; multiply width or height")
    }
    // Bytes from 0x80 on belong to characters beyond ASCII, such as °.
    if isLetter(text[index]) || text[index] >= 0x80 {
      let nameStart = index
      let name = takeName()
      let isKnownName = scope.names.contains(name) || isFunction(name)
      let isDegreeSign = text[nameStart...].starts(with: "°".utf8)
      throw Failure(
        offset: nameStart,
        message: isKnownName
          ? "a number and \(shortened(name)) need a * between them"
          : WrittenUnit.formulaHint(isDegreeSign ? "°" : name) ?? "an operator is missing after the number")
    }
    return FormulaVector(scope.builder.constant(value))
  }

  /// # and hexadecimal digits: an opaque colour
  private mutating func parseColor() throws(Failure) -> FormulaVector {
    let start = index
    index += 1
    let name = takeName()
    guard let color = LinearColor(css: "#" + name) else {
      return try record(start, "#\(shortened(name)) is not a colour; write #rrggbb or #rgb")
    }
    if color.alpha != 1 {
      return try record(start, "a colour in a formula has no opacity; the key alpha, or a vec4, has one")
    }
    return scope.vector(color)
  }

  /// Adds a level to `depth`; the caller subtracts it when it returns.
  private mutating func enterLevel() throws(Failure) {
    guard depth < Self.maximumDepth else {
      throw Failure(offset: index, message: "nested deeper than \(Self.maximumDepth) levels")
    }
    depth += 1
  }

  /// Skips white space and returns the offset of the next token.
  mutating func skipToToken() -> Int {
    _ = peekPastSpace()
    return index
  }

  /// The result of an operator, or the unknown value after recording that its operands differ in their numbers of parts.
  ///
  /// - Parameter subject: the beginning of the message: the operator's symbol, or "the values of ? and :".
  private mutating func combined(
    _ operation: FormulaOperation, _ operands: [FormulaVector], at offset: Int, _ subject: String
  ) throws(Failure) -> FormulaVector {
    if let value = FormulaVector.combined(operation, operands) { return value }
    let kinds = listed(
      operands.filter { $0.count > 1 }.map { FormulaVector.kindWithArticle($0.count) }, conjunction: "and")
    // An operator has one or two characters; "the values of ? and :" is a plural.
    let isOperator = subject.count <= 2
    return try record(
      offset,
      "\(subject) act\(isOperator ? "s" : "") part by part: \(kinds) do not go together; take the same number of parts of each, as in p.xy, or a number"
    )
  }
}
