extension ScriptEvaluator {
  private static let ofCaller = "it is given by a caller that this file does not have"

  /// The value of a name where it is used.
  func value(of name: String, at use: Int, _ context: ScriptContext) throws(ScriptMistake) -> ScriptValue {
    let alone = use..<use + 1
    let binding = keptBinding(of: name, at: use)
    // Parameters of the functions around the use, the innermost first, unless a declaration is further in.
    var function = script.function(around: use)
    while let found = function, found.range.lowerBound >= binding?.scope ?? -1 {
      if let parameter = script.parameter(name, of: found) {
        if var value = context.values[parameter] {
          value.tokens = alone
          return value
        }
        guard let start = script.initializer(after: parameter), script.token(start).kind != .end else {
          return .unknown(alone, Self.ofCaller)
        }
        return guarded(parameter, alone) { () throws(ScriptMistake) in try expression(start, 1, context).value }
      }
      function = script.function(around: found.range.lowerBound)
    }
    if let binding {
      if var value = context.values[binding.name] {
        value.tokens = alone
        return value
      }
      guard let start = binding.value else { return .unknown(alone, "its value is not written where it is declared") }
      var value = guarded(binding.name, alone) { () throws(ScriptMistake) in try expression(start, 1, context).value }
      if binding.changes, !value.isUnknown {
        value.doubt = value.doubt ?? "it changes while the script runs, and this is its first value"
      }
      return value
    }
    if let found = script.function(named: name, knownAt: use) {
      return ScriptValue(.function(found.body.lowerBound), alone)
    }
    return outside(name, alone)
  }

  private func keptBinding(of name: String, at use: Int) -> ScriptBinding? {
    if let known = bindingsByUse[use] { return known }
    let found = script.binding(of: name, at: use)
    bindingsByUse[use] = .some(found)
    return found
  }

  /// Evaluates what a declaration gives; unknown if that needs its own value, or cannot be read.
  private func guarded(
    _ declaration: Int, _ use: Range<Int>, _ evaluate: () throws(ScriptMistake) -> ScriptValue
  ) -> ScriptValue {
    guard evaluating.insert(declaration).inserted else { return .unknown(use, "its value depends on itself") }
    defer { evaluating.remove(declaration) }
    do {
      var value = try evaluate()
      value.tokens = use
      return value
    } catch {
      return .unknown(use, "its value cannot be read")
    }
  }

  // MARK: Keys

  /// The value of a key of a value.
  func member(_ key: String, of value: ScriptValue, _ tokens: Range<Int>, _ context: ScriptContext) -> ScriptValue {
    switch value.kind {
    case .object(let members):
      guard let found = members.last(where: { $0.key == key }) else { return ScriptValue(.undefined, tokens) }
      return found.value
    case .list(let elements) where key == "length":
      return ScriptValue(.number(Double(elements.count)), tokens, doubt: value.doubt)
    case .text(let text) where key == "length": return ScriptValue(.number(Double(text.utf16.count)), tokens)
    case .outside("this"):
      guard let field = script.field(key), let start = field.value else {
        return .unknown(tokens, "it is no constant of this file")
      }
      return guarded(field.name, tokens) { () throws(ScriptMistake) in try expression(start, 1, context).value }
    case .outside(let path): return outside("\(path).\(key)", tokens)
    // What is done with a function, list, text or moment is found at the call.
    case .function, .list, .text, .moment, .number: return ScriptValue(.outside(".\(key)"), tokens, doubt: value.doubt)
    default: return .unknown(tokens, value.doubt ?? "it is not known")
    }
  }

  func element(_ key: ScriptValue, of value: ScriptValue, _ tokens: Range<Int>, _ context: ScriptContext) -> ScriptValue
  {
    if let elements = value.elements, let number = key.number, number >= 0, number < Double(elements.count) {
      var element = elements[Int(number)]
      element.doubt = element.doubt ?? key.doubt
      return element
    }
    if let text = key.asText, value.members != nil { return member(text, of: value, tokens, context) }
    return .unknown(tokens, key.doubt ?? value.doubt ?? "it is not known")
  }

