import Colorimetry
import Model

/// A paint's frame of reference: the rectangle that the paint refers to, in the paint's own plane, and the affine mapping from pixels of
/// the movie's frame to that plane. In the comments below "frame" always means the movie's.
package struct PaintFrame: Sendable {
  /// The rectangle in points of the plane.
  package let rect: PlaneRect
  /// The position (x, y) in frame pixels shows the plane's point (xx·x + xy·y + x0, yx·x + yy·y + y0).
  let xx, xy, x0, yx, yy, y0: Double

  /// The whole canvas.
  package init(_ canvas: Canvas) {
    self.init(PlaneRect(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints), on: canvas)
  }

  /// A plane with a rectangle of the canvas's size, which an affine projection maps to points of the canvas.
  package init(_ canvas: Canvas, _ projection: Projection) {
    let scale = canvas.pixelsPerPoint
    self.init(
      PlaneRect(x: 0, y: 0, width: canvas.widthPoints, height: canvas.heightPoints), a: projection.xx * scale,
      b: projection.yx * scale, c: projection.xy * scale, d: projection.yy * scale, e: projection.x0 * scale,
      f: projection.y0 * scale)
  }

  /// A rectangle of the canvas.
  package init(_ rect: PlaneRect, on canvas: Canvas) {
    self.rect = rect
    (xx, xy, x0) = (1 / canvas.pixelsPerPoint, 0, 0)
    (yx, yy, y0) = (0, 1 / canvas.pixelsPerPoint, 0)
  }

  /// A rectangle of a plane whose point (x, y) is projected to the pixel (a·x + c·y + e, b·x + d·y + f). If that
  /// projection is degenerate, every pixel shows the plane's origin.
  package init(_ rect: PlaneRect, a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    self.rect = rect
    let determinant = a * d - b * c
    let inverse = determinant.magnitude > 1e-12 ? 1 / determinant : 0
    (xx, xy, x0) = (d * inverse, -c * inverse, (c * f - d * e) * inverse)
    (yx, yy, y0) = (-b * inverse, a * inverse, (b * e - a * f) * inverse)
  }

  /// The position in frame pixels that shows a point of the plane.
  func pixel(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    if xy == 0, yx == 0, x0 == 0, y0 == 0, xx == yy, xx != 0 { return (x / xx, y / xx) }
    let determinant = xx * yy - xy * yx
    guard determinant.magnitude > 0 else { return (0, 0) }
    let (dx, dy) = (x - x0, y - y0)
    return ((yy * dx - xy * dy) / determinant, (xx * dy - yx * dx) / determinant)
  }

  /// Degrees by which the plane is rotated counterclockwise against the frame; nil if it is stretched, skewed or mirrored.
  var rotationDegrees: Double? {
    guard xx == yy, xy == -yx, xx != 0 || yx != 0 else { return nil }
    return yx == 0 && xx > 0 ? 0 : Angles.degrees(y: yx, x: xx)
  }

  /// The rectangle's middle, a point of the plane.
  var middle: (x: Double, y: Double) { (rect.x + rect.width / 2, rect.y + rect.height / 2) }

  /// A point in a gradient's units as a point of the plane.
  func point(_ point: AnimatedPoint, _ units: Gradient.Units, _ clock: AnimationClock) -> (x: Double, y: Double) {
    let (x, y) = (point.x.value(at: clock), point.y.value(at: clock))
    return units == .points ? (x, y) : (rect.x + x * rect.width, rect.y + y * rect.height)
  }

  /// A length in a gradient's units, such as a radius, in points of the plane. A length of 1 in units of the rectangle is its shorter side.
  func length(_ number: AnimatedNumber, _ units: Gradient.Units, _ clock: AnimationClock) -> Double {
    let value = number.value(at: clock)
    return units == .points ? value : value * min(rect.width, rect.height)
  }
}
