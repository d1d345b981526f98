/// A function of a script, or a method, by its place among the tokens.
struct ScriptFunction {
  /// The name by which it is called: its own, or that of the variable or key that holds it; nil for a function without any.
  var name: String?
  /// The tokens of the parameters, without the brackets around them.
  var parameters: Range<Int>
  /// The tokens of the body, without the braces around it.
  var body: Range<Int>
  /// Whether the body is one expression, as in `x => 2 * x`.
  var isExpression: Bool
  /// The tokens of the whole function.
  var range: Range<Int>
}

extension Script {
  /// The innermost function around a token; nil if the token stands in none.
  func function(around index: Int) -> ScriptFunction? {
    var place = index
    while true {
      if let arrow = arrowExpression(around: place) { return arrow }
      guard let parent = parent(of: place) else { return nil }
      if isSign(parent, "{"), let found = function(withBodyAt: parent) { return found }
      place = parent
    }
  }

  /// The function whose body begins with the brace at an index; nil for another brace.
  func function(withBodyAt brace: Int) -> ScriptFunction? {
    guard isSign(brace, "{") else { return nil }
    return keptFunction(brace) {
      let end = partner(brace) ?? unclosed[brace] ?? tokens.count - 1
      let body = brace + 1..<max(brace + 1, end)
      if isSign(brace - 1, "=>") { return arrow(at: brace - 1, body: body, isExpression: false, end: end + 1) }
      guard let closing = parametersEnd(before: brace), let opening = partner(closing) else { return nil }
      var name: String?
      var start = opening
      if isWord(opening - 1, "function") || isSign(opening - 1, "*") {
        start = opening - 1
      } else if let word = word(opening - 1) {
        if isWord(opening - 1, "if", "for", "while", "switch", "catch", "with") { return nil }
        name = word
        start = opening - 1
        if isSign(start - 1, "*") { start -= 1 }
        if isWord(start - 1, "function") { start -= 1 }
      } else {
        return nil
      }
      if isWord(start - 1, "async") { start -= 1 }
      return ScriptFunction(
        name: name ?? holder(of: start), parameters: opening + 1..<closing, body: body, isExpression: false,
        range: start..<end + 1)
    }
  }

  /// The function of the arrow at an index.
  private func arrow(at arrow: Int, body: Range<Int>, isExpression: Bool, end: Int) -> ScriptFunction? {
    var parameters = arrow - 1..<arrow
    var start = arrow - 1
    if let closing = parametersEnd(before: arrow), let opening = partner(closing) {
      parameters = opening + 1..<closing
      start = opening
    } else if word(arrow - 1) == nil {
      return nil
    }
    if isWord(start - 1, "async") { start -= 1 }
    return ScriptFunction(
      name: holder(of: start), parameters: parameters, body: body, isExpression: isExpression, range: start..<end)
  }

  /// The arrow function at whose parameters an expression begins; nil if none begins here.
  func arrowFunction(startingAt index: Int) -> ScriptFunction? {
    var arrowIndex = index + 1
    if isSign(index, "(") {
      guard let closing = partner(index) else { return nil }
      arrowIndex = closing + 1
      // A type may stand between the parameters and the arrow.
      if isSign(arrowIndex, ":") { arrowIndex = typeEnd(from: arrowIndex + 1) }
    }
    guard isSign(arrowIndex, "=>") else { return nil }
    if isSign(arrowIndex + 1, "{") { return function(withBodyAt: arrowIndex + 1) }
    let end = expressionEnd(from: arrowIndex + 1)
    return arrow(at: arrowIndex, body: arrowIndex + 1..<end, isExpression: true, end: end)
  }

  /// The innermost arrow function with an expression as its body that a token stands in, without brackets between them.
  private func arrowExpression(around index: Int) -> ScriptFunction? {
    var place = index - 1
    while place >= 0 {
      let token = tokens[place]
      if token.kind == .end || token.isOpening || token.isSign(",") || token.isSign(";") { return nil }
      if token.isSign("=>"), !isSign(place + 1, "{") {
        let end = expressionEnd(from: place + 1)
        return index < end
          ? arrow(at: place, body: place + 1..<end, isExpression: true, end: end) : nil
      }
      if token.isClosing, let partner = partner(place) { place = partner }
      place -= 1
    }
    return nil
  }

  /// The bracket that closes the parameters before a body or an arrow; a type of TypeScript may stand between them.
  private func parametersEnd(before index: Int) -> Int? {
    var place = index - 1
    if isSign(place, ")") { return place }
    for _ in 0..<24 {
      guard place > 0 else { return nil }
      if isSign(place, ":") { return isSign(place - 1, ")") ? place - 1 : nil }
      let token = token(place)
      if token.isClosing, let partner = partner(place) {
        place = partner - 1
      } else if token.kind == .word || token.kind == .text || [0x2E, 0x3C, 0x3E, 0x7C, 0x26, 0x2C].contains(token.code)
      {
        place -= 1  // . < > | & ,
      } else {
        return nil
      }
    }
    return nil
  }

  /// Calls around a function that give the function back.
  private static let wrappers: Set<String> = ["useCallback", "useMemo", "memo", "debounce", "throttle", "once"]

  /// The name of the variable or key that holds the value that begins at a token.
  private func holder(of start: Int) -> String? {
    if isSign(start - 1, "(") {
      // As in `const fire = useCallback(() => …)`; types may stand between the wrapper's name and its bracket.
      var callee = start - 2
      if isSign(callee, ">") {
        while callee > 0, !isSign(callee, "<") { callee -= 1 }
        callee -= 1
      }
      guard let name = word(callee), Self.wrappers.contains(name) else { return nil }
      return holder(of: isSign(callee - 1, ".") ? callee - 2 : callee)
    }
    guard isSign(start - 1, "=") || isSign(start - 1, ":") else { return nil }
    if let name = word(start - 2), !isSign(start - 3, ":") { return name }
    // `const fire: () => void = …`: the name stands before the type.
    var place = start - 2
    for _ in 0..<24 {
      guard place > 0 else { return nil }
      if isSign(place, ":") { return word(place - 1) }
      if token(place).isClosing, let partner = partner(place) { place = partner }
      place -= 1
    }
    return nil
  }
}
