import Colorimetry
import JSON
import Model

extension FormulaParser {
  /// A function with its arguments, or a value.
  mutating func parseName() throws(Failure) -> FormulaVector {
    let start = index
    let name = takeName()
    if peekPastSpace() == UInt8(ascii: "(") {
      if let (index, function) = scope.function(named: name) { return try parseCall(index, function, at: start) }
      if let function = FormulaFunction.named(name, for: scope.target) {
        switch function.meaning {
        case .value(let build): return try parseCall(function, at: start, build)
        case .terms(let operation, let valueOfNone):
          return try parseTerms(function, at: start, joining: operation, ofNone: valueOfNone)
        case .textLength(let length): return try parseTextLength(function, length)
        case .sound(let meaning): return try parseSound(function, meaning, at: start)
        }
      }
      _ = try record(start, unknownFunctionMessage(name))
      _ = try parseArguments()
      return .unknown
    }
    if peekPastSpace() == UInt8(ascii: "[") { return try parseElement(of: name, at: start) }
    do throws(SyntaxFailure) {
      if let value = try scope.value(named: name) { return value }
    } catch {
      return try record(start, error.message)
    }
    if let usage = scope.function(named: name)?.function.usage ?? FormulaFunction.named(name, for: scope.target)?.usage
    {
      return try record(start, "\(name) is a function: it needs (…), as \(usage)")
    }
    if name == "Math", take(".") { return try parseMemberOfMath(at: start) }
    return try record(start, "\(shortened(name)) is unknown.\(unknownNameHint(name))")
  }

  /// A name after `Math.`, as in JavaScript. It is recorded as a failure, and its arguments are read.
  private mutating func parseMemberOfMath(at start: Int) throws(Failure) -> FormulaVector {
    let name = takeName()
    let isCall = peekPastSpace() == UInt8(ascii: "(")
    let candidates = isCall ? FormulaFunction.names(for: scope.target) : FormulaVariable.names(for: scope.target)
    let hint = FamiliarNames.hint(name, among: candidates)
    let advice =
      if candidates.contains(name) {
        ": write \(name)"
      } else {
        hint.isEmpty ? "" : ".\(hint)"
      }
    _ = try record(start, "write names without Math. here\(advice)")
    if isCall { _ = try parseArguments() }
    return .unknown
  }

  /// The indices after the name of a knob that holds a list: for each nested list a formula of a number in brackets.
  private mutating func parseElement(of name: String, at start: Int) throws(Failure) -> FormulaVector {
    let indices = try takeIndices()
    guard let list = scope.list(named: name) else {
      let lists = scope.presetScope.knobs.filter { $0.node.elements != nil }.map(\.name)
      return try record(
        start, "\(shortened(name)) is not a knob that holds a list.\(Spelling.hint(name, among: lists))")
    }
    do throws(SyntaxFailure) {
      guard let node = try scope.element(of: list, at: indices, nesting: depth) else { return .unknown }
      return try scope.value(of: node, called: "this element of \(name)")
    } catch {
      return try record(start, error.message)
    }
  }

  /// Reads the arguments of a function and returns the value of its call.
  mutating func parseCall(
    _ function: FormulaFunction, at start: Int,
    _ build: (FormulaCall) throws(SyntaxFailure) -> FormulaVector
  ) throws(Failure) -> FormulaVector {
    let (arguments, offsets) = try parseArguments()
    guard function.argumentCounts.contains(arguments.count) else {
      return try recordCount(
        arguments.count, of: function.name, function.argumentCounts, at: start, function.usage)
    }
    if arguments.contains(where: { !$0.isKnown }) { return .unknown }
    for (index, argument) in arguments.enumerated() {
      if let message = problem(of: argument, as: function.parameter(index), in: function) {
        return try record(offsets[index], message)
      }
    }
    do throws(SyntaxFailure) {
      return try build(
        FormulaCall(arguments: arguments, offsets: offsets, scope: scope))
    } catch {
      return try record(error.offset, error.message)
    }
  }

  /// Records that a call has the wrong number of arguments.
  mutating func recordCount(
    _ count: Int, of name: String, _ allowed: ClosedRange<Int>, at start: Int, _ usage: String
  ) throws(Failure) -> FormulaVector {
    let wanted = allowed.count == 1 ? "\(allowed.lowerBound)" : "\(allowed.lowerBound) to \(allowed.upperBound)"
    return try record(start, "\(name) takes \(wanted) value\(wanted == "1" ? "" : "s"), not \(count): \(usage)")
  }

