/// A quantity of a sound as an animated number reads it: by the canvas's time, whatever the clock of the layer that reads it.
public struct SoundReading: Sendable, Equatable {
  /// What is read.
  package enum Quantity: Sendable, Equatable {
    case curve(SoundCurve)
    /// 0 at an event, nearly 1 just before the next.
    case phase(SoundEvents)
    /// Seconds since the last event, or since the one that lies as many events back.
    case secondsSince(SoundEvents, back: Int)
    /// How many events there have been.
    case count(SoundEvents)
  }

  package let quantity: Quantity
  /// Seconds that are added to the canvas's time: above 0 the reading looks ahead.
  package let secondsAhead: Double
  /// Seconds after which the sound begins anew, where it is a loop of the same length as the canvas's; nil for a song.
  package let loopSeconds: Double?

  package init(_ quantity: Quantity, secondsAhead: Double = 0, loopSeconds: Double? = nil) {
    self.quantity = quantity
    self.secondsAhead = secondsAhead
    self.loopSeconds = loopSeconds
  }

  /// The value at a number of seconds of the canvas.
  package func value(at canvasSeconds: Double) -> Double {
    var seconds = canvasSeconds + secondsAhead
    if let loopSeconds { seconds -= loopSeconds * (seconds / loopSeconds).rounded(.down) }
    return switch quantity {
    case .curve(let curve): curve.value(at: seconds)
    case .phase(let events): events.phase(at: seconds)
    case .secondsSince(let events, let back): events.secondsSinceLast(at: seconds, back: back)
    case .count(let events): Double(events.count(upTo: seconds))
    }
  }

  /// Rows a second of the curve that is read; nil for events.
  var rowsPerSecond: Int? { if case .curve(let curve) = quantity { curve.rowsPerSecond } else { nil } }

  /// A range that contains the values at all times.
  package var valueRange: ClosedRange<Double> {
    switch quantity {
    // Outside of the sound a curve is 0.
    case .curve(let curve): min(curve.low, 0)...max(curve.high, 0)
    case .phase: 0...1
    case .secondsSince: 0...SoundEvents.longAgoSeconds
    case .count(let events): 0...Double(events.count)
    }
  }
}
