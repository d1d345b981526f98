import JSON

/// A function that a preset or a field defines: `"ring(d, age)": "= exp(-age) * glow(d, 2)"`. A call stands for the body with the values of the
/// arguments in place of the parameters, so that a program has no calls.
struct DefinedFunction {
  /// The most parameters of a function.
  private static let maximumParameters = 16

  let name: String
  let parameters: [String]
  /// The body with its equals sign.
  let formula: String
  /// Whether the definition has no mistake. A call of a function with mistakes, which are reported where it is defined, has an
  /// unknown value.
  var isSound: Bool

  /// The call as messages show it: `ring(d, age)`.
  var usage: String { "\(name)(\(parameters.joined(separator: ", ")))" }

  /// Reads the name and the parameters.
  ///
  /// - Parameters:
  ///   - signature: a key such as `ring(d, age)`.
  ///   - formula: the body; nil if it has a mistake that has been reported.
  ///   - report: is called with a mistake in the signature.
  init(_ signature: String, _ formula: String?, report: (SyntaxFailure) -> Void) {
    self.formula = formula ?? "="
    let text = Array(signature.utf8)
    let opening = text.firstIndex(of: UInt8(ascii: "(")) ?? text.count
    name = Self.trimmed(text[..<opening])
    do throws(SyntaxFailure) {
      try Self.checkName(text[..<opening])
      parameters = try Self.parameters(text[opening...])
      isSound = formula != nil
    } catch {
      report(error)
      parameters = []
      isSound = false
    }
  }

  /// The names in brackets with which a signature ends.
  private static func parameters(_ text: ArraySlice<UInt8>) throws(SyntaxFailure) -> [String] {
    guard text.count > 1, text.last == UInt8(ascii: ")") else {
      throw SyntaxFailure(
        offset: 0, message: "a function is written with the names of its parameters in brackets, as ring(d, age)")
    }
    let inside = text.dropFirst().dropLast()
    guard !trimmed(inside).isEmpty else {
      throw SyntaxFailure(
        offset: text.startIndex, message: "a function has at least one parameter; let names values without any")
    }
    var names: [String] = []
    for part in inside.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      try checkName(part)
      let name = trimmed(part)
      if names.contains(name) { throw SyntaxFailure(offset: start(part), message: "\(name) is written twice") }
      names.append(name)
    }
    guard names.count <= maximumParameters else {
      throw SyntaxFailure(
        offset: text.startIndex, message: "\(names.count) parameters; at most \(maximumParameters) are allowed")
    }
    return names
  }

  /// Throws if a text is no name with spaces around it.
  private static func checkName(_ text: ArraySlice<UInt8>) throws(SyntaxFailure) {
    if !Scope.isName(trimmed(text)) { throw SyntaxFailure(offset: start(text), message: Scope.nameRule) }
  }

  /// The offset of the first byte of a part that is not a space.
  private static func start(_ text: ArraySlice<UInt8>) -> Int {
    text.firstIndex { $0 != UInt8(ascii: " ") } ?? text.startIndex
  }

  /// A text without the spaces around it.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
    let end = text.lastIndex { $0 != UInt8(ascii: " ") }.map { $0 + 1 } ?? text.startIndex
    return String(decoding: text[min(start(text), end)..<end], as: UTF8.self)
  }
}
