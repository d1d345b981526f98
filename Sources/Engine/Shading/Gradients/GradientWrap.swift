import Colorimetry
import Lanes

/// Wraps the parameter t of a gradient that repeats or mirrors beyond its stops.
struct GradientWrap: Sendable {
  /// t of the first stop.
  let first: Float
  /// 1 ÷ the distance from the first stop to the last.
  let inverseLength: Float
  let isMirrored: Bool
  /// A copy of the constant, since it is read for every eight pixels.
  private let noColorBelow = ColorCurve.noColorBelow

  init(first: Float, inverseLength: Float, isMirrored: Bool) {
    self.first = first
    self.inverseLength = inverseLength
    self.isMirrored = isMirrored
  }

  /// t rescaled to be 0 at the first stop and 1 at the last, and repeated or mirrored into 0...1. The parameter of an uncoloured point
  /// stays as it is.
  @inline(__always)
  func wrapped(_ t: Float8) -> Float8 {
    let periods = (t - first) * inverseLength
    let wrapped = isMirrored ? Lanes.abs(periods - 2 * Lanes.round(periods * 0.5)) : Lanes.fract(periods)
    return Lanes.select(t .< noColorBelow, t, wrapped)
  }
}
