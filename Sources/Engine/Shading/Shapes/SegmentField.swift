import Lanes
import Raster

/// Finds the distance of pixels from a line of straight segments, and the nearest point's position along the line: for colours
/// that run along a stroke, and for soft edges.
///
/// The segments that may be nearest, the candidates, are filtered twice: for a tile, and again for cells of 16 × 8 pixels. A
/// segment is left out if its distance from the middle of the tile or cell exceeds that of the nearest segment by more than the
/// length of the tile's or cell's diagonal. It is then nearest to no pixel there, so that no pixel depends on the tiling. If two
/// segments are equally near, the first one counts.
/// Cost: 15 lane operations for each candidate and 8 pixels; a cell has one to six candidates.
final class SegmentField: @unchecked Sendable {
  /// Seven columns of `columnStride` floats, with one float for each segment. Columns 0 and 1: the segment's start (x, y). Columns 2
  /// and 3: the vector (dx, dy) to its end. Column 4: 1 ÷ its squared length. Column 5: the position of its start along the line.
  /// Column 6: its length in the unit of positions. The last segment is repeated up to a multiple of eight.
  private let memory = AlignedBuffer<Float>(count: 0)
  private var columnStride = 0
  private(set) var count = 0
  /// The corners of the box of all segments, in pixels.
  private(set) var low = SIMD2<Double>(0, 0)
  private(set) var high = SIMD2<Double>(0, 0)

  struct Segment {
    /// The segment's ends, in frame pixels.
    var from: SIMD2<Double>
    var to: SIMD2<Double>
    /// The position of the segment's start along the line, and its length in the same unit.
    var position: Double
    var length: Double
  }

  /// The size in pixels of cells with candidates of their own.
  static let cellWidth = 16
  static let cellHeight = 8

  /// Replaces the segments, which are in pixels.
  func set(_ segments: [Segment]) {
    count = segments.count
    columnStride = (count + 7) / 8 * 8
    memory.resize(to: 7 * columnStride)
    guard let first = segments.first else { return }
    (low, high) = (first.from, first.from)
    for index in 0..<columnStride {
      let segment = segments[min(index, count - 1)]
      let delta = segment.to - segment.from
      let square = (delta * delta).sum()
      let values = [
        segment.from.x, segment.from.y, delta.x, delta.y, square > 1e-12 ? 1 / square : 0, segment.position,
        segment.length,
      ]
      for (column, value) in values.enumerated() { memory.base[column * columnStride + index] = Float(value) }
      for point in [segment.from, segment.to] {
        low = SIMD2(min(low.x, point.x), min(low.y, point.y))
        high = SIMD2(max(high.x, point.x), max(high.y, point.y))
      }
    }
  }

  /// What is added to the limit of distances, in pixels: far more than rounding errors.
  fileprivate static let slack: Float = 0.05

  /// Lists the indices of the segments that can be nearest to a pixel within `radius` of a point, in rising order.
  ///
  /// - Returns: the number of indices, and the least distance of a segment from the point.
  func candidates(
    x: Float, y: Float, radius: Float, into list: UnsafeMutablePointer<Int32>
  ) -> (count: Int, distance: Float) {
    var least = Float8(repeating: .greatestFiniteMagnitude)
    for first in stride(from: 0, to: columnStride, by: 8) {
      least = Lanes.min(least, squaredDistances(first, Float8(repeating: x), Float8(repeating: y)))
    }
    var smallest = least[0]
    for lane in 1..<8 where least[lane] < smallest { smallest = least[lane] }
    let distance = smallest.squareRoot()
    let maximumDistance = distance + 2 * radius + Self.slack
    var found = 0
    for first in stride(from: 0, to: columnStride, by: 8) {
      let square = squaredDistances(first, Float8(repeating: x), Float8(repeating: y))
      for lane in 0..<8 where first + lane < count && square[lane] <= maximumDistance * maximumDistance {
        list[found] = Int32(truncatingIfNeeded: first + lane)
        found += 1
      }
    }
    return (found, distance)
  }

  /// The floats of memory that `copySegments` needs for `count` segments: eight columns, each rounded up to a multiple of eight.
  static func nearFloatCount(_ count: Int) -> Int { 8 * ((count + 7) / 8 * 8) }

  /// Copies the segments with the indices in `list` to contiguous columns in `memory`.
  func copySegments(_ list: UnsafePointer<Int32>, count: Int, to memory: UnsafeMutablePointer<Float>) -> NearSegments {
    let width = (count + 7) / 8 * 8
    for column in 0..<7 {
      let from = self.memory.base + column * columnStride
      let target = memory + column * width
      // The last segment is repeated to fill the lanes, which changes no minimum.
      for index in 0..<width { target[index] = from[Int(list[min(index, count - 1)])] }
    }
    return NearSegments(base: memory, columnStride: width, count: count)
  }

