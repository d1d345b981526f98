// The pose of a bent sheet, and where the eye sees it.
//
// A sheet of length 2a that is bent by Θ from its base to its tip lies on a cylinder of radius R = 2a·cos(twist) ÷ Θ. Let E be the direction in which it is bent, W that of the
// cylinder's axis (the rulings), N the normal in its middle, and s and w the distances from the middle along E and W on the flat sheet. Its points
// are E·R·sin φ + N·R·(k − cos φ) + W·w with φ = s/R; k = sin(Θ/2) ÷ (Θ/2) puts the mean of the arc at the origin.
//
// The eye looks along z. With h² = Ez² + Nz² = 1 − Wz², Ez = h·sin δ, Nz = h·cos δ, α = φ + δ, and pixels' coordinates t at a right angle to the
// picture of the axis and l along it:
//
//   t = R·(sin α − k·sin δ),   l = h·w + R·Wz·(cos α − k·cos δ).
//
// So a pixel sees at most two places: those with cos α = ±√(1 − sin²α). Where cos α > 0 the side to which the sheet is bent faces the eye, and that
// place is the farther one. The derivatives of s and w in t and l, for anti-aliasing, follow: ∂s/∂t = 1/cos α, ∂w/∂t = Wz·sin α ÷ (h·cos α),
// ∂w/∂l = 1/h. The fold, beyond which nothing is seen, is the line sin α = ±1.

import Lanes
import Model

/// A bent sheet as it is seen, in pixels.
struct SheetPose {
  /// Half of the length and of the breadth.
  let halfLength: Float
  let halfBreadth: Float
  /// Unit vectors in the frame: at a right angle to the picture of the cylinder's axis, and along it.
  let across: SIMD2<Float>
  let along: SIMD2<Float>
  let radius: Float
  let inverseRadius: Float
  /// δ, k·sin δ and k·cos δ.
  let delta: Float
  let sineShift: Float
  let cosineShift: Float
  /// R·Wz, Wz ÷ h and 1 ÷ h.
  let rise: Float
  let slope: Float
  let inverseHeight: Float
  /// Sine and cosine of the twist. `side` is −1 where the sheet is bent towards its back.
  let sine: Float
  let cosine: Float
  let side: Float
  /// φ of the farthest corner, and s for which the middle line is at w: s = −w · `middle`; 0 without a twist.
  let halfAngle: Float
  let middle: Float
  /// The angle at the ends within which a pixel may still be partly covered.
  let endAngle: Float
  /// Whether the farther and the nearer of two places can be seen anywhere.
  let hasFar: Bool
  let hasNear: Bool
  /// Directions in the frame, with z towards the eye, of which the normals are made: at α = 90°, at α = 0, and along the axis.
  let normalAcross: SIMD3<Float>
  let normalFacing: SIMD3<Float>
  let axis: SIMD3<Float>

  /// The least h: seen along its axis, a sheet keeps a thickness.
  private static var leastHeight: Float { 1.0 / 32 }

  /// - Parameter scale: factor of all lengths.
  init(_ values: SheetValues, scale: Float) {
    let (x, y) = (values.vector(.sheetAlongX), values.vector(.sheetAcrossX))
    let (halfLength, halfBreadth) = (values[.sheetHalfLength] * scale, values[.sheetHalfBreadth] * scale)
    (self.halfLength, self.halfBreadth) = (halfLength, halfBreadth)
    let (bend, twist) = (values[.sheetBend], Lanes.sincos(values[.sheetTwist]))
    (sine, cosine) = (twist.sin, twist.cos)
    side = bend < 0 ? -1 : 1
    let halfBend = abs(bend) * 0.5
    let bentLength = halfLength * max(abs(twist.cos), Sheet.leastCosineOfTwist)
    radius = bentLength / halfBend
    inverseRadius = halfBend / bentLength
    // Turned by 180° about E, a sheet that is bent towards its back is bent towards its front.
    let e = x * twist.cos + y * twist.sin
    let w = (y * twist.cos - x * twist.sin) * side
    let n = SIMD3(e.y * w.z - e.z * w.y, e.z * w.x - e.x * w.z, e.x * w.y - e.y * w.x)
    axis = w
    let height = (w.x * w.x + w.y * w.y).squareRoot()
    let isSeen = height > 1e-5
    let inverse = isSeen ? 1 / height : 0
    along = isSeen ? SIMD2(w.x * inverse, w.y * inverse) : SIMD2(1, 0)
    across = SIMD2(along.y, -along.x)
    let (sinDelta, cosDelta) = isSeen ? (e.z * inverse, n.z * inverse) : (Float(0), Float(1))
    delta = Lanes.atan2(y: sinDelta, x: cosDelta)
    let seenHeight = max(height, Self.leastHeight)
    inverseHeight = 1 / seenHeight
    slope = w.z * inverseHeight
    rise = radius * w.z
    let mean = Lanes.sin(halfBend) / halfBend
    (sineShift, cosineShift) = (mean * sinDelta, mean * cosDelta)
    normalFacing = n * cosDelta + e * sinDelta
    normalAcross = n * sinDelta - e * cosDelta
    let (sinShare, cosShare) = (abs(twist.sin), abs(twist.cos))
    let arc = halfLength * cosShare + halfBreadth * sinShare
    halfAngle = arc * inverseRadius
    endAngle = ((2 * inverseRadius).squareRoot() + inverseRadius) * (1 + abs(slope))
    middle = sinShare > 1e-3 ? side * twist.cos / twist.sin : 0
    let cosines = Self.cosines(from: delta - halfAngle, to: delta + halfAngle)
    hasFar = cosines.high > 0
    hasNear = cosines.low < 0
  }

