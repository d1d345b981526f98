import Raster

/// The set of a tile's pixels that are to be supersampled, as one bit for each pixel.
struct PixelMask {
  /// The tile's rectangle in the frame.
  let rect: PixelRect
  /// The number of words in a row of the tile. Bit i of a word stands for the i-th of its 64 columns.
  let wordsPerRow: Int
  let words: UnsafeMutablePointer<UInt64>

  /// The number of words of memory for a tile.
  static func wordCount(width: Int, height: Int) -> Int { (width + 63) / 64 * height }

  func clear() { words.update(repeating: 0, count: wordsPerRow * rect.height) }

  /// The bits that stand for the tile's columns `start` ..< `end` in word number `word` of a row.
  @inline(__always)
  func columnBits(_ word: Int, _ start: Int, _ end: Int) -> UInt64 {
    let (low, high) = (max(start &- word &* 64, 0), min(end &- word &* 64, 64))
    if low >= high { return 0 }
    return (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (high &- low))) &<< UInt64(truncatingIfNeeded: low)
  }

  /// Adds every pixel that a line touches. The line's ends are given in frame pixels.
  func insert(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let (start, end) = a.y < b.y ? (a, b) : (b, a)
    let (minX, maxX) = a.x < b.x ? (a.x, b.x) : (b.x, a.x)
    let (left, right) = (Double(rect.x), Double(rect.endX))
    if maxX < left || minX >= right || end.y < Double(rect.y) || start.y >= Double(rect.endY) { return }
    let top = Int(max(start.y, Double(rect.y)).rounded(.down))
    let bottom = Int(min(end.y, Double(rect.endY) - 1).rounded(.down))
    let slope = end.y > start.y ? (end.x - start.x) / (end.y - start.y) : 0
    for row in top...max(top, bottom) {
      var (from, to) = (minX, maxX)
      if end.y > start.y {
        let entry = min(max(start.x + (max(Double(row), start.y) - start.y) * slope, minX), maxX)
        let exit = min(max(start.x + (min(Double(row + 1), end.y) - start.y) * slope, minX), maxX)
        (from, to) = entry < exit ? (entry, exit) : (exit, entry)
      }
      if to < left || from >= right { continue }
      let first = Int(max(from, left).rounded(.down)) - rect.x
      let last = Int(min(to, right - 1).rounded(.down)) - rect.x
      let rowWords = words + (row - rect.y) * wordsPerRow
      for word in first >> 6...max(first, last) >> 6 { rowWords[word] |= columnBits(word, first, max(first, last) + 1) }
    }
  }
}
