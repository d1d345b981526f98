/// Evaluates expressions of a script as far as they follow from its text: literals, names declared in the same file, arithmetic, a few functions
/// of the language, and calls of the script's own functions. What does not follow is unknown, or has a stand-in and a doubt that says why.
///
/// Precedence climbing (V. Pratt, Top down operator precedence, 1973), with values for results. Steps and depth are bounded.
package final class ScriptEvaluator {
  package let script: Script
  /// The page's size, which stands for `window.innerWidth` and the like.
  package var page = (width: 1280.0, height: 720.0)
  /// Braces of object literals that were evaluated, so that none is found twice.
  package private(set) var usedLiterals: Set<Int> = []
  /// Spreads whose keys are not known: the tokens and why.
  package var unknownSpreads: [(tokens: Range<Int>, doubt: String)] = []

  var depth = 0
  private var steps = 0
  /// Bindings that are being evaluated, so that none is evaluated inside of itself.
  var evaluating: Set<Int> = []
  /// The bodies of the functions through which the way to a place is being followed.
  var bodiesOnTheWay: [Int] = []
  var bindingsByUse: [Int: ScriptBinding?] = [:]

  private static let maximumSteps = 4_000_000
  static let maximumDepth = 96

  package init(_ script: Script) { self.script = script }

  /// Evaluates the expression that begins at a token; also returns the index after it.
  package func value(at start: Int, _ context: ScriptContext) throws(ScriptMistake) -> (value: ScriptValue, end: Int) {
    try expression(start, 0, context)
  }

  func markUsed(_ brace: Int) { usedLiterals.insert(brace) }

  // MARK: Operators

  /// The binding power of binary operators; a larger one binds tighter.
  private func power(_ index: Int) -> Int? {
    let token = script.token(index)
    if token.kind == .word { return script.isWord(index, "in", "instanceof") ? 9 : nil }
    guard token.kind == .sign else { return nil }
    return Self.powers[token.code]
  }

  private static let powers: [UInt32: Int] = {
    let levels: [(Int, [StaticString])] = [
      (2, ["??"]), (3, ["||"]), (4, ["&&"]), (5, ["|"]), (6, ["^"]), (7, ["&"]), (8, ["==", "!=", "===", "!=="]),
      (9, ["<", ">", "<=", ">="]), (10, ["<<", ">>", ">>>"]), (11, ["+", "-"]), (12, ["*", "/", "%"]), (13, ["**"]),
    ]
    var powers: [UInt32: Int] = [:]
    for (power, signs) in levels { for sign in signs { powers[ScriptToken.code(sign)] = power } }
    return powers
  }()

  /// Evaluates an expression whose operators bind at least as tight as `minimum`.
  func expression(
    _ start: Int, _ minimum: Int, _ context: ScriptContext
  ) throws(ScriptMistake) -> (value: ScriptValue, end: Int) {
    steps += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, steps <= Self.maximumSteps else {
      let end = max(start + 1, script.expressionEnd(from: start))
      return (
        .unknown(start..<end, depth > Self.maximumDepth ? "it is nested too deep" : "it takes too many steps"), end
      )
    }
    var (left, index) = try operand(start, context)
    while true {
      if script.isSign(index, "?"), minimum <= 1 {
        let (whole, end) = try choice(left, index, start, context)
        (left, index) = (whole, end)
        continue
      }
      if script.isSign(index, "="), minimum <= 1 {
        // The value of an assignment is what is assigned.
        (left, index) = try expression(index + 1, 1, context)
        continue
      }
      guard let power = power(index), power >= minimum else { break }
      let sign = script.token(index)
      let (right, end) = try expression(index + 1, script.isSign(index, "**") ? power : power + 1, context)
      left = binary(sign, left, right, start..<end)
      index = end
    }
    left.tokens = start..<index
    return (left, index)
  }

  /// Evaluates `condition ? one : other`. If the condition is not known, the second is taken.
  private func choice(
    _ condition: ScriptValue, _ mark: Int, _ start: Int, _ context: ScriptContext
  ) throws(ScriptMistake) -> (ScriptValue, Int) {
    let (one, colon) = try expression(mark + 1, 1, context)
    guard script.isSign(colon, ":") else {
      let end = max(colon, script.expressionEnd(from: colon))
      return (.unknown(start..<end, "it cannot be read"), end)
    }
    let (other, end) = try expression(colon + 1, 1, context)
    let truth = condition.truth
    var chosen = truth == true ? one : other
    if truth == nil {
      chosen.doubt = "which of the two it is depends on `\(script.excerpt(condition.tokens))`"
    } else if let doubt = condition.doubt, !chosen.isUnknown {
      chosen.doubt = chosen.doubt ?? doubt
    }
    return (chosen, end)
  }

  private func binary(
    _ sign: ScriptToken, _ left: ScriptValue, _ right: ScriptValue, _ tokens: Range<Int>
  ) -> ScriptValue {
    let doubt = left.doubt ?? right.doubt
    switch sign.code {
    case ScriptToken.code("??"):
      if case .undefined = left.kind { return right }
      if case .null = left.kind { return right }
      return left.isUnknown ? standIn(right, for: left) : left
    case ScriptToken.code("||"):
      guard let truth = left.truth else { return standIn(right, for: left) }
      return truth ? left : right
    case ScriptToken.code("&&"):
      guard let truth = left.truth else { return standIn(right, for: left) }
      return truth ? right : left
    default: break
    }
    if left.isUnknown || right.isUnknown {
      return .unknown(tokens, (left.isUnknown ? left.doubt : right.doubt) ?? "it is not known")
    }
    if let result = ScriptArithmetic.result(sign.code, left, right) { return ScriptValue(result, tokens, doubt: doubt) }
    return .unknown(tokens, doubt ?? "it is no number")
  }

  /// A value that is used because another is not known.
  private func standIn(_ value: ScriptValue, for unknown: ScriptValue) -> ScriptValue {
    var value = value
    value.doubt = value.doubt ?? unknown.doubt ?? "`\(script.excerpt(unknown.tokens))` is not known"
    return value
  }
}
