import Lanes

/// The rows of the blurred image of a `BloomLevel`, and the interpolation between them.
///
/// A `BlurredRows` has only a plain pointer to the level's memory, since a pass over the rows of a frame would otherwise count references
/// for each row. The level must live longer than its `BlurredRows`.
struct BlurredRows {
  /// Column 0 of row 0 of the plane R; the planes G and B follow, `height` rows each.
  private let base: UnsafeMutablePointer<Float>
  /// Number of rows of a plane.
  let height: Int
  /// Floats from one row to the next.
  private let rowStride: Int

  init(base: UnsafeMutablePointer<Float>, height: Int, rowStride: Int) {
    (self.base, self.height, self.rowStride) = (base, height, rowStride)
  }

  /// Column 0 of row `y`, 0 ..< `height`, of a plane (0 R, 1 G, 2 B).
  @inline(__always)
  func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> { base + (plane &* height &+ y) &* rowStride }

  /// Four rows of one plane: the row numbered `firstRow` and the three below it. Rows outside of the image are mirrored.
  @inline(__always)
  private func fourRows(from firstRow: Int, plane: Int) -> (
    UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
  ) {
    (
      row(BloomLevel.mirrored(firstRow, height), plane: plane),
      row(BloomLevel.mirrored(firstRow &+ 1, height), plane: plane),
      row(BloomLevel.mirrored(firstRow &+ 2, height), plane: plane),
      row(BloomLevel.mirrored(firstRow &+ 3, height), plane: plane)
    )
  }

  /// Interpolates a row between four rows of a plane: the row numbered `firstRow` and the three below it. Rows outside of the image are
  /// mirrored.
  ///
  /// - Parameters:
  ///   - columns: the columns to write, in whole blocks of eight. The first may lie in the left margin.
  ///   - output: receives the value of the first of `columns`, and the others after it.
  /// - Returns: whether any value differs from 0.
  @inline(__always) @discardableResult
  func interpolate(
    firstRow: Int, weights: CubicBSpline, plane: Int, columns: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) -> Bool {
    forEachBlock(of: fourRows(from: firstRow, plane: plane), columns) { index, a, b, c, d in
      let value = weights.value(a, b, c, d)
      Lanes.store(value, to: output + index)
      return Lanes.bits(value)
    }
  }

  /// Interpolates two rows between the four rows that `interpolate` reads, each with weights of its own.
  ///
  /// - Returns: whether any value differs from 0.
  @inline(__always)
  func interpolateTwo(
    firstRow: Int, weights: (CubicBSpline, CubicBSpline), plane: Int, columns: Range<Int>,
    into output: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) -> Bool {
    forEachBlock(of: fourRows(from: firstRow, plane: plane), columns) { index, a, b, c, d in
      let (first, second) = (weights.0.value(a, b, c, d), weights.1.value(a, b, c, d))
      Lanes.store(first, to: output.0 + index)
      Lanes.store(second, to: output.1 + index)
      return Lanes.bits(first) | Lanes.bits(second)
    }
  }

  /// Calls `body` with each block of eight columns of four rows, and the block's first column counted from the first of `columns`.
  ///
  /// - Returns: whether `body` returned a bit that is set; the bits of +0 are 0.
  @inline(__always)
  private func forEachBlock(
    of rows: (
      UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
    ), _ columns: Range<Int>, _ body: (_ index: Int, Float8, Float8, Float8, Float8) -> Int32x8
  ) -> Bool {
    var bits = Int32x8(repeating: 0)
    var column = columns.lowerBound
    while column < columns.upperBound {
      bits |= body(
        column &- columns.lowerBound, Lanes.load(rows.0 + column), Lanes.load(rows.1 + column),
        Lanes.load(rows.2 + column), Lanes.load(rows.3 + column))
      column &+= 8
    }
    return Lanes.any(bits)
  }
}
