import Lanes

/// The smoothed heights of a relief, and its normals.
///
/// Heights are smoothed by the weights (1, 4, 6, 4, 1)/16 in both directions, a standard deviation of one pixel, and the normal is taken from
/// the central differences of what results. So ridges are rounded over about four pixels, and neither the steps of the grid nor those of the
/// heights show. At the picture's edges the surface goes on as it is there. A row's sums along the columns are made once, then those along the row:
/// 24 loads for eight pixels in place of 65. Cost: the module's README.
package final class ReliefSurface: @unchecked Sendable {
  package let width: Int
  package let height: Int
  private let heights: PaddedPlane
  private let normals: (x: PaddedPlane, y: PaddedPlane)
  /// The pixels that are computed.
  private var area: PixelRect

  private static let taskRows = 16
  /// Floats before the first and after the last column of the sums of a row.
  private static let margin = 16

  package init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "A relief needs a size.")
    (self.width, self.height) = (width, height)
    func plane() -> PaddedPlane { PaddedPlane(width: width, height: height, margin: 16) }
    (heights, normals) = (plane(), (plane(), plane()))
    area = PixelRect(x: 0, y: 0, width: width, height: height)
  }

  /// Limits the work to whole blocks around a box.
  package func limit(to box: PixelRect) {
    area = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// The heights of a row in pixels.
  package func heightRow(_ y: Int) -> UnsafeMutablePointer<Float> { heights.row(y) }
  /// The components x and y of the unit normals of a row; z = √(1 − x² − y²). y grows downwards, as in pictures.
  package func normalXRow(_ y: Int) -> UnsafeMutablePointer<Float> { normals.x.row(y) }
  package func normalYRow(_ y: Int) -> UnsafeMutablePointer<Float> { normals.y.row(y) }

  /// What is read of the relief, after the last pass.
  package var reader: ReliefReader {
    ReliefReader(
      heights: heights.row(0), normalX: normals.x.row(0), normalY: normals.y.row(0), stride: heights.rowStride,
      width: width, height: height)
  }

  /// The number of tasks, after the last pass of the heights.
  package var taskCount: Int { (height + Self.taskRows - 1) / Self.taskRows }

  /// Computes some rows.
  package func perform(task: Int, from source: any ReliefHeights, scratch: AlignedBuffer<Float>) {
    let blockCount = (width + 7) / 8
    let stride = 8 * blockCount + 2 * Self.margin
    scratch.resize(to: 2 * stride)
    let sums = RowSums(
      smoothed: scratch.base + Self.margin, slopes: scratch.base + (stride + Self.margin), width: width)
    let first = max(task * Self.taskRows, area.y)
    let blocksOfArea = area.x / 8..<max((area.endX + 7) / 8, area.x / 8)
    for y in first..<max(min((task + 1) * Self.taskRows, area.endY), first) {
      guard let bands = source.bands else {
        compute(blocksOfArea, row: y, from: source, sums)
        continue
      }
      bands.forEachRun(rows: max(y - 3, 0)...min(y + 3, height - 1)) { run, isLevel in
        let blocks = run.clamped(to: blocksOfArea)
        if blocks.isEmpty { return }
        if isLevel {
          setLevel(blocks, row: y, from: source)
        } else {
          compute(blocks, row: y, from: source, sums)
        }
      }
    }
  }

  /// Computes the blocks of a row.
  private func compute(_ blocks: Range<Int>, row y: Int, from source: any ReliefHeights, _ sums: RowSums) {
    let plane = source.plane
    func row(_ offset: Int) -> UnsafeMutablePointer<Float> { plane.row(min(max(y + offset, 0), height - 1)) }
    let rows = (row(-3), row(-2), row(-1), row(0), row(1), row(2), row(3))
    sums.add(rows, blocks: max(blocks.lowerBound - 1, 0)..<min(blocks.upperBound + 1, (width + 7) / 8))
    let target = (height: heights.row(y), x: normals.x.row(y), y: normals.y.row(y))
    let peak = source.heightPixels
    for block in blocks {
      let column = 8 &* block
      let (height, slopeX, slopeY) = sums.read(column)
      let (x, y) = (slopeX * peak, slopeY * peak)
      let length = Lanes.sqrt(x * x + y * y + 1)
      Lanes.store(height * peak, to: target.height + column)
      Lanes.store((0 - x) / length, to: target.x + column)
      Lanes.store((0 - y) / length, to: target.y + column)
    }
  }

  /// Sets blocks of a row around which all heights are equal.
  private func setLevel(_ blocks: Range<Int>, row y: Int, from source: any ReliefHeights) {
    let (column, count) = (8 * blocks.lowerBound, 8 * blocks.count)
    let level = source.plane.row(y)[column] * source.heightPixels
    (heights.row(y) + column).update(repeating: level, count: count)
    (normals.x.row(y) + column).update(repeating: 0, count: count)
    (normals.y.row(y) + column).update(repeating: 0, count: count)
  }
}

