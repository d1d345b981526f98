extension String {
  /// The text with spaces after it, at least `width` characters.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  /// The text with spaces before it, at least `width` characters.
  func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
  /// Whether the text in lower case ends in `suffix`, which is in lower case.
  func lowercasedHasSuffix(_ suffix: String) -> Bool { lowercased().hasSuffix(suffix) }
}
