// Questions that a search for a library's calls asks.

extension Script {
  /// The bracket of the call of the name at a token; nil if the name is declared or only mentioned there.
  package func callBracket(after place: Int) -> Int? {
    var index = place + 1
    if isSign(index, "?.") { index += 1 }
    if isSign(index, "<") { index = afterTypeArguments(index) ?? index }
    guard isSign(index, "("), partner(index) != nil || unclosed[index] != nil, !isWord(place - 1, "function") else {
      return nil
    }
    if let closing = partner(index), isSign(closing + 1, "{"), isMethodName(place, closing + 1) { return nil }
    return index
  }

  private func isMethodName(_ place: Int, _ brace: Int) -> Bool {
    function(withBodyAt: brace).map { $0.range.contains(place) } ?? false
  }

  /// The braces, in order, of those objects that have one of these keys. One pass over all tokens.
  package func braces(withKeys keys: Set<String>) -> [Int] {
    let bytesOfKeys = keys.map { Array($0.utf8) }
    let lengths = Set(bytesOfKeys.map(\.count))
    var open: [Int] = []
    var found: Set<Int> = []
    for index in tokens.indices {
      let token = tokens[index]
      if token.isOpening {
        open.append(index)
      } else if token.isClosing {
        if let partner = partner(index), let place = open.lastIndex(of: partner) { open.removeSubrange(place...) }
      } else if token.kind == .end {
        open.removeAll()
      } else if token.kind == .word || token.kind == .text, let brace = open.last, isSign(brace, "{") {
        let quotes = token.kind == .text ? 1 : 0
        let range = Int(token.start) + quotes..<Int(token.end) - quotes
        guard lengths.contains(range.count), isSign(index + 1, ":") || isSign(index + 1, ",") || isSign(index + 1, "}"),
          bytesOfKeys.contains(where: { bytes[range].elementsEqual($0) })
        else { continue }
        found.insert(brace)
      }
    }
    return found.sorted()
  }

  /// Whether the brace at a token begins an object rather than a block, by what stands before it.
  package func beginsLiteral(_ brace: Int) -> Bool {
    let before = token(brace - 1)
    if brace == 0 || before.kind == .end { return true }
    if before.kind == .word { return isWord(brace - 1, "return", "default") }
    return before.kind == .sign && [0x28, 0x2C, 0x3D, 0x3A, 0x5B, 0x3F, 0x7C7C, 0x3F3F, 0x2626].contains(before.code)
  }

  /// The name of the variable or key that holds the object that begins at a brace.
  package func holderName(of brace: Int) -> String? {
    if isSign(brace - 1, "=") || isSign(brace - 1, ":") {
      var place = brace - 2
      // A type of TypeScript may stand in between.
      for _ in 0..<16 {
        if let name = word(place), !isSign(place - 1, ":"), !isSign(place - 1, "."), !isSign(place - 1, "<") {
          return name
        }
        place -= 1
        if place < 0 || isSign(place, ";") { break }
      }
    }
    if isSign(brace - 1, "{"), isSign(brace - 2, "=") { return word(brace - 3) }
    if isWord(brace - 1, "default") { return "export default" }
    return nil
  }

  /// The names under which canvas-confetti is called: `confetti`, names of its import, and those that `confetti.create` gives.
  package func confettiNames() -> [String] {
    var names: [String] = []
    if function(named: "confetti") == nil { names.append("confetti") }
    func add(_ name: String?) { if let name, !names.contains(name), names.count < 16 { names.append(name) } }
    for index in tokens.indices where tokens[index].kind == .text && tokens[index].end - tokens[index].start < 40 {
      let package = text(index).dropFirst().dropLast()
      guard package.hasSuffix("canvas-confetti") || package.hasSuffix("/confetti") || package == "tsparticles-confetti"
      else { continue }
      if isWord(index - 1, "from") {
        add(word(index - 2))  // import name from, import * as name from
        if isSign(index - 2, "}"), let brace = partner(index - 2) {
          for place in brace + 1..<index - 2 where isWord(place, "confetti") {
            add(isWord(place + 1, "as") ? word(place + 2) : "confetti")
          }
        }
      } else if isSign(index - 1, "("), isWord(index - 2, "require", "import") {
        var place = index - 3
        if isWord(place, "await") { place -= 1 }
        if isSign(place, "("), isWord(place - 1, "await") || isSign(place - 1, "=") { place -= 1 }
        if isSign(place, "=") { add(word(place - 1)) }
        add("default")  // (await import("canvas-confetti")).default(…)
      }
      if package.contains("react-canvas-confetti") { add("current") }
    }
    for place in occurrences(of: "create") where isSign(place - 1, ".") && names.contains(word(place - 2) ?? "") {
      var before = place - 3
      if isSign(before, "."), isWord(before - 1, "window") { before -= 2 }
      if isSign(before, "=") { add(word(before - 1)) }
    }
    return names
  }
}
