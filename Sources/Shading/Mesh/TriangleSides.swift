import Lanes

/// The corners of a triangle, from the top.
struct SortedCorners {
  let first, middle, last: SIMD2<Double>

  @inline(__always)
  init(_ half: MeshPiece.Half) {
    var (first, middle, last) = (half.origin, half.along, half.down)
    if SortedCorners.isBelow(first, middle) { (first, middle) = (middle, first) }
    if SortedCorners.isBelow(middle, last) { (middle, last) = (last, middle) }
    if SortedCorners.isBelow(first, middle) { (first, middle) = (middle, first) }
    (self.first, self.middle, self.last) = (first, middle, last)
  }

  /// Whether `a` comes after `b`.
  @inline(__always)
  private static func isBelow(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool { a.y > b.y || (a.y == b.y && a.x > b.x) }
}

/// The sides of a triangle. Each is computed from its upper to its lower end, so that adjacent triangles neither gape nor
/// overlap.
struct TriangleSides {
  let corners: SortedCorners
  private let long, upper, lower: Double

  @inline(__always)
  init(_ corners: SortedCorners) {
    self.corners = corners
    long = TriangleSides.slope(corners.first, corners.last)
    upper = TriangleSides.slope(corners.first, corners.middle)
    lower = TriangleSides.slope(corners.middle, corners.last)
  }

  /// The span of a horizontal line inside the triangle.
  @inline(__always)
  func span(at y: Double) -> (left: Double, right: Double) {
    let (first, middle) = (corners.first, corners.middle)
    let far = first.x + (y - first.y) * long
    let near = y < middle.y ? first.x + (y - first.y) * upper : middle.x + (y - middle.y) * lower
    return far < near ? (far, near) : (near, far)
  }

  /// The spans of eight lines whose y Float holds exactly. Those that miss the triangle begin far to the right.
  @inline(__always)
  func spans(at y: Double8) -> (left: Float8, right: Float8) {
    let (first, middle) = (corners.first, corners.middle)
    let far = Lanes.narrow(first.x + (y - first.y) * long)
    let above = Lanes.narrow(first.x + (y - first.y) * upper)
    let below = Lanes.narrow(middle.x + (y - middle.y) * lower)
    // All triangles that share a corner round it alike.
    let line = Lanes.narrow(y)
    let near = Lanes.select(line .< Float(middle.y), above, below)
    let misses = (line .< Float(first.y)) .| (line .>= Float(corners.last.y))
    return (Lanes.select(misses, Float8(repeating: 1e9), Lanes.min(far, near)), Lanes.max(far, near))
  }

  @inline(__always)
  private static func slope(_ top: SIMD2<Double>, _ bottom: SIMD2<Double>) -> Double {
    bottom.y > top.y ? (bottom.x - top.x) / (bottom.y - top.y) : 0
  }
}
