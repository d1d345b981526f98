import Colorimetry
import JSON
import Model

/// Compiles a formula to a program for a stack machine: operands are pushed before the function that takes them.
///
/// A recursive descent parser with one method for each level of precedence. The comment before a method is its grammar rule:
/// [optional], {repeated}, (one | of several).
///
/// Precedence, weakest first: `?:`, comparisons, `+ −`, `* /`, unary minus, `^`. So −2^2 is −(2^2) = −4. The operator `^` groups
/// to the right: 2^3^2 is 2^(3^2) = 512. Nesting and length are bounded, so that no text can exhaust the stack.
///
/// An unknown name or a call with the wrong arguments is recorded, and parsing goes on as if there were a value. A syntax error
/// ends the parsing, because the meaning of the remaining text would be a guess.
package struct ExpressionParser: FormulaScanner {
  package typealias Failure = SyntaxFailure

  /// Everything that is wrong with one formula, in the order of the text; never empty.
  package struct Failures: Error, Equatable {
    package var list: [Failure]

    package init(list: [Failure]) { self.list = list }
  }

  /// UTF-8 of the formula, without the equals sign before it.
  let text: [UInt8]
  /// What the names in the formula stand for.
  let scope: Scope
  var builder: Expression.Builder
  /// Offset of the next byte to be read.
  var index = 0
  /// Levels of recursion at `index`: the active calls of `parseChoice` (one for each parenthesis, argument and branch) and of
  /// `parseSigned`, plus the `nesting` with which parsing began.
  var depth = 0
  /// The largest `depth` allowed, which bounds the stack that any text can use.
  static let maximumDepth = 40
  /// Failures so far; `compile` adds the one that ended the parsing, if any. After the first one no program is built.
  var recordedFailures: [Failure] = []
  /// The most failures of one formula that are reported.
  static let maximumFailures = 20

  private init(_ text: String, _ scope: Scope, nesting: Int) {
    self.text = Array(text.utf8)
    self.scope = scope
    depth = nesting
    builder = Expression.Builder(seed: scope.seed)
  }

  /// Compiles the text after the equals sign.
  ///
  /// - Parameter nesting: the `depth` at which parsing begins. It is not 0 for the index in `knob[index]`, which is compiled
  ///   while another expression is parsed, so that all nested expressions are bounded together.
  package static func compile(_ text: String, in scope: Scope, nesting: Int = 0) throws(Failures) -> Expression {
    var parser = ExpressionParser(text, scope, nesting: nesting)
    do throws(Failure) {
      try parser.parseFormula()
      if parser.recordedFailures.isEmpty, let expression = parser.builder.finished() { return expression }
    } catch {
      parser.recordedFailures.append(error)
    }
    // Sorted, because a wrong number of arguments is found after mistakes in the arguments, but reported at the function's name
    // before them.
    throw Failures(list: parser.recordedFailures.sorted { $0.offset < $1.offset })
  }

  /// Records a failure, after which parsing goes on; throws it if it is the last that is reported.
  mutating func record(_ offset: Int, _ message: String) throws(Failure) {
    let failure = Failure(offset: offset, message: message)
    if recordedFailures.count == Self.maximumFailures - 1 { throw failure }
    recordedFailures.append(failure)
  }

  // MARK: Grammar

  /// choice, up to the end of the text
  mutating func parseFormula() throws(Failure) {
    guard text.count <= Limits.expressionBytes else {
      throw Failure(
        offset: 0,
        message: "an expression of \(grouped(text.count)) bytes; at most \(grouped(Limits.expressionBytes)) fit")
    }
    try parseChoice()
    if peekPastSpace() != nil {
      throw Failure(offset: index, message: "\(shownCharacter()) makes no sense here\(operatorHint())")
    }
    if recordedFailures.isEmpty, builder.finished() == nil {
      throw Failure(offset: 0, message: "this expression is too complicated")
    }
  }

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
    guard depth < Self.maximumDepth else {
      throw Failure(offset: index, message: "nested deeper than \(Self.maximumDepth) levels")
    }
    depth += 1
  }

  /// operand [^ signed]
  mutating func parsePower() throws(Failure) {
    try parseOperand()
    if take("^") {
      // The exponent may have a sign and may be a power itself: 2^-1, 2^3^2.
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

  /// A number without a sign. All digits and points are consumed, so that a number with two points is reported as a whole.
  mutating func parseNumber() throws(Failure) {
    let start = index
    let digits = takeNumber()
    guard let value = Double(digits), value.isFinite else {
      return try record(start, "\(shortened(digits)) is not a number")
    }
    if index < text.count, text[index] == UInt8(ascii: "%") {
      throw Failure(offset: index, message: "an expression has no percentages; multiply width or height")
    }
    if let message = unitMessage() { throw Failure(offset: index, message: message) }
    try emit(.constant(value))
  }

  /// A function with its arguments, a clock, or a constant of the scope.
  mutating func parseName() throws(Failure) {
    let start = index
    let name = takeName()
    if let function = FormulaFunction.byName[name] {
      return try parseCall(function.name, function.argumentCounts, at: start)
    }
    if name == "Math", take(".") { return try parseMemberOfMath(at: start) }
    if peekPastSpace() == UInt8(ascii: "(") {
      let names = FormulaFunction.all.map(\.name)
      let hint = FamiliarNames.hint(name, among: names)
      let list = hint.isEmpty ? " There are \(listed(names.sorted(), conjunction: "and"))." : hint
      try record(start, "\(shortened(name)) is not a function.\(list)")
      _ = try parseArguments { _ in }
      return
    }
    if peekPastSpace() == UInt8(ascii: "[") { return try parseElement(of: name, at: start) }
    if name == "t" { return try emit(.localTime) }
    if name == "T" { return try emit(.canvasTime) }
    if let value = scope.constant(named: name) { return try emit(.constant(value)) }
    if let knob = scope.knobs.first(where: { $0.name == name }) {
      // An issue of a knob that could not be read has been reported; any number takes its place here.
      if case .invalid = knob.node.value { return try emit(.constant(0)) }
      let isList = knob.node.elements != nil
      return try record(start, "the knob \(name) is not a number\(isList ? "; \(name)[0] is its first element" : "")")
    }
    try record(start, "\(shortened(name)) is unknown.\(nameHint(name))")
  }

  /// The indices after the name of a knob that holds a list: a choice in brackets, once for each nested list. Emits the element,
  /// a number.
  ///
  /// - Parameter start: offset of the name, to which errors point.
  private mutating func parseElement(of name: String, at start: Int) throws(Failure) {
    let indices = try takeIndices()
    guard let knob = scope.knobs.first(where: { $0.name == name }) else {
      let lists = scope.knobs.filter { $0.node.elements != nil }.map(\.name)
      return try record(
        start, "\(shortened(name)) is not a knob that holds a list.\(Spelling.hint(name, among: lists))")
    }
    let node: JSONNode
    do throws(SyntaxFailure) {
      node = try scope.element(of: knob, at: indices, nesting: depth)
    } catch {
      return try record(start, error.message)
    }
    if case .invalid = node.value { return try emit(.constant(0)) }
    guard let number = node.numberInFormulas else {
      return try record(start, "this element of \(name) is \(node.messageText), not a number")
    }
    try emit(.constant(number))
  }

  /// The name that was probably meant; if there is none, the list of all names of values.
  private func nameHint(_ name: String) -> String {
    // A similar name of a value is preferred to one of a function.
    let values = scope.knobs.map(\.name) + Scope.constants + Scope.clocks
    for names in [values, FormulaFunction.all.map(\.name)] {
      let hint = FamiliarNames.hint(name, among: names)
      if !hint.isEmpty { return hint }
    }
    // Keeps the message short.
    let maximumListedKnobs = 12
    let knobs = scope.knobs.filter { $0.number != nil }.map(\.name)
    let omittedCount = knobs.count - maximumListedKnobs
    let omitted: [String] = omittedCount > 0 ? ["\(omittedCount) more knobs"] : []
    let listedNames: [String] = Scope.constants + Scope.clocks + knobs.prefix(maximumListedKnobs) + omitted
    return " There are \(listed(listedNames, conjunction: "and"))."
  }

  /// A name after `Math.`, as in JavaScript. It is recorded as a failure, and its arguments are read.
  private mutating func parseMemberOfMath(at start: Int) throws(Failure) {
    let name = takeName()
    let isCall = peekPastSpace() == UInt8(ascii: "(")
    let candidates = isCall ? FormulaFunction.all.map(\.name) : Scope.constants
    let hint = FamiliarNames.hint(name, among: candidates)
    let advice =
      if candidates.contains(name) {
        ": write \(name)"
      } else {
        hint.isEmpty ? "" : ".\(hint)"
      }
    try record(start, "write names without Math. here\(advice)")
    if isCall { _ = try parseArguments { _ in } }
  }

  /// Reads the arguments of a function and emits its call.
  ///
  /// - Parameter start: offset of the name, to which errors point.
  mutating func parseCall(
    _ name: String, _ argumentCounts: ClosedRange<Int>, at start: Int
  ) throws(Failure) {
    // Only min and max take more than three arguments. They are compiled as calls with two, min(min(a, b), c): each argument
    // but the first is followed by a call.
    let isPairwise = argumentCounts.upperBound > 3

    guard peekPastSpace() == UInt8(ascii: "(") else {
      return try record(start, "\(name) is a function: it needs (…)")
    }
    let count = try parseArguments { parser throws(Failure) in
      if isPairwise { try parser.emit(.call(name == "min" ? .min : .max)) }
    }
    guard argumentCounts.contains(count) else {
      let (least, most) = (argumentCounts.lowerBound, argumentCounts.upperBound)
      let expected = least == most ? "\(least)" : "\(least) to \(most)"
      return try record(start, "\(name) takes \(expected) value\(expected == "1" ? "" : "s"), not \(count)")
    }
    if isPairwise { return }
    // With two arguments, noise is another instruction.
    let instructionName = name == "noise" && count == 2 ? "noise2" : name
    guard let function = Expression.Function(rawValue: instructionName) else { throw unexpected("a function") }
    try emit(.call(function))
  }

  /// ( [choice {, choice}] )
  ///
  /// - Parameter afterEachButFirst: called after each argument but the first.
  /// - Returns: how many arguments there are.
  private mutating func parseArguments(
    afterEachButFirst: (inout ExpressionParser) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    guard take("(") else { throw unexpected("a (") }
    var count = 0
    if peekPastSpace() != UInt8(ascii: ")") {
      repeat {
        try parseChoice()
        count += 1
        if count > 1 { try afterEachButFirst(&self) }
      } while take(",")
    }
    guard take(")") else { throw unexpected("a , or )") }
    return count
  }
}
