// A smooth curve through the colours of stops: piecewise cubics whose slopes at the stops are those of F. N. Fritsch and J. Butland, "A Method for
// Constructing Local Monotone Piecewise Cubic Interpolants" (1984): no component overshoots between two stops. Before the first
// stop and beyond the last one the colour is constant, so the slope there is 0.

extension ColorRamp {
  /// Segments along such a curve. At a hard edge the curve ends, and another one begins.
  static func splined(_ segments: [Segment]) -> [Segment] {
    segments.indices.map { index in
      let segment = segments[index]
      func slope(_ earlier: Int, _ later: Int) -> SIMD4<Double> {
        guard earlier >= 0, later < segments.count, segments[earlier].end == segments[later].start else { return .zero }
        return slopeBetween(segments[earlier], segments[later])
      }
      return segment.with(startSlope: slope(index - 1, index), endSlope: slope(index, index + 1))
    }
  }

  /// The slope at the stop between two segments: a weighted harmonic mean of theirs, and 0 where a component has an extremum.
  private static func slopeBetween(_ a: Segment, _ b: Segment) -> SIMD4<Double> {
    let (widthA, widthB) = (a.end - a.start, b.end - b.start)
    let (slopeA, slopeB) = (a.slope, b.slope)
    var result = SIMD4<Double>.zero
    for index in 0..<4 where slopeA[index] * slopeB[index] > 0 {
      let weights = (widthA + 2 * widthB, 2 * widthA + widthB)
      result[index] = 3 * (widthA + widthB) / (weights.0 / slopeA[index] + weights.1 / slopeB[index])
    }
    return result
  }
}
