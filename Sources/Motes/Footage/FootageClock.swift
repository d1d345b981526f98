import Model

/// When a scene is seen over a clip, and how strongly: it begins at a second of the clip, and fades in and out.
struct FootageClock: Sendable {
  /// Second of the clip at which the scene begins.
  let begin: Rational
  /// Seconds for which the scene fades in at its start, and out at its end.
  let fade: Rational
  let canvas: Canvas
  /// Seconds of the clip's unit of time.
  let tick: Rational
  /// Seconds of the clip; nil where it does not say.
  let clipDuration: Rational?

  /// Canvas seconds of a time of the clip, in ticks: exact where its terms allow, otherwise to a microsecond.
  func sceneTime(_ ticks: Int64) -> Rational {
    // Of the longest clip, and of the period of a loop, the products of terms must fit 64 bits.
    var product = tick.denominator
    var isExact = product <= 1 << 31
    for denominator in [begin.denominator, canvas.duration.denominator] where isExact {
      let (next, overflow) = product.multipliedReportingOverflow(by: denominator)
      (product, isExact) = (next, !overflow && next <= 9_000_000_000_000)
    }
    guard isExact else {
      let microseconds = (Double(ticks) * tick.double * 1_000_000).rounded()
      return Rational(Int64(microseconds), 1_000_000) - begin
    }
    return Rational(ticks) * tick - begin
  }

  /// How strongly the scene is seen at one of its times.
  func opacity(at time: Rational) -> Float {
    guard time >= .zero else { return 0 }
    var end: Rational?
    if !canvas.loops {
      guard time < canvas.duration else { return 0 }
      end = canvas.duration
    }
    if let clipEnd = clipDuration.map({ $0 - begin }) { end = min(end ?? clipEnd, clipEnd) }
    guard fade > .zero else { return 1 }
    let sinceStart = time.double / fade.double
    let untilEnd = end.map { ($0.double - time.double) / fade.double } ?? 1
    return Float(max(0, min(1, sinceStart, untilEnd)))
  }
}
