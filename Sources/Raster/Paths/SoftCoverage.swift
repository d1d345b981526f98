import Lanes
import Model

/// A path with soft edges: its coverage blurred by the kernel (1 − x²)²·(1 − y²)² over a radius.
///
/// Across a horizontal or vertical edge the result is the integral of (1 − x²)²: 0 at −radius, ½ on the edge, 1 at
/// radius. All other edges fade nearly alike (the variance is radius²/7 in every direction) and corners are round.
/// There are no creases, which the distance from the nearest edge would have. A pixel's own extent, of variance 1/12,
/// widens the radius to √(radius² + 7/12).
///
/// The path's exact area is found in square cells of 1/15.5 of the radius or ¼ px, whichever is larger; the blur
/// reaches at most 32 of them in each direction. A pixel adds up cells weighted by the kernel's integrals over them,
/// first vertically, then horizontally, in an order that does not depend on tiles. The position of an edge inside its
/// cell is lost: an error of at most cell²/8 · 1.44/radius², 0.0008 for radii above 4 px and 0.02 at the most. Cost: up
/// to 0.1 ms for a tile of 128 × 64 pixels; rows and blocks without an edge in reach cost next to nothing.
package final class SoftCoverage: @unchecked Sendable {
  private let coverage = PathCoverage()
  /// Pixels over which an edge fades to either side, the pixels' own extent included; 0 for no path.
  private var radius = 0.0
  /// Side of a cell in pixels.
  private var cell = 1.0
  /// Cells that the blur reaches in each direction.
  private var taps = 0
  /// The box of all that is covered, in pixels.
  private var low = SIMD2<Double>(0, 0)
  private var high = SIMD2<Double>(0, 0)

  /// Cells above and to the left of the frame: more than a blur reaches.
  private static let margin = 17
  static let mostTaps = 32
  private static let leastCell = 0.25
  /// Most that a sum of weights differs from 1.
  static let slack: Float = 0x1p-16

  package init() {}

  package var isEmpty: Bool { coverage.isEmpty || radius <= 0 }

  package func removeAll() {
    coverage.removeAll()
    radius = 0
  }

  // MARK: Once a frame

  /// Sets the polygons, in pixels, of a frame with `height` rows; transforms them to cells.
  package func set(
    _ polygons: inout PolygonList, rule: VectorPath.FillRule, isSimple: Bool = false, radius: Double, height: Int
  ) {
    removeAll()
    guard let box = polygons.box, radius > 0 else { return }
    self.radius = (radius * radius + 7 / 12).squareRoot()
    cell = max(Self.leastCell, 2 * self.radius / Double(Self.mostTaps - 1))
    taps = min(Int((2 * self.radius / cell).rounded(.up)) + 1, Self.mostTaps)
    (low, high) = (box.low - (self.radius + 2 * cell), box.high + (self.radius + 2 * cell))
    let margin = Double(Self.margin)
    polygons.transform(by: PlaneMap(1 / cell, 0, 0, 1 / cell, margin, margin))
    coverage.set(
      polygons, rule: rule, isSimple: isSimple, height: Int((Double(height) / cell).rounded(.up)) + 2 * Self.margin)
  }

  // MARK: Tile by tile

  /// Columns of a tile, in whole blocks, that may be covered in some of its rows.
  package func columns(rows: Range<Int>, rect: PixelRect) -> Range<Int> {
    isEmpty ? 0..<0 : rect.columns(from: low, to: high, rows: rows)
  }

  /// The first cell that the blur of a row or column of the frame reaches, and the distance in cells from that cell's
  /// border to the blur's.
  private func reach(_ pixel: Int) -> (first: Int, start: Double) {
    let start = (Double(pixel) + 0.5 - radius) / cell + Double(Self.margin)
    let first = start.rounded(.down)
    return (Int(first), start - first)
  }

  /// Writes the kernel's integral over each cell that it reaches. It begins `start` cells behind the first one's
  /// border.
  private func addWeights(_ start: Double, into weights: UnsafeMutablePointer<Float>) {
    let scale = cell / radius
    var last = 0.0
    for tap in 0..<Self.mostTaps {
      let next = Self.integral((Double(tap + 1) - start) * scale - 1)
      weights[tap] = Float(next - last)
      last = next
    }
  }

  /// Normalised integral of (1 − x²)²: 0 at −1, ½ at 0, 1 at 1.
  private static func integral(_ x: Double) -> Double {
    let x = x < -1 ? -1 : (x > 1 ? 1 : x)
    let square = x * x
    return 0.5 + x * (0.9375 - square * (0.625 - square * 0.1875))
  }

  /// Floats of memory that `rows` needs for columns of a tile.
  package func scratchCount(rect: PixelRect, columns: Range<Int>) -> Int {
    let (across, down) = (cells(of: rect.x + columns.lowerBound, columns.count), cells(of: rect.y, rect.height))
    return PathCoverage.stride(width: across.count) * (down.count + 1) + 2 * down.count
      + (Self.mostTaps + 1) * (columns.count + rect.height) + 16
  }

  /// Cells that the blur of `count` rows or columns from `pixel` on reaches.
  private func cells(of pixel: Int, _ count: Int) -> Range<Int> {
    let first = reach(pixel).first
    return first..<reach(pixel + count - 1).first + Self.mostTaps
  }

  /// Prepares to blur rows of a tile, in `memory` of `scratchCount` floats.
  package func rows(rect: PixelRect, columns: Range<Int>, memory: UnsafeMutablePointer<Float>) -> SoftCoverageRows {
    let across = cells(of: rect.x + columns.lowerBound, columns.count)
    let down = cells(of: rect.y, rect.height)
    let stride = PathCoverage.stride(width: across.count)
    let even = coverage.evenShare(
      PixelRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count))
    let isEven = even == 0 || even == 1
    // The cells, row by row, and the least and the greatest share of each row.
    let shares = memory
    let extremes = shares + stride * (down.count + 1)
    if !isEven { collect(across, down, stride, shares, extremes) }
    // The first cell of each column and row, and its weights.
    let firstCells = extremes + 2 * down.count
    let weights = firstCells + (columns.count + rect.height)
    for index in 0..<(isEven ? 0 : columns.count + rect.height) {
      let isColumn = index < columns.count
      let own = reach(isColumn ? rect.x + columns.lowerBound + index : rect.y + index - columns.count)
      firstCells[index] = Float(own.first - (isColumn ? across : down).lowerBound)
      addWeights(own.start, into: weights + Self.mostTaps * index)
    }
    return SoftCoverageRows(
      columns: columns, even: isEven ? even : nil, taps: taps, cells: shares, mixed: shares + stride * down.count,
      stride: stride,
      cellCount: across.count, extremes: extremes, firstCells: firstCells, weights: weights)
  }

  /// Writes the covered share of every cell.
  private func collect(
    _ across: Range<Int>, _ down: Range<Int>, _ stride: Int, _ shares: UnsafeMutablePointer<Float>,
    _ extremes: UnsafeMutablePointer<Float>
  ) {
    shares.update(repeating: 0, count: stride * (down.count + 1))
    let rect = PixelRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
    var row = down.lowerBound
    while row < down.upperBound {
      let end = min(PathCoverage.bandEnd(row), down.upperBound)
      let columns = coverage.columns(row: row, rect: rect)
      if !columns.isEmpty {
        let first = shares + (row - down.lowerBound) * stride
        coverage.cover(rect: rect, rows: row..<end, columns: columns, memory: first)
        // Sums are written one column too far.
        for own in 0..<end - row { Lanes.store(Float8(), to: first + (own * stride + columns.upperBound)) }
      }
      row = end
    }
    for row in 0..<down.count {
      let own = shares + row * stride
      var (least, most) = (own[0], own[0])
      var column = 0
      while column < across.count {
        if column &+ 8 <= across.count, least == most, Lanes.all(Lanes.load(own + column) .== least) {
          column &+= 8
          continue
        }
        least = min(least, own[column])
        most = max(most, own[column])
        column &+= 1
      }
      (extremes[2 * row], extremes[2 * row + 1]) = (least, most)
    }
  }
}
