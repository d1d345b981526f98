import Lanes

/// Finds the pixels of a tile whose centres lie within a distance of a sprite's centre: all four sides at once, without
/// the checks of Swift's conversions.
struct TileBounds {
  private let low: Float8
  private let high: Float8
  private let x: Int
  private let y: Int

  @inline(__always)
  init(_ tile: Tile) {
    let (left, right) = (Float(tile.x), Float(tile.x + tile.width))
    let (top, bottom) = (Float(tile.y), Float(tile.y + tile.height))
    low = Float8(-right, -bottom, left - 1, top - 1, 0, 0, 0, 0)
    high = Float8(-left, -top, right - 1, bottom - 1, 0, 0, 0, 0)
    x = tile.x
    y = tile.y
  }

  /// Columns and rows of the tile, the first and the one behind the last; empty where a first one is not below its end.
  @inline(__always)
  func box(
    _ centerX: Float, _ centerY: Float, _ reachX: Float, _ reachY: Float
  ) -> (column: Int, row: Int, endColumn: Int, endRow: Int) {
    // The first one is the least integer at or above centre − reach − ½: the negated floor of its negative.
    let half = Float8(0.5, 0.5, -0.5, -0.5, 0, 0, 0, 0)
    let reach = Float8(reachX, reachY, reachX, reachY, 0, 0, 0, 0)
    let sides = Float8(-centerX, -centerY, centerX, centerY, 0, 0, 0, 0) + reach + half
    let whole = Lanes.truncateInRange(Lanes.clamp(Lanes.floor(sides), low, high))
    return (
      -Int(whole[0]) &- x, -Int(whole[1]) &- y, Int(whole[2]) &+ 1 &- x, Int(whole[3]) &+ 1 &- y
    )
  }
}
