/// How far each place of a picture is out of focus: the radius over which the lens spreads a point, for a polygon the distance of its corners.
/// It is negative before the plane in focus, where the aperture is seen turned by 180°.
///
/// For a plane in space the radius is a linear function of the place in the picture, because 1 ÷ depth is one.
package struct LensRadius: Sendable, Equatable {
  /// The radius at the origin, and how much it grows along each axis.
  package var origin, x, y: Double
  /// Bounds of the radius.
  package var least, greatest: Double

  package init(origin: Double, x: Double, y: Double, least: Double, greatest: Double) {
    (self.origin, self.x, self.y, self.least, self.greatest) = (origin, x, y, least, greatest)
  }

  /// One radius everywhere.
  package init(_ radius: Double) { self.init(origin: radius, x: 0, y: 0, least: radius, greatest: radius) }

  package var isUniform: Bool { x == 0 && y == 0 || least >= greatest }

  package func callAsFunction(_ x: Double, _ y: Double) -> Double {
    min(max(origin + self.x * x + self.y * y, least), greatest)
  }

  /// The least and the greatest magnitude in a rectangle.
  package func magnitudes(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> {
    let (a, b) = (self(x.lowerBound, y.lowerBound), self(x.upperBound, y.lowerBound))
    let (c, d) = (self(x.lowerBound, y.upperBound), self(x.upperBound, y.upperBound))
    let (low, high) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    let least = low < 0 && high > 0 ? 0 : min(abs(low), abs(high))
    return least...max(abs(low), abs(high))
  }

  /// The radius in pixels, by places in pixels from a pixel that is the new origin.
  package func inPixels(_ pixelsPerPoint: Double, from origin: (x: Int, y: Int)) -> LensRadius {
    LensRadius(
      origin: self.origin * pixelsPerPoint + (x * Double(origin.x) + y * Double(origin.y)), x: x, y: y,
      least: least * pixelsPerPoint, greatest: greatest * pixelsPerPoint)
  }
}
