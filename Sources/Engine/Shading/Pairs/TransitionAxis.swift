import Colorimetry

/// A direction in which an edge runs across the frame, and the frame's extent along it: from the first corner that the edge meets to the
/// last.
struct TransitionAxis {
  /// The direction, of length 1.
  let x, y: Double
  /// The position of the first corner along the direction, and the distance from it to the last corner, in pixels.
  let start, length: Double

  /// - Parameters:
  ///   - angle: degrees, as for a gradient: 0 is up, 90 is to the right.
  ///   - width, height: the frame's size in pixels.
  init(angle: Double, width: Int, height: Int) {
    let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
    (x, y) = (sine, -cosine)
    let (w, h) = (Double(width), Double(height))
    start = min(0, w * x) + min(0, h * y)
    length = max(abs(w * x) + abs(h * y), 1)
  }
}
