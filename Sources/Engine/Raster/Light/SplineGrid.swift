import Lanes

/// Pictures of light, each as the coefficients of a sum of uniform cubic B-splines: node (i, j) of level k lies at the pixel
/// (i·2ᵏ, j·2ᵏ) of the light buffer, and its B-spline is 4·2ᵏ pixels wide.
///
/// Such a sum is smooth, can be read anywhere, has exact derivatives, and is kept exactly when the distance of the nodes is halved
/// (`enlarge`; J. M. Lane and R. F. Riesenfeld, A theoretical development for the computer generation and display of piecewise
/// polynomial surfaces, 1980).
final class SplineGrid: @unchecked Sendable {
  /// Number of nodes beyond the picture on each side. Level 0 spreads light by 4 pixels, each further level by 7 nodes of its finer level:
  /// that is at most 6 of its own nodes beyond the edge, so no light is lost.
  static let margin = 6
  /// Floats before column 0 of a row. Loops over whole vectors begin there.
  static let padding = 16

  /// k: the distance of neighbouring nodes is 2ᵏ pixels.
  let level: Int
  /// The last column and row that are needed to cover the picture; the first are 0.
  let lastColumn: Int
  let lastRow: Int
  let planeCount: Int
  /// Floats from one row to the next; at least 20 columns follow `lastColumn`.
  let rowStride: Int
  /// Floats from one plane to the next.
  let planeStride: Int
  private let memory: AlignedBuffer<Float>

  /// - Parameter width: width of the picture in pixels of the light buffer; `height` likewise.
  init(width: Int, height: Int, level: Int, planeCount: Int) {
    precondition(width > 0 && height > 0, "A picture of light needs a size.")
    let spacing = 1 << level
    (self.level, self.planeCount) = (level, planeCount)
    lastColumn = (width - 1 + spacing - 1) / spacing
    lastRow = (height - 1 + spacing - 1) / spacing
    rowStride = (Self.padding + lastColumn + 1 + 20 + 15) / 16 * 16
    planeStride = (lastRow + 1 + 2 * Self.margin) * rowStride
    // The last row stays zero: it stands for all rows outside.
    memory = AlignedBuffer(count: planeCount * planeStride + rowStride)
  }

  /// The rows that are stored.
  var rows: Range<Int> { -Self.margin..<lastRow + 1 + Self.margin }

  /// Node 0 of row 0 of plane 0.
  var origin: UnsafeMutablePointer<Float> { memory.base + Self.margin * rowStride + Self.padding }

  /// Where the nodes lie, for loops over several grids, which must not retain each of them.
  struct Nodes: BitwiseCopyable {
    let origin: UnsafeMutablePointer<Float>
    let rowStride: Int
    let planeStride: Int
  }
  var nodes: Nodes { Nodes(origin: origin, rowStride: rowStride, planeStride: planeStride) }

  /// Node 0 of a row of a plane. Rows that are not stored are zero, and must not be written.
  @inline(__always)
  func row(_ y: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    if y < -Self.margin || y > lastRow &+ Self.margin {
      return memory.base + (planeCount &* planeStride &+ Self.padding)
    }
    return origin + (plane &* planeStride &+ y &* rowStride)
  }

  /// The rows of one of the tasks into which `rows` are divided.
  static func rows(ofTask task: Int, of rows: Range<Int>) -> Range<Int> {
    let first = rows.lowerBound + task * taskRows
    return first..<min(first + taskRows, rows.upperBound)
  }

  /// How many tasks `rows` are divided into.
  static func taskCount(of rows: Range<Int>) -> Int { (rows.count + taskRows - 1) / taskRows }

  /// Rows that one task computes.
  private static let taskRows = 16
}

extension SplineGrid {
  /// Reads four rows of B-splines between the rows at 0 and 1.
  ///
  /// - Parameters:
  ///   - rows: node `first` of the four rows.
  ///   - weights: the weight of each row.
  @inline(never)
  static func mix(
    _ rows: (
      UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
    ), _ weights: SIMD4<Float>, into output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let (a, b, c, d) = (weights.x, weights.y, weights.z, weights.w)
    var column = 0
    while column < count {
      let outer = Lanes.load(rows.0 + column) * a + Lanes.load(rows.3 + column) * d
      let inner = Lanes.load(rows.1 + column) * b + Lanes.load(rows.2 + column) * c
      Lanes.store(outer + inner, to: output + column)
      column &+= 8
    }
  }

  /// Halves the distance of the nodes of a row: `output[2i]` = (row[i − 1] + 6·row[i] + row[i + 1])/8 and `output[2i + 1]` =
  /// (row[i] + row[i + 1])/2, for i from 0 on, in whole vectors of 16 nodes.
  @inline(never)
  static func enlarge(_ row: UnsafeMutablePointer<Float>, into output: UnsafeMutablePointer<Float>, count: Int) {
    var column = 0
    while column < count {
      let (even, odd) = enlarged(row + column)
      let pairs = Lanes.interleaved(even, odd)
      Lanes.store(pairs.low, to: output + (2 &* column))
      Lanes.store(pairs.high, to: output + (2 &* column &+ 8))
      column &+= 8
    }
  }

  /// The new nodes at, and to the right of, eight nodes of a row.
  @inline(__always)
  static func enlarged(_ row: UnsafeMutablePointer<Float>) -> (even: Float8, odd: Float8) {
    let (before, middle) = (Lanes.optimizerBarrier(Lanes.load(row - 1)), Lanes.optimizerBarrier(Lanes.load(row)))
    let after = Lanes.optimizerBarrier(Lanes.load(row + 1))
    return ((before + after) * 0.125 + middle * 0.75, (middle + after) * 0.5)
  }

  /// The weights of the four nodes around a point, and their derivatives by the distance in nodes.
  ///
  /// - Parameter t: the point, 0 at the second node and 1 at the third.
  @inline(__always)
  static func weights(_ t: Float8) -> (
    values: (Float8, Float8, Float8, Float8), slopes: (Float8, Float8, Float8, Float8)
  ) {
    let s = 1 - t
    let (tt, ss) = (t * t, s * s)
    let (first, last) = (ss * s * (1.0 / 6), tt * t * (1.0 / 6))
    let second = (tt * (t * 0.5 - 1)) + (2.0 / 3)
    let third = (ss * (s * 0.5 - 1)) + (2.0 / 3)
    // The derivatives of (1 − t)³/6, ½t³ − t² + ⅔, and so on.
    return (
      (first, second, third, last),
      (ss * -0.5, tt * 1.5 - t * 2, s * 2 - ss * 1.5, tt * 0.5)
    )
  }
}
