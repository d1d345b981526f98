import Colorimetry
import JSON
import Model

/// Compiles a formula of a field, whose values are numbers and vectors. The method of each grammar rule builds the value of what
/// it has read with a `FieldBuilder`, and returns it.
///
/// The grammar is that of other formulas (`ExpressionParser`), plus parts of vectors (`p.x`, `color.rgb`) and colours
/// (`#ff8800`). Nesting and length are bounded, so that no text can exhaust the stack.
///
/// Unknown names, calls with the wrong arguments, and operands that do not fit together are recorded, and parsing goes on with
/// the value `unknown`. A syntax error ends the parsing.
struct FieldParser: FormulaScanner {
  let text: [UInt8]
  let scope: FieldScope
  var index = 0
  /// The number of active calls of `parseChoice` and `parseSigned`, which bounds the recursion.
  private var depth = 0
  /// Failures so far that did not end the parsing.
  private var recordedFailures: [Failure] = []

  private init(_ text: String, _ scope: FieldScope) {
    self.text = Array(text.utf8)
    self.scope = scope
  }

  /// Compiles the text after the equals sign.
  static func compile(_ text: String, in scope: FieldScope) throws(ExpressionParser.Failures) -> FieldVector {
    var parser = FieldParser(text, scope)
    var value = FieldVector.unknown
    do throws(Failure) {
      value = try parser.parseFormula()
    } catch {
      parser.recordedFailures.append(error)
    }
    guard parser.recordedFailures.isEmpty else {
      throw ExpressionParser.Failures(list: parser.recordedFailures.sorted { $0.offset < $1.offset })
    }
    return value
  }

  /// Records a failure and returns the unknown value, with which parsing goes on; throws the failure if it is the last that is
  /// reported.
  private mutating func record(_ offset: Int, _ message: String) throws(Failure) -> FieldVector {
    let failure = Failure(offset: offset, message: message)
    if recordedFailures.count == ExpressionParser.maximumFailures - 1 { throw failure }
    recordedFailures.append(failure)
    return .unknown
  }

  // MARK: Grammar

  /// choice, up to the end of the text
  private mutating func parseFormula() throws(Failure) -> FieldVector {
    guard text.count <= Limits.expressionBytes else {
      throw Failure(
        offset: 0,
        message: "an expression of \(grouped(text.count)) bytes; at most \(grouped(Limits.expressionBytes)) fit")
    }
    let value = try parseChoice()
    if peekPastSpace() != nil {
      throw Failure(offset: index, message: "\(shownCharacter()) makes no sense here\(operatorHint())")
    }
    if scope.builder.isTooLarge {
      throw Failure(
        offset: 0,
        message:
          "this expression is too complicated: a field has at most \(grouped(FieldProgram.maximumNodes)) operations"
      )
    }
    return value
  }

