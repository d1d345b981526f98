/// Runs of combining marks in hostile text.
///
/// Swift compares texts by their canonical order, which sorts every run of combining marks: a run of n marks costs up to n²
/// steps each time. Texts of people have two or three; Unicode's stream-safe format (Standard Annex #15, section 13)
/// allows 30, and so does this.
enum CombiningMarks {
  static let maximumRunLength = 30

  /// Whether a text holds a longer run. Linear in its length; text without marks costs a look at each byte.
  static func exceedLimit(in bytes: some Collection<UInt8>) -> Bool {
    // The first mark is U+0300, CC 80 in UTF-8.
    guard bytes.contains(where: { $0 >= 0xCC }) else { return false }
    var run = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      if run > maximumRunLength { return true }
    }
    return false
  }

  static let message = "the text has more than \(maximumRunLength) combining marks in a row"
}
