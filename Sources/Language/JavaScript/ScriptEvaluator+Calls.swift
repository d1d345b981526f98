import Lanes

extension ScriptEvaluator {
  /// Evaluates a call, of whose function `callee` is known what is known.
  ///
  /// - Parameters:
  ///   - bracket: the bracket before the arguments.
  ///   - tokens: the whole call.
  func call(
    _ callee: ScriptValue, _ bracket: Int, _ tokens: Range<Int>, _ context: ScriptContext
  ) throws(ScriptMistake) -> ScriptValue {
    let arguments = try self.arguments(bracket, context)
    if case .function(let body?) = callee.kind, let function = script.function(withBodyAtToken: body) {
      return try result(of: function, arguments, tokens, context)
    }
    guard case .outside(let path) = callee.kind else {
      return .unknown(tokens, callee.doubt ?? "its value is known only when the script runs")
    }
    return known(path, callee, arguments, tokens, context)
      ?? randomBetween(path, arguments, tokens, context)
      ?? .unknown(
        tokens, path.hasPrefix(".") ? "it is known only when the script runs" : "`\(path)` is not of this file")
  }

  /// The values of the arguments after a bracket.
  package func arguments(_ bracket: Int, _ context: ScriptContext) throws(ScriptMistake) -> [ScriptValue] {
    guard let closing = script.partner(bracket) else { throw unclosed(bracket) }
    var values: [ScriptValue] = []
    var index = bracket + 1
    while index < closing, values.count < 64 {
      let isSpread = script.isSign(index, "...")
      let (value, end) = try expression(isSpread ? index + 1 : index, 1, context)
      if isSpread, let elements = value.elements { values += elements } else { values.append(value) }
      guard script.isSign(end, ",") else { break }
      index = end + 1
    }
    return values
  }

  // MARK: Functions of the script

  /// What a function of the script returns.
  private func result(
    of function: ScriptFunction, _ arguments: [ScriptValue], _ tokens: Range<Int>, _ context: ScriptContext
  ) throws(ScriptMistake) -> ScriptValue {
    var inner = context
    bind(function, to: arguments, in: &inner)
    guard evaluating.insert(function.body.lowerBound).inserted else {
      return .unknown(tokens, "its value depends on itself")
    }
    defer { evaluating.remove(function.body.lowerBound) }
    let start: Int
    var isOneOfSeveral = false
    if function.isExpression {
      start = function.body.lowerBound
    } else {
      let returns = script.returns(of: function)
      guard let last = returns.last else { return ScriptValue(.undefined, tokens) }
      start = last + 1
      isOneOfSeveral = returns.count > 1
    }
    var value = try expression(start, 1, inner).value
    if isOneOfSeveral, !value.isUnknown {
      value.doubt = value.doubt ?? "it is the last of several values that may be returned"
    }
    value.tokens = tokens
    return value
  }

  /// Gives the parameters of a function their values.
  func bind(_ function: ScriptFunction, to arguments: [ScriptValue], in context: inout ScriptContext) {
    var index = function.parameters.lowerBound
    var number = 0
    while index < function.parameters.upperBound {
      let argument = arguments.indices.contains(number) ? arguments[number] : nil
      if script.isSign(index, "{"), let closing = script.partner(index) {
        for place in index + 1..<closing where script.token(place).kind == .word {
          guard script.parameter(script.text(place), of: function) == place else { continue }
          let key = script.isSign(place - 1, ":") ? place - 2 : place
          context.values[place] = argument?[script.text(key)]
        }
      } else if script.isSign(index, "..."), script.token(index + 1).kind == .word {
        context.values[index + 1] = ScriptValue(.list(Array(arguments.dropFirst(number))), index..<index + 2)
      } else if script.token(index).kind == .word {
        // A value that is known to be missing leaves the default.
        if case .undefined? = argument?.kind { context.values[index] = nil } else { context.values[index] = argument }
      }
      number += 1
      index = script.expressionEnd(from: index)
      // A type or a default may follow.
      while index < function.parameters.upperBound, !script.isSign(index, ",") {
        index = (script.token(index).isOpening ? script.partner(index) ?? index : index) + 1
      }
      index += 1
    }
  }

  // MARK: Functions of the language