  /// The squared distances of a point, repeated in all lanes, from the eight segments that begin with the index `first`.
  @inline(__always)
  private func squaredDistances(_ first: Int, _ x: Float8, _ y: Float8) -> Float8 {
    let base = memory.base + first
    let (dx, dy) = (Lanes.load(base + 2 &* columnStride), Lanes.load(base + 3 &* columnStride))
    let (px, py) = (x - Lanes.load(base), y - Lanes.load(base + columnStride))
    let share = Lanes.clamp((px * dx + py * dy) * Lanes.load(base + 4 &* columnStride), 0, 1)
    let (rx, ry) = (px - share * dx, py - share * dy)
    return rx * rx + ry * ry
  }
}

/// The segments that can be nearest to a pixel of a tile: the seven columns of a `SegmentField`, and column 7 for squared
/// distances.
struct NearSegments {
  let base: UnsafeMutablePointer<Float>
  let columnStride: Int
  let count: Int

  /// Lists the indices of the segments that can be nearest to a pixel within `radius` of a point, in rising order.
  ///
  /// - Returns: the number of indices, and the least distance of a segment from the point.
  @inline(__always)
  func candidates(
    x: Float, y: Float, radius: Float, into list: UnsafeMutablePointer<Int32>
  ) -> (count: Int, distance: Float) {
    let squares = base + 7 &* columnStride
    var least = Float8(repeating: .greatestFiniteMagnitude)
    var first = 0
    while first < columnStride {
      let column = base + first
      let (dx, dy) = (Lanes.load(column + 2 &* columnStride), Lanes.load(column + 3 &* columnStride))
      let (px, py) = (x - Lanes.load(column), y - Lanes.load(column + columnStride))
      let share = Lanes.clamp((px * dx + py * dy) * Lanes.load(column + 4 &* columnStride), 0, 1)
      let (rx, ry) = (px - share * dx, py - share * dy)
      let square = rx * rx + ry * ry
      Lanes.store(square, to: squares + first)
      least = Lanes.min(least, square)
      first &+= 8
    }
    let distance = smallest(least).squareRoot()
    let maximumDistance = distance + 2 * radius + SegmentField.slack
    let maximumSquare = Float8(repeating: maximumDistance * maximumDistance)
    var found = 0
    first = 0
    while first < count {
      var bits = UInt32(bitPattern: Lanes.bitmask(of: Lanes.load(squares + first) .<= maximumSquare))
      if count &- first < 8 { bits &= (1 &<< UInt32(truncatingIfNeeded: count &- first)) &- 1 }
      while bits != 0 {
        list[found] = Int32(truncatingIfNeeded: first &+ bits.trailingZeroBitCount)
        found &+= 1
        bits &= bits &- 1
      }
      first &+= 8
    }
    return (found, distance)
  }

  /// The least of eight lanes.
  @inline(__always)
  private func smallest(_ x: Float8) -> Float {
    let four = x.lowHalf.replacing(with: x.highHalf, where: x.highHalf .< x.lowHalf)
    let two = four.lowHalf.replacing(with: four.highHalf, where: four.highHalf .< four.lowHalf)
    return two.x < two.y ? two.x : two.y
  }

  /// The nearest points of the line to eight pixels.
  struct Nearest {
    /// Squared distances in pixels.
    var squaredDistance: Float8
    /// Positions along the line, in the unit of `SegmentField.Segment.position`.
    var position: Float8
    /// Positive for pixels to the right of the line, seen in its direction.
    var side: Float8
  }

  /// The nearest points among the candidates in `list`, for eight pixels of a row.
  @inline(__always)
  func nearest(x: Float8, y: Float, among list: UnsafePointer<Int32>, count: Int) -> Nearest {
    var best = Nearest(
      squaredDistance: Float8(repeating: .greatestFiniteMagnitude), position: Float8(), side: Float8())
    for index in 0..<count {
      let base = base + Int(list[index])
      let (dx, dy) = (base[2 &* columnStride], base[3 &* columnStride])
      let px = x - base[0]
      let py = y - base[columnStride]
      let share = Lanes.clamp((px * dx + py * dy) * base[4 &* columnStride], 0, 1)
      let (rx, ry) = (px - share * dx, py - share * dy)
      let squaredDistance = rx * rx + ry * ry
      let isNearer = squaredDistance .< best.squaredDistance
      best.squaredDistance = Lanes.select(isNearer, squaredDistance, best.squaredDistance)
      best.position = Lanes.select(isNearer, base[5 &* columnStride] + share * base[6 &* columnStride], best.position)
      best.side = Lanes.select(isNearer, dx * py - dy * px, best.side)
    }
    return best
  }

  /// The squared distances of eight pixels from the nearest of the candidates in `list`.
  @inline(__always)
  func minimumSquaredDistance(x: Float8, y: Float, among list: UnsafePointer<Int32>, count: Int) -> Float8 {
    var best = Float8(repeating: .greatestFiniteMagnitude)
    for index in 0..<count {
      let base = base + Int(list[index])
      let (dx, dy) = (base[2 &* columnStride], base[3 &* columnStride])
      let px = x - base[0]
      let py = y - base[columnStride]
      let share = Lanes.clamp((px * dx + py * dy) * base[4 &* columnStride], 0, 1)
      let (rx, ry) = (px - share * dx, py - share * dy)
      best = Lanes.min(rx * rx + ry * ry, best)
    }
    return best
  }
}
