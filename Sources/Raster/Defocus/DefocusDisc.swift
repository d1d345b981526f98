import Lanes

/// A disc that a lens spreads: the share of the lens's disc (the circle of confusion), of radius ρ, that lies over a disc of radius g.
///
/// With the centres d apart and the common chord x = (d² + ρ² − g²)/2d from the lens's centre, that share is
/// F(x/ρ) + (g/ρ)²·F((d − x)/g), F(t) = (acos t − t·√(1 − t²))/π being the share of a unit disc beyond a chord at t. It
/// is 1 where the disc covers the whole lens, and sums to the disc's own area. F is √(1 − t)³ times a cubic fitted
/// to it: within 1.8·10⁻⁶, with negative t by F(−t) = 1 − F(t).
///
/// An ellipse is drawn with distances in units of its half axes, which is exact for circles alone: it serves where the lens is the larger.
struct DefocusDisc {
  /// Half axes in pixels up to which there is any light.
  let long: Float
  let short: Float
  /// The sum of `share` over all pixels, ÷ π.
  let lightOverPi: Float
  private let inverseLong: Float
  private let inverseShort: Float
  /// g: radius in pixels of the circle that stands for the ellipse.
  private let radius: Float
  /// ρ: radius in pixels of the lens's disc.
  private let blur: Float

  /// - Parameters:
  ///   - long: the longer half axis of the sharp ellipse in pixels.
  ///   - short: the shorter one.
  ///   - blur: radius of the lens's disc in pixels.
  @inline(__always)
  init(long ownLong: Float, short ownShort: Float, blur ownBlur: Float) {
    // Widened by 0.6 px (added as squares), so that no edge is steeper than the grid of pixels can show.
    blur = (ownBlur * ownBlur + 0.36).squareRoot()
    let size = (ownLong * ownShort).squareRoot()
    // A tiny disc in a small blur is drawn larger, so that its light does not depend on its position between the pixels.
    radius = max(size, max(1.5 - 0.9 * ownBlur, 0.6))
    let growth = size > 0 ? radius / size : 1
    long = (size > 0 ? ownLong * growth : radius) + blur
    short = (size > 0 ? ownShort * growth : radius) + blur
    inverseLong = 1 / long
    inverseShort = 1 / short
    let outer = radius + blur
    lightOverPi = radius * radius * (long * short) / (outer * outer)
  }

  /// The covered share of the lens for pixels whose distances along the principal axes are given in pixels.
  @inline(__always)
  func share(_ along: Float8, _ across: Float8) -> Float8 {
    let (x, y) = (along * inverseLong, across * inverseShort)
    let distance = Lanes.max(Lanes.sqrt(x * x + y * y) * (radius + blur), 1e-3)
    // d² − g² as a product keeps its digits where both are large.
    let excess = distance - radius
    let chord = (excess * (distance + radius) + blur * blur) * 0.5 / distance
    let ofLens = DefocusDisc.segment(oneMinus: 1 - Lanes.clamp(chord * (1 / blur), -1, 1))
    let ofDisc = DefocusDisc.segment(oneMinus: (chord - excess) * (1 / radius))
    let scale = radius / blur
    return saturate(ofLens + ofDisc * (scale * scale))
  }

  /// F(1 − s), which keeps the digits of a small s; s counts as 0 below that, and as 2 above.
  @inline(__always)
  private static func segment(oneMinus ownS: Float8) -> Float8 {
    let s = Lanes.clamp(ownS, 0, 2)
    // Negative 1 − s by F(−t) = 1 − F(t).
    let isFar = s .> 1
    let near = Lanes.select(isFar, 2 - s, s)
    // Step by step, which keeps the type checker quick.
    var cubic = near * -0x1.d3f596p-9 - 0x1.7c52cep-8
    cubic = cubic * near - 0x1.749184p-4
    cubic = cubic * near + 0x1.335f06p-1
    let share = near * Lanes.sqrt(near) * cubic
    return Lanes.select(isFar, 1 - share, share)
  }
}
