import Presets

/// A size or an opacity of tsParticles: a random value, or one that runs to and fro between two, or once from one to the other.
struct TSSwing {
  /// Values at birth, before the curve over life.
  var span: Span
  /// The least value that is run to; nil if nothing runs.
  var least: Double?
  /// Seconds for the way there and back; nil unless it runs to and fro.
  var periodSeconds: Double?
  /// Seconds after which the particle is gone because its value has come to an end.
  var endSeconds: Span?
  /// Whether it begins with the least value.
  var rises = false
  /// Seconds from one end to the other.
  var waySeconds = 1.0

  var largest: Double { span.high }

  /// Values over the lifetime as factors of the greatest; nil if nothing runs.
  func curve(_ life: Span, scale: Double) -> Written? {
    guard let least, span.high > 0 else { return nil }
    let low = least / span.high
    let seconds = max(life.mean, 0.01)
    if endSeconds != nil || periodSeconds == nil {
      let share = min(1, (endSeconds?.mean ?? waySeconds) / seconds)
      var keys = [(at: 0.0, value: rises ? low : 1), (at: share, value: rises ? 1 : low)]
      if share < 1 { keys.append((1, rises ? 1 : low)) }
      return .curve(keys)
    }
    // More turns than this are not told apart.
    let turns = min(48, Int((seconds / waySeconds).rounded(.up)))
    var keys: [(at: Double, value: Double)] = []
    for turn in 0...max(1, turns) {
      let at = Double(turn) * waySeconds / seconds
      let isLow = (turn % 2 == 0) == rises
      guard at < 1 else {
        // The value where the life ends, on the way to this turn.
        let part = (1 - (Double(turn) - 1) * waySeconds / seconds) / (waySeconds / seconds)
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
      animation.leave(
        [
          "speed", "sync", "minimumValue", "size_min", "opacity_min", "startValue", "destroy", "mode", "count", "decay",
          "delay",
        ],
        .meaningless, "the animation is not enabled")
      return swing
    }
    let speed = (animation.span("speed", in: 0...1e4)?.mean ?? 1) * unitsPerSpeed
    let least = animation.number("minimumValue", "size_min", "opacity_min", in: 0...5e3) ?? value.low
    let high = max(value.high, least)
    let start = animation.text("startValue") ?? "random"
    let destroy = animation.text("destroy") ?? "none"
    if animation.flag("sync") == true { animation.approximate("sync", "particles swing by their own ages") }
    if let count = animation.span("count"), count.high > 0 { animation.approximate("count", "it goes on all life") }
    animation.leave(["decay", "delay"], .unsupported, "the animation's own brake and delay")
    let mode = animation.text("mode") ?? "auto"
    guard speed > 0, high > least else { return swing }
    swing.span = Span(high, high)
    swing.least = least
    swing.waySeconds = (high - least) / speed
    let isInStep = animation.flag("sync") == true
    swing.rises = start == "min" || mode == "increase" || destroy == "max"
    if destroy == "min" || destroy == "max" {
      swing.rises = destroy == "max"
      swing.endSeconds = Span(swing.waySeconds, swing.waySeconds * (isInStep ? 1 : 3))
      if !isInStep {
        animation.approximate(
          "speed", "a random share in tsParticles; lifetimes up to three times as long stand for it")
      }
      if start == "random" { animation.approximate("startValue", "the way begins at its end, not anywhere on it") }
    } else {
      // A random share of the speed, whose mean is a half, where particles are not in step.
      if !isInStep {
        swing.waySeconds *= 2
        animation.approximate("speed", "a random share in tsParticles; here the mean of them, a half")
      }
      swing.periodSeconds = 2 * swing.waySeconds
    }
    return swing
  }
}
