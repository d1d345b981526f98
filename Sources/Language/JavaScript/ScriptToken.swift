/// A token of a script: a word, a literal or a sign, by its place in the text.
struct ScriptToken {
  enum Kind: UInt8 {
    /// A name or a keyword.
    case word
    case number
    /// A text in single or double quotes.
    case text
    /// A text in backquotes without holes.
    case template
    /// The parts of a text with holes: up to the first hole, between two, and after the last. The tokens of the holes stand between them.
    case templateHead, templateMiddle, templateTail
    /// A regular expression.
    case pattern
    /// An operator, a bracket, a comma …
    case sign
    /// The end of the script, or of one of a page's scripts.
    case end
  }

  var kind: Kind
  /// The bytes of a sign, the first in the highest place that is used: `=>` is 0x3D3E. 0 for other tokens.
  var code: UInt32 = 0
  var start: Int32
  var end: Int32

  /// Whether the token is this sign.
  func isSign(_ sign: StaticString) -> Bool { kind == .sign && code == ScriptToken.code(sign) }

  /// The code of a sign of at most four bytes.
  static func code(_ sign: StaticString) -> UInt32 {
    var code: UInt32 = 0
    for index in 0..<sign.utf8CodeUnitCount { code = code << 8 | UInt32(sign.utf8Start[index]) }
    return code
  }

  var isOpening: Bool {
    kind == .templateHead || kind == .sign && (code == 0x28 || code == 0x5B || code == 0x7B)
  }

  var isClosing: Bool {
    kind == .templateTail || kind == .sign && (code == 0x29 || code == 0x5D || code == 0x7D)
  }

  /// Whether this token closes what `opening` opens.
  func closes(_ opening: ScriptToken) -> Bool {
    switch opening.kind {
    case .templateHead: kind == .templateTail
    case .sign: kind == .sign && code == (opening.code == 0x28 ? 0x29 : opening.code + 2)
    default: false
    }
  }
}
