import Presets

/// A size or an opacity of a tsParticles particle: a value that stays as it was at birth, one that swings between two ends, or one that
/// changes once from one end to the other.
struct TSSwing {
  /// Values that the curve over life multiplies; for a changing value its larger end.
  var span: Span
  /// The smaller end of the changing value; nil for a constant value.
  var minimum: Double?
  /// Seconds from one end to the other and back; nil unless the value swings.
  var periodSeconds: Double?
  /// Seconds after which the particle is destroyed because its value has reached an end; nil if it is not.
  var endSeconds: Span?
  /// Whether the value begins at its smaller end, not at the larger.
  var startsLow = false
  /// Seconds from one end to the other.
  var sweepSeconds = 1.0

  var largest: Double { span.high }

  /// The values over the lifetime as factors of the largest; nil for a constant value.
  func curve(_ life: Span) -> Written? {
    guard let minimum, span.high > 0 else { return nil }
    let low = minimum / span.high
    let seconds = max(life.mean, 0.01)
    if endSeconds != nil || periodSeconds == nil {
      // A single change, after which the value stays.
      let share = min(1, (endSeconds?.mean ?? sweepSeconds) / seconds)
      var keys = [(at: 0.0, value: startsLow ? low : 1), (at: share, value: startsLow ? 1 : low)]
      if share < 1 { keys.append((1, startsLow ? 1 : low)) }
      return .curve(keys)
    }
    // At most 48 sweeps are written: a longer curve is cut there.
    let sweepCount = min(48, Int((seconds / sweepSeconds).rounded(.up)))
    var keys: [(at: Double, value: Double)] = []
    for sweep in 0...max(1, sweepCount) {
      let at = Double(sweep) * sweepSeconds / seconds
      let isLow = (sweep % 2 == 0) == startsLow
      guard at < 1 else {
        // The life ends during the sweep to this key.
        let part = (1 - (Double(sweep) - 1) * sweepSeconds / seconds) / (sweepSeconds / seconds)
        let (from, to) = isLow ? (1, low) : (low, 1)
        keys.append((1, from + (to - from) * part))
        break
      }
      keys.append((at, isLow ? low : 1))
    }
    return .curve(keys)
  }
}

extension TSCell {
  /// Reads the animation of a size or opacity.
  ///
  /// - Parameter unitsPerSpeed: units a second of an animation's speed of 1.
  func swing(_ object: TSOptions, value: Span, unitsPerSpeed: Double) -> TSSwing {
    var swing = TSSwing(span: value)
    let animation = object.object("animation", "anim")
    guard animation.flag("enable") == true else {
      animation.reportLeftOut(
        [
          "speed", "sync", "minimumValue", "size_min", "opacity_min", "startValue", "destroy", "mode", "count", "decay",
          "delay",
        ],
        .meaningless, "the animation is not enabled")
      return swing
    }
    let speed = (animation.span("speed", in: 0...1e4)?.mean ?? 1) * unitsPerSpeed
    let minimum = animation.number("minimumValue", "size_min", "opacity_min", in: 0...5e3) ?? value.low
    let high = max(value.high, minimum)
    let start = animation.text("startValue") ?? "random"
    let destroy = animation.text("destroy") ?? "none"
    if animation.flag("sync") == true { animation.reportApproximated("sync", "particles swing by their own ages") }
    if let count = animation.span("count"), count.high > 0 {
      animation.reportApproximated("count", "it continues for the whole life")
    }
    animation.reportLeftOut(["decay", "delay"], .unsupported, "the animation's own brake and delay")
    let mode = animation.text("mode") ?? "auto"
    guard speed > 0, high > minimum else { return swing }
    swing.span = Span(high, high)
    swing.minimum = minimum
    swing.sweepSeconds = (high - minimum) / speed
    let isInStep = animation.flag("sync") == true
    swing.startsLow = start == "min" || mode == "increase" || destroy == "max"
    if destroy == "min" || destroy == "max" {
      swing.startsLow = destroy == "max"
      swing.endSeconds = Span(swing.sweepSeconds, swing.sweepSeconds * (isInStep ? 1 : 3))
      if !isInStep {
        animation.reportApproximated(
          "speed", "a random share in tsParticles; lifetimes up to three times as long are used instead")
      }
      if start == "random" {
        animation.reportApproximated("startValue", "the way begins at its end, not anywhere on it")
      }
    } else {
      // Without `sync`, each particle has a random part of the speed, half of it on average.
      if !isInStep {
        swing.sweepSeconds *= 2
        animation.reportApproximated("speed", "a random share in tsParticles; here the mean of them, a half")
      }
      swing.periodSeconds = 2 * swing.sweepSeconds
    }
    return swing
  }
}
