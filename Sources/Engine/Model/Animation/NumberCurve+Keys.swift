import Lanes

extension NumberCurve {
  /// The Kochanek-Bartels spline through keys. With a shape of zeros it is the Catmull-Rom spline, in its finite-difference
  /// form: the slope at a key is (p₊ − p₋) / (t₊ − t₋), from the values p and times t of the keys before (₋) and after (₊) it.
  ///
  /// At the ends the curve points straight to the neighbouring key. If `isClosed`, the last key has to repeat the first one's
  /// value; the key before the last is then the neighbour of the first, so that the curve closes without a kink.
  public static func cubic(_ keys: [NumberKey], shape: KeyShape = KeyShape(), isClosed: Bool = false) -> NumberCurve {
    let lastIndex = keys.count - 1
    /// The step from a key to the next, as the difference of their times (seconds) and of their values; nil beyond the ends.
    func step(from index: Int) -> (seconds: Double, rise: Double)? {
      var index = index
      if isClosed, lastIndex > 0 {
        if index < 0 { index = lastIndex - 1 } else if index >= lastIndex { index = 0 }
      }
      guard index >= 0, index < lastIndex else { return nil }
      return (keys[index + 1].time - keys[index].time, keys[index + 1].value - keys[index].value)
    }
    let (scale, bias, continuity) = ((1 - shape.tension) / 2, shape.bias, shape.continuity)
    let knots = keys.indices.map { index in
      let key = keys[index]
      var knot = Knot(position: key.time, value: key.value, easing: key.easing)
      switch (step(from: index - 1), step(from: index)) {
      case (let before?, let after?):
        let seconds = before.seconds + after.seconds
        guard seconds > 0 else { break }
        // Kochanek and Bartels' formulas (1 ∓ c)(1 ± b) are for keys that are 1 apart. This key's neighbours are `seconds` apart instead of
        // 2, so the slopes are multiplied by 2 ÷ seconds.
        knot.slopeIn =
          scale * ((1 - continuity) * (1 + bias) * before.rise + (1 + continuity) * (1 - bias) * after.rise) * 2
          / seconds
        knot.slopeOut =
          scale * ((1 + continuity) * (1 + bias) * before.rise + (1 - continuity) * (1 - bias) * after.rise) * 2
          / seconds
      case (let onlyStep?, nil), (nil, let onlyStep?):
        guard onlyStep.seconds > 0 else { break }
        knot.slopeIn = (1 - shape.tension) * onlyStep.rise / onlyStep.seconds
        knot.slopeOut = knot.slopeIn
      case (nil, nil): break
      }
      return knot
    }
    return NumberCurve(knots: knots)
  }

  /// The pieces of the curve as cubic Bézier curves: four control values each.
  var bezierPieces: [[Double]] {
    zip(knots, knots.dropFirst()).map { from, to in
      let third = (to.position - from.position) / 3
      return [from.value, from.value + from.slopeOut * third, to.value - to.slopeIn * third, to.value]
    }
  }
}
