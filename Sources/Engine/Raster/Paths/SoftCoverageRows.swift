import Lanes

/// Computes the blurred coverage of a tile's rows from the path's coverage of square cells (`SoftCoverage`).
package struct SoftCoverageRows {
  /// The columns that are written, counted from the tile's first column.
  let columns: Range<Int>
  /// 0 if the path covers none of the cells, 1 if it covers all of them; otherwise nil, and the properties below are used.
  let uniformShare: Float?
  /// Number of cells that the kernel spans.
  let kernelCellCount: Int
  /// Covered shares of the cells: rows of `cellCount` cells, `rowStride` floats apart.
  let cells: UnsafeMutablePointer<Float>
  /// Memory for one row of cells, blurred vertically.
  let blurredCells: UnsafeMutablePointer<Float>
  let rowStride: Int
  /// Number of cells in a row.
  let cellCount: Int
  /// The least share of row r of cells at index 2r, the greatest at 2r + 1.
  let extremes: UnsafeMutablePointer<Float>
  /// Indices of the first cells that kernels reach, as whole numbers: one for each of `columns`, then one for each row of the tile.
  let firstCells: UnsafeMutablePointer<Float>
  /// `SoftCoverage.maximumKernelCellCount` weights for each column or row, in the order of `firstCells`: the weights of the cells
  /// from the first cell on.
  let weights: UnsafeMutablePointer<Float>

  /// Writes the covered share of each pixel of the columns to `shares`, which begins with the tile's first column. `row` is
  /// counted from the tile's first row.
  ///
  /// - Returns: false if no pixel is covered; nothing is then written.
  package func blur(row: Int, into shares: UnsafeMutablePointer<Float>) -> Bool {
    if let uniformShare {
      if uniformShare != 0 { (shares + columns.lowerBound).update(repeating: uniformShare, count: columns.count) }
      return uniformShare != 0
    }
    let rowIndex = columns.count &+ row
    let first = Int(firstCells[rowIndex])
    var (minimum, maximum): (Float, Float) = (1, 0)
    for cellRow in first..<first &+ kernelCellCount {
      minimum = min(minimum, extremes[2 &* cellRow])
      maximum = max(maximum, extremes[2 &* cellRow &+ 1])
    }
    if maximum == 0 { return false }
    if minimum == 1 {
      (shares + columns.lowerBound).update(repeating: 1, count: columns.count)
      return true
    }
    blurVertically(cells + first &* rowStride, weights + SoftCoverage.maximumKernelCellCount &* rowIndex)
    blurHorizontally(shares)
    return true
  }

  /// Writes the weighted sum of `kernelCellCount` rows of cells to `blurredCells`.
  @inline(__always)
  private func blurVertically(_ rows: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>) {
    var cell = 0
    while cell < cellCount {
      var sum = Float8(repeating: 0)
      var row = rows + cell
      for cellRow in 0..<kernelCellCount {
        sum += Lanes.load(row) * weights[cellRow]
        row += rowStride
      }
      Lanes.store(sum, to: blurredCells + cell)
      cell &+= 8
    }
  }

  /// Writes the weighted sum of `blurredCells` for each pixel.
  @inline(__always)
  private func blurHorizontally(_ shares: UnsafeMutablePointer<Float>) {
    var column = 0
    while column < columns.count {
      let target = shares + (columns.lowerBound &+ column)
      // The cells that the kernels of these eight pixels reach.
      let (first, end) = (
        Int(firstCells[column]), Int(firstCells[column &+ 7]) &+ SoftCoverage.maximumKernelCellCount
      )
      // Most blocks lie completely inside or outside of the path.
      var (minima, maxima) = (Lanes.load(blurredCells + first), Lanes.load(blurredCells + first))
      var cell = first
      while cell < end {
        let eightCells = Lanes.load(blurredCells + cell)
        (minima, maxima) = (Lanes.min(minima, eightCells), Lanes.max(maxima, eightCells))
        cell &+= 8
      }
      if !Lanes.any(Lanes.bits(maxima)) {
        Lanes.store(Float8(repeating: 0), to: target)
      } else if Lanes.all(minima .>= 1 - SoftCoverage.weightSumError / 2) {
        Lanes.store(Float8(repeating: 1), to: target)
      } else {
        Lanes.store(weightedSums(column), to: target)
      }
      column &+= 8
    }
  }

  /// Returns, for each of eight pixels, the sum of `maximumKernelCellCount` cells times their weights, added in a fixed order.
  @inline(__always)
  private func weightedSums(_ column: Int) -> Float8 {
    var sums = Float8(repeating: 0)
    for lane in 0..<8 {
      let weight = weights + SoftCoverage.maximumKernelCellCount &* (column &+ lane)
      let cell = blurredCells + Int(firstCells[column &+ lane])
      let (a, b) = (Lanes.load(cell) * Lanes.load(weight), Lanes.load(cell + 8) * Lanes.load(weight + 8))
      let (c, d) = (Lanes.load(cell + 16) * Lanes.load(weight + 16), Lanes.load(cell + 24) * Lanes.load(weight + 24))
      let eight = (a + b) + (c + d)
      let four = eight.lowHalf + eight.highHalf
      let two = four.lowHalf + four.highHalf
      sums[lane] = two.x + two.y
    }
    // Full coverage is made exactly 1.
    return Lanes.select(sums .>= 1 - SoftCoverage.weightSumError, Float8(repeating: 1), sums)
  }
}
