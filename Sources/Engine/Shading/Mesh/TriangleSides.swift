import Lanes

/// The corners of a triangle, sorted by y, and by x where y is equal.
struct SortedCorners {
  let first, middle, last: SIMD2<Double>

  @inline(__always)
  init(_ triangle: MeshPiece.Triangle) {
    var (first, middle, last) = (triangle.origin, triangle.along, triangle.down)
    if SortedCorners.isBelow(first, middle) { (first, middle) = (middle, first) }
    if SortedCorners.isBelow(middle, last) { (middle, last) = (last, middle) }
    if SortedCorners.isBelow(first, middle) { (first, middle) = (middle, first) }
    (self.first, self.middle, self.last) = (first, middle, last)
  }

  /// Whether `a` comes after `b`.
  @inline(__always)
  private static func isBelow(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool { a.y > b.y || (a.y == b.y && a.x > b.x) }
}

/// The sides of a triangle. Each side is computed from its upper to its lower end, so that adjacent triangles have neither gaps nor
/// overlaps.
struct TriangleSides {
  let corners: SortedCorners
  /// The change of x per y along the sides from the first corner to the last, from the first to the middle, and from the middle to the
  /// last.
  private let longSlope, upperSlope, lowerSlope: Double

  @inline(__always)
  init(_ corners: SortedCorners) {
    self.corners = corners
    longSlope = TriangleSides.slope(corners.first, corners.last)
    upperSlope = TriangleSides.slope(corners.first, corners.middle)
    lowerSlope = TriangleSides.slope(corners.middle, corners.last)
  }

  /// The part of the horizontal line at `y` that lies inside the triangle; the line must meet the triangle.
  @inline(__always)
  func span(at y: Double) -> (left: Double, right: Double) {
    let (first, middle) = (corners.first, corners.middle)
    let longSideX = first.x + (y - first.y) * longSlope
    let otherSideX = y < middle.y ? first.x + (y - first.y) * upperSlope : middle.x + (y - middle.y) * lowerSlope
    return longSideX < otherSideX ? (longSideX, otherSideX) : (otherSideX, longSideX)
  }

  /// The parts of eight horizontal lines that lie inside the triangle; Float must hold each y exactly. A line that misses the triangle
  /// has an empty span, which begins far to the right.
  @inline(__always)
  func spans(at y: Double8) -> (left: Float8, right: Float8) {
    let (first, middle) = (corners.first, corners.middle)
    let longSideX = Lanes.narrow(first.x + (y - first.y) * longSlope)
    let above = Lanes.narrow(first.x + (y - first.y) * upperSlope)
    let below = Lanes.narrow(middle.x + (y - middle.y) * lowerSlope)
    // Compared as Floats: all triangles that share a corner round the corner's y in the same way.
    let line = Lanes.narrow(y)
    let otherSideX = Lanes.select(line .< Float(middle.y), above, below)
    let misses = (line .< Float(first.y)) .| (line .>= Float(corners.last.y))
    return (
      Lanes.select(misses, Float8(repeating: 1e9), Lanes.min(longSideX, otherSideX)), Lanes.max(longSideX, otherSideX)
    )
  }

  @inline(__always)
  private static func slope(_ top: SIMD2<Double>, _ bottom: SIMD2<Double>) -> Double {
    bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
  }
}
