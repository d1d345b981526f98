import Lanes

/// How a smooth curve goes through a key (Kochanek and Bartels, "Interpolating splines with local tension, continuity,
/// and bias control", 1984), each -1...1: tension tightens, continuity makes corners, bias leans to the neighbour before.
public struct KeyShape: Sendable, Equatable {
  public var tension: Double
  public var continuity: Double
  public var bias: Double

  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}

extension NumberCurve {
  /// The curve through keys whose slopes come from their neighbours; with a shape of zeros the Catmull-Rom spline, for
  /// uneven times in its finite-difference form (p₊ − p₋) / (t₊ − t₋).
  ///
  /// The ends go straight towards their neighbours; where `isClosed`, the neighbour before the first key is that before
  /// the last, so that the curve comes round without a kink.
  public static func cubic(_ keys: [NumberKey], shape: KeyShape = KeyShape(), isClosed: Bool = false) -> NumberCurve {
    let last = keys.count - 1
    /// The steps to a key from the one before and from it to the next: seconds and values.
    func step(from index: Int) -> (span: Double, rise: Double)? {
      var index = index
      if isClosed, last > 0 { index = index < 0 ? last - 1 : (index >= last ? 0 : index) }
      guard index >= 0, index < last else { return nil }
      return (keys[index + 1].time - keys[index].time, keys[index + 1].value - keys[index].value)
    }
    let (loose, lean, corner) = ((1 - shape.tension) / 2, shape.bias, shape.continuity)
    let knots = keys.indices.map { index in
      let key = keys[index]
      var knot = Knot(place: key.time, value: key.value, easing: key.easing)
      switch (step(from: index - 1), step(from: index)) {
      case (let before?, let after?):
        let span = before.span + after.span
        guard span > 0 else { break }
        knot.slopeIn =
          loose * ((1 - corner) * (1 + lean) * before.rise + (1 + corner) * (1 - lean) * after.rise) * 2 / span
        knot.slopeOut =
          loose * ((1 + corner) * (1 + lean) * before.rise + (1 - corner) * (1 - lean) * after.rise) * 2 / span
      case (let only?, nil), (nil, let only?):
        guard only.span > 0 else { break }
        knot.slopeIn = (1 - shape.tension) * only.rise / only.span
        knot.slopeOut = knot.slopeIn
      case (nil, nil): break
      }
      return knot
    }
    return NumberCurve(knots: knots)
  }

  /// The curve's pieces as cubic Bézier curves, four numbers each.
  var pieces: [[Double]] {
    zip(knots, knots.dropFirst()).map { from, to in
      let third = (to.place - from.place) / 3
      return [from.value, from.value + from.slopeOut * third, to.value - to.slopeIn * third, to.value]
    }
  }
}