  /// Enumerations of the libraries, whose values are texts of the same name.
  private static let enumerations: Set<String> = [
    "MoveDirection", "OutMode", "StartValueType", "DestroyType", "DestroyMode", "AnimationMode", "ParticleOutType",
    "RotateDirection", "TiltDirection", "RollMode", "ClickMode", "HoverMode", "ShapeType", "BLEND_MODES",
  ]

  /// Things of the page and the language that have a stand-in.
  private func outside(_ path: String, _ tokens: Range<Int>) -> ScriptValue {
    let path =
      path.hasPrefix("window.") || path.hasPrefix("globalThis.") ? String(path.drop { $0 != "." }.dropFirst()) : path
    let pageSize =
      "it depends on the page, for which \(ScriptValue.decimal(page.width)) × \(ScriptValue.decimal(page.height)) stands"
    let words = path.split(separator: ".")
    if words.count >= 2, Self.enumerations.contains(String(words[words.count - 2])) {
      // bottomLeft is "bottom-left"; ADD stays as it is.
      let name = words[words.count - 1]
      let isCapital = name.allSatisfy { $0.isUppercase || $0 == "_" }
      return ScriptValue(
        .text(name.map { $0.isUppercase && !isCapital ? "-\($0.lowercased())" : String($0) }.joined()), tokens)
    }
    switch words.last {
    case "innerWidth", "clientWidth", "offsetWidth", "availWidth", "outerWidth":
      return ScriptValue(.number(page.width), tokens, doubt: pageSize)
    case "innerHeight", "clientHeight", "offsetHeight", "availHeight", "outerHeight":
      return ScriptValue(.number(page.height), tokens, doubt: pageSize)
    default: break
    }
    switch path {
    case "screen.width": return ScriptValue(.number(page.width), tokens, doubt: pageSize)
    case "screen.height": return ScriptValue(.number(page.height), tokens, doubt: pageSize)
    case "devicePixelRatio": return ScriptValue(.number(1), tokens, doubt: "it depends on the screen")
    case "Math.PI": return ScriptValue(.number(.pi), tokens)
    case "Math.E": return ScriptValue(.number(2.718281828459045), tokens)
    case "Math.SQRT2": return ScriptValue(.number(2.0.squareRoot()), tokens)
    case "Number.MAX_SAFE_INTEGER": return ScriptValue(.number(9_007_199_254_740_991), tokens)
    default: return ScriptValue(.outside(path), tokens, doubt: "`\(script.excerpt(tokens))` is not of this file")
    }
  }
}

extension Script {
  /// The function that is declared under a name, the innermost of those that are known at a token; without a token, any.
  func function(named name: String, knownAt use: Int? = nil) -> ScriptFunction? {
    var best: (scope: Int, function: ScriptFunction)?
    for place in occurrences(of: name) where isSign(place + 1, "(") {
      guard isWord(place - 1, "function") || isSign(place - 1, "*"), let closing = partner(place + 1) else { continue }
      var brace = closing + 1
      if isSign(brace, ":") { brace = typeEnd(from: brace + 1) }
      let scope = parent(of: place) ?? -1
      guard use.map({ contains(scope, $0) }) ?? true, scope >= best?.scope ?? -1 else { continue }
      if let found = function(withBodyAt: brace) { best = (scope, found) }
    }
    return best?.function
  }

  /// The token of a function's parameter of this name; nil if it has none.
  func parameter(_ name: String, of function: ScriptFunction) -> Int? {
    var index = function.parameters.lowerBound
    while index < function.parameters.upperBound {
      if isSign(index, ":") && !isInPattern(index, function) {
        index = typeEnd(from: index + 1)
        continue
      }
      if isSign(index, "=") {
        index = expressionEnd(from: index + 1)
        continue
      }
      // `{ a: b }` names b, not a.
      if word(index) == name, !(isSign(index + 1, ":") && isInPattern(index, function)) { return index }
      index += 1
    }
    return nil
  }

  /// Whether a token among the parameters of a function stands inside of a pattern, such as `{ a, b }`.
  private func isInPattern(_ index: Int, _ function: ScriptFunction) -> Bool {
    parent(of: index).map { $0 >= function.parameters.lowerBound } ?? false
  }
}
