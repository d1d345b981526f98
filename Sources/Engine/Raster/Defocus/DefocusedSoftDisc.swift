import Lanes

/// A soft disc out of focus.
///
/// Its sharp profile is (1 − r²)² for a radius of 1. Spread over a radius ρ < 1, the profile is approximated by
/// h·(1 − x)²·(1 + ax + bx²) with x = r²/R², up to R = 1 + ρ. h is the exact value at the centre, 1 − ρ² + ρ⁴/3. a gives the
/// exact curvature there, or is smaller if the profile would become negative. b keeps the light, π/3. From ρ = 0.85 to 1.15 the
/// profile is cross-faded to a `DefocusDisc` of the same light. The error is at most 0.04 of the sharp profile's maximum.
///
/// The sprite is drawn as a circle with the area of its ellipse.
struct DefocusedSoftDisc: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// The disc to which the profile is cross-faded.
  private let disc: DefocusDisc
  /// The share of `disc` in the coverage, 0...1.
  private let discShare: Float
  /// Factor of the disc's coverage, which keeps the soft disc's light.
  private let discGain: Float
  /// 1 ÷ R², with R in pixels.
  private let inverseSquare: Float
  /// The coefficients h, a and b of the profile.
  private let height: Float
  private let linear: Float
  private let square: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(
      record, minHalfAxisWhenSmall: shape.minHalfAxisWhenSmall,
      // The circle has no thin side, so a long sprite needs no other limit than a small one.
      minHalfAxisWhenThin: shape.minHalfAxisWhenSmall)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    coordinates = RowCoordinates(principalAxesOf: axes)
    let radius = (axes.longHalfAxis * axes.shortHalfAxis).squareRoot()
    let relativeBlur = record.blur / radius
    let fade = clamp((relativeBlur - 0.85) * (1 / 0.3), 0, 1)
    discShare = fade * fade * (3 - 2 * fade)
    // A disc with a third of the area has the soft disc's light.
    let discRadius = radius * (1.0 / 3 as Float).squareRoot()
    disc = DefocusDisc(long: discRadius, short: discRadius, blur: record.blur)
    discGain = radius * radius * (1.0 / 3) / disc.lightOverPi
    let rho = min(relativeBlur, 0.9)
    let reach = 1 + rho
    height = 1 - rho * rho + rho * rho * rho * rho * (1.0 / 3)
    // The light of the profile is π·h·R²·(1/3 + a/12 + b/30), so π/3 determines `lightTerm` = 2.5·a + b. At the rim, the profile must not
    // be negative: 1 + a + b ≥ 0.
    let lightTerm = 10 / (height * reach * reach) - 10
    linear = min(2 - 2 * reach * reach * (1 - rho * rho) / height, (1 + lightTerm) * (1 / 1.5))
    square = lightTerm - 2.5 * linear
    let outerRadius = radius * reach
    inverseSquare = 1 / (outerRadius * outerRadius)
    let extent = discShare > 0 ? max(outerRadius, disc.longHalfAxis) : outerRadius
    slabs = Slabs(axes.longDirection, extent, axes.shortDirection, extent)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let (x, y) = (coordinates.x(dx), coordinates.y(dx))
    var covered = Float8()
    if discShare < 1 {
      let progress = Lanes.min((x * x + y * y) * inverseSquare, 1)
      let remainder = 1 - progress
      let polynomial = (progress * square + linear) * progress + 1
      covered = Lanes.max(remainder * remainder * polynomial * height, 0) * (1 - discShare)
    }
    if discShare > 0 { covered += disc.share(x, y) * (discGain * discShare) }
    return covered
  }
}
