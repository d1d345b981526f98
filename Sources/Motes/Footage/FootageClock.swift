import Model

/// Converts times of a clip to times of the scene over it, and computes the opacity of the scene: 0 before it begins and after it
/// ends, and less than 1 while it fades.
struct FootageClock: Sendable {
  /// The time in the clip, in seconds, at which the scene begins.
  let begin: Rational
  /// Seconds for which the scene fades in at its start, and out at its end.
  let fade: Rational
  let canvas: Canvas
  /// Length in seconds of one tick, the unit of the clip's time stamps.
  let tick: Rational
  /// Length of the clip in seconds; nil if it is not known.
  let clipDuration: Rational?

  /// Times whose common denominator is larger than this are rounded. `Rational` traps on overflow; with this denominator, the
  /// numerator of a million seconds fits 64 bits.
  private static let maximumDenominator: Int64 = 9_000_000_000_000

  /// The scene's time in seconds at a time of the clip in ticks. It is exact if ticks, `begin` and the canvas's duration, by which a loop
  /// later divides it, have a small enough common denominator, and otherwise rounded to a microsecond.
  func sceneTime(_ ticks: Int64) -> Rational {
    var product = tick.denominator
    var isExact = true
    for denominator in [begin.denominator, canvas.duration.denominator] where isExact {
      let (next, overflow) = product.multipliedReportingOverflow(by: denominator)
      (product, isExact) = (next, !overflow && next <= Self.maximumDenominator)
    }
    guard isExact else {
      let microseconds = (Double(ticks) * tick.double * 1_000_000).rounded()
      return Rational(Int64(microseconds), 1_000_000) - begin
    }
    return Rational(ticks) * tick - begin
  }

  /// The opacity of the scene, 0 ... 1, at a time of the scene in seconds.
  func opacity(at time: Rational) -> Float {
    guard time >= .zero else { return 0 }
    var end: Rational?
    if !canvas.loops {
      guard time < canvas.duration else { return 0 }
      end = canvas.duration
    }
    if let clipEnd = clipDuration.map({ $0 - begin }) { end = min(end ?? clipEnd, clipEnd) }
    guard fade > .zero else { return 1 }
    let fadeInOpacity = time.double / fade.double
    let fadeOutOpacity = end.map { ($0.double - time.double) / fade.double } ?? 1
    return Float(max(0, min(1, fadeInOpacity, fadeOutOpacity)))
  }
}
