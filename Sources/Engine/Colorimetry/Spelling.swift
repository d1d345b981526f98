/// Suggests, for a misspelt name, the existing name that was probably meant.
///
/// This type is part of Colorimetry, the lowest module that reads names (of CSS colours); Presets and the command use the type
/// too.
package enum Spelling {
  /// How many bytes of a name are compared. Later bytes are ignored, so that no text can make the search slow.
  private static let maximumByteCount = 64

  /// The candidate with the least edit distance, the first if several have it; nil if that distance is too large. A third of the
  /// shorter name's letters, but at least one, may be changed, dropped, added or swapped. Case is ignored.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let written = letters(of: name)
    guard !written.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = letters(of: candidate)
      let distance = editDistance(written, letters)
      let allowed = Swift.max(1, Swift.min(written.count, letters.count) / 3)
      guard distance <= allowed, distance < best?.distance ?? Int.max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// " Did you mean X?" or nothing. A name with spaces, which would be lost in a sentence, is quoted.
  package static func hint(_ name: String, among candidates: [String]) -> String {
    guard let nearest = nearest(to: name, among: candidates) else { return "" }
    return nearest.contains(" ") ? " Did you mean \"\(nearest)\"?" : " Did you mean \(nearest)?"
  }

  /// ASCII letters in lower case, and other bytes unchanged.
  private static func letters(of name: String) -> [UInt8] {
    name.utf8.prefix(maximumByteCount).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// The least number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal string
  /// alignment). Entry j of the table's row i is the distance of the first i bytes of `a` and the first j of `b`: `row` is
  /// row i, `rowAbove` is row i − 1, `rowTwoAbove` is row i − 2.
  private static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if a.isEmpty || b.isEmpty { return Swift.max(a.count, b.count) }
    var rowTwoAbove = [Int](repeating: 0, count: b.count + 1)
    var rowAbove = Array(0...b.count)
    var row = rowAbove
    for i in 1...a.count {
      row[0] = i
      for j in 1...b.count {
        let replaced = rowAbove[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = Swift.min(replaced, rowAbove[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = Swift.min(row[j], rowTwoAbove[j - 2] + 1)
        }
      }
      (rowTwoAbove, rowAbove, row) = (rowAbove, row, rowTwoAbove)
    }
    return rowAbove[b.count]
  }
}
