/// A syntax error in a text inside of a preset: a formula or path data.
package struct SyntaxFailure: Error, Equatable {
  /// Offset of the byte that is wrong, in UTF-8 from the start of the formula (after its equals sign) or path data.
  package var offset: Int
  /// What is wrong, without the position.
  package var message: String

  package init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}
