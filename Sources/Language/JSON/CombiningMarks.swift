/// Detects long runs of combining marks, with which hostile text could slow down comparisons.
///
/// To compare two strings, Swift sorts every run of combining marks into canonical order, which takes up to n² steps for a run of
/// n marks. Ordinary text has two or three in a row; Unicode's stream-safe format (Standard Annex #15, section 13) allows 30, and
/// so does this check.
package enum CombiningMarks {
  static let maximumRunLength = 30

  /// Whether a text holds a run of more than `maximumRunLength` marks. Takes time linear in the text's length; text without any
  /// byte that could begin a mark is not decoded.
  package static func exceedLimit(in bytes: some Collection<UInt8>) -> Bool {
    // The mark with the lowest code is U+0300, which is CC 80 in UTF-8.
    guard bytes.contains(where: { $0 >= 0xCC }) else { return false }
    var runLength = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      runLength = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : runLength + 1
      if runLength > maximumRunLength { return true }
    }
    return false
  }

  package static let message = "the text has more than \(maximumRunLength) combining marks in a row"
}
