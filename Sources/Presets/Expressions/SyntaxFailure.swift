/// A syntax error in a text inside of a preset: a formula or path data.
package struct SyntaxFailure: Error, Equatable {
  /// UTF-8 offset in the text.
  package var offset: Int
  package var message: String

  package init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}
