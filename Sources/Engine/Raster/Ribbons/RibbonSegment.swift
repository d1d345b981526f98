import Lanes
import Model

/// A straight segment of a ribbon between two of its points, with round ends. Positions are frame pixels.
struct RibbonSegment {
  /// The start of the centre line.
  private let x: Float
  private let y: Float
  /// The vector from the start of the centre line to its end.
  private let deltaX: Float
  private let deltaY: Float
  /// 1 ÷ length²; 0 for a segment without length.
  private let inverseSquaredLength: Float
  /// Half the width in pixels at the start.
  private let halfWidth: Float
  /// Half the width at the end minus half the width at the start.
  private let halfWidthChange: Float
  /// 1 ÷ the width in pixels of the ramp across a sharp side (`rampWidth`).
  private let inverseRamp: Float
  /// The box outside of which nothing is covered, in frame pixels.
  private let left: Float
  private let right: Float
  private let top: Float
  private let bottom: Float
  /// The largest difference between this segment's index and the index of a segment that counts as its neighbour: 1 plus four
  /// half widths of the ribbon ÷ the segment's length. A pixel in two neighbours takes its light from the segment in which it
  /// lies deeper (`depth(_:_:isSoft:)`).
  let neighbourIndexDifference: Float
  /// Change of the centre line's x from one row to the next; 0 for a segment that is nearly horizontal.
  private let slope: Float
  /// Half the width in pixels of the span around the centre line that may be covered in a row; infinite for a segment that is
  /// nearly horizontal.
  private let halfSpan: Float

  /// Square of the length in pixels up to which a segment counts as a point without direction.
  @inline(__always) private static var negligibleSquaredLength: Float { 1e-12 }

  /// - Parameters:
  ///   - points: the planes of a ribbon (`RibbonLayout.Plane`), `planeStride` floats apart.
  ///   - index: the index of the first of the segment's two points.
  @inline(__always)
  init(_ points: UnsafePointer<Float>, _ planeStride: Int, _ index: Int, isSoft: Bool) {
    let xs = points + RibbonLayout.Plane.x &* planeStride
    let ys = points + RibbonLayout.Plane.y &* planeStride
    let halfWidths = points + RibbonLayout.Plane.halfWidth &* planeStride
    x = xs[index]
    y = ys[index]
    deltaX = xs[index &+ 1] - x
    deltaY = ys[index &+ 1] - y
    halfWidth = halfWidths[index]
    let endHalfWidth = halfWidths[index &+ 1]
    halfWidthChange = endHalfWidth - halfWidth
    let squaredLength = deltaX * deltaX + deltaY * deltaY
    let hasDirection = squaredLength > RibbonSegment.negligibleSquaredLength
    inverseSquaredLength = hasDirection ? 1 / squaredLength : 0
    let length = squaredLength.squareRoot()
    let rampWidth = hasDirection ? (abs(deltaX) + abs(deltaY)) / length : 1
    inverseRamp = 1 / rampWidth
    neighbourIndexDifference = 1 + 4 * max(halfWidth, endHalfWidth) / max(length, 1e-3)
    // A sharp side extends half of its ramp, at most √½ px, beyond the half width; a soft side does not. 0.75 px and 0.02 px leave
    // room for rounding.
    let reach = max(halfWidth, endHalfWidth) + (isSoft ? 0.02 : 0.75)
    left = min(x, x + deltaX) - reach
    right = max(x, x + deltaX) + reach
    top = min(y, y + deltaY) - reach
    bottom = max(y, y + deltaY) + reach
    let crossesRows = abs(deltaY) > 1e-3 * abs(deltaX) && hasDirection
    slope = crossesRows ? deltaX / deltaY : 0
    // `reach` measured along a row, and a little more because of rounding.
    halfSpan = crossesRows ? reach * length / abs(deltaY) * 1.000_1 + 0.01 : .infinity
  }

  /// Returns the span of x that may be covered in the row whose pixel centres lie at `centerY`.
  @inline(__always)
  private func span(_ centerY: Float) -> (low: Float, high: Float) {
    let middle = x + (centerY - y) * slope
    return (max(left, middle - halfSpan), min(right, middle + halfSpan))
  }