/// Seven rows of heights, of which the fourth is the row's own.
private typealias SevenRows = (
  UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
  UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>
)

/// For each column of a row, the heights of seven rows smoothed by (1, 4, 6, 4, 1)/16, and half of the difference of such smoothed heights
/// above and below: the sum of seven by (−1, −4, −5, 0, 5, 4, 1)/32.
private struct RowSums {
  let smoothed: UnsafeMutablePointer<Float>
  let slopes: UnsafeMutablePointer<Float>
  let width: Int

  /// Adds up the columns of some blocks. Beyond the first and the last column the sums are repeated.
  @inline(__always)
  func add(_ rows: SevenRows, blocks: Range<Int>) {
    for block in blocks {
      let column = 8 &* block
      @inline(__always) func load(_ row: UnsafeMutablePointer<Float>) -> Float8 { Lanes.load(row + column) }
      let (a, b, c, d) = (load(rows.0), load(rows.1), load(rows.2), load(rows.3))
      let (e, f, g) = (load(rows.4), load(rows.5), load(rows.6))
      Lanes.store(RowSums.smooth(b, c, d, e, f), to: smoothed + column)
      Lanes.store(RowSums.slope(a, b, c, e, f, g), to: slopes + column)
    }
    repeatEdges(of: smoothed, blocks)
    repeatEdges(of: slopes, blocks)
  }

  @inline(__always)
  private func repeatEdges(of sums: UnsafeMutablePointer<Float>, _ blocks: Range<Int>) {
    if blocks.lowerBound == 0 { (sums - 8).update(repeating: sums[0], count: 8) }
    if 8 * blocks.upperBound >= width { (sums + width).update(repeating: sums[width - 1], count: 8) }
  }

  /// The smoothed heights of eight pixels, and their slopes.
  @inline(__always)
  func read(_ column: Int) -> (height: Float8, slopeX: Float8, slopeY: Float8) {
    @inline(__always) func smoothed(_ offset: Int) -> Float8 { Lanes.load(self.smoothed + (column &+ offset)) }
    @inline(__always) func slope(_ offset: Int) -> Float8 { Lanes.load(slopes + (column &+ offset)) }
    let (b, c, d, e, f) = (smoothed(-2), smoothed(-1), smoothed(0), smoothed(1), smoothed(2))
    return (
      RowSums.smooth(b, c, d, e, f), RowSums.slope(smoothed(-3), b, c, e, f, smoothed(3)),
      RowSums.smooth(slope(-2), slope(-1), slope(0), slope(1), slope(2))
    )
  }

  @inline(__always)
  private static func smooth(_ b: Float8, _ c: Float8, _ d: Float8, _ e: Float8, _ f: Float8) -> Float8 {
    (b + f) * 0.0625 + (c + e) * 0.25 + d * 0.375
  }

  @inline(__always)
  private static func slope(_ a: Float8, _ b: Float8, _ c: Float8, _ e: Float8, _ f: Float8, _ g: Float8) -> Float8 {
    ((g - a) + (f - b) * 4 + (e - c) * 5) * (1.0 / 32)
  }
}
