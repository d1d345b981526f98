import Lanes
import Model

/// What a path covers where its edges fade: its coverage, blurred by (1 − x²)²·(1 − y²)² over a radius to every side.
///
/// Along an edge that runs with the rows or columns this is the integral of (1 − x²)², 0 at −radius, ½ on the edge, 1 at radius; any
/// other edge fades nearly alike (all have the variance radius²/7), corners are round, and nothing has a crease, as it would if
/// the distance from the nearest edge were taken. A pixel's own extent, of variance 1/12, widens the radius to √(radius² + 7/12).
///
/// The path's exact area is found in square cells of 1/15.5 of the radius or ¼ px, whichever is larger; the blur reaches at most 32
/// of them in each direction. A pixel adds them up by the kernel's integrals over them, from above to below, then from left to
/// right: so its value is that of its place in the frame, however the frame is cut. Where in its cell an edge lies is
/// lost: an error of at most cell²/8 · 1.44/radius², 0.0008 for radii above 4 px and 0.02 at the most.
/// Cost: up to 0.1 ms for a tile of 128 × 64 pixels; rows and blocks without an edge in reach cost next to nothing.
package final class SoftCoverage: @unchecked Sendable {
  private let coverage = PathCoverage()
  /// Pixels over which an edge fades to either side, its pixels' extent included; 0: there is nothing.
  private var radius = 0.0
  /// Pixels of a cell's side.
  private var cell = 1.0
  /// Cells that the blur reaches in a direction.
  private var taps = 0
  /// The box of what is not nothing, in pixels.
  private var low = SIMD2<Double>(0, 0)
  private var high = SIMD2<Double>(0, 0)

  /// Cells above and to the left of the frame: more than a blur reaches.
  private static let margin = 17
  fileprivate static let mostTaps = 32
  private static let leastCell = 0.25
  /// A sum of weights is less than this far from 1.
  fileprivate static let slack: Float = 0x1p-16

  package init() {}

  package var isEmpty: Bool { coverage.isEmpty || radius <= 0 }

  package func removeAll() {
    coverage.removeAll()
    radius = 0
  }

  // MARK: Once a frame

  /// Takes the polygons, in pixels, of a frame with `height` rows, and leaves them in cells.
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

  /// Columns of a tile, in whole blocks, that may be covered in rows of it.
  package func columns(rows: Range<Int>, rect: PixelRect) -> Range<Int> {
    isEmpty ? 0..<0 : rect.columns(from: low, to: high, rows: rows)
  }

  /// The first cell that a pixel's blur reaches, by its place in the frame, and where the blur ends there, counted from it in
  /// cells.
  private func reach(_ pixel: Int) -> (first: Int, start: Double) {
    let start = (Double(pixel) + 0.5 - radius) / cell + Double(Self.margin)
    let first = start.rounded(.down)
    return (Int(first), start - first)
  }

  /// The kernel's integral over each cell that it reaches, the first of which it enters at `start`.
  private func weigh(_ start: Double, into weights: UnsafeMutablePointer<Float>) {
    let scale = cell / radius
    var last = 0.0
    for tap in 0..<Self.mostTaps {
      let next = Self.integral((Double(tap + 1) - start) * scale - 1)
      weights[tap] = Float(next - last)
      last = next
    }
  }

  /// Of (1 − x²)²: 0 at −1, ½ at 0, 1 at 1.
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

  /// The cells that the blur of neighbouring pixels reaches.
  private func cells(of pixel: Int, _ count: Int) -> Range<Int> {
    let first = reach(pixel).first
    return first..<reach(pixel + count - 1).first + Self.mostTaps
  }

  /// Makes ready to blur rows of a tile, in `memory` of `scratchCount` floats.
  package func rows(rect: PixelRect, columns: Range<Int>, memory: UnsafeMutablePointer<Float>) -> SoftRows {
    let across = cells(of: rect.x + columns.lowerBound, columns.count)
    let down = cells(of: rect.y, rect.height)
    let stride = PathCoverage.stride(width: across.count)
    let even = coverage.evenShare(
      PixelRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count))
    let isEven = even == 0 || even == 1
    // The cells, row by row, and the least and the greatest of each.
    let shares = memory
    let extremes = shares + stride * (down.count + 1)
    if !isEven { collect(across, down, stride, shares, extremes) }
    // Where each column and each row begins, and its weights.
    let places = extremes + 2 * down.count
    let weights = places + (columns.count + rect.height)
    for index in 0..<(isEven ? 0 : columns.count + rect.height) {
      let isColumn = index < columns.count
      let own = reach(isColumn ? rect.x + columns.lowerBound + index : rect.y + index - columns.count)
      places[index] = Float(own.first - (isColumn ? across : down).lowerBound)
      weigh(own.start, into: weights + Self.mostTaps * index)
    }
    return SoftRows(
      columns: columns, even: isEven ? even : nil, taps: taps, cells: shares, mixed: shares + stride * down.count,
      stride: stride,
      cellCount: across.count, extremes: extremes, places: places, weights: weights)
  }

  /// Writes the share of every cell that is covered.
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
        // Sums run over by a column.
        for own in 0..<end - row { Lanes.store(Lane8(), to: first + (own * stride + columns.upperBound)) }
      }
      row = end
    }
    for row in 0..<down.count {
      let own = shares + row * stride
      var (least, most) = (own[0], own[0])
      var column = 0
      while column < across.count {
        if column &+ 8 <= across.count, least == most, all(Lanes.load(own + column) .== least) {
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

/// Rows of a tile whose coverage is blurred.
package struct SoftRows {
  fileprivate let columns: Range<Int>
  /// What all pixels have.
  fileprivate let even: Float?
  fileprivate let taps: Int
  fileprivate let cells: UnsafeMutablePointer<Float>
  /// A row of cells.
  fileprivate let mixed: UnsafeMutablePointer<Float>
  fileprivate let stride: Int
  fileprivate let cellCount: Int
  fileprivate let extremes: UnsafeMutablePointer<Float>
  fileprivate let places: UnsafeMutablePointer<Float>
  fileprivate let weights: UnsafeMutablePointer<Float>

  /// Writes the share of each pixel of the columns to `shares`, which begins with the tile's first column; false, and nothing, where
  /// none is covered.
  package func blur(row: Int, into shares: UnsafeMutablePointer<Float>) -> Bool {
    if let even {
      if even != 0 { (shares + columns.lowerBound).update(repeating: even, count: columns.count) }
      return even != 0
    }
    let number = columns.count &+ row
    let first = Int(places[number])
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
    mix(cells + first &* stride, weights + SoftCoverage.mostTaps &* number)
    addCells(shares)
    return true
  }

  /// Adds up rows of cells.
  @inline(__always)
  private func mix(_ rows: UnsafeMutablePointer<Float>, _ weights: UnsafeMutablePointer<Float>) {
    var place = 0
    while place < cellCount {
      var sum = Lane8(repeating: 0)
      var row = rows + place
      for tap in 0..<taps {
        sum += Lanes.load(row) * weights[tap]
        row += stride
      }
      Lanes.store(sum, to: mixed + place)
      place &+= 8
    }
  }

  /// Adds up cells for each pixel.
  @inline(__always)
  private func addCells(_ shares: UnsafeMutablePointer<Float>) {
    var column = 0
    while column < columns.count {
      let out = shares + (columns.lowerBound &+ column)
      let (first, end) = (Int(places[column]), Int(places[column &+ 7]) &+ SoftCoverage.mostTaps)
      // Most blocks lie wholly inside or outside.
      var (least, most) = (Lanes.load(mixed + first), Lanes.load(mixed + first))
      var cell = first
      while cell < end {
        let own = Lanes.load(mixed + cell)
        (least, most) = (Lanes.min(least, own), Lanes.max(most, own))
        cell &+= 8
      }
      if !Lanes.anySet(Lanes.bits(most)) {
        Lanes.store(Lane8(repeating: 0), to: out)
      } else if all(least .>= 1 - SoftCoverage.slack / 2) {
        Lanes.store(Lane8(repeating: 1), to: out)
      } else {
        Lanes.store(sums(column), to: out)
      }
      column &+= 8
    }
  }

  @inline(__always)
  private func sums(_ column: Int) -> Lane8 {
    var sums = Lane8(repeating: 0)
    for lane in 0..<8 {
      let own = weights + SoftCoverage.mostTaps &* (column &+ lane)
      let from = mixed + Int(places[column &+ lane])
      let (a, b) = (Lanes.load(from) * Lanes.load(own), Lanes.load(from + 8) * Lanes.load(own + 8))
      let (c, d) = (Lanes.load(from + 16) * Lanes.load(own + 16), Lanes.load(from + 24) * Lanes.load(own + 24))
      let eight = (a + b) + (c + d)
      let four = eight.lowHalf + eight.highHalf
      let two = four.lowHalf + four.highHalf
      sums[lane] = two.x + two.y
    }
    // What is covered all over is so to the last bit.
    return Lanes.select(sums .>= 1 - SoftCoverage.slack, Lane8(repeating: 1), sums)
  }
}
