/// Suggestions for misspelt words.
enum Spelling {
  /// The nearest word by edit distance, in which a swap of neighbours counts once; nil if none is near enough.
  static func nearest(to word: String, among words: [String]) -> String? {
    let letters = Array(word.utf8)
    guard letters.count <= 40 else { return nil }
    var best: (distance: Int, word: String)?
    for candidate in words {
      let distance = distance(letters, Array(candidate.utf8))
      if distance < best?.distance ?? Int.max { best = (distance, candidate) }
    }
    guard let best, best.distance <= Swift.max(1, letters.count / 3) else { return nil }
    return best.word
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return Swift.max(a.count, b.count) }
    var rows = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 1...a.count {
      rows[i][0] = i
      for j in 1...b.count {
        var least = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        least = Swift.min(least, rows[i - 1][j] + 1, rows[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          least = Swift.min(least, rows[i - 2][j - 2] + 1)
        }
        rows[i][j] = least
      }
    }
    return rows[a.count][b.count]
  }
}
