import Colorimetry
import Lanes

/// The parameter of a conic gradient between two angles around the origin.
struct SweepFunction: Sendable, ParameterFunction {
  /// The angle at which t is 0, in revolutions.
  private let origin: Float
  private let isCounterclockwise: Bool
  private let gain: Float
  private let offset: Float
  /// Revolutions behind which the gap belongs to the first colour.
  private let limit: Float

  /// A whole revolution, clockwise. Degrees, 0 up.
  init(from: Double) {
    origin = Float(Angles.reduced(degrees: from) / 360)
    isCounterclockwise = false
    (gain, offset, limit) = (1, 0, 2)
  }

  /// - Parameter fillsGap: whether what is missing from a whole revolution takes the end colours, half each.
  init(from start: Double, to end: Double, fillsGap: Bool) {
    let revolutions = (end - start).magnitude / 360
    isCounterclockwise = end < start
    // Of more than one revolution the last one is visible.
    let isLong = revolutions > 1
    origin = Float(Angles.reduced(degrees: isLong ? end : start) / 360)
    let gain = 1 / max(revolutions, 1e-6)
    self.gain = Float(gain)
    offset = isLong ? Float(1 - gain) : 0
    limit = !isLong && fillsGap ? Float((1 + revolutions) / 2) : 2
  }

  @inline(__always)
  func parameter(_ u: Float8, _ v: Float8) -> Float8 {
    // atan2(u, −v) is 0 up and grows clockwise.
    let angle = Lanes.atan2(y: u, x: -v) * Float(0.5 / Double.pi) - origin
    let share = Lanes.fract(isCounterclockwise ? -angle : angle)
    let t = share * gain + offset
    return Lanes.select(share .> limit, t - gain, t)
  }
}