  /// comparison [? choice : choice]
  private mutating func parseChoice() throws(Failure) -> FieldVector {
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
        start, "the condition before a ? should be a number, not \(FieldVector.kindWithArticle(condition.count))")
    }
    return try combined(.choose, [condition, first, second], at: questionMark, "the values of ? and :")
  }

  /// sum {(<= | >= | == | != | < | >) sum}
  private mutating func parseComparison() throws(Failure) -> FieldVector {
    // Longer operators first: < begins <=.
    try parseOperators([
      ("<=", .lessOrEqual), (">=", .greaterOrEqual), ("==", .equal), ("!=", .notEqual), ("<", .less), (">", .greater),
    ]) { parser throws(Failure) in try parser.parseSum() }
  }

  /// product {(+ | −) product}
  private mutating func parseSum() throws(Failure) -> FieldVector {
    try parseOperators([("+", .add), ("-", .subtract)]) { parser throws(Failure) in try parser.parseProduct() }
  }

  /// signed {(* | /) signed}
  private mutating func parseProduct() throws(Failure) -> FieldVector {
    try parseOperators([("*", .multiply), ("/", .divide)]) { parser throws(Failure) in try parser.parseSigned() }
  }

  /// operand {operator operand}, grouped to the left
  private mutating func parseOperators(
    _ operators: [(String, Expression.Function)], _ operand: (inout FieldParser) throws(Failure) -> FieldVector
  ) throws(Failure) -> FieldVector {
    var value = try operand(&self)
    while true {
      let offset = skipToToken()
      guard let (symbol, function) = takeAny(operators) else { return value }
      let next = try operand(&self)
      value = try combined(function, [value, next], at: offset, symbol)
    }
  }

  /// (− | +) signed, or power
  private mutating func parseSigned() throws(Failure) -> FieldVector {
    try enterLevel()
    defer { depth -= 1 }
    if take("-") { return try parseSigned().map { -$0 } }
    if take("+") { return try parseSigned() }
    return try parsePower()
  }

  /// operand {. parts} [^ signed]
  private mutating func parsePower() throws(Failure) -> FieldVector {
    var value = try parseOperand()
    while peekPastSpace() == UInt8(ascii: "."), index + 1 < text.count, isLetter(text[index + 1]) {
      index += 1
      value = try parseParts(of: value)
    }
    let offset = skipToToken()
    guard take("^") else { return value }
    return try combined(.power, [value, try parseSigned()], at: offset, "^")
  }

  /// The names of some of a vector's parts: `x`, `xy`, `rgb`.
  private mutating func parseParts(of value: FieldVector) throws(Failure) -> FieldVector {
    let start = index
    let name = takeName()
    guard value.isKnown else { return .unknown }
    guard value.count > 1 else {
      return try record(start, "a number has no parts such as .\(shortened(name))")
    }
    var parts: [FieldValue] = []
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
    return FieldVector(parts: parts)
  }

  /// (choice), a number, a colour, or a name
  private mutating func parseOperand() throws(Failure) -> FieldVector {
    guard let byte = peekPastSpace() else { throw unexpected("a value") }
    if take("(") {
      let value = try parseChoice()
      guard take(")") else { throw unexpected("a )") }
      return value
    }
    if isDigit(byte) || byte == UInt8(ascii: ".") { return try parseNumber() }
    if byte == UInt8(ascii: "#") { return try parseColor() }
    if isLetter(byte) { return try parseName() }
    throw unexpected("a value")
  }

  /// A number without a sign
  private mutating func parseNumber() throws(Failure) -> FieldVector {
    let start = index
    let digits = takeNumber()
    guard let value = Double(digits), value.isFinite else {
      return try record(start, "\(shortened(digits)) is not a number")
    }
    guard index < text.count else { return FieldVector(scope.builder.constant(value)) }
    if text[index] == UInt8(ascii: "%") {
      throw Failure(offset: index, message: "an expression has no percentages; multiply width or height")
    }
    if isLetter(text[index]) || text[index] >= 0x80 {
      let nameStart = index
      let name = takeName()
      let isKnownName = scope.names.contains(name) || FieldFunction.byName[name] != nil
      let isDegreeSign = text[nameStart...].starts(with: "°".utf8)
      let unitHint = WrittenUnit.formulaHint(isDegreeSign ? "°" : name)
      throw Failure(
        offset: nameStart,
        message: isKnownName
          ? "a number and \(shortened(name)) need a * between them"
          : (unitHint ?? "an operator is missing after the number"))
    }
    return FieldVector(scope.builder.constant(value))
  }

  /// # and hexadecimal digits: an opaque colour
  private mutating func parseColor() throws(Failure) -> FieldVector {
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
    guard depth < ExpressionParser.maximumDepth else {
      throw Failure(offset: index, message: "nested deeper than \(ExpressionParser.maximumDepth) levels")
    }
    depth += 1
  }

  /// Skips white space and returns the offset of the next token.
  private mutating func skipToToken() -> Int {
    _ = peekPastSpace()
    return index
  }

  /// The result of an operator, or the unknown value after recording that its operands differ in their numbers of parts.
  ///
  /// - Parameter subject: the beginning of the message: the operator's symbol, or "the values of ? and :".
  private mutating func combined(
    _ function: Expression.Function, _ operands: [FieldVector], at offset: Int, _ subject: String
  ) throws(Failure) -> FieldVector {
    if let value = FieldVector.combined(function, operands) { return value }
    let kinds = listed(
      operands.filter { $0.count > 1 }.map { FieldVector.kindWithArticle($0.count) }, conjunction: "and")
    // An operator has one or two characters; "the values of ? and :" is a plural.
    let isOperator = subject.count <= 2
    return try record(
      offset,
      "\(subject) act\(isOperator ? "s" : "") part by part: \(kinds) do not go together; take the same number of parts of each, as in p.xy, or a number"
    )
  }

  // MARK: Names

  /// A function with its arguments, or a value.
  private mutating func parseName() throws(Failure) -> FieldVector {
    let start = index
    let name = takeName()
    if peekPastSpace() == UInt8(ascii: "(") {
      if let function = FieldFunction.byName[name] { return try parseCall(function, at: start) }
      let hint = FamiliarNames.hint(name, among: FieldFunction.all.map(\.name))
      _ = try record(
        start,
        "\(shortened(name)) is not a function of fields.\(hint.isEmpty ? " motes help shaders lists them." : hint)")
      _ = try parseArguments()
      return .unknown
    }
    if peekPastSpace() == UInt8(ascii: "[") { return try parseElement(of: name, at: start) }
    do throws(SyntaxFailure) {
      if let value = try scope.value(named: name) { return value }
    } catch {
      return try record(start, error.message)
    }
    if let function = FieldFunction.byName[name] {
      return try record(start, "\(name) is a function: it needs (…), as \(function.usage)")
    }
    for names in [scope.names, FieldFunction.all.map(\.name)] {
      let hint = FamiliarNames.hint(name, among: names)
      if !hint.isEmpty { return try record(start, "\(shortened(name)) is unknown.\(hint)") }
    }
    return try record(start, "\(shortened(name)) is unknown. motes help shaders lists all names.")
  }

  /// The indices after the name of a knob that holds a list: for each nested list a formula of numbers (`ExpressionParser`) in
  /// brackets.
  private mutating func parseElement(of name: String, at start: Int) throws(Failure) -> FieldVector {
    let indices = try takeIndices()
    guard let knob = scope.presetScope.knobs.first(where: { $0.name == name }) else {
      let lists = scope.presetScope.knobs.filter { $0.node.elements != nil }.map(\.name)
      return try record(
        start, "\(shortened(name)) is not a knob that holds a list.\(Spelling.hint(name, among: lists))")
    }
    do throws(SyntaxFailure) {
      let node = try scope.presetScope.element(of: knob, at: indices, nesting: depth)
      return try scope.value(of: node, called: "this element of \(name)")
    } catch {
      return try record(start, error.message)
    }
  }

  /// Reads the arguments of a function and returns the value of its call.
  private mutating func parseCall(_ function: FieldFunction, at start: Int) throws(Failure) -> FieldVector {
    let (arguments, offsets) = try parseArguments()
    let counts = function.requiredCount...function.parameters.count
    guard counts.contains(arguments.count) else {
      let wanted = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      return try record(
        start,
        "\(function.name) takes \(wanted) value\(wanted == "1" ? "" : "s"), not \(arguments.count): \(function.usage)")
    }
    if arguments.contains(where: { !$0.isKnown }) { return .unknown }
    for (index, argument) in arguments.enumerated() {
      if let message = problem(of: argument, as: function.parameters[index], in: function) {
        return try record(offsets[index], message)
      }
    }
    do throws(SyntaxFailure) {
      return try function.buildValue(
        FieldCall(arguments: arguments, offsets: offsets, builder: scope.builder, colorSpace: scope.colorSpace))
    } catch {
      return try record(error.offset, error.message)
    }
  }

  /// What is wrong with an argument; nil if its parameter accepts it.
  private func problem(
    of argument: FieldVector, as parameter: FieldFunction.Parameter, in function: FieldFunction
  ) -> String? {
    let wanted = "\(parameter.name) of \(function.name) is \(parameter.acceptedText)"
    switch parameter.kind {
    case .any: return nil
    case .number: return argument.count == 1 ? nil : "\(wanted), not \(FieldVector.kindWithArticle(argument.count))"
    case .vector(let counts):
      return counts.contains(argument.count) ? nil : "\(wanted), not \(FieldVector.kindWithArticle(argument.count))"
    case .uniformNumber:
      if argument.count > 1 { return "\(wanted), not \(FieldVector.kindWithArticle(argument.count))" }
      return argument.isSameForAllPixels ? nil : "\(wanted): it cannot depend on the place"
    case .whole(let range):
      guard argument.count == 1 else { return "\(wanted), not \(FieldVector.kindWithArticle(argument.count))" }
      guard let constant = argument.x.constant else { return "\(wanted): it may depend only on knobs and numbers" }
      // Clamped, because a number beyond the range of Int cannot be converted.
      let isAllowed = constant == constant.rounded() && range.contains(Int(min(max(constant, -1e6), 1e6)))
      return isAllowed ? nil : "\(wanted), not \(plain(constant))"
    }
  }

  /// ( [choice {, choice}] )
  private mutating func parseArguments() throws(Failure) -> (values: [FieldVector], offsets: [Int]) {
    guard take("(") else { throw unexpected("a (") }
    var arguments: [FieldVector] = []
    var offsets: [Int] = []
    if peekPastSpace() != UInt8(ascii: ")") {
      repeat {
        offsets.append(skipToToken())
        arguments.append(try parseChoice())
      } while take(",")
    }
    guard take(")") else { throw unexpected("a , or )") }
    return (arguments, offsets)
  }
}
