import Lanes

/// The points of a lens's disc through which a picture out of focus is seen: it is drawn as the mean of sharp copies, one for each point,
/// displaced by it.
enum DefocusedTaps {
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
