import Lanes
import Raster

/// Pixels of a tile that are to be sampled, one bit each.
struct PixelMarks {
  /// The tile's place in the frame.
  let rect: PixelRect
  let wordsPerRow: Int
  let words: UnsafeMutablePointer<UInt64>

  /// Words for a tile.
  static func wordCount(width: Int, height: Int) -> Int { (width + 63) / 64 * height }

  func clear() { words.update(repeating: 0, count: wordsPerRow * rect.height) }

  /// The columns of a word that lie in `start` ..< `end`.
  @inline(__always)
  func inside(_ word: Int, _ start: Int, _ end: Int) -> UInt64 {
    let (low, high) = (max(start &- word &* 64, 0), min(end &- word &* 64, 64))
    if low >= high { return 0 }
    return (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- (high &- low))) &<< UInt64(truncatingIfNeeded: low)
  }

  /// Marks every pixel that a line touches. Places are the frame's.
  func mark(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    let (start, end) = a.y < b.y ? (a, b) : (b, a)
    let (low, high) = a.x < b.x ? (a.x, b.x) : (b.x, a.x)
    let (left, right) = (Double(rect.x), Double(rect.endX))
    if high < left || low >= right || end.y < Double(rect.y) || start.y >= Double(rect.endY) { return }
    let top = Int(max(start.y, Double(rect.y)).rounded(.down))
    let bottom = Int(min(end.y, Double(rect.endY) - 1).rounded(.down))
    let slope = end.y > start.y ? (end.x - start.x) / (end.y - start.y) : 0
    for row in top...max(top, bottom) {
      var (from, to) = (low, high)
      if end.y > start.y {
        let entry = min(max(start.x + (max(Double(row), start.y) - start.y) * slope, low), high)
        let exit = min(max(start.x + (min(Double(row + 1), end.y) - start.y) * slope, low), high)
        (from, to) = entry < exit ? (entry, exit) : (exit, entry)
      }
      if to < left || from >= right { continue }
      let first = Int(max(from, left).rounded(.down)) - rect.x
      let last = Int(min(to, right - 1).rounded(.down)) - rect.x
      let line = words + (row - rect.y) * wordsPerRow
      for word in first >> 6...max(first, last) >> 6 { line[word] |= inside(word, first, max(first, last) + 1) }
    }
  }
}

/// Writes where in a folded mesh sixteen samples of each marked pixel lie.
///
/// No two samples of a pixel lie in one of sixteen rows or columns, so that edges along them show seventeen steps of coverage;
/// at any angle a half-plane's coverage is right to 0.1, in the mean to 0.03 (the order was found by exchanging columns at
/// random). Eight samples of a pixel are tested at once against the spans of a triangle on their eight lines, which are those
/// of `MeshTriangles`: neighbours never gape. Cost: some 20 ns for each pixel and triangle.
struct MeshSamples {
  let marks: PixelMarks
  /// How many marked pixels of these rows there are before each word of marks.
  let starts: UnsafePointer<Int32>
  let rows: Range<Int>
  /// For each marked pixel 16 u, 16 v, 16 numbers of patches and 16 depths.
  let samples: UnsafeMutablePointer<Float>
  /// For each marked pixel whether some sample lies on several sheets: then 1.
  let folds: UnsafeMutablePointer<Float>

  static var perPixel: Int { 16 }
  static var floatsPerPixel: Int { 64 }

  @inline(__always)
  private static func columns(_ half: Int) -> Lane8 {
    let cells = half == 0 ? Lane8(3, 11, 7, 15, 1, 8, 12, 5) : Lane8(2, 10, 14, 6, 0, 9, 13, 4)
    return cells * 0.0625 + 0.03125
  }

  @inline(__always)
  private static func lines(_ half: Int) -> SIMD8<Double> {
    (SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 &* half)) * 0.0625 + 0.03125
  }

  @inline(__always)
  func draw(_ piece: MeshPiece, _ depth: MeshDepth) {
    triangle(piece.upper, piece, depth)
    triangle(piece.lower, piece, depth)
  }

  @inline(never)
  private func triangle(_ corner: MeshPiece.Corner, _ piece: MeshPiece, _ depth: MeshDepth) {
    let corners = SortedCorners(corner)
    let rect = marks.rect
    let (tileTop, tileBottom) = (Double(rect.y &+ rows.lowerBound), Double(rect.y &+ rows.upperBound))
    let top = Int(min(max(corners.first.y, tileTop), tileBottom).rounded(.down)) &- rect.y
    let bottom = Int(min(max(corners.last.y, tileTop), tileBottom).rounded(.up)) &- rect.y
    if top >= bottom { return }
    let low = min(corners.first.x, min(corners.middle.x, corners.last.x))
    let high = max(corners.first.x, max(corners.middle.x, corners.last.x))
    let (tileLeft, tileRight) = (Double(rect.x), Double(rect.endX))
    let left = Int(min(max(low, tileLeft), tileRight).rounded(.down)) &- rect.x
    let right = Int(min(max(high, tileLeft), tileRight).rounded(.up)) &- rect.x
    if left >= right { return }
    let (firstWord, lastWord) = (left &>> 6, (right &- 1) &>> 6)
    var found: UInt64 = 0
    for row in top..<bottom {
      for word in firstWord...lastWord {
        found |= marks.words[row &* marks.wordsPerRow &+ word] & marks.inside(word, left, right)
      }
    }
    if found == 0 { return }
    guard let plane = MeshPlane(corner, piece) else { return }
    let sides = TriangleSides(corners)
    for row in top..<bottom {
      for word in firstWord...lastWord {
        let place = row &* marks.wordsPerRow &+ word
        let bits = marks.words[place]
        let wanted = bits & marks.inside(word, left, right)
        if wanted == 0 { continue }
        for half in 0..<2 {
          let lines = Double(rect.y &+ row) + MeshSamples.lines(half)
          let (from, to) = sides.spans(at: lines)
          let (s0, t0) = (plane.s(at: lines), plane.t(at: lines))
          let columns = MeshSamples.columns(half)
          forEachBit(wanted) { bit in
            let x = columns + Float(rect.x &+ word &* 64 &+ bit)
            let inside = (x .>= from) .& (x .< to)
            if hasNoLane(inside) { return }
            let before = bits & ((1 &<< UInt64(truncatingIfNeeded: bit)) &- 1)
            let number = Int(starts[place]) &+ before.nonzeroBitCount
            let across = x - plane.reference
            let (u, v) = plane.place(across * plane.sx + s0, across * plane.tx + t0)
            put(u, v, plane.patch, depth.depth(u, v), inside, number, half)
          }
        }
      }
    }
  }

  @inline(__always)
  private func put(
    _ u: Lane8, _ v: Lane8, _ patch: Float, _ depth: Lane8, _ inside: SIMDMask<Int8Lanes>, _ number: Int, _ half: Int
  ) {
    let out = samples + (number &* MeshSamples.floatsPerPixel &+ 8 &* half)
    let known = Lanes.load(out + 48)
    if !hasNoLane(inside .& (known .> 0)) { folds[number] = 1 }
    let mask = inside .& (depth .>= known)
    Lanes.store(Lanes.select(mask, u, Lanes.load(out)), to: out)
    Lanes.store(Lanes.select(mask, v, Lanes.load(out + 16)), to: out + 16)
    Lanes.store(Lanes.select(mask, Lane8(repeating: patch), Lanes.load(out + 32)), to: out + 32)
    Lanes.store(Lanes.select(mask, depth, known), to: out + 48)
  }
}
