/// The record of one trail's ribbon to be drawn, in Floats: the simulation writes it, the rasteriser reads it.
///
/// A head of `headFloatCount` Floats for the whole ribbon, then its points from the particle to the end, plane by plane: x, y, half
/// width, gain of opacity, and for a ribbon whose colour changes along it the gains of red, green and blue.
package enum RibbonLayout {
  /// Floats of the head: left, top, right and bottom of the ribbon's box, premultiplied red, green, blue and alpha, the number of
  /// points, and seven that are not used, so that the planes begin on whole lanes.
  @inlinable package static var headFloatCount: Int { 16 }

  /// Planes of a record's points.
  @inlinable @inline(__always)
  package static func planeCount(isColored: Bool) -> Int { isColored ? 7 : 4 }

  /// Floats from one plane to the next.
  ///
  /// - Parameter tracedPointCount: points at which the trajectory is evaluated; between any two of them there may be one more.
  ///   Eight Floats may be read from any point on.
  package static func planeStride(tracedPointCount: Int) -> Int { (2 * tracedPointCount + 7) / 8 * 8 + 8 }

  /// An upper estimate of the Floats of a record whose ribbon has up to `segments` segments.
  ///
  /// At most `segments` + 3 points are traced (`TrailParameters.pointCount`): both ends of each segment, and where the particle is
  /// stepped two more, as its points lie at multiples of some steps. So `planeStride` is at most 2·`segments` + 6, 7 more for
  /// rounding and 8 to read on from the last point: 2·`segments` + 21, of which 21 is rounded up to whole lanes here.
  static func largestFloatCount(segments: Int) -> Int {
    headFloatCount + planeCount(isColored: true) * (2 * segments + 24)
  }
}