  /// What is wrong with an argument; nil if its parameter accepts it.
  func problem(
    of argument: FormulaVector, as parameter: FormulaFunction.Parameter, in function: FormulaFunction
  ) -> String? {
    let wanted = "\(parameter.name) of \(function.name) is \(parameter.acceptedText)"
    switch parameter.kind {
    case .any: return nil
    case .number: return argument.count == 1 ? nil : "\(wanted), not \(FormulaVector.kindWithArticle(argument.count))"
    case .vector(let counts):
      return counts.contains(argument.count) ? nil : "\(wanted), not \(FormulaVector.kindWithArticle(argument.count))"
    case .uniformNumber:
      if argument.count > 1 { return "\(wanted), not \(FormulaVector.kindWithArticle(argument.count))" }
      return argument.isSameForAllPixels ? nil : "\(wanted): it cannot depend on the place"
    case .constant:
      if argument.count > 1 { return "\(wanted), not \(FormulaVector.kindWithArticle(argument.count))" }
      return argument.x.constant == nil ? "\(wanted): it may depend only on knobs, numbers and copies" : nil
    case .whole(let range):
      guard argument.count == 1 else { return "\(wanted), not \(FormulaVector.kindWithArticle(argument.count))" }
      guard let constant = argument.x.constant else { return "\(wanted): it may depend only on knobs and numbers" }
      // Clamped, because a number beyond the range of Int cannot be converted.
      let isAllowed = constant == constant.rounded() && range.contains(Int(min(max(constant, -1e6), 1e6)))
      return isAllowed ? nil : "\(wanted), not \(plain(constant))"
    }
  }

  /// ( [choice {, choice}] )
  mutating func parseArguments() throws(Failure) -> (values: [FormulaVector], offsets: [Int]) {
    guard take("(") else { throw unexpected("a (") }
    var arguments: [FormulaVector] = []
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

  // MARK: Hints

  /// Whether a name means a function, of the field or of the language.
  func isFunction(_ name: String) -> Bool {
    scope.function(named: name) != nil || FormulaFunction.named(name, for: scope.target) != nil
  }

  /// The names of all functions that may be called: those of one's own, and those of the language.
  private var functionNames: [String] {
    scope.functions.prefix(scope.frame.functionCount).map(\.name) + FormulaFunction.names(for: scope.target)
  }

  /// The message that no function has a name.
  private func unknownFunctionMessage(_ name: String) -> String {
    if let message = scope.messageOfLaterFunction(name) { return message }
    let names = functionNames
    let hint = FamiliarNames.hint(name, among: names)
    switch scope.target {
    case .number:
      return "\(shortened(name)) is not a function."
        + (hint.isEmpty
          ? " There are \(listed(names.filter { !SoundWord.allNames.contains($0) }, conjunction: "and"))." : hint)
    case .pixels:
      return "\(shortened(name)) is not a function of fields."
        + (hint.isEmpty ? " motes help shaders lists them." : hint)
    }
  }

  /// The name that was probably meant; if there is none, the list of all names of values, or where to find it.
  private func unknownNameHint(_ name: String) -> String {
    if name == "z", scope.target == .pixels {
      return " A formula of the places of the canvas has x and y; the third coordinate of a noise may be t or a number."
    }
    // A similar name of a value is preferred to one of a function.
    for names in [scope.names, functionNames] {
      let hint = FamiliarNames.hint(name, among: names)
      if !hint.isEmpty { return hint }
    }
    if scope.target == .pixels { return " motes help shaders lists all names." }
    // Keeps the message short.
    let maximumListedKnobs = 12
    let knobs = scope.presetScope.knobs.filter { $0.number != nil }.map(\.name)
    let omittedCount = knobs.count - maximumListedKnobs
    let omitted: [String] = omittedCount > 0 ? ["\(omittedCount) more knobs"] : []
    let listedNames =
      FormulaVariable.names(for: scope.target).filter { !SoundWord.allNames.contains($0) }
      + knobs.prefix(maximumListedKnobs)
      + omitted
    return " There are \(listed(listedNames, conjunction: "and"))."
  }
}
