/// The binary operators of JavaScript on values that are known (ECMA-262, clause 13.15.3).
enum ScriptArithmetic {
  /// The result; nil if the operator has none for these values.
  static func result(_ code: UInt32, _ left: ScriptValue, _ right: ScriptValue) -> ScriptValue.Kind? {
    switch code {
    case ScriptToken.code("==="), ScriptToken.code("=="): return equal(left, right).map { .flag($0) }
    case ScriptToken.code("!=="), ScriptToken.code("!="): return equal(left, right).map { .flag(!$0) }
    case ScriptToken.code("+"):
      if left.text != nil || right.text != nil {
        guard let one = left.asText, let two = right.asText, one.utf8.count + two.utf8.count <= 100_000 else {
          return nil
        }
        return .text(one + two)
      }
    default: break
    }
    guard let one = left.asNumber, let two = right.asNumber else { return nil }
    let areMoments = (isMoment(left), isMoment(right))
    switch code {
    case ScriptToken.code("+"):
      // A moment and a number of milliseconds are a moment.
      return areMoments.0 != areMoments.1 ? .moment(one + two) : .number(one + two)
    case ScriptToken.code("-"): return areMoments.0 && !areMoments.1 ? .moment(one - two) : .number(one - two)
    case ScriptToken.code("*"): return .number(one * two)
    case ScriptToken.code("/"): return .number(one / two)
    case ScriptToken.code("%"): return .number(one.truncatingRemainder(dividingBy: two))
    case ScriptToken.code("**"): return power(one, two).map { .number($0) }
    case ScriptToken.code("<"): return .flag(one < two)
    case ScriptToken.code(">"): return .flag(one > two)
    case ScriptToken.code("<="): return .flag(one <= two)
    case ScriptToken.code(">="): return .flag(one >= two)
    default: break
    }
    guard let one = whole(one), let two = whole(two) else { return nil }
    switch code {
    case ScriptToken.code("|"): return .number(Double(one | two))
    case ScriptToken.code("&"): return .number(Double(one & two))
    case ScriptToken.code("^"): return .number(Double(one ^ two))
    case ScriptToken.code("<<"): return .number(Double(one << (two & 31)))
    case ScriptToken.code(">>"): return .number(Double(one >> (two & 31)))
    default: return nil
    }
  }

  /// The 32-bit integer that JavaScript's bit operators make of a number of moderate size.
  static func whole(_ number: Double) -> Int32? {
    guard number.isFinite, abs(number) < 9e15 else { return nil }
    return Int32(truncatingIfNeeded: Int64(number))
  }

  /// A power with a whole exponent of moderate size, or a square root.
  static func power(_ base: Double, _ exponent: Double) -> Double? {
    if exponent == 0.5 { return base.squareRoot() }
    guard exponent == exponent.rounded(), abs(exponent) <= 64 else { return nil }
    var result = 1.0
    for _ in 0..<Int(abs(exponent)) { result *= base }
    return exponent < 0 ? 1 / result : result
  }

  private static func isMoment(_ value: ScriptValue) -> Bool { if case .moment = value.kind { true } else { false } }

  private static func equal(_ left: ScriptValue, _ right: ScriptValue) -> Bool? {
    if let one = left.text, let two = right.text { return one == two }
    switch (left.kind, right.kind) {
    case (.undefined, .undefined), (.null, .null): return true
    case (.undefined, _), (_, .undefined), (.null, _), (_, .null): return false
    default: break
    }
    guard let one = left.asNumber, let two = right.asNumber else { return nil }
    return one == two
  }
}
