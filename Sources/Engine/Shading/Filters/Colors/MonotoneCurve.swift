/// A smooth curve through points that rises and falls only where the points do: cubic pieces with the slopes of F. N. Fritsch and R. E.
/// Carlson, "Monotone Piecewise Cubic Interpolation" (1980). Before the first point and after the last one the curve is constant.
struct MonotoneCurve {
  private let points: [SIMD2<Double>]
  private let slopes: [Double]

  /// - Parameter points: positions x and values y, in any order. Of several points with the same x the last one is used.
  init(_ points: [SIMD2<Double>]) {
    var sorted: [SIMD2<Double>] = []
    // A stable sort by insertion: there are few points.
    for point in points {
      let index = sorted.firstIndex { $0.x >= point.x } ?? sorted.count
      if index < sorted.count && sorted[index].x == point.x {
        sorted[index] = point
      } else {
        sorted.insert(point, at: index)
      }
    }
    self.points = sorted
    guard sorted.count > 1 else {
      slopes = sorted.map { _ in 0 }
      return
    }
    // The slopes of the chords between neighbouring points.
    let chordSlopes = zip(sorted, sorted.dropFirst()).map { ($1.y - $0.y) / ($1.x - $0.x) }
    var slopes = sorted.indices.map { index -> Double in
      if index == 0 { return chordSlopes[0] }
      if index == chordSlopes.count { return chordSlopes[index - 1] }
      return chordSlopes[index - 1] * chordSlopes[index] <= 0 ? 0 : (chordSlopes[index - 1] + chordSlopes[index]) / 2
    }
    for index in chordSlopes.indices {
      if chordSlopes[index] == 0 {
        (slopes[index], slopes[index + 1]) = (0, 0)
        continue
      }
      let (a, b) = (slopes[index] / chordSlopes[index], slopes[index + 1] / chordSlopes[index])
      // The piece is monotone if the point (a, b) lies within a circle of radius 3 around (0, 0).
      let squaredLength = a * a + b * b
      if squaredLength > 9 {
        let factor = 3 / squaredLength.squareRoot()
        (slopes[index], slopes[index + 1]) = (factor * a * chordSlopes[index], factor * b * chordSlopes[index])
      }
    }
    self.slopes = slopes
  }

  /// The curve's value at `x`. Without points the curve is the identity.
  func value(at x: Double) -> Double {
    guard let first = points.first, let last = points.last else { return x }
    if x <= first.x { return first.y }
    if x >= last.x { return last.y }
    guard let next = points.firstIndex(where: { $0.x > x }) else { return last.y }
    let (a, b) = (points[next - 1], points[next])
    let width = b.x - a.x
    let t = (x - a.x) / width
    let s = 1 - t
    return a.y * (1 + 2 * t) * s * s + slopes[next - 1] * width * t * s * s + b.y * (1 + 2 * s) * t * t
      - slopes[next] * width * s * t * t
  }
}