  /// The range of the cosine of the angles between two.
  private static func cosines(from first: Float, to last: Float) -> (low: Float, high: Float) {
    let (a, b) = (Lanes.cos(first), Lanes.cos(last))
    /// Whether the angles contain one of `turn` + whole turns.
    func contains(_ turn: Float) -> Bool {
      let (low, high) = (first * (0.5 / .pi) - turn, last * (0.5 / .pi) - turn)
      return high.rounded(.down) >= low
    }
    return (contains(0.5) ? -1 : min(a, b), contains(0) ? 1 : max(a, b))
  }
}

extension SheetPose {
  /// What eight pixels have in common for both places that they see.
  struct Sight {
    /// Sine of α, −1...1, and the magnitude of its cosine.
    let sine: Float8
    let cosine: Float8
    /// asin of `sine`.
    let angle: Float8
    /// l.
    let along: Float8
    /// The covered share up to the fold.
    let fold: Float8
  }

  /// - Parameters:
  ///   - t: pixels at a right angle to the axis's picture.
  ///   - l: pixels along it.
  @inline(__always)
  func sight(_ t: Float8, _ l: Float8) -> Sight {
    let unlimited = t * inverseRadius + sineShift
    let sine = Lanes.clamp(unlimited, -1, 1)
    let cosine = Lanes.sqrt((1 - sine) * (1 + sine))
    let isFolded = hasFar && hasNear
    let fold = isFolded ? saturate((1 - Lanes.abs(unlimited)) * radius + 0.5) : Float8(repeating: 1)
    return Sight(
      sine: sine, cosine: cosine, angle: Lanes.angle(sine: sine, cosine: cosine), along: l, fold: fold)
  }

  /// Places on the flat sheet, in pixels from its middle along its length (x) and its breadth (y).
  ///
  /// - Parameter isNear: a constant after inlining: the nearer or the farther of the two places.
  /// - Returns: the places, and which of them may lie on the sheet or within a pixel of its ends.
  @_transparent
  func place(_ sight: Sight, isNear: Bool) -> (x: Float8, y: Float8, isOnSheet: SIMDMask<Int32x8>) {
    let turn: Float = 0.5 / .pi
    var phi = isNear ? (.pi - delta) - sight.angle : sight.angle - delta
    phi = phi - Lanes.round(phi * turn) * (2 * .pi)
    let cosAlpha = isNear ? -sight.cosine : sight.cosine
    let w = (sight.along - (cosAlpha - cosineShift) * rise) * inverseHeight
    if halfAngle > .pi {
      // Of several turns the one is seen whose middle line is nearest.
      let wanted = Lanes.round((w * -middle * inverseRadius - phi) * turn)
      let (least, greatest) = (-Lanes.floor((phi + halfAngle) * turn), Lanes.floor((halfAngle - phi) * turn))
      phi = phi + Lanes.max(Lanes.min(wanted, greatest), least) * (2 * .pi)
    }
    let s = phi * radius
    let sided = w * side
    // Near a fold a pixel is many pixels of the sheet: there the angle's own resolution is the limit.
    let isOnSheet = Lanes.abs(phi) .< (halfAngle + endAngle)
    return (s * cosine - sided * sine, s * sine + sided * cosine, isOnSheet)
  }

  /// The factor from a function's value on the flat sheet to its distance in pixels from where it is 0: 1 ÷ the length of its gradient as it is
  /// seen.
  ///
  /// - Parameters:
  ///   - x: the gradient's part along the length.
  ///   - y: that along the breadth.
  @inline(__always)
  func pixels(_ x: Float8, _ y: Float8, _ sight: Sight) -> Float8 {
    let alongBend = x * cosine + y * sine
    let alongRuling = (y * cosine - x * sine) * side
    // Half a pixel from the fold the cosine is 1 ÷ √R; nearer to it, distances would lose their meaning.
    let cosAlpha = Lanes.max(sight.cosine, leastCosine)
    let acrossAxis = alongBend + alongRuling * sight.sine * slope
    let alongAxis = alongRuling * cosAlpha * inverseHeight
    return cosAlpha / Lanes.sqrt(Lanes.max(acrossAxis * acrossAxis + alongAxis * alongAxis, 1e-12))
  }

  @inline(__always)
  private var leastCosine: Float { min(inverseRadius.squareRoot(), 0.5) }
}
