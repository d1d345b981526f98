/// An affine transform of the plane: (x, y) becomes (a·x + c·y + e, b·x + d·y + f), as in CSS's matrix(a, b, c, d, e, f).
package struct PlaneMap: Sendable, Equatable {
  package var a, b, c, d, e, f: Double

  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// A uniform scale about the origin.
  package init(scale: Double) { self.init(scale, 0, 0, scale, 0, 0) }

  /// Returns the transformed point.
  @inline(__always)
  package func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * p.x + c * p.y + e, b * p.x + d * p.y + f)
  }

  /// Returns the transform that applies this one first and then `next`.
  package func then(_ next: PlaneMap) -> PlaneMap {
    PlaneMap(
      next.a * a + next.c * b, next.b * a + next.d * b, next.a * c + next.c * d, next.b * c + next.d * d,
      next.a * e + next.c * f + next.e, next.b * e + next.d * f + next.f)
  }

  /// The largest factor by which the transform lengthens a vector: the larger singular value of (a c; b d).
  package var stretch: Double {
    let (sum, difference) = (SIMD2(a + d, b - c), SIMD2(a - d, b + c))
    return ((sum * sum).sum().squareRoot() + (difference * difference).sum().squareRoot()) * 0.5
  }

  package var determinant: Double { a * d - b * c }

  /// The inverse transform; nil if the determinant's absolute value is at most 10⁻¹⁸ and counts as 0.
  package var inverse: PlaneMap? {
    let determinant = determinant
    guard abs(determinant) > 1e-18 else { return nil }
    let (a, b, c, d) = (d / determinant, -self.b / determinant, -self.c / determinant, self.a / determinant)
    return PlaneMap(a, b, c, d, -(a * e + c * f), -(b * e + d * f))
  }
}
