extension ScriptEvaluator {
  /// The most elements of a list, and keys of an object, that are read.
  private static let maximumElements = 20_000

  /// Evaluates a text in backquotes with holes.
  func template(_ head: Int, _ context: ScriptContext) throws(ScriptMistake) -> (ScriptValue, Int) {
    guard let tail = script.partner(head) else { throw unclosed(head) }
    var text = ScriptLiteral.part(script, head)
    var doubt: String?
    var index = head + 1
    while index <= tail {
      let (hole, end) = try expression(index, 1, context)
      guard let part = hole.asText else {
        return (.unknown(head..<tail + 1, hole.doubt ?? "a hole of it is no text"), tail + 1)
      }
      doubt = doubt ?? hole.doubt
      let next = script.token(end).kind == .templateMiddle ? end : tail
      text += part + ScriptLiteral.part(script, next)
      index = next + 1
    }
    return (ScriptValue(.text(text), head..<tail + 1, doubt: doubt), tail + 1)
  }

  func list(_ bracket: Int, _ context: ScriptContext) throws(ScriptMistake) -> (ScriptValue, Int) {
    guard let closing = script.partner(bracket) else { throw unclosed(bracket) }
    var elements: [ScriptValue] = []
    var index = bracket + 1
    while index < closing {
      if script.isSign(index, ",") {
        index += 1
        continue
      }
      let isSpread = script.isSign(index, "...")
      let (value, end) = try expression(isSpread ? index + 1 : index, 1, context)
      if isSpread, let inner = value.elements {
        elements += inner
      } else if isSpread {
        unknownSpreads.append((index..<end, value.doubt ?? "it is no list"))
      } else {
        elements.append(value)
      }
      index = try afterSeparator(end, closing, isObject: false)
      if elements.count > Self.maximumElements { break }
    }
    return (ScriptValue(.list(elements), bracket..<closing + 1), closing + 1)
  }

  /// Evaluates an object literal.
  func object(_ brace: Int, _ context: ScriptContext) throws(ScriptMistake) -> (ScriptValue, Int) {
    guard let closing = script.partner(brace) else { throw unclosed(brace) }
    markUsed(brace)
    var members: [(key: String, value: ScriptValue)] = []
    func set(_ key: String, _ value: ScriptValue) {
      if let place = members.firstIndex(where: { $0.key == key }) {
        members[place].value = value
      } else {
        members.append((key, value))
      }
    }
    var index = brace + 1
    while index < closing, members.count < Self.maximumElements {
      if script.isSign(index, ",") {
        index += 1
        continue
      }
      if script.isSign(index, "...") {
        let (value, end) = try expression(index + 1, 1, context)
        if let inner = value.members {
          for member in inner { set(member.key, member.value) }
        } else if value.isUnknown {
          unknownSpreads.append((index..<end, value.doubt ?? "it is not known"))
        }
        index = try afterSeparator(end, closing, isObject: true)
        continue
      }
      // `get`, `set`, `async` and `static` before a key.
      if script.isWord(index, "get", "set", "async"), script.token(index + 1).kind == .word { index += 1 }
      guard let (key, afterKey) = try key(at: index, context) else {
        throw ScriptMistake(
          offset: script.offset(index), message: "a key was expected here, not `\(script.text(index))`")
      }
      let end: Int
      if script.isSign(afterKey, ":") {
        guard !script.token(afterKey + 1).isClosing, !script.isSign(afterKey + 1, ",") else {
          throw ScriptMistake(
            offset: script.offset(afterKey + 1),
            message: "a value was expected after the key \(key), not `\(script.text(afterKey + 1))`")
        }
        let (value, valueEnd) = try expression(afterKey + 1, 1, context)
        set(key, value)
        end = valueEnd
      } else if script.isSign(afterKey, "("), let parameters = script.partner(afterKey) {
        // A method: a key whose value is a function.
        var body = parameters + 1
        if script.isSign(body, ":") { body = script.typeEnd(from: body + 1) }
        // Without a body it is no method, and skipped.
        let closingBody = script.isSign(body, "{") ? script.partner(body) : nil
        end = closingBody.map { $0 + 1 } ?? body
        set(key, ScriptValue(.function(closingBody == nil ? nil : body + 1), index..<max(index + 1, end)))
      } else if script.isSign(afterKey, ",") || afterKey == closing {
        set(key, try value(of: key, at: index, context))
        end = afterKey
      } else {
        throw ScriptMistake(
          offset: script.offset(afterKey),
          message: "a : was expected after the key \(key), not `\(script.text(afterKey))`")
      }
      index = try afterSeparator(end, closing, isObject: true)
    }
    return (ScriptValue(.object(members), brace..<closing + 1), closing + 1)
  }

  /// Reads a key of an object, and returns the index after it: a word, a text, a number, or an expression in brackets.
  private func key(at index: Int, _ context: ScriptContext) throws(ScriptMistake) -> (String, Int)? {
    switch script.token(index).kind {
    case .word: return (script.text(index), index + 1)
    case .text, .template: return (ScriptLiteral.text(script, index), index + 1)
    case .number:
      return (ScriptLiteral.number(script.text(index)).map(ScriptValue.decimal) ?? script.text(index), index + 1)
    case .sign where script.isSign(index, "["):
      guard let closing = script.partner(index) else { throw unclosed(index) }
      let (value, _) = try expression(index + 1, 1, context)
      return (value.asText ?? "[\(script.excerpt(index + 1..<closing))]", closing + 1)
    default: return nil
    }
  }

  /// The index of the next key or element after a value that ends at an index. What cannot be read up to the next comma is skipped.
  private func afterSeparator(_ end: Int, _ closing: Int, isObject: Bool) throws(ScriptMistake) -> Int {
    if script.isSign(end, ",") { return end + 1 }
    guard end < closing else { return closing }
    let token = script.token(end)
    let beginsKey = isObject && (token.kind == .word || token.kind == .text) && script.isSign(end + 1, ":")
    let beginsElement = !isObject && [.text, .number].contains(token.kind)
    if beginsKey || beginsElement {
      throw ScriptMistake(offset: script.offset(end), message: "a comma is missing before \(script.text(end))")
    }
    if token.isSign(";") {
      throw ScriptMistake(
        offset: script.offset(end), message: "a , or \(isObject ? "}" : "]") was expected here, not a semicolon")
    }
    var index = end
    while index < closing, !script.isSign(index, ",") {
      index = (script.token(index).isOpening ? script.partner(index) ?? index : index) + 1
    }
    return min(index + 1, closing)
  }
}
