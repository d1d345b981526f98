import Lanes
import Model

/// A path with soft edges: its coverage, blurred by the kernel (1 − x²)²·(1 − y²)². x and y go from −1 to 1 as the distance from the
/// kernel's centre goes from −radius to radius.
///
/// Across a horizontal or vertical edge the result is the normalised integral of (1 − x²)²: 0 at −radius, ½ on the edge, 1 at
/// radius. Edges in other directions fade almost in the same way, since the kernel's variance is radius²/7 in every direction. Corners are
/// round, and there are no creases, as there would be if coverage followed from the distance to the nearest edge. The radius is
/// widened to √(radius² + 7/12), which adds the variance of a pixel, 1/12.
///
/// The path's exact coverage is computed for square cells, whose sides are 1/15.5 of the radius but at least ¼ px; the kernel
/// spans at most 32 cells horizontally and vertically. A pixel's coverage is the weighted sum of the cells' covered shares. The
/// weights are the kernel's integrals over the cells. The sum is taken vertically, then horizontally, in an order that does not
/// depend on tiles. The position of an edge inside its cell is lost, which makes an error of at most 1.44/8 · (cell's side ÷
/// radius)², the bound of linear interpolation, where 1.44 is the greatest slope of the normalised kernel 15/16 · (1 − x²)². That is 0.0008
/// for radii above 4 px, and never above 0.02. Cost: up to 0.2 ms for a tile of 240 × 64 pixels; rows and blocks
/// beyond the reach of any edge cost almost nothing.
package final class SoftCoverage: @unchecked Sendable {
  /// The path's exact coverage of the cells: what `PathCoverage` calls a pixel is a cell here.
  private let coverage: PathCoverage
  /// The widened radius in pixels; 0 if there is no path.
  private var radius = 0.0
  /// Side of a cell in pixels.
  private var cellSide = 1.0
  /// Number of cells that the kernel spans.
  private var kernelCellCount = 0
  /// Upper left and lower right corner, in frame pixels, of a box around all covered pixels.
  private var low = SIMD2<Double>(0, 0)
  private var high = SIMD2<Double>(0, 0)

  /// Number of cells above the frame, below it and to its left: more than half of the kernel's span. Frame pixel 0 begins at cell
  /// `margin`.
  private static let margin = 17
  /// Largest number of cells that the kernel spans.
  static let maximumKernelCellCount = 32
  /// The least side of a cell in pixels.
  private static let minCellSide = 0.25
  /// A bound of the rounding error by which a sum of all weights may differ from 1.
  static let weightSumError: Float = 0x1p-16

  /// - Parameter scratch: memory that `set` uses; of the path's own if no other paths share it.
  package init(scratch: PathScratch = PathScratch()) { coverage = PathCoverage(scratch: scratch) }

  package var isEmpty: Bool { coverage.isEmpty || radius <= 0 }

  package func removeAll() {
    coverage.removeAll()
    radius = 0
  }

  // MARK: Once for each frame

  /// Sets the polygons, in frame pixels, of a frame with `height` rows. The points of `polygons` are changed to coordinates in
  /// cells.
  ///
  /// - Parameters:
  ///   - isSimple: whether the path does not cross itself, and holes run in the opposite direction.
  ///   - radius: distance in pixels over which an edge fades on each side.
  package func set(
    _ polygons: inout PolygonList, fillRule: VectorPath.FillRule, isSimple: Bool = false, radius: Double, height: Int
  ) {
    removeAll()
    guard let box = polygons.box, radius > 0 else { return }
    // Widened so that the kernel's variance, radius²/7, grows by a pixel's variance, 1/12.
    self.radius = (radius * radius + 7 / 12).squareRoot()
    cellSide = max(Self.minCellSide, 2 * self.radius / Double(Self.maximumKernelCellCount - 1))
    kernelCellCount = min(Int((2 * self.radius / cellSide).rounded(.up)) + 1, Self.maximumKernelCellCount)
    (low, high) = (box.low - (self.radius + 2 * cellSide), box.high + (self.radius + 2 * cellSide))
    let margin = Double(Self.margin)
    polygons.transform(by: PlaneMap(1 / cellSide, 0, 0, 1 / cellSide, margin, margin))
    coverage.set(
      polygons, fillRule: fillRule, isSimple: isSimple,
      height: Int((Double(height) / cellSide).rounded(.up)) + 2 * Self.margin)
  }

  // MARK: Tile by tile

  /// Returns the columns of a tile that may be covered in the frame rows `rows`: counted from the tile's first column, in whole
  /// blocks of eight.
  package func columns(rows: Range<Int>, rect: PixelRect) -> Range<Int> {
    isEmpty ? 0..<0 : rect.columns(from: low, to: high, rows: rows)
  }

  /// Returns where the kernel around the frame's row or column `pixel` begins: the first row or column of cells that it reaches,
  /// and the distance in cells, 0 ..< 1, from that cell's upper or left border to the kernel's border.
  private func kernelStart(_ pixel: Int) -> (firstCell: Int, offset: Double) {
    let start = (Double(pixel) + 0.5 - radius) / cellSide + Double(Self.margin)
    let firstCell = start.rounded(.down)
    return (Int(firstCell), start - firstCell)
  }

  /// Writes the weights of `maximumKernelCellCount` cells: the kernel's integral over each cell, 0 for cells that it does not
  /// reach. The kernel begins `offset` cells, 0 ..< 1, after the first cell's border.
  private func writeWeights(_ offset: Double, into weights: UnsafeMutablePointer<Float>) {
    let scale = cellSide / radius
    var integralBefore = 0.0
    for cell in 0..<Self.maximumKernelCellCount {
      let integralAfter = Self.integral((Double(cell + 1) - offset) * scale - 1)
      weights[cell] = Float(integralAfter - integralBefore)
      integralBefore = integralAfter
    }
  }

  /// Returns the normalised integral of (1 − x²)²: 0 at −1, ½ at 0, 1 at 1.
  private static func integral(_ x: Double) -> Double {
    let x = x < -1 ? -1 : (x > 1 ? 1 : x)
    let square = x * x
    return 0.5 + x * (0.9375 - square * (0.625 - square * 0.1875))
  }

  /// Number of floats of memory that `rows` needs for some columns of the tile `rect`. A comment in `rows` describes their layout.
  package func scratchCount(rect: PixelRect, columns: Range<Int>) -> Int {
    let (cellColumns, cellRows) = (
      cells(of: rect.x + columns.lowerBound, columns.count), cells(of: rect.y, rect.height)
    )
    return PathCoverage.rowStride(width: cellColumns.count) * (cellRows.count + 1) + 2 * cellRows.count
      + (Self.maximumKernelCellCount + 1) * (columns.count + rect.height) + 16
  }

  /// Returns the rows or columns of cells that the kernels around `count` rows or columns of pixels, from `pixel` on, may reach.
  private func cells(of pixel: Int, _ count: Int) -> Range<Int> {
    let first = kernelStart(pixel).firstCell
    return first..<kernelStart(pixel + count - 1).firstCell + Self.maximumKernelCellCount
  }

  /// Prepares to blur `columns` of the rows of a tile, in `memory` of `scratchCount` floats.
  package func rows(rect: PixelRect, columns: Range<Int>, memory: UnsafeMutablePointer<Float>) -> SoftCoverageRows {
    let cellColumns = cells(of: rect.x + columns.lowerBound, columns.count)
    let cellRows = cells(of: rect.y, rect.height)
    let rowStride = PathCoverage.rowStride(width: cellColumns.count)
    let uniformShare = coverage.uniformShare(
      PixelRect(x: cellColumns.lowerBound, y: cellRows.lowerBound, width: cellColumns.count, height: cellRows.count))
    let isEmptyOrFull = uniformShare == 0 || uniformShare == 1
    // Memory holds, in this order: the covered shares of the cells, row by row; a row of cells for the vertical blur; the least
    // and the greatest share of each row of cells; the first cell of each column of pixels, then of each row; and
    // `maximumKernelCellCount` weights of each column of pixels, then of each row.
    let shares = memory
    let extremes = shares + rowStride * (cellRows.count + 1)
    if !isEmptyOrFull { writeShares(cellColumns, cellRows, rowStride, shares, extremes) }
    let firstCells = extremes + 2 * cellRows.count
    let weights = firstCells + (columns.count + rect.height)
    for index in 0..<(isEmptyOrFull ? 0 : columns.count + rect.height) {
      let isColumn = index < columns.count
      let start = kernelStart(isColumn ? rect.x + columns.lowerBound + index : rect.y + index - columns.count)
      firstCells[index] = Float(start.firstCell - (isColumn ? cellColumns : cellRows).lowerBound)
      writeWeights(start.offset, into: weights + Self.maximumKernelCellCount * index)
    }
    return SoftCoverageRows(
      columns: columns, uniformShare: isEmptyOrFull ? uniformShare : nil, kernelCellCount: kernelCellCount,
      cells: shares, blurredCells: shares + rowStride * cellRows.count, rowStride: rowStride,
      cellCount: cellColumns.count, extremes: extremes, firstCells: firstCells, weights: weights)
  }

  /// Writes the covered share of every cell in columns `cellColumns` and rows `cellRows`. The least share of row r is written to
  /// `extremes[2r]`, the greatest to `extremes[2r + 1]`.
  private func writeShares(
    _ cellColumns: Range<Int>, _ cellRows: Range<Int>, _ rowStride: Int, _ shares: UnsafeMutablePointer<Float>,
    _ extremes: UnsafeMutablePointer<Float>
  ) {
    shares.update(repeating: 0, count: rowStride * (cellRows.count + 1))
    let rect = PixelRect(
      x: cellColumns.lowerBound, y: cellRows.lowerBound, width: cellColumns.count, height: cellRows.count)
    PathCoverage.forEachBand(of: rect) { rows in
      let columns = coverage.columns(row: rows.lowerBound, rect: rect)
      if columns.isEmpty { return }
      let first = shares + (rows.lowerBound - cellRows.lowerBound) * rowStride
      coverage.cover(rect: rect, rows: rows, columns: columns, memory: first)
      // In the column after the last, `cover` leaves numbers that are not shares.
      for row in 0..<rows.count { Lanes.store(Float8(), to: first + (row * rowStride + columns.upperBound)) }
    }
    for row in 0..<cellRows.count {
      let rowShares = shares + row * rowStride
      var (minimum, maximum) = (rowShares[0], rowShares[0])
      var column = 0
      while column < cellColumns.count {
        if column &+ 8 <= cellColumns.count, minimum == maximum, Lanes.all(Lanes.load(rowShares + column) .== minimum) {
          column &+= 8
          continue
        }
        minimum = min(minimum, rowShares[column])
        maximum = max(maximum, rowShares[column])
        column &+= 1
      }
      (extremes[2 * row], extremes[2 * row + 1]) = (minimum, maximum)
    }
  }
}
