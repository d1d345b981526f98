/// Where a name of a script is given its value.
struct ScriptBinding {
  /// The token of the name.
  var name: Int
  /// The first token of its value; nil if it has none there.
  var value: Int?
  /// Whether the script gives it another value elsewhere.
  var changes = false
  /// The bracket around the scope of the name; −1 for the whole script.
  var scope: Int
}

extension Script {
  /// The declaration that a use of a name means: the innermost whose scope the use stands in; nil if the script has none.
  func binding(of name: String, at use: Int) -> ScriptBinding? {
    var best: ScriptBinding?
    var assignments: [Int] = []
    for place in occurrences(of: name) where place != use || isDeclared(place) {
      if isSign(place - 1, ".") || isSign(place - 1, "?.") { continue }
      if isDeclared(place) {
        let scope = parent(of: place) ?? -1
        guard contains(scope, use), scope >= best?.scope ?? -1 else { continue }
        best = ScriptBinding(name: place, value: initializer(after: place), scope: scope)
      } else if isAssigned(place) {
        assignments.append(place)
      }
    }
    if best == nil, let first = assignments.first, let value = initializer(after: first) {
      // A name without a declaration is the whole page's.
      best = ScriptBinding(name: first, value: value, scope: -1)
      assignments.removeFirst()
    }
    if let scope = best?.scope { best?.changes = assignments.contains { contains(scope, $0) } }
    return best
  }

  /// The value of a field of a class, or of a key of `this`: the only `this.name = …`, or the field's own.
  func field(_ name: String) -> ScriptBinding? {
    var found: [ScriptBinding] = []
    for place in occurrences(of: name) {
      let isOfThis = isSign(place - 1, ".") && isWord(place - 2, "this")
      let isField =
        parent(of: place).map { isSign($0, "{") } ?? false
        && (isSign(place - 1, ";") || isSign(place - 1, "}") || isSign(place - 1, "{")
          || isWord(place - 1, "private", "public", "protected", "readonly", "static"))
      guard isOfThis || isField, let value = initializer(after: place) else { continue }
      found.append(ScriptBinding(name: place, value: value, scope: -1))
    }
    guard var first = found.first else { return nil }
    first.changes = found.count > 1
    return first
  }

  /// Whether a token stands inside of a scope, given by its opening bracket; −1 is the whole script.
  func contains(_ scope: Int, _ index: Int) -> Bool {
    guard scope >= 0 else { return true }
    guard index > scope else { return false }
    // The scope of a name in the head of a loop is the loop.
    var end = partner(scope) ?? unclosed[scope] ?? tokens.count
    if isSign(scope, "("), isWord(scope - 1, "for") {
      end = isSign(end + 1, "{") ? partner(end + 1) ?? tokens.count : expressionEnd(from: end + 1)
    }
    return index < end
  }

  /// Whether a name is declared at a token: after `const`, `let` or `var`, or after a comma of such a statement.
  func isDeclared(_ place: Int) -> Bool {
    if isWord(place - 1, "const", "let", "var") { return true }
    guard isSign(place - 1, ",") else { return false }
    var index = place - 1
    for _ in 0..<400 {
      let token = token(index)
      if index < 0 || token.kind == .end || token.isSign(";") || token.isOpening { return false }
      if isWord(index, "const", "let", "var") { return true }
      if isWord(index, "return", "function", "if", "for", "import", "export") { return false }
      if token.isClosing, let partner = partner(index) { index = partner }
      index -= 1
    }
    return false
  }

  private func isAssigned(_ place: Int) -> Bool {
    if isSign(place - 1, "++") || isSign(place - 1, "--") { return true }
    let next = token(place + 1)
    guard next.kind == .sign else { return false }
    return next.isSign("=") || next.isSign("++") || next.isSign("--")
      || [0x2B3D, 0x2D3D, 0x2A3D, 0x2F3D, 0x7C7C3D, 0x3F3F3D].contains(next.code)  // += -= *= /= ||= ??=
  }

  /// The first token of the value that follows a name and, in TypeScript, its type.
  func initializer(after place: Int) -> Int? {
    var index = place + 1
    if isSign(index, "!") || isSign(index, "?") { index += 1 }
    if isSign(index, ":") { index = typeEnd(from: index + 1) }
    return isSign(index, "=") ? index + 1 : nil
  }
}
