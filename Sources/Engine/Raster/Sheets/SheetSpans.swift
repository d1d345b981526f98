import Lanes
import Model

/// The pixels of each row that a bent sheet may cover, closer than its box: leaves are pointed, and bent ones crescents.
///
/// The sheet is cut into eight pieces along the direction in which it is bent. Each piece lies in a rectangle of t and l (`SheetPose`), as broad as
/// the form is there; a row's span holds the row's spans of all of them. Cost: 200 operations for a sheet and 30 for a row, for all eight pieces at
/// once. With one rectangle around the whole sheet, leaves of 60 px visited twice as many blocks of pixels.
struct SheetSpans {
  /// The ranges of t and l of the eight pieces, with the border.
  private let lowT: Float8
  private let highT: Float8
  private let lowL: Float8
  private let highL: Float8
  /// 1 ÷ the horizontal shares of a pixel to the right in t and in l, and their vertical shares.
  private let inverse: SIMD2<Float>
  private let down: SIMD2<Float>

  /// Pixels of the border of anti-aliasing.
  private static var border: Float { 1 }

  init(_ pose: SheetPose, _ style: SheetStyle) {
    let (sine, cosine) = (pose.sine, pose.cosine)
    let (halfLength, halfBreadth) = (pose.halfLength, pose.halfBreadth)
    let step = pose.halfAngle * 0.25
    let first = Lanes.laneNumbers * step - pose.halfAngle
    let last = first + step
    // The flat piece: where y is at most `breadth`, σ·w = (y − s·sin τ) ÷ cos τ, and x = s·cos τ − σ·w·sin τ.
    let (s0, s1) = (first * pose.radius, last * pose.radius)
    @inline(__always) func rulings(_ breadth: Float8) -> (low: Float8, high: Float8) {
      let (a, b) = (s0 * sine, s1 * sine)
      let inverse = 1 / cosine
      return ((-breadth - Lanes.max(a, b)) * inverse, (breadth - Lanes.min(a, b)) * inverse)
    }
    let widest = rulings(Float8(repeating: halfBreadth))
    let (p, q) = (widest.low * sine, widest.high * sine)
    let x0 = Lanes.clamp(s0 * cosine - Lanes.max(p, q), -halfLength, halfLength)
    let x1 = Lanes.clamp(s1 * cosine - Lanes.min(p, q), -halfLength, halfLength)
    let outline = SheetOutline(style, pose)
    let ruling = rulings(outline.greatestHalf(from: x0, to: x1))
    let isTurned = pose.side < 0
    let (w0, w1) = (isTurned ? -ruling.high : ruling.low, isTurned ? -ruling.low : ruling.high)
    // Seen: between the ends of a piece its arc rises by at most R·(step ÷ 2)² ÷ 2, and never leaves the cylinder.
    let (a, b) = (Lanes.sincos(first + pose.delta), Lanes.sincos(last + pose.delta))
    let bulge = min(step * step * 0.125, 2)
    let (lowSine, highSine) = (
      Lanes.max(Lanes.min(a.sin, b.sin) - bulge, -1), Lanes.min(Lanes.max(a.sin, b.sin) + bulge, 1)
    )
    let (lowCosine, highCosine) = (
      Lanes.max(Lanes.min(a.cos, b.cos) - bulge, -1), Lanes.min(Lanes.max(a.cos, b.cos) + bulge, 1)
    )
    lowT = (lowSine - pose.sineShift) * pose.radius - Self.border
    highT = (highSine - pose.sineShift) * pose.radius + Self.border
    let (c, d) = ((lowCosine - pose.cosineShift) * pose.rise, (highCosine - pose.cosineShift) * pose.rise)
    let height = 1 / pose.inverseHeight
    lowL = w0 * height + Lanes.min(c, d) - Self.border
    highL = w1 * height + Lanes.max(c, d) + Self.border
    // An axis that is nearly vertical or horizontal leaves the row's span to the other one.
    func inverse(_ share: Float) -> Float { 1 / (abs(share) > 1e-5 ? share : 1e-5) }
    self.inverse = SIMD2(inverse(pose.across.x), inverse(pose.along.x))
    down = SIMD2(pose.across.y, pose.along.y)
  }

  /// The span of the row `dy` pixels below the centre, in pixels to the right of the centre; low > high if there is none.
  @inline(__always)
  func span(_ dy: Float) -> (low: Float, high: Float) {
    let (t, l) = (down.x * dy, down.y * dy)
    let (a, b) = ((lowT - t) * inverse.x, (highT - t) * inverse.x)
    let (c, d) = ((lowL - l) * inverse.y, (highL - l) * inverse.y)
    let low = Lanes.max(Lanes.min(a, b), Lanes.min(c, d))
    let high = Lanes.min(Lanes.max(a, b), Lanes.max(c, d))
    let isMissed = low .> high
    return (
      Lanes.select(isMissed, Float8(repeating: 1e9), low).min(),
      Lanes.select(isMissed, Float8(repeating: -1e9), high).max()
    )
  }
}
