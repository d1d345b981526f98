import Lanes

/// The points of the lens's disc by which the sharp copies of a picture are shifted. Out of focus, the picture is drawn as the
/// mean of these copies.
enum DefocusedTaps {
  /// Number of points.
  static var count: Int { 16 }
  /// Approximate distance between neighbouring points, as a share of the disc's radius: √(π ÷ `count`).
  static var spacing: Float { 0.443 }

  /// `count` points spread evenly over the unit disc, on a spiral: each is the golden angle, 0.382 turns, from the one before (H. Vogel,
  /// 1979, A better way to construct the sunflower head).
  static let points: AlignedBuffer<SIMD2<Float>> = {
    let points = AlignedBuffer<SIMD2<Float>>(count: count)
    for index in 0..<count {
      let radius = ((Double(index) + 0.5) / Double(count)).squareRoot()
      let (sine, cosine) = Lanes.sincosTurns(Double(index) * 0.381_966_011_250_105)
      points[index] = SIMD2(Float(radius * cosine), Float(radius * sine))
    }
    return points
  }()
}
