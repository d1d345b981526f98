// Where expressions and types end, without understanding them.

extension Script {
  /// The index after the expression that begins at a token: at a comma, a semicolon, a closing bracket, or a token that no operator joins.
  func expressionEnd(from start: Int) -> Int {
    var index = start
    var openChoices = 0
    var expectsOperand = true
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .end || token.isClosing { return index }
      if expectsOperand {
        if token.kind == .templateMiddle { return index }
        if token.isOpening {
          // An arrow after brackets belongs to the operand; so does the body after it.
          guard let partner = partner(index) else { return unclosed[index] ?? tokens.count - 1 }
          index = partner + 1
          expectsOperand = false
        } else if token.kind == .word {
          if isWord(index, "function", "class") {
            index = bodyEnd(after: index)
            expectsOperand = false
            continue
          }
          let isPrefix = isWord(index, "new", "typeof", "void", "await", "delete", "async", "yield", "throw", "return")
          index += 1
          // `async` may be a name, and is then followed by an operator.
          expectsOperand = isPrefix
        } else if token.kind == .sign {
          if token.isSign(",") || token.isSign(";") || token.isSign(":") { return index }
          index += 1
        } else {
          index += 1
          expectsOperand = false
        }
        continue
      }
      switch token.kind {
      case .sign:
        if token.isSign("(") || token.isSign("[") {
          guard let partner = partner(index) else { return unclosed[index] ?? tokens.count - 1 }
          index = partner + 1
        } else if token.isSign("{") {
          return index
        } else if token.isSign("=>") {
          index += 1
          if isSign(index, "{") {
            guard let partner = partner(index) else { return unclosed[index] ?? tokens.count - 1 }
            return partner + 1
          }
          expectsOperand = true
        } else if token.isSign(",") || token.isSign(";") {
          return index
        } else if token.isSign(":") {
          guard openChoices > 0 else { return index }
          openChoices -= 1
          expectsOperand = true
          index += 1
        } else if token.isSign("++") || token.isSign("--") || token.isSign("!") {
          index += 1
        } else {
          if token.isSign("?") { openChoices += 1 }
          expectsOperand = true
          index += 1
        }
      case .word:
        if isWord(index, "as", "satisfies") {
          index = typeEnd(from: index + 1)
        } else if isWord(index, "in", "instanceof", "of") {
          index += 1
          expectsOperand = true
        } else {
          return index
        }
      case .template: index += 1
      case .templateHead: index = (partner(index) ?? index) + 1
      default: return index
      }
    }
    return tokens.count - 1
  }

  /// The index after the body of the function or class whose keyword is at an index.
  private func bodyEnd(after index: Int) -> Int {
    var index = index + 1
    while index < tokens.count, !isSign(index, "{") {
      if tokens[index].kind == .end || isSign(index, ";") { return index }
      index = (tokens[index].isOpening ? partner(index) ?? index : index) + 1
    }
    return (partner(index) ?? unclosed[index] ?? index) + 1
  }

  /// The index after the type of TypeScript that begins at a token.
  func typeEnd(from start: Int) -> Int {
    var index = start
    while index < tokens.count {
      if isWord(index, "typeof", "keyof", "readonly", "unique") { index += 1 }
      let token = token(index)
      if token.isOpening {
        index = (partner(index) ?? index) + 1
        if isSign(index, "=>") {
          index += 1
          continue
        }
      } else if token.kind == .word || token.kind == .text || token.kind == .number || token.kind == .template {
        index += 1
      } else {
        return index
      }
      while isSign(index, ".") { index += 2 }
      if isSign(index, "<") { index = afterTypeArguments(index) ?? index }
      while isSign(index, "["), let partner = partner(index) { index = partner + 1 }
      guard isSign(index, "|") || isSign(index, "&") else { return index }
      index += 1
    }
    return index
  }

  /// The index after the type arguments that begin with the < at an index; nil if it does not begin type arguments.
  func afterTypeArguments(_ index: Int) -> Int? {
    var depth = 0
    var place = index
    while place < min(tokens.count, index + 200) {
      let token = token(place)
      if token.isSign("<") { depth += 1 }
      if token.isSign(">") { depth -= 1 }
      if token.isSign(">>") { depth -= 2 }
      if token.isOpening {
        guard let partner = partner(place) else { return nil }
        place = partner
      } else if token.kind == .sign,
        ![0x3C, 0x3E, 0x3E3E, 0x2C, 0x2E, 0x7C, 0x26, 0x3F, 0x3A, 0x3D3E].contains(token.code)
      {
        return nil
      }
      place += 1
      if depth <= 0 { return place }
    }
    return nil
  }
}
