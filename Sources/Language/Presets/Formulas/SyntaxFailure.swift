/// An error in a formula or in path data.
package struct SyntaxFailure: Error, Equatable {
  /// Offset of the wrong byte in the UTF-8 of the path data, or of the formula after its equals sign.
  package var offset: Int
  /// What is wrong, without the position.
  package var message: String

  package init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}
