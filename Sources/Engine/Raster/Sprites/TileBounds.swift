import Lanes

/// Finds the pixels of a tile whose centres lie in a box around a sprite's centre. All four sides of the box are computed at
/// once, without the range checks of Swift's conversions to integers.
///
/// The lanes of the vectors below are, in frame pixels: −(first column), −(first row), last column, last row; four lanes are unused. A first
/// column or row has to be rounded up, a last column or row down. Because the first two lanes are negated, all four are rounded down.
struct TileBounds {
  /// Limits of the lanes, which follow from the tile's edges. They make a box outside of the tile empty.
  private let low: Float8
  private let high: Float8
  /// Frame coordinates of the tile's first column and row.
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

  /// Returns the pixels of a box: columns `column` ..< `endColumn` and rows `row` ..< `endRow`, counted from the tile's first. The box
  /// is empty if `column` ≥ `endColumn` or `row` ≥ `endRow`.
  ///
  /// - Parameters:
  ///   - centerX: x of the box's centre in frame pixels.
  ///   - centerY: y of the box's centre in frame pixels.
  ///   - reachX: half the box's width in pixels.
  ///   - reachY: half the box's height in pixels.
  @inline(__always)
  func box(
    _ centerX: Float, _ centerY: Float, _ reachX: Float, _ reachY: Float
  ) -> (column: Int, row: Int, endColumn: Int, endRow: Int) {
    // Pixel p has its centre at p + ½. So the first column or row is the smallest integer at or above centre − reach − ½, that is,
    // −⌊−centre + reach + ½⌋, and the last column or row is ⌊centre + reach − ½⌋.
    let half = Float8(0.5, 0.5, -0.5, -0.5, 0, 0, 0, 0)
    let reach = Float8(reachX, reachY, reachX, reachY, 0, 0, 0, 0)
    let unlimited = Float8(-centerX, -centerY, centerX, centerY, 0, 0, 0, 0) + reach + half
    let sides = Lanes.truncateInRange(Lanes.clamp(Lanes.floor(unlimited), low, high))
    return (
      -Int(sides[0]) &- x, -Int(sides[1]) &- y, Int(sides[2]) &+ 1 &- x, Int(sides[3]) &+ 1 &- y
    )
  }
}
