import Lanes

/// The rows of a lens's shape on a grid of cells: for each row the span of columns from which a cell gathers light.
///
/// A row stands for sixteen rows within it, so that the shape changes gradually as it grows: its span has their centroid and variance, and its
/// weight their light. Spans are stored as `floatCount` floats each: where the span begins, as whole cells from the middle cell and a share of
/// the next, where it ends in the same way, and the weight.
struct LensSpans {
  static let floatCount = 5

  /// The shape's rows lie from −`reach` to `reach`, at `floatCount · (row + reach)` of `values`.
  let values: UnsafeMutablePointer<Float>
  private(set) var reach = 0
  /// The sum of the spans' lengths.
  private(set) var area: Float = 0

  init(values: UnsafeMutablePointer<Float>) { self.values = values }

  /// Spans that have been computed before.
  init(values: UnsafeMutablePointer<Float>, reach: Int, area: Float) {
    (self.values, self.reach, self.area) = (values, reach, area)
  }

  /// The number of floats that a shape of a radius takes.
  static func count(radius: Float) -> Int { floatCount * (2 * reach(radius) + 1) }

  private static func reach(_ radius: Float) -> Int { Lanes.wholeInRange(radius + 0.5) }

  /// The disc of places from which the light passes the lens's rim, relative to the cell that gathers.
  struct Rim {
    var center: SIMD2<Float>
    var radius: Float
  }

  /// Computes the spans of a shape with a radius in cells. The light at a place is spread over the shape, or over the shape turned by 180° if
  /// the radius is negative, so a cell gathers from the shape that is turned the other way.
  mutating func set(radius signedRadius: Float, sides: UnsafeBufferPointer<LensSide>, rim: Rim?) {
    let radius = Swift.abs(signedRadius)
    let turn: Float = signedRadius < 0 ? 1 : -1
    reach = Self.reach(radius)
    area = 0
    // Sixteen rows within a row.
    let parts = (Lanes.laneNumbers - 7.5) * 0.0625
    for row in -reach...reach {
      let upper = edges(parts + Float(row), radius, turn, sides, rim)
      let lower = edges(parts + (Float(row) + 0.5), radius, turn, sides, rim)
      let light = (upper.width + lower.width).sum()
      let onto = values + Self.floatCount * (row + reach)
      if light > 0 {
        let centroid = (upper.middle * upper.width + lower.middle * lower.width).sum() / light
        let (above, below) = (upper.middle - centroid, lower.middle - centroid)
        // The variance of a span is a twelfth of the square of its length.
        let moments = (upper.width * upper.width * (1.0 / 12) + above * above) * upper.width
        let variance = (moments + (lower.width * lower.width * (1.0 / 12) + below * below) * lower.width).sum() / light
        let half = (3 * variance).squareRoot()
        let (left, right) = (centroid - half + 0.5, centroid + half + 0.5)
        (onto[0], onto[2]) = (left.rounded(.down), right.rounded(.down))
        (onto[1], onto[3]) = (left - onto[0], right - onto[2])
        onto[4] = light * 0.03125 / half
        area += light * 0.0625
      } else {
        for index in 0..<Self.floatCount { onto[index] = 0 }
      }
    }
  }

  /// The lengths of the shape's rows at eight heights, and their middles.
  @inline(__always)
  private func edges(
    _ y: Float8, _ radius: Float, _ turn: Float, _ sides: UnsafeBufferPointer<LensSide>, _ rim: Rim?
  ) -> (width: Float8, middle: Float8) {
    var (low, high) = (Float8(repeating: -radius), Float8(repeating: radius))
    if sides.isEmpty {
      high = Lanes.sqrt(Lanes.max(radius * radius - y * y, 0))
      low = -high
    }
    for side in sides {
      let (cosine, sine) = (side.cosine * turn, side.sine * turn)
      let bound = radius * side.distance - y * sine
      if cosine > 1e-6 {
        high = Lanes.min(high, bound * (1 / cosine))
      } else if cosine < -1e-6 {
        low = Lanes.max(low, bound * (1 / cosine))
      } else {
        // The side lies along the row: parts beyond it are empty.
        high = Lanes.select(bound .< 0, low, high)
      }
    }
    if let rim {
      let dy = y - rim.center.y
      let half = Lanes.sqrt(Lanes.max(rim.radius * rim.radius - dy * dy, 0))
      low = Lanes.max(low, rim.center.x - half)
      high = Lanes.min(high, rim.center.x + half)
    }
    return (Lanes.max(high - low, 0), (low + high) * 0.5)
  }
}

/// How the variance of a disc that is drawn on a grid of cells depends on its radius.
///
/// A light's place is known only as well as the grid holds it, and enlarging a reduced picture spreads light, too. So that light has exactly
/// the variance of a disc in all, the disc on the grid has the radius with the variance that is still lacking.
enum LensVariance {
  /// Variances of cells along an axis are looked up up to the square of this; wider discs have the variance of their shape and a cell.
  private static let lookedUpDeviation: Float = 1.5
  private static let steps = 192

  /// The radius of the disc, in cells, whose light has a standard deviation of √(`variance`) cells along each axis. At least 0.5, which is a
  /// single cell.
  static func radius(variance: Float) -> Float {
    let deviation = max(variance, 0).squareRoot()
    if deviation >= lookedUpDeviation { return 2 * (variance - 1 / 12).squareRoot() }
    let position = deviation * (Float(steps) / lookedUpDeviation)
    let index = min(Lanes.wholeInRange(position), steps - 1)
    return radii[index] + (radii[index + 1] - radii[index]) * (position - Float(index))
  }

  /// The radii for standard deviations in even steps.
  private static let radii: [Float] = {
    var radii: [Float] = []
    let values = AlignedBuffer<Float>(count: LensSpans.count(radius: 8))
    var spans = LensSpans(values: values.base)
    var (radius, variance, lastVariance) = (Float(0.5), Float(0), Float(0))
    let step: Float = 1 / 128
    for index in 0...steps {
      let deviation = Float(index) * (lookedUpDeviation / Float(steps))
      while variance < deviation * deviation {
        (lastVariance, radius) = (variance, radius + step)
        spans.set(radius: radius, sides: UnsafeBufferPointer(start: nil, count: 0), rim: nil)
        variance = Self.variance(of: spans)
      }
      let share =
        variance > lastVariance ? (deviation * deviation - lastVariance) / (variance - lastVariance) : 1
      radii.append(index == 0 ? 0.5 : radius - step + step * min(max(share, 0), 1))
    }
    // The last looked-up radius is that of the formula for wider discs, so that nothing jumps there.
    radii[steps] = 2 * (lookedUpDeviation * lookedUpDeviation - 1 / 12).squareRoot()
    return radii
  }()

  /// The mean of the variances along both axes.
  private static func variance(of spans: LensSpans) -> Float {
    var sum: Float = 0
    for row in -spans.reach...spans.reach {
      let span = spans.values + LensSpans.floatCount * (row + spans.reach)
      let (start, end) = (span[0] + span[1] - 0.5, span[2] + span[3] - 0.5)
      sum += Float(row * row) * (end - start) * span[4]
      for column in -8...8 {
        let (left, right) = (max(start, Float(column) - 0.5), min(end, Float(column) + 0.5))
        if right > left { sum += Float(column * column) * (right - left) * span[4] }
      }
    }
    return 0.5 * sum / spans.area
  }
}
