import Lanes
import Raster

/// Numbers at every second or fourth pixel of a frame and a little around it, from which all pixels are interpolated by a spline (`RowSpline`).
///
/// Sample (x, y) stands for the frame's pixel (x · step, y · step). The same samples serve all tiles, unlike those of a `CoarseTile`.
package struct WaterGrid: @unchecked Sendable {
  let step: Int
  /// Samples beyond the frame on each side.
  let margin: Int
  /// The numbers of the first column and row.
  let firstColumn: Int
  let firstRow: Int
  /// Samples in a row, a multiple of eight, and rows.
  package let columns: Int
  package let rows: Int
  private let planes: Int
  private let memory: AlignedBuffer<Float>

  package init(_ frame: PixelRect, step: Int, margin: Int, planes: Int) {
    (self.step, self.margin, self.planes) = (step, margin, planes)
    firstColumn = Self.floorDivided(frame.x, step) - margin
    firstRow = Self.floorDivided(frame.y, step) - margin
    columns = ((frame.width + step - 1) / step + 2 * margin + 1 + 7) / 8 * 8
    rows = (frame.height + step - 1) / step + 2 * margin + 1
    // Splines read whole vectors behind the last sample.
    memory = AlignedBuffer(count: columns * rows * planes + 64)
  }

  static func floorDivided(_ a: Int, _ b: Int) -> Int { (a >= 0 ? a : a - b + 1) / b }

  /// The first sample of a row of the memory, 0 for `firstRow`.
  @inline(__always)
  package func row(_ row: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    memory.base + (row &* planes &+ plane) &* columns
  }

  /// The frame coordinate of the pixel centre that the first sample of a row stands for.
  var firstX: Double { Double(firstColumn * step) + 0.5 }
  func y(row: Int) -> Double { Double((firstRow + row) * step) + 0.5 }

  /// Interpolates a row of pixels from a plane.
  ///
  /// - Parameters:
  ///   - x: the frame column of the first pixel, a multiple of `step`.
  ///   - count: pixels, a multiple of eight.
  @inline(__always)
  func interpolate(
    plane: Int, x: Int, y: Int, count: Int, to output: UnsafeMutablePointer<Float>, _ clamp: (Float8) -> Float8
  ) {
    let gridRow = Self.floorDivided(y, step)
    let weights = CatmullRomWeights(Float8(repeating: Float(y - gridRow * step) / Float(step)))
    let first =
      row(gridRow - 1 - firstRow, plane: plane) + (Self.floorDivided(x, step) - 1 - firstColumn)
    let stride = columns * planes
    let source = SampleRows(
      first, first + stride, first + 2 * stride, first + 3 * stride, count: (count / step + 3 + 7) / 8 * 8, weights)
    RowSpline(step: step).interpolate(source, to: output, count: count, clamp)
  }

  /// Rows that one task computes.
  static let taskRows = 8
  var taskCount: Int { (rows + Self.taskRows - 1) / Self.taskRows }
  func rows(ofTask task: Int) -> Range<Int> {
    task * Self.taskRows..<min((task + 1) * Self.taskRows, rows)
  }
}