  /// Returns the depth of eight pixels inside the segment, seen from the segment's sides, and the pixels' positions along the
  /// segment: 0 at its start, 1 at its end, with half the ribbon's width in pixels there.
  ///
  /// The depth in a soft ribbon is 1 − d², where d is the distance from the centre line in half widths: 1 on the line, 0 at
  /// the sides. The depth in a sharp ribbon is the distance from the nearer side in widths of the ramp: 0 at the side, positive
  /// inside.
  ///
  /// - Parameters:
  ///   - centerX: x of the pixels' centres.
  ///   - centerY: y of the pixels' centres.
  @inline(__always)
  func depth(_ centerX: Float8, _ centerY: Float, isSoft: Bool) -> (depth: Float8, share: Float8, half: Float8) {
    let (fromX, fromY) = (centerX - x, centerY - y)
    let share = Lanes.clamp((fromX * deltaX + fromY * deltaY) * inverseSquaredLength, 0, 1)
    let (dx, dy) = (fromX - share * deltaX, fromY - share * deltaY)
    let squaredDistance = dx * dx + dy * dy
    let half = halfWidth + share * halfWidthChange
    return (
      isSoft ? 1 - squaredDistance / (half * half) : (half - Lanes.sqrt(squaredDistance)) * inverseRamp, share,
      half
    )
  }
}

extension RibbonSegment {
  /// Returns the rows of the tile, first ..< end, that may be covered.
  @inline(__always)
  func rows(_ tile: Tile) -> (first: Int, end: Int) {
    pixels(from: top, to: bottom, origin: tile.y, count: tile.height)
  }

  /// Width in pixels of the box outside of which nothing is covered.
  @inline(__always) var boxWidth: Float { right - left }

  /// Returns the columns of the tile, first ..< end, that may be covered.
  @inline(__always)
  func columns(_ tile: Tile) -> (first: Int, end: Int) {
    pixels(from: left, to: right, origin: tile.x, count: tile.width)
  }

  /// Returns the columns of the tile, first ..< end, that may be covered in the row whose pixel centres lie at `centerY`.
  @inline(__always)
  func columns(_ tile: Tile, _ centerY: Float) -> (first: Int, end: Int) {
    let span = span(centerY)
    return pixels(from: span.low, to: span.high, origin: tile.x, count: tile.width)
  }

  /// Returns the pixels of a tile along one axis, first ..< end, whose centres lie in `low`...`high`.
  ///
  /// - Parameters:
  ///   - origin: frame coordinate of the tile's first pixel.
  ///   - count: number of the tile's pixels along the axis.
  @inline(__always)
  private func pixels(from low: Float, to high: Float, origin: Int, count: Int) -> (first: Int, end: Int) {
    let (tileLow, tileHigh) = (Float(origin), Float(origin &+ count))
    return (
      Lanes.wholeInRange(clamp((low - 0.5).rounded(.up), tileLow, tileHigh)) &- origin,
      Lanes.wholeInRange(clamp((high - 0.5).rounded(.down) + 1, tileLow, tileHigh)) &- origin
    )
  }
}

/// Returns which of the segments `first` ..< `first` + 8 of a ribbon may cover pixels of a tile: one bit for each segment, the lowest
/// bit for `first`.
///
/// - Parameters:
///   - points: the planes of the ribbon (`RibbonLayout.Plane`), `planeStride` floats apart.
///   - segmentCount: number of segments of the whole ribbon; bits of segments after the last are 0.
@inline(__always)
func segmentsNearTile(
  _ points: UnsafePointer<Float>, _ planeStride: Int, _ first: Int, _ segmentCount: Int, _ tile: Tile
) -> UInt32 {
  let xs = points + (RibbonLayout.Plane.x &* planeStride &+ first)
  let ys = points + (RibbonLayout.Plane.y &* planeStride &+ first)
  let halfWidths = points + (RibbonLayout.Plane.halfWidth &* planeStride &+ first)
  let (startX, endX) = (Lanes.load(xs), Lanes.load(xs + 1))
  let (startY, endY) = (Lanes.load(ys), Lanes.load(ys + 1))
  // More than the reach of any segment's sides.
  let reach = Lanes.max(Lanes.load(halfWidths), Lanes.load(halfWidths + 1)) + 1
  let beginsBeforeRight = Lanes.min(startX, endX) - reach .< Float8(repeating: Float(tile.x &+ tile.width))
  let endsAfterLeft = Lanes.max(startX, endX) + reach .> Float8(repeating: Float(tile.x))
  let beginsAboveBottom = Lanes.min(startY, endY) - reach .< Float8(repeating: Float(tile.y &+ tile.height))
  let endsBelowTop = Lanes.max(startY, endY) + reach .> Float8(repeating: Float(tile.y))
  let isNear = beginsBeforeRight .& endsAfterLeft .& beginsAboveBottom .& endsBelowTop
  let bits = UInt32(bitPattern: Lanes.bitmask(of: isNear))
  let remainingCount = segmentCount &- first
  return remainingCount < 8 ? bits & ((1 as UInt32) &<< UInt32(truncatingIfNeeded: remainingCount) &- 1) : bits
}
