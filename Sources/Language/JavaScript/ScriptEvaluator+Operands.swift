extension ScriptEvaluator {
  /// Evaluates an operand: a literal, a name, a bracket, with all that follows it such as keys and calls.
  func operand(_ start: Int, _ context: ScriptContext) throws(ScriptMistake) -> (value: ScriptValue, end: Int) {
    var (value, index) = try primary(start, context)
    while true {
      let token = script.token(index)
      if token.isSign(".") || token.isSign("?."), let key = script.word(index + 1) {
        value = member(key, of: value, start..<index + 2, context)
        index += 2
      } else if token.isSign("[") || token.isSign("?.") && script.isSign(index + 1, "[") {
        let bracket = token.isSign("[") ? index : index + 1
        guard let closing = script.partner(bracket) else { throw unclosed(bracket) }
        let (key, _) = try expression(bracket + 1, 1, context)
        value = element(key, of: value, start..<closing + 1, context)
        index = closing + 1
      } else if token.isSign("(") || token.isSign("?.") && script.isSign(index + 1, "(") {
        let bracket = token.isSign("(") ? index : index + 1
        guard let closing = script.partner(bracket) else { throw unclosed(bracket) }
        value = try call(value, bracket, start..<closing + 1, context)
        index = closing + 1
      } else if token.isSign("<"), let after = script.afterTypeArguments(index), script.isSign(after, "(") {
        index = after
      } else if token.isSign("!"), !script.isSign(index + 1, "=") {
        index += 1
      } else if script.isWord(index, "as", "satisfies") {
        index = script.isWord(index + 1, "const") ? index + 2 : script.typeEnd(from: index + 1)
      } else if token.isSign("++") || token.isSign("--") {
        index += 1
      } else if token.kind == .template || token.kind == .templateHead {
        index = token.kind == .template ? index + 1 : (script.partner(index) ?? index) + 1
        value = .unknown(start..<index, "a function makes it of a text")
      } else {
        value.tokens = start..<index
        return (value, index)
      }
    }
  }

  private func primary(_ index: Int, _ context: ScriptContext) throws(ScriptMistake) -> (ScriptValue, Int) {
    let token = script.token(index)
    let alone = index..<index + 1
    switch token.kind {
    case .number:
      guard let number = ScriptLiteral.number(script.text(index)) else {
        throw ScriptMistake(offset: script.offset(index), message: "\(script.excerpt(alone)) is no number")
      }
      return (ScriptValue(.number(number), alone), index + 1)
    case .text, .template: return (ScriptValue(.text(ScriptLiteral.text(script, index)), alone), index + 1)
    case .templateHead: return try template(index, context)
    case .pattern: return (.unknown(alone, "a regular expression"), index + 1)
    case .word: return try word(index, context)
    case .sign: return try sign(index, context)
    default: return (.unknown(alone, "a value was expected"), index)
    }
  }

  private func sign(_ index: Int, _ context: ScriptContext) throws(ScriptMistake) -> (ScriptValue, Int) {
    let token = script.token(index)
    if token.isSign("("), let function = script.arrowFunction(startingAt: index) {
      return (ScriptValue(.function(function.body.lowerBound), function.range), function.range.upperBound)
    }
    switch token.code {
    case ScriptToken.code("("):
      guard let closing = script.partner(index) else { throw unclosed(index) }
      var (value, end) = try expression(index + 1, 1, context)
      while script.isSign(end, ",") { (value, end) = try expression(end + 1, 1, context) }
      return (value, closing + 1)
    case ScriptToken.code("["): return try list(index, context)
    case ScriptToken.code("{"): return try object(index, context)
    case ScriptToken.code("-"), ScriptToken.code("+"), ScriptToken.code("!"), ScriptToken.code("~"):
      let (value, end) = try expression(index + 1, 14, context)
      return (prefixed(token, value, index..<end), end)
    case ScriptToken.code("<"):
      // A type in angle brackets before a value, as in older TypeScript, or an element of a page.
      if let after = script.afterTypeArguments(index), script.isSign(after, "{") || script.isSign(after, "[") {
        return try primary(after, context)
      }
      let end = max(index + 1, script.expressionEnd(from: index + 1))
      return (.unknown(index..<end, "an element of a page"), end)
    default: return (.unknown(index..<index + 1, "a value was expected, not \(script.text(index))"), index)
    }
  }

  private func prefixed(_ sign: ScriptToken, _ value: ScriptValue, _ tokens: Range<Int>) -> ScriptValue {
    if sign.isSign("!") {
      guard let truth = value.truth else { return .unknown(tokens, value.doubt ?? "it is not known") }
      return ScriptValue(.flag(!truth), tokens, doubt: value.doubt)
    }
    guard let number = value.asNumber, !value.isUnknown else {
      return .unknown(tokens, value.doubt ?? "it is no number")
    }
    switch sign.code {
    case ScriptToken.code("-"): return ScriptValue(.number(-number), tokens, doubt: value.doubt)
    case ScriptToken.code("+"):
      if case .moment = value.kind { return value }
      return ScriptValue(.number(number), tokens, doubt: value.doubt)
    default:
      guard let whole = ScriptArithmetic.whole(number) else { return .unknown(tokens, "it is no whole number") }
      return ScriptValue(.number(Double(~whole)), tokens, doubt: value.doubt)
    }
  }

  private func word(_ index: Int, _ context: ScriptContext) throws(ScriptMistake) -> (ScriptValue, Int) {
    let alone = index..<index + 1
    switch script.text(index) {
    case "true": return (ScriptValue(.flag(true), alone), index + 1)
    case "false": return (ScriptValue(.flag(false), alone), index + 1)
    case "null": return (ScriptValue(.null, alone), index + 1)
    case "undefined": return (ScriptValue(.undefined, alone), index + 1)
    case "Infinity": return (ScriptValue(.number(.infinity), alone), index + 1)
    case "NaN": return (ScriptValue(.number(.nan), alone), index + 1)
    case "this": return (ScriptValue(.outside("this"), alone, doubt: "it is no constant of this file"), index + 1)
    case "await", "yield": return try expression(index + 1, 14, context)
    case "new":
      // A moment, as in `new Date().getTime()`, is read like any call; other objects are not known.
      let (value, end) = try operand(index + 1, context)
      return (value, end)
    case "void", "typeof", "delete":
      let (_, end) = try expression(index + 1, 14, context)
      return (.unknown(index..<end, "it is known only when the script runs"), end)
    case "function", "class", "async":
      if script.isWord(index, "async"), let arrow = script.arrowFunction(startingAt: index + 1) {
        return (ScriptValue(.function(arrow.body.lowerBound), arrow.range), arrow.range.upperBound)
      }
      var brace = index + 1
      while !script.isSign(brace, "{"), script.token(brace).kind != .end {
        brace = (script.token(brace).isOpening ? script.partner(brace) ?? brace : brace) + 1
      }
      let function = script.isWord(index, "class") ? nil : script.function(withBodyAt: brace)
      let end = (script.partner(brace) ?? brace) + 1
      return (ScriptValue(.function(function?.body.lowerBound), index..<end), end)
    case let name:
      if let arrow = script.arrowFunction(startingAt: index) {
        return (ScriptValue(.function(arrow.body.lowerBound), arrow.range), arrow.range.upperBound)
      }
      return (try value(of: name, at: index, context), index + 1)
    }
  }

  /// The mistake of a bracket that is never closed.
  func unclosed(_ bracket: Int) -> ScriptMistake {
    let closing = script.token(bracket).isSign("{") ? "}" : script.token(bracket).isSign("[") ? "]" : ")"
    let opening = script.text(bracket)
    guard let end = script.unclosed[bracket], script.token(end).isClosing else {
      return ScriptMistake(
        offset: script.offset(bracket), message: "the \(opening) here is never closed; a \(closing) is missing")
    }
    return ScriptMistake(
      offset: script.offset(bracket),
      message:
        "the \(opening) here is not closed before the \(script.text(end)) of line \(script.line(end)); a \(closing) is missing"
    )
  }
}
