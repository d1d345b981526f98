import Lanes

/// Finds the pixels of a tile whose centres lie in a box around a sprite's centre: all four sides at once, and without the
/// range checks of Swift's conversions to integers.
///
/// The lanes of its vectors are, in frame pixels: −(first column), −(first row), last column, last row; four are unused.
/// Firsts are rounded up and lasts down; with the firsts negated, all four lanes are rounded down.
struct TileBounds {
  /// The lanes' limits, at the tile's sides. A box outside of the tile becomes empty by them.
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

  /// The pixels of a box: columns `column` ..< `endColumn` and rows `row` ..< `endRow`, counted from the tile's first. The box
  /// is empty where a first is not below its end.
  ///
  /// - Parameters:
  ///   - centerX: the box's middle in frame pixels, as `centerY`.
  ///   - reachX: half its width, `reachY` half its height.
  @inline(__always)
  func box(
    _ centerX: Float, _ centerY: Float, _ reachX: Float, _ reachY: Float
  ) -> (column: Int, row: Int, endColumn: Int, endRow: Int) {
    // Pixel p has its centre at p + ½: the first column is the smallest integer at or above centre − reach − ½, which is
    // minus the floor of its negative; the last is the floor of centre + reach − ½.
    let half = Float8(0.5, 0.5, -0.5, -0.5, 0, 0, 0, 0)
    let reach = Float8(reachX, reachY, reachX, reachY, 0, 0, 0, 0)
    let unlimited = Float8(-centerX, -centerY, centerX, centerY, 0, 0, 0, 0) + reach + half
    let sides = Lanes.truncateInRange(Lanes.clamp(Lanes.floor(unlimited), low, high))
    return (
      -Int(sides[0]) &- x, -Int(sides[1]) &- y, Int(sides[2]) &+ 1 &- x, Int(sides[3]) &+ 1 &- y
    )
  }
}