  /// A random number of 0 … 1: the middle, or for a repetition a number of its own.
  private func random(_ tokens: Range<Int>, _ context: ScriptContext) -> Double {
    guard let repetition = context.repetition else { return 0.5 }
    // A mixed counter (G. Steele and others, Fast splittable pseudorandom number generators, 2014), so that no two places go in step.
    var bits =
      UInt64(truncatingIfNeeded: repetition &+ 1) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(tokens.lowerBound)
      &* 0xD1B5_4A32_D192_ED03
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ bits >> 31) >> 11) / 9_007_199_254_740_992
  }

  private static let isRandom = "it is another number each time the script runs"

  /// The value of a call of a function of the language; nil if it is none of those that are known here.
  private func known(
    _ path: String, _ callee: ScriptValue, _ arguments: [ScriptValue], _ tokens: Range<Int>, _ context: ScriptContext
  ) -> ScriptValue? {
    let doubt =
      arguments.lazy.compactMap(\.doubt).first
      ?? (callee.doubt?.hasSuffix("of this file") == false ? callee.doubt : nil)
    func number(_ value: Double?) -> ScriptValue {
      value.map { ScriptValue(.number($0), tokens, doubt: doubt) } ?? .unknown(tokens, doubt ?? "it is no number")
    }
    let numbers = arguments.map { $0.isUnknown ? nil : $0.asNumber }
    let first = numbers.first ?? nil
    switch path {
    case "Math.random": return ScriptValue(.number(random(tokens, context)), tokens, doubt: Self.isRandom)
    case "Math.round": return number(first.map { ($0 + 0.5).rounded(.down) })
    case "Math.floor": return number(first?.rounded(.down))
    case "Math.ceil": return number(first?.rounded(.up))
    case "Math.trunc", "parseInt", "Number.parseInt": return number(first?.rounded(.towardZero))
    case "Math.abs": return number(first.map { abs($0) })
    case "Math.sign": return number(first.map { $0 > 0 ? 1 : $0 < 0 ? -1 : $0 })
    case "Math.sqrt": return number(first?.squareRoot())
    case "Math.sin": return number(first.map { Lanes.sin($0) })
    case "Math.cos": return number(first.map { Lanes.cos($0) })
    case "Math.pow":
      return number(
        numbers.count == 2 ? first.flatMap { one in numbers[1].flatMap { ScriptArithmetic.power(one, $0) } } : nil)
    case "Math.min", "Math.max":
      let known = numbers.compactMap { $0 }
      guard known.count == numbers.count else { return number(nil) }
      return number(path == "Math.min" ? known.min() : known.max())
    case "Number", "parseFloat", "Number.parseFloat": return number(first)
    case "String": return arguments.first?.asText.map { ScriptValue(.text($0), tokens, doubt: doubt) }
    case "Date", "Date.now", "performance.now": return ScriptValue(.moment(now(at: tokens.lowerBound, context)), tokens)
    case ".getTime", ".valueOf", ".now": return ScriptValue(.moment(now(at: tokens.lowerBound, context)), tokens)
    case "Object.freeze", "structuredClone", "reactive", "ref", "markRaw": return arguments.first
    case "Object.assign", "_.merge", "_.assign", "$.extend", "jQuery.extend":
      var members: [(key: String, value: ScriptValue)] = []
      for argument in arguments {
        guard let own = argument.members else {
          if argument.isUnknown { unknownSpreads.append((argument.tokens, argument.doubt ?? "it is not known")) }
          continue
        }
        for member in own {
          members.removeAll { $0.key == member.key }
          members.append(member)
        }
      }
      return ScriptValue(.object(members), tokens)
    case "useMemo", "React.useMemo", "computed", "useCallback", "memo":
      guard case .function(let body?)? = arguments.first?.kind, let function = script.function(withBodyAtToken: body)
      else {
        return nil
      }
      return try? result(of: function, [], tokens, context)
    default: break
    }
    switch path.split(separator: ".").last {
    case "upgradeConfig"?, "defineConfig"?: return arguments.first
    case "shapeFromText"?, "shapeFromPath"?:
      // canvas-confetti's shapes: what they are made of, with their kind.
      let kind = path.hasSuffix("Text") ? "text" : "path"
      let own: [(key: String, value: ScriptValue)] =
        arguments.first?.members ?? arguments.first.map { [(kind, $0)] } ?? []
      return ScriptValue(
        .object([("type", ScriptValue(.text(kind), tokens))] + own.filter { $0.key != "type" }), tokens)
    default: return nil
    }
  }

  /// A call of a function that is not of the file, but whose name says that it gives a random number between its arguments.
  private func randomBetween(
    _ path: String, _ arguments: [ScriptValue], _ tokens: Range<Int>, _ context: ScriptContext
  ) -> ScriptValue? {
    let name = path.lowercased()
    guard name.contains("rand") || name.contains("between") || name.hasSuffix("range"), !arguments.isEmpty else {
      return nil
    }
    let numbers = arguments.prefix(2).compactMap { $0.isUnknown ? nil : $0.asNumber }
    guard numbers.count == min(2, arguments.count) else { return nil }
    let (low, high) = numbers.count == 2 ? (numbers[0], numbers[1]) : (0, numbers[0])
    return ScriptValue(
      .number(low + (high - low) * random(tokens, context)), tokens,
      doubt: "it is taken for a random number between its arguments")
  }

  /// The time at which a token is reached, in milliseconds.
  private func now(at index: Int, _ context: ScriptContext) -> Double {
    var function = script.function(around: index)
    while let found = function {
      if let time = context.times[found.body.lowerBound] { return time }
      function = script.function(around: found.range.lowerBound)
    }
    return 0
  }
}

extension Script {
  /// The function whose body's first token, after its brace, is at an index.
  func function(withBodyAtToken body: Int) -> ScriptFunction? {
    if isSign(body - 1, "{"), let found = function(withBodyAt: body - 1) { return found }
    guard isSign(body - 1, "=>") else { return nil }
    return function(around: body)
  }

  /// The `return` words of a function's own body.
  func returns(of function: ScriptFunction) -> [Int] {
    var found: [Int] = []
    var index = function.body.lowerBound
    while index < function.body.upperBound {
      if isSign(index, "{"), self.function(withBodyAt: index) != nil, let closing = partner(index) {
        index = closing + 1
        continue
      }
      if isWord(index, "return"), !isSign(index - 1, ".") { found.append(index) }
      index += 1
    }
    return found
  }
}
