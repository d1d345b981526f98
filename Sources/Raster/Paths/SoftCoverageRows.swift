import Lanes

/// The rows of a tile whose coverage is blurred.
package struct SoftCoverageRows {
  let columns: Range<Int>
  /// The share of all pixels, where it is the same.
  let even: Float?
  let taps: Int
  let cells: UnsafeMutablePointer<Float>
  /// A row of cells, blurred vertically.
  let mixed: UnsafeMutablePointer<Float>
  let stride: Int
  let cellCount: Int
  let extremes: UnsafeMutablePointer<Float>
  let firstCells: UnsafeMutablePointer<Float>
  let weights: UnsafeMutablePointer<Float>

  /// Writes the covered share of each pixel of the columns to `shares`, which begins with the tile's first column.
  ///
  /// - Returns: false if none is covered; nothing is then written.
  package func blur(row: Int, into shares: UnsafeMutablePointer<Float>) -> Bool {
    if let even {
      if even != 0 { (shares + columns.lowerBound).update(repeating: even, count: columns.count) }
      return even != 0
    }
    let number = columns.count &+ row
    let first = Int(firstCells[number])
    var (least, most): (Float, Float) = (1, 0)
    for tap in first..<first &+ taps {
      least = min(least, extremes[2 &* tap])
      most = max(most, extremes[2 &* tap &+ 1])
    }
    if most == 0 { return false }
    if least == 1 {
      (shares + columns.lowerBound).update(repeating: 1, count: columns.count)
      return true
    }
    blurColumns(cells + first &* stride, weights + SoftCoverage.mostTaps &* number)
    blurRow(shares)
    return true
  }

  /// Blurs rows of cells vertically.
  @inline(__always)
  private func blurColumns(_ rows: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>) {
    var cell = 0
    while cell < cellCount {
      var sum = Float8(repeating: 0)
      var row = rows + cell
      for tap in 0..<taps {
        sum += Lanes.load(row) * weights[tap]
        row += stride
      }
      Lanes.store(sum, to: mixed + cell)
      cell &+= 8
    }
  }

  /// Blurs the row of cells horizontally, for each pixel.
  @inline(__always)
  private func blurRow(_ shares: UnsafeMutablePointer<Float>) {
    var column = 0
    while column < columns.count {
      let out = shares + (columns.lowerBound &+ column)
      let (first, end) = (Int(firstCells[column]), Int(firstCells[column &+ 7]) &+ SoftCoverage.mostTaps)
      // Most blocks lie wholly inside or outside.
      var (least, most) = (Lanes.load(mixed + first), Lanes.load(mixed + first))
      var cell = first
      while cell < end {
        let own = Lanes.load(mixed + cell)
        (least, most) = (Lanes.min(least, own), Lanes.max(most, own))
        cell &+= 8
      }
      if !Lanes.anySet(Lanes.bits(most)) {
        Lanes.store(Float8(repeating: 0), to: out)
      } else if Lanes.all(least .>= 1 - SoftCoverage.slack / 2) {
        Lanes.store(Float8(repeating: 1), to: out)
      } else {
        Lanes.store(sums(column), to: out)
      }
      column &+= 8
    }
  }

  @inline(__always)
  private func sums(_ column: Int) -> Float8 {
    var sums = Float8(repeating: 0)
    for lane in 0..<8 {
      let own = weights + SoftCoverage.mostTaps &* (column &+ lane)
      let from = mixed + Int(firstCells[column &+ lane])
      let (a, b) = (Lanes.load(from) * Lanes.load(own), Lanes.load(from + 8) * Lanes.load(own + 8))
      let (c, d) = (Lanes.load(from + 16) * Lanes.load(own + 16), Lanes.load(from + 24) * Lanes.load(own + 24))
      let eight = (a + b) + (c + d)
      let four = eight.lowHalf + eight.highHalf
      let two = four.lowHalf + four.highHalf
      sums[lane] = two.x + two.y
    }
    // Full coverage is exactly 1.
    return Lanes.select(sums .>= 1 - SoftCoverage.slack, Float8(repeating: 1), sums)
  }
}
