import Lanes

/// A straight piece of a ribbon between two of its points, with round ends.
struct RibbonPiece {
  let x: Float
  let y: Float
  private let alongX: Float
  private let alongY: Float
  /// 1 ÷ length²; 0 for a piece without length.
  private let inverseSquare: Float
  private let halfWidth: Float
  private let halfWidthChange: Float
  /// 1 ÷ the width of the ramp of a straight edge along the piece (`rampWidth`).
  private let rampInverse: Float
  /// Farther from the middle line nothing is covered.
  private let reach: Float
  private let left: Float
  private let right: Float
  let top: Float
  let bottom: Float
  /// Pieces whose numbers differ by no more are parts of one bend: they lie within some widths of each other.
  let neighbours: Float
  /// x of the middle line changes by this much a row; and half of a row's span across a long piece.
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
    // The normal of a piece without length is anybody's guess.
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
    // A little more for rounding.
    halfSpan = isSteep ? reach * length / abs(alongY) * 1.000_1 + 0.01 : .infinity
  }

  /// Where a row whose pixel centres lie at `centerY` may be covered.
  @inline(__always)
  func span(_ centerY: Float) -> (low: Float, high: Float) {
    let middle = x + (centerY - y) * slope
    return (max(left, middle - halfSpan), min(right, middle + halfSpan))
  }

  /// How deep pixels lie inside the piece, and where along it.
  ///
  /// The depth of a soft ribbon is 1 less the square of the distance from the middle line in half widths; that of a sharp one
  /// counts pixels from the side, in widths of its ramp.
  @inline(__always)
  func depth(_ pixelX: Lane8, _ centerY: Float, isSoft: Bool) -> (depth: Lane8, share: Lane8) {
    let (fromX, fromY) = (pixelX - x, centerY - y)
    let share = Lanes.clamp((fromX * alongX + fromY * alongY) * inverseSquare, 0, 1)
    let (dx, dy) = (fromX - share * alongX, fromY - share * alongY)
    let square = dx * dx + dy * dy
    let width = halfWidth + share * halfWidthChange
    return (isSoft ? 1 - square / (width * width) : (width - Lanes.sqrt(square)) * rampInverse, share)
  }
}

extension RibbonPiece {
  /// Rows of the tile, first and behind the last.
  @inline(__always)
  func rows(_ tile: Tile) -> (first: Int, end: Int) {
    let (low, high) = (Float(tile.y), Float(tile.y &+ tile.height))
    return (
      Lanes.wholeInRange(clamp((top - 0.5).rounded(.up), low, high)) &- tile.y,
      Lanes.wholeInRange(clamp((bottom - 0.5).rounded(.down) + 1, low, high)) &- tile.y
    )
  }

  @inline(__always) var width: Float { right - left }

  /// Columns of the tile, first and behind the last.
  @inline(__always)
  func columns(_ tile: Tile) -> (first: Int, end: Int) {
    columns(tile, from: left, to: right)
  }

  /// Columns of the tile in a row, first and behind the last.
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

/// Which of eight pieces from `first` on may touch a tile, one bit each.
@inline(__always)
func piecesNearTile(_ points: UnsafePointer<Float>, _ stride: Int, _ first: Int, _ count: Int, _ tile: Tile) -> UInt32 {
  let (x0, x1) = (Lanes.load(points + first), Lanes.load(points + (first &+ 1)))
  let (y0, y1) = (Lanes.load(points + (stride &+ first)), Lanes.load(points + (stride &+ first &+ 1)))
  let widths = points + (2 &* stride &+ first)
  let reach = Lanes.max(Lanes.load(widths), Lanes.load(widths + 1)) + 1
  let beginsBeforeRight = Lanes.min(x0, x1) - reach .< Lane8(repeating: Float(tile.x &+ tile.width))
  let endsBehindLeft = Lanes.max(x0, x1) + reach .> Lane8(repeating: Float(tile.x))
  let beginsAboveBottom = Lanes.min(y0, y1) - reach .< Lane8(repeating: Float(tile.y &+ tile.height))
  let endsBelowTop = Lanes.max(y0, y1) + reach .> Lane8(repeating: Float(tile.y))
  let near = beginsBeforeRight .& endsBehindLeft .& beginsAboveBottom .& endsBelowTop
  let bits = UInt32(bitPattern: Lanes.bits(of: near))
  let left = count &- first
  return left < 8 ? bits & ((1 as UInt32) &<< UInt32(truncatingIfNeeded: left) &- 1) : bits
}
