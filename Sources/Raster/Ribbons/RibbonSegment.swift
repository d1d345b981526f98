import Lanes

/// A straight segment of a ribbon between two of its points, with round ends.
struct RibbonSegment {
  let x: Float
  let y: Float
  private let alongX: Float
  private let alongY: Float
  /// 1 ÷ length²; 0 for a segment without length.
  private let inverseSquare: Float
  private let halfWidth: Float
  private let halfWidthChange: Float
  /// 1 ÷ the width of the ramp of an edge along the segment (`rampWidth`).
  private let rampInverse: Float
  /// Distance from the centre line beyond which nothing is covered.
  private let reach: Float
  private let left: Float
  private let right: Float
  let top: Float
  let bottom: Float
  /// Largest difference in number of segments that belong to one bend: they lie within some widths of each other.
  let neighbours: Float
  /// Change of the centre line's x from row to row, and half of a row's span across a long segment.
  private let slope: Float
  private let halfSpan: Float

  @inline(__always)
  init(_ points: UnsafePointer<Float>, _ stride: Int, _ index: Int, isSoft: Bool) {
    x = points[index]
    y = points[stride &+ index]
    alongX = points[index &+ 1] - x
    alongY = points[stride &+ index &+ 1] - y
    halfWidth = points[2 &* stride &+ index]
    let end = points[2 &* stride &+ index &+ 1]
    halfWidthChange = end - halfWidth
    let square = alongX * alongX + alongY * alongY
    inverseSquare = square > 1e-12 ? 1 / square : 0
    let length = square.squareRoot()
    // A segment without length has no direction.
    let ramp = square > 1e-12 ? (abs(alongX) + abs(alongY)) / length : 1
    rampInverse = 1 / ramp
    neighbours = 1 + 4 * max(halfWidth, end) / max(length, 1e-3)
    reach = max(halfWidth, end) + (isSoft ? 0.02 : 0.75)
    left = min(x, x + alongX) - reach
    right = max(x, x + alongX) + reach
    top = min(y, y + alongY) - reach
    bottom = max(y, y + alongY) + reach
    let isSteep = abs(alongY) > 1e-3 * abs(alongX) && square > 1e-12
    slope = isSteep ? alongX / alongY : 0
    // Slightly more, for rounding.
    halfSpan = isSteep ? reach * length / abs(alongY) * 1.000_1 + 0.01 : .infinity
  }

  /// The span that may be covered of a row whose pixel centres lie at `centerY`.
  @inline(__always)
  func span(_ centerY: Float) -> (low: Float, high: Float) {
    let middle = x + (centerY - y) * slope
    return (max(left, middle - halfSpan), min(right, middle + halfSpan))
  }

  /// The depth of pixels inside the segment, and their position along it from 0 to 1.
  ///
  /// The depth in a soft ribbon is 1 − d², d the distance from the centre line in half widths; in a sharp one it is the
  /// distance from the side in widths of its ramp.
  @inline(__always)
  func depth(_ pixelX: Float8, _ centerY: Float, isSoft: Bool) -> (depth: Float8, share: Float8) {
    let (fromX, fromY) = (pixelX - x, centerY - y)
    let share = Lanes.clamp((fromX * alongX + fromY * alongY) * inverseSquare, 0, 1)
    let (dx, dy) = (fromX - share * alongX, fromY - share * alongY)
    let square = dx * dx + dy * dy
    let width = halfWidth + share * halfWidthChange
    return (isSoft ? 1 - square / (width * width) : (width - Lanes.sqrt(square)) * rampInverse, share)
  }
}

extension RibbonSegment {
  /// Rows of the tile that may be covered, the first and the one behind the last.
  @inline(__always)
  func rows(_ tile: Tile) -> (first: Int, end: Int) {
    let (low, high) = (Float(tile.y), Float(tile.y &+ tile.height))
    return (
      Lanes.wholeInRange(clamp((top - 0.5).rounded(.up), low, high)) &- tile.y,
      Lanes.wholeInRange(clamp((bottom - 0.5).rounded(.down) + 1, low, high)) &- tile.y
    )
  }

  @inline(__always) var width: Float { right - left }

  /// Columns of the tile that may be covered, the first and the one behind the last.
  @inline(__always)
  func columns(_ tile: Tile) -> (first: Int, end: Int) {
    columns(tile, from: left, to: right)
  }

  /// Columns of the tile that may be covered in a row, the first and the one behind the last.
  @inline(__always)
  func columns(_ tile: Tile, _ centerY: Float) -> (first: Int, end: Int) {
    let span = span(centerY)
    return columns(tile, from: span.low, to: span.high)
  }

  @inline(__always)
  private func columns(_ tile: Tile, from left: Float, to right: Float) -> (first: Int, end: Int) {
    let (low, high) = (Float(tile.x), Float(tile.x &+ tile.width))
    return (
      Lanes.wholeInRange(clamp((left - 0.5).rounded(.up), low, high)) &- tile.x,
      Lanes.wholeInRange(clamp((right - 0.5).rounded(.down) + 1, low, high)) &- tile.x
    )
  }
}

/// The segments among eight from `first` on that may cover pixels of a tile, one bit each.
@inline(__always)
func segmentsNearTile(_ points: UnsafePointer<Float>, _ stride: Int, _ first: Int, _ count: Int, _ tile: Tile) -> UInt32
{
  let (x0, x1) = (Lanes.load(points + first), Lanes.load(points + (first &+ 1)))
  let (y0, y1) = (Lanes.load(points + (stride &+ first)), Lanes.load(points + (stride &+ first &+ 1)))
  let widths = points + (2 &* stride &+ first)
  let reach = Lanes.max(Lanes.load(widths), Lanes.load(widths + 1)) + 1
  let beginsBeforeRight = Lanes.min(x0, x1) - reach .< Float8(repeating: Float(tile.x &+ tile.width))
  let endsBehindLeft = Lanes.max(x0, x1) + reach .> Float8(repeating: Float(tile.x))
  let beginsAboveBottom = Lanes.min(y0, y1) - reach .< Float8(repeating: Float(tile.y &+ tile.height))
  let endsBelowTop = Lanes.max(y0, y1) + reach .> Float8(repeating: Float(tile.y))
  let near = beginsBeforeRight .& endsBehindLeft .& beginsAboveBottom .& endsBelowTop
  let bits = UInt32(bitPattern: Lanes.bits(of: near))
  let left = count &- first
  return left < 8 ? bits & ((1 as UInt32) &<< UInt32(truncatingIfNeeded: left) &- 1) : bits
}
