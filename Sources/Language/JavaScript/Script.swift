/// A script of JavaScript or TypeScript, or the scripts of a page, as tokens whose brackets are matched. Nothing of it is ever run.
package final class Script {
  let bytes: [UInt8]
  let tokens: [ScriptToken]
  /// For each bracket the index of its partner, for other tokens −1. A bracket that is never closed, or that closes nothing, has −1.
  let partners: [Int32]
  /// For each opening bracket without a partner the token that ends it: a closing bracket of another kind, or an `end`.
  let unclosed: [Int: Int]
  /// The places of words that were searched for; see `occurrences`.
  private var occurrencesOfWords: [String: [Int]] = [:]
  private var functionsByBody: [Int: ScriptFunction?] = [:]

  /// Reads a script; nil if it has more tokens than any script within the limits of a file.
  ///
  /// - Parameter isPage: whether the text is a page, of which the scripts in its elements and attributes are read.
  package init?(_ bytes: [UInt8], isPage: Bool) {
    let ranges = isPage ? PageScripts.ranges(in: bytes) : [0..<bytes.count]
    var tokens: [ScriptToken] = []
    for range in ranges {
      guard let found = ScriptLexer.tokens(of: bytes, in: range) else { return nil }
      tokens = tokens.isEmpty ? found : tokens + found
    }
    if tokens.isEmpty { tokens = [ScriptToken(kind: .end, start: Int32(bytes.count), end: Int32(bytes.count))] }
    (self.bytes, self.tokens) = (bytes, tokens)
    (partners, unclosed) = Self.matched(tokens)
  }

  /// Matches brackets. A closing bracket without an opening one is left alone; if it fits one further out, those in between are unclosed.
  private static func matched(_ tokens: [ScriptToken]) -> (partners: [Int32], unclosed: [Int: Int]) {
    var partners = [Int32](repeating: -1, count: tokens.count)
    var unclosed: [Int: Int] = [:]
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.isOpening {
        open.append(index)
      } else if token.isClosing {
        guard let place = open.suffix(maximumMismatch).lastIndex(where: { token.closes(tokens[$0]) }) else { continue }
        for lost in open[(place + 1)...] { unclosed[lost] = index }
        (partners[open[place]], partners[index]) = (Int32(index), Int32(open[place]))
        open.removeSubrange(place...)
      } else if token.kind == .end {
        for lost in open { unclosed[lost] = index }
        open.removeAll()
      }
    }
    return (partners, unclosed)
  }

  /// How many open brackets a closing one may leave unclosed.
  private static let maximumMismatch = 64

  // MARK: Tokens

  package var tokenCount: Int { tokens.count }

  /// The token at an index; past the end the last one, which is an `end`.
  func token(_ index: Int) -> ScriptToken { tokens[min(max(index, 0), tokens.count - 1)] }

  package func isSign(_ index: Int, _ sign: StaticString) -> Bool { index >= 0 && token(index).isSign(sign) }

  /// The partner of the bracket at an index; nil if it has none.
  package func partner(_ index: Int) -> Int? {
    guard tokens.indices.contains(index), partners[index] >= 0 else { return nil }
    return Int(partners[index])
  }

  /// The word at an index; nil for other tokens.
  package func word(_ index: Int) -> String? {
    guard tokens.indices.contains(index), tokens[index].kind == .word else { return nil }
    return text(index)
  }

  package func isWord(_ index: Int, _ words: StaticString...) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .word else { return false }
    let token = tokens[index]
    return words.contains { word in
      word.utf8CodeUnitCount == Int(token.end - token.start)
        && (0..<word.utf8CodeUnitCount).allSatisfy { bytes[Int(token.start) + $0] == word.utf8Start[$0] }
    }
  }

  /// The text of the token at an index, as written.
  package func text(_ index: Int) -> String {
    let token = token(index)
    return String(decoding: bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// The text from one token to the one before another, its white space as single spaces, shortened for a message.
  package func excerpt(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let start = Int(token(range.lowerBound).start)
    let end = max(start, min(Int(token(range.upperBound - 1).end), start + 400))
    let words = String(decoding: bytes[start..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ")
    return line.count <= 48 ? line : line.prefix(45) + "…"
  }

  /// The offset of a token's first byte.
  package func offset(_ index: Int) -> Int { Int(token(index).start) }

  /// The line of a token, from 1.
  package func line(_ index: Int) -> Int {
    var (low, high) = (0, lineBreaks.count)
    while low < high {
      let middle = (low + high) / 2
      if lineBreaks[middle] < offset(index) { low = middle + 1 } else { high = middle }
    }
    return low + 1
  }

  /// The offsets of all line feeds.
  private lazy var lineBreaks: [Int] = bytes.indices.filter { bytes[$0] == 0x0A }

  /// The indices of all tokens that are this word. Each word is searched once.
  package func occurrences(of word: String) -> [Int] {
    if let known = occurrencesOfWords[word] { return known }
    // A script that asks for more words than this is a bundle, of which not everything is understood.
    guard occurrencesOfWords.count < 400 else { return [] }
    let sought = Array(word.utf8)
    var found: [Int] = []
    for index in tokens.indices where tokens[index].kind == .word {
      let token = tokens[index]
      guard Int(token.end - token.start) == sought.count, bytes[Int(token.start)] == sought[0],
        bytes[Int(token.start)..<Int(token.end)].elementsEqual(sought)
      else { continue }
      found.append(index)
    }
    occurrencesOfWords[word] = found
    return found
  }

  /// The innermost open bracket around a token; nil at the outermost level.
  package func parent(of index: Int) -> Int? {
    var index = index - 1
    while index >= 0 {
      let token = tokens[index]
      if token.kind == .end { return nil }
      if token.isOpening { return index }
      if token.isClosing, let partner = partner(index) { index = partner }
      index -= 1
    }
    return nil
  }

  /// What `find` found for the body that begins at a token; kept, since many tokens ask for the same function.
  func keptFunction(_ body: Int, _ find: () -> ScriptFunction?) -> ScriptFunction? {
    if let known = functionsByBody[body] { return known }
    let found = find()
    functionsByBody[body] = .some(found)
    return found
  }
}
