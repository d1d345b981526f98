/// The error for a text that cannot be typeset.
package struct TypographyError: Error, Equatable {
  /// The end of a sentence that begins with the key in the preset, without a full stop.
  package let message: String

  package init(_ message: String) { self.message = message }
}
