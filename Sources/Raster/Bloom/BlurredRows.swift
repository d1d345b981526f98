import Lanes

/// The rows of the blurred image of a `BloomLevel`, and the interpolation between them.
///
/// It holds a plain pointer, since a pass over the rows of a frame would otherwise count references for each row. The level must live
/// longer.
struct BlurredRows {
  /// Column 0 of row 0 of the plane R; the planes G and B follow, `height` rows each.
  private let firstRow: UnsafeMutablePointer<Float>
  /// Number of rows of a plane.
  let height: Int
  /// Floats from one row to the next.
  private let rowStride: Int

  init(firstRow: UnsafeMutablePointer<Float>, height: Int, rowStride: Int) {
    (self.firstRow, self.height, self.rowStride) = (firstRow, height, rowStride)
  }

  /// Column 0 of row `y`, 0 ..< `height`, of a plane (0 R, 1 G, 2 B).
  @inline(__always)
  func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> { firstRow + (plane &* height &+ y) &* rowStride }

  /// Four rows of one plane: `firstRow` and the three below it. Rows outside of the image are mirrored.
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

  /// Interpolates a row between four rows of a plane: `firstRow` and the three below it. Rows outside of the image
  /// are mirrored.
  ///
  /// - Parameters:
  ///   - columns: the columns to write, in whole blocks of eight. The first may lie in the left margin.
  ///   - output: receives the value of the first of `columns`, and the others after it.
  /// - Returns: whether any value differs from 0.
  @inline(__always) @discardableResult
  func interpolate(
    firstRow: Int, weights: CubicBSpline, plane: Int, columns: Range<Int>, into output: UnsafeMutablePointer<Float>
  ) -> Bool {
    let (a, b, c, d) = fourRows(from: firstRow, plane: plane)
    var column = columns.lowerBound
    var target = output
    // The bits of all values combined by OR: 0 if every value is +0.
    var bits = Int32x8(repeating: 0)
    while column < columns.upperBound {
      let value = weights.value(
        Lanes.load(a + column), Lanes.load(b + column), Lanes.load(c + column), Lanes.load(d + column))
      Lanes.store(value, to: target)
      bits |= Lanes.bits(value)
      column &+= 8
      target += 8
    }
    return Lanes.anySet(bits)
  }

  /// Interpolates two rows between the four rows that `interpolate` reads, each with weights of its own.
  ///
  /// - Returns: whether any value differs from 0.
  @inline(__always)
  func interpolateTwo(
    firstRow: Int, weights: (CubicBSpline, CubicBSpline), plane: Int, columns: Range<Int>,
    into output: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)
  ) -> Bool {
    let rows = fourRows(from: firstRow, plane: plane)
    var column = columns.lowerBound
    var (upper, lower) = output
    var bits = Int32x8(repeating: 0)
    while column < columns.upperBound {
      let (a, b) = (Lanes.load(rows.0 + column), Lanes.load(rows.1 + column))
      let (c, d) = (Lanes.load(rows.2 + column), Lanes.load(rows.3 + column))
      let (first, second) = (weights.0.value(a, b, c, d), weights.1.value(a, b, c, d))
      Lanes.store(first, to: upper)
      Lanes.store(second, to: lower)
      bits |= Lanes.bits(first) | Lanes.bits(second)
      column &+= 8
      upper += 8
      lower += 8
    }
    return Lanes.anySet(bits)
  }
}
