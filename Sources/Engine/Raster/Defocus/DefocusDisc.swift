import Lanes

/// A sharp disc of radius g, drawn out of focus. A pixel's coverage is the share of the lens's disc around it (the circle of confusion, of
/// radius ρ) that the sharp disc covers.
///
/// Let d be the distance between the centres of the two discs. Their common chord lies at x = (d² + ρ² − g²)/2d from the pixel. The share is
/// F(x/ρ) + (g/ρ)²·F((d − x)/g), where F(t) = (acos t − t·√(1 − t²))/π is the share of a unit disc beyond a chord at the distance t. The
/// share is 1 where the sharp disc covers the lens's whole disc, and its sum over all pixels is the sharp disc's area. F(t) is approximated by
/// √(1 − t)³ times a fitted cubic, with an error of at most 1.8·10⁻⁶; negative t are computed by F(−t) = 1 − F(t).
///
/// Ellipses are drawn with distances in units of their half axes. Such distances are exact only for circles, so ellipses are used
/// only for large blurs.
struct DefocusDisc {
  /// Half axes in pixels of the ellipse outside of which there is no light.
  let longHalfAxis: Float
  let shortHalfAxis: Float
  /// The sum of the shares (`share(_:_:)`) of all pixels, divided by π.
  let lightOverPi: Float
  /// 1 ÷ `longHalfAxis` and 1 ÷ `shortHalfAxis`.
  private let inverseLong: Float
  private let inverseShort: Float
  /// g: radius in pixels of the circle with the ellipse's area; larger for a tiny ellipse.
  private let radius: Float
  /// ρ: radius in pixels of the lens's disc, to which 0.6 px is added in quadrature.
  private let blur: Float

  /// - Parameters:
  ///   - sharpLong: the longer half axis of the sharp ellipse in pixels.
  ///   - sharpShort: the shorter half axis of the sharp ellipse in pixels.
  ///   - lensRadius: radius of the lens's disc in pixels.
  @inline(__always)
  init(long sharpLong: Float, short sharpShort: Float, blur lensRadius: Float) {
    // 0.6 px is added in quadrature, so that no edge is steeper than the grid of pixels can show.
    blur = (lensRadius * lensRadius + 0.36).squareRoot()
    let size = (sharpLong * sharpShort).squareRoot()
    // A tiny disc with a small blur is drawn larger, so that its light does not depend on its position between the pixels.
    radius = max(size, max(1.5 - 0.9 * lensRadius, 0.6))
    let growth = size > 0 ? radius / size : 1
    longHalfAxis = (size > 0 ? sharpLong * growth : radius) + blur
    shortHalfAxis = (size > 0 ? sharpShort * growth : radius) + blur
    inverseLong = 1 / longHalfAxis
    inverseShort = 1 / shortHalfAxis
    let outer = radius + blur
    lightOverPi = radius * radius * (longHalfAxis * shortHalfAxis) / (outer * outer)
  }

  /// Returns the covered share of the lens's disc around each of eight pixels.
  ///
  /// - Parameters:
  ///   - along: the pixels' distances from the centre along the longer principal axis, in pixels.
  ///   - across: the pixels' distances from the centre along the shorter principal axis, in pixels.
  @inline(__always)
  func share(_ along: Float8, _ across: Float8) -> Float8 {
    let (x, y) = (along * inverseLong, across * inverseShort)
    let distance = Lanes.max(Lanes.sqrt(x * x + y * y) * (radius + blur), 1e-3)
    // d² − g² is computed as a product, which keeps its digits if both are large.
    let excess = distance - radius
    let chord = (excess * (distance + radius) + blur * blur) * 0.5 / distance
    let lensSegment = DefocusDisc.segment(oneMinus: 1 - Lanes.clamp(chord * (1 / blur), -1, 1))
    let discSegment = DefocusDisc.segment(oneMinus: (chord - excess) * (1 / radius))
    let scale = radius / blur
    return saturate(lensSegment + discSegment * (scale * scale))
  }

  /// Returns F(1 − s), where s is `unclamped`, clamped to 0...2. The argument is s instead of t = 1 − s, because a small s keeps
  /// its digits.
  @inline(__always)
  private static func segment(oneMinus unclamped: Float8) -> Float8 {
    let s = Lanes.clamp(unclamped, 0, 2)
    // F(−t) = 1 − F(t) for a negative t = 1 − s.
    let isNegative = s .> 1
    let folded = Lanes.select(isNegative, 2 - s, s)
    // In separate statements, which the type checker handles quickly.
    var cubic = folded * -0x1.d3f596p-9 - 0x1.7c52cep-8
    cubic = cubic * folded - 0x1.749184p-4
    cubic = cubic * folded + 0x1.335f06p-1
    let share = folded * Lanes.sqrt(folded) * cubic
    return Lanes.select(isNegative, 1 - share, share)
  }
}
