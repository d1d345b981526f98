/// A mapping of the plane to itself that keeps straight lines straight: affine, or a perspective view of a plane.
///
/// The point (x, y) goes to (X ÷ w, Y ÷ w), where (X, Y, w) is the matrix times (x, y, 1). Points whose w is not above 0 lie
/// behind the eye and are not visible.
package struct Projection: Sendable, Equatable {
  /// The matrix, row by row.
  package var xx, xy, x0, yx, yy, y0, wx, wy, w0: Double

  package static let identity = Projection(1, 0, 0, 0, 1, 0)

  /// A projection by the rows of its matrix.
  package init(
    _ xx: Double, _ xy: Double, _ x0: Double, _ yx: Double, _ yy: Double, _ y0: Double, _ wx: Double = 0,
    _ wy: Double = 0, _ w0: Double = 1
  ) {
    (self.xx, self.xy, self.x0) = (xx, xy, x0)
    (self.yx, self.yy, self.y0) = (yx, yy, y0)
    (self.wx, self.wy, self.w0) = (wx, wy, w0)
  }

  /// Whether parallel lines stay parallel.
  package var isAffine: Bool { wx == 0 && wy == 0 && w0 == 1 }

  /// Divides by w where it is the same everywhere, so that w is 1: a plane that the camera faces is seen affinely.
  package var withoutConstantW: Projection {
    guard wx == 0, wy == 0, w0 > 0 else { return self }
    return Projection(xx / w0, xy / w0, x0 / w0, yx / w0, yy / w0, y0 / w0)
  }

  /// The image of a point, and its w. If w is not above 0 there is no image: x and y are 0.
  package func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double, w: Double) {
    let w = wx * x + wy * y + w0
    let factor = w > 0 ? 1 / w : 0
    return ((xx * x + xy * y + x0) * factor, (yx * x + yy * y + y0) * factor, w)
  }

  /// The projection that applies this one, then `next`.
  package func then(_ next: Projection) -> Projection {
    func row(_ a: Double, _ b: Double, _ c: Double) -> (Double, Double, Double) {
      (a * xx + b * yx + c * wx, a * xy + b * yy + c * wy, a * x0 + b * y0 + c * w0)
    }
    let (x, y, w) = (
      row(next.xx, next.xy, next.x0), row(next.yx, next.yy, next.y0), row(next.wx, next.wy, next.w0)
    )
    return Projection(x.0, x.1, x.2, y.0, y.1, y.2, w.0, w.1, w.2)
  }

  /// This projection for coordinates multiplied by `scale`: from points to pixels, if a point has `scale` pixels.
  package func scaled(by scale: Double) -> Projection {
    Projection(xx, xy, x0 * scale, yx, yy, y0 * scale, wx / scale, wy / scale, w0)
  }

  package var determinant: Double {
    xx * (yy * w0 - y0 * wy) - xy * (yx * w0 - y0 * wx) + x0 * (yx * wy - yy * wx)
  }

  /// The projection that undoes this one; nil if the plane is seen edge-on, or shrinks to a line or a point.
  ///
  /// The inverse's w is 1 ÷ w of this one, so it is above 0 for visible points.
  package var inverse: Projection? {
    let determinant = determinant
    guard abs(determinant) > 1e-12, determinant.isFinite else { return nil }
    let factor = 1 / determinant
    return Projection(
      (yy * w0 - y0 * wy) * factor, (x0 * wy - xy * w0) * factor, (xy * y0 - x0 * yy) * factor,
      (y0 * wx - yx * w0) * factor, (xx * w0 - x0 * wx) * factor, (x0 * yx - xx * y0) * factor,
      (yx * wy - yy * wx) * factor, (xy * wx - xx * wy) * factor, (xx * yy - xy * yx) * factor)
  }
}
