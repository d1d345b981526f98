import Lanes

/// The pieces of an outline in eight cells: squares between the centres of four neighbouring pixels, in which the outline, where alpha is ½, is
/// a straight segment (marching squares; W. E. Lorensen and H. E. Cline, Marching cubes, 1987).
///
/// Along a side of a cell, alpha changes linearly where an edge is soft. A sharp edge changes only the alpha of the pixels that it cuts, by as much
/// as it moves: there each pixel tells how far the edge is from its centre, α − ½, the better the farther α is from 0 and 1, and the mean of both
/// pixels is taken. So sharp edges are found within about 0.02 pixel (a line between the pixels' alphas: 0.08). Where the outline crosses all four sides, only one of its two pieces is taken; they lie less than a pixel apart.
struct OutlineSegments {
  /// Whether the outline crosses the cell.
  let exists: SIMDMask<Int32x8>
  /// The segment's ends, counted in pixels from the cell's upper left pixel.
  let start: (x: Float8, y: Float8)
  let end: (x: Float8, y: Float8)

  /// - Parameters:
  ///   - a: alpha of the upper left pixel; `b` of the upper right, `c` of the lower left, `d` of the lower right one.
  @inline(__always)
  init(_ a: Float8, _ b: Float8, _ c: Float8, _ d: Float8) {
    let (isA, isB, isC, isD) = (a .>= 0.5, b .>= 0.5, c .>= 0.5, d .>= 0.5)
    let (top, left, right, bottom) = (isA .^ isB, isA .^ isC, isB .^ isD, isC .^ isD)
    exists = (top .| bottom) .| (left .| right)
    /// The point between two pixels where alpha is ½, for lanes in which it lies there.
    @inline(__always) func crossing(_ first: Float8, _ second: Float8, _ mask: SIMDMask<Int32x8>) -> Float8 {
      let (high, low) = (Lanes.max(first, second), Lanes.min(first, second))
      let difference = high - low
      let linear = (high - 0.5) / Lanes.select(mask, difference, Float8(repeating: 1))
      let (fromHigh, fromLow) = (1 - high, low)
      let sum = fromHigh * (high - 0.5) + fromLow * (low + 0.5)
      let sharp = (sum + 0.0005) / (fromHigh + fromLow + 0.001)
      let share = linear + (sharp - linear) * Lanes.clamp(difference * 5 - 1.5, 0, 1)
      return Lanes.select(first .>= second, share, 1 - share)
    }
    let one = Float8(repeating: 1)
    let (topX, leftY) = (crossing(a, b, top), crossing(a, c, left))
    let (rightY, bottomX) = (crossing(b, d, right), crossing(c, d, bottom))
    start = (
      Lanes.select(top, topX, Lanes.select(left, Float8(), one)),
      Lanes.select(top, Float8(), Lanes.select(left, leftY, rightY))
    )
    end = (
      Lanes.select(bottom, bottomX, Lanes.select(right, one, Float8())),
      Lanes.select(bottom, one, Lanes.select(right, rightY, leftY))
    )
  }

  /// The distance of a point, counted in pixels from the cell's upper left pixel, to the segment.
  @inline(__always)
  func distance(x: Float8, y: Float8) -> Float8 {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (px, py) = (x - start.x, y - start.y)
    // The least divisor: a segment may be as short as nothing, where the outline runs through a pixel's centre.
    let share = Lanes.clamp((px * dx + py * dy) / Lanes.max(dx * dx + dy * dy, 1e-12), 0, 1)
    let (nx, ny) = (px - dx * share, py - dy * share)
    return Lanes.sqrt(nx * nx + ny * ny)
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
