/// Why words could not be set: the end of a sentence that begins with the key, without a full stop.
package struct TypographyError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
