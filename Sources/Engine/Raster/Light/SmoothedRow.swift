import Lanes

/// A row of the heights and normals of an `OutlineRelief`.
struct SmoothedRow {
  let heights: UnsafeMutablePointer<Float>
  let x: UnsafeMutablePointer<Float>
  let y: UnsafeMutablePointer<Float>

  /// Sets a block of eight pixels around which all heights are equal.
  @inline(__always)
  func setLevel(_ column: Int, height: Float) {
    Lanes.store(Float8(repeating: height), to: heights + column)
    Lanes.store(Float8(), to: x + column)
    Lanes.store(Float8(), to: y + column)
  }

  /// Sets a block of eight pixels from seven rows, of which the fourth is the block's own: heights are smoothed by (1, 4, 6, 4, 1)/16 in both
  /// directions; half of the difference of the neighbours of such a height is the sum of seven by (−1, −4, −5, 0, 5, 4, 1)/32.
  @inline(__always)
  func smooth(_ column: Int, _ rows: UnsafeMutablePointer<UnsafeMutablePointer<Float>>) {
    // The columns from 3 before the block to 3 after it.
    var values = (Float8(), Float8(), Float8(), Float8(), Float8(), Float8(), Float8())
    var slopeY = Float8()
    @inline(__always) func smoothed(_ offset: Int) -> Float8 {
      @inline(__always) func load(_ row: Int) -> Float8 {
        Lanes.optimizerBarrier(Lanes.load(rows[row] + (column &+ offset)))
      }
      return (load(1) + load(5)) * 0.0625 + (load(2) + load(4)) * 0.25 + load(3) * 0.375
    }
    @inline(__always) func slope(_ offset: Int) -> Float8 {
      @inline(__always) func load(_ row: Int) -> Float8 {
        Lanes.optimizerBarrier(Lanes.load(rows[row] + (column &+ offset)))
      }
      let outer = (load(6) - load(0)) + (load(5) - load(1)) * 4
      return (outer + (load(4) - load(2)) * 5) * (1.0 / 32)
    }
    values = (smoothed(-3), smoothed(-2), smoothed(-1), smoothed(0), smoothed(1), smoothed(2), smoothed(3))
    let height = (values.1 + values.5) * 0.0625 + (values.2 + values.4) * 0.25 + values.3 * 0.375
    let outer = (values.6 - values.0) + (values.5 - values.1) * 4
    let slopeX = (outer + (values.4 - values.2) * 5) * (1.0 / 32)
    slopeY = (slope(-2) + slope(2)) * 0.0625 + (slope(-1) + slope(1)) * 0.25 + slope(0) * 0.375
    let length = Lanes.sqrt(slopeX * slopeX + slopeY * slopeY + 1)
    Lanes.store(height, to: heights + column)
    Lanes.store((0 - slopeX) / length, to: x + column)
    Lanes.store((0 - slopeY) / length, to: y + column)
  }
}

/// Keeps the middles of segments that lie in the cells between two rows of alpha, and the cells' row.
@inline(never)
func keepSegments(
  _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ row: Float,
  _ middleX: UnsafeMutablePointer<Float>, _ middleY: UnsafeMutablePointer<Float>,
  _ cellRow: UnsafeMutablePointer<Float>,
  _ count: Int
) {
  var column = 0
  while column < count {
    let (a, b) = (Lanes.load(upper + column), Lanes.load(upper + column + 1))
    let (c, d) = (Lanes.load(lower + column), Lanes.load(lower + column + 1))
    let least = Lanes.min(Lanes.min(a, b), Lanes.min(c, d))
    let greatest = Lanes.max(Lanes.max(a, b), Lanes.max(c, d))
    if Lanes.any((least .< 0.5) .& (greatest .>= 0.5)) {
      let segments = OutlineSegments(a, b, c, d)
      let x = (segments.start.x + segments.end.x) * 0.5
      let y = (segments.start.y + segments.end.y) * 0.5 + row
      Lanes.store(Lanes.select(segments.exists, x, Lanes.load(middleX + column)), to: middleX + column)
      Lanes.store(Lanes.select(segments.exists, y, Lanes.load(middleY + column)), to: middleY + column)
      Lanes.store(
        Lanes.select(segments.exists, Float8(repeating: row), Lanes.load(cellRow + column)), to: cellRow + column)
    }
    column &+= 8
  }
}
