import Colorimetry

/// A direction across the frame, and how far the frame reaches along it: from the first corner that an edge meets to the last.
struct TransitionAxis {
  /// The direction, of length 1.
  let x, y: Double
  /// The place of the first corner, and pixels from it to the last.
  let start, length: Double

  /// - Parameters:
  ///   - angle: degrees as of a gradient: 0 is up, 90 to the right.
  ///   - width, height: of the frame, in pixels.
  init(angle: Double, width: Int, height: Int) {
    let (sine, cosine) = Angles.sineAndCosine(degrees: angle)
    (x, y) = (sine, -cosine)
    let (w, h) = (Double(width), Double(height))
    start = min(0, w * x) + min(0, h * y)
    length = max(abs(w * x) + abs(h * y), 1)
  }
}
