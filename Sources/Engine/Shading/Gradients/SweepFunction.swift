import Colorimetry
import Lanes

/// The parameter of a conic gradient between two angles around the origin.
struct SweepFunction: Sendable, ParameterFunction {
  /// The angle at which the visible sweep begins, in turns clockwise from up, 0 ..< 1.
  private let startTurns: Float
  private let isCounterclockwise: Bool
  /// t = share · gain + offset, for the share 0 ..< 1 of a turn from `startTurns` in the direction of the sweep.
  private let gain: Float
  private let offset: Float
  /// The share at the middle of the gap between the sweep's end and its start, beyond which the gap has the first colour. If there is no
  /// gap or it is not filled, 2, which no share reaches.
  private let gapMiddle: Float

  /// A whole turn, clockwise from an angle in degrees, 0 up.
  init(from: Double) {
    startTurns = Float(Angles.reduced(degrees: from) / 360)
    isCounterclockwise = false
    (gain, offset, gapMiddle) = (1, 0, 2)
  }

  /// A sweep between two angles in degrees, 0 up.
  ///
  /// - Parameter fillsGap: whether the gap between the sweep's end and its start is filled, each half with the nearer end colour.
  init(from start: Double, to end: Double, fillsGap: Bool) {
    let turns = (end - start).magnitude / 360
    isCounterclockwise = end < start
    // If the sweep is longer than one turn, its last turn is visible.
    let isLong = turns > 1
    startTurns = Float(Angles.reduced(degrees: isLong ? end : start) / 360)
    let gain = 1 / max(turns, 1e-6)
    self.gain = Float(gain)
    offset = isLong ? Float(1 - gain) : 0
    gapMiddle = !isLong && fillsGap ? Float((1 + turns) / 2) : 2
  }

  /// One turn clockwise from up, along which t runs from `start` to `end`.
  init(parameterFrom start: Double, to end: Double) {
    (startTurns, isCounterclockwise) = (0, false)
    (gain, offset, gapMiddle) = (Float(end - start), Float(start), 2)
  }

  @inline(__always)
  func parameter(_ u: Float8, _ v: Float8) -> Float8 {
    // atan2(u, −v) is 0 up and grows clockwise.
    let angle = Lanes.atan2(y: u, x: -v) * Float(0.5 / Double.pi) - startTurns
    let share = Lanes.fract(isCounterclockwise ? -angle : angle)
    let t = share * gain + offset
    // In the gap's second half t is reduced by a turn: it lies before the sweep's start, where the curve has the first colour.
    return Lanes.select(share .> gapMiddle, t - gain, t)
  }
}
