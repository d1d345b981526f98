import Colorimetry
import Lanes

/// t of a place (u, v) in a plane.
protocol PlaneLaw {
  func place(_ u: Lane8, _ v: Lane8) -> Lane8
}

/// |(u, v)|·scale + offset
struct RingLaw: PlaneLaw {
  let scale: Float
  let offset: Float
  @inline(__always) func place(_ u: Lane8, _ v: Lane8) -> Lane8 { Lanes.sqrt(u * u + v * v) * scale + offset }
}

/// (|u| + |v|)·scale + offset
struct RhombLaw: PlaneLaw {
  let scale: Float
  let offset: Float
  @inline(__always) func place(_ u: Lane8, _ v: Lane8) -> Lane8 { (Lanes.abs(u) + Lanes.abs(v)) * scale + offset }
}

/// t between two circles, as a canvas's radial gradient of two circles defines it: of all circles between and beyond them, with
/// centres and radii in proportion, the last one whose radius is not negative and on which the point lies.
///
/// The share ω of the way from the start circle solves ω²·a − 2ω·b + c = 0 with a = |d|² − ρ², b = p·d + r₀ρ, c = |p|² − r₀²
/// for the distance d of the centres and the difference ρ of the radii; its discriminant is written as a difference of two
/// squares, |ρp + r₀d|² − (p × d)², which loses fewer digits. Where no circle comes by there is nothing.
/// Cost: some 40 operations, with a root and a division.
struct CirclePair: Sendable, PlaneLaw {
  private let du, dv, start, growth: Float
  /// 1 ÷ a; 0 where a is too small, so that the equation is linear.
  private let inverse: Float

  /// In units of the largest of them; u and v are counted from the start circle's centre.
  init(du: Double, dv: Double, start: Double, end: Double) {
    let growth = end - start
    let square = du * du + dv * dv - growth * growth
    self.du = Float(du)
    self.dv = Float(dv)
    self.start = Float(start)
    self.growth = Float(growth)
    inverse = square.magnitude > 1e-6 ? Float(1 / square) : 0
  }

  /// Below every place of a curve with a gap.
  static let nowhere: Float = -0x1p110

  @inline(__always)
  func place(_ u: Lane8, _ v: Lane8) -> Lane8 {
    let b = u * du + v * dv + start * growth
    let c = u * u + v * v - start * start
    let none = Lane8(repeating: Self.nowhere)
    if inverse == 0 {
      let divisor = b + b
      let share = c / divisor.replacing(with: 1, where: divisor .== 0)
      return Lanes.select((divisor .!= 0) .& (share * growth + start .>= 0), share, none)
    }
    let p = u * growth + start * du
    let q = v * growth + start * dv
    let cross = u * dv - v * du
    let discriminant = p * p + q * q - cross * cross
    let root = Lanes.sqrt(Lanes.max(discriminant, 0))
    // The sum that cancels nothing gives both roots.
    let sum = b + Lanes.copySign(root, b)
    let first = sum * inverse
    let second = c / sum.replacing(with: 1, where: sum .== 0)
    let last = Lanes.max(first, second)
    let other = Lanes.min(first, second)
    let share = Lanes.select(last * growth + start .>= 0, last, other)
    return Lanes.select((discriminant .>= 0) .& (share * growth + start .>= 0), share, none)
  }
}

/// t around a point, between two angles.
struct SweepLaw: Sendable, PlaneLaw {
  /// Turns at which the counting begins, and the way round.
  private let origin: Float
  private let isBackward: Bool
  private let gain: Float
  private let offset: Float
  /// Turns behind which the rest of a turn belongs to the first colour.
  private let limit: Float

  /// A whole turn. Degrees, 0 up, clockwise.
  init(from: Double) {
    origin = Float(Angles.reduced(degrees: from) / 360)
    isBackward = false
    (gain, offset, limit) = (1, 0, 2)
  }

  /// - Parameter fillsRest: whether what is missing from a turn takes the end colours, half each.
  init(from start: Double, to end: Double, fillsRest: Bool) {
    let turns = (end - start).magnitude / 360
    isBackward = end < start
    // Of more than a turn the last one is seen.
    let isLong = turns > 1
    origin = Float(Angles.reduced(degrees: isLong ? end : start) / 360)
    let gain = 1 / max(turns, 1e-6)
    self.gain = Float(gain)
    offset = isLong ? Float(1 - gain) : 0
    limit = !isLong && fillsRest ? Float((1 + turns) / 2) : 2
  }

  @inline(__always)
  func place(_ u: Lane8, _ v: Lane8) -> Lane8 {
    // atan2(u, −v) counts from up, clockwise.
    let turn = Lanes.atan2(y: u, x: -v) * Float(0.5 / Double.pi) - origin
    let share = Lanes.fract(isBackward ? -turn : turn)
    let t = share * gain + offset
    return Lanes.select(share .> limit, t - gain, t)
  }
}

/// What becomes of t outside of the stops of a gradient that goes on.
struct GradientWrap: Sendable {
  let first: Float
  /// 1 ÷ the distance from the first stop to the last.
  let inverse: Float
  let isMirrored: Bool
  private let gapEnd = ColorCurve.gapEnd

  init(first: Float, inverse: Float, isMirrored: Bool) {
    self.first = first
    self.inverse = inverse
    self.isMirrored = isMirrored
  }

  /// 0...1 from the first stop to the last; what is nowhere stays there.
  @inline(__always)
  func place(_ t: Lane8) -> Lane8 {
    let turns = (t - first) * inverse
    let wrapped = isMirrored ? Lanes.abs(turns - 2 * Lanes.round(turns * 0.5)) : Lanes.fract(turns)
    return Lanes.select(t .< gapEnd, t, wrapped)
  }
}
