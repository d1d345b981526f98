import Lanes

/// A soft disc out of focus.
///
/// Its sharp profile is (1 − r²)² for a radius of 1. Spread over a radius ρ < 1 it is h·(1 − x)²·(1 + ax + bx²) up to
/// R = 1 + ρ, with x = r²/R²: h is the exact middle 1 − ρ² + ρ⁴/3, a gives the exact curvature there (less where the
/// profile would go below zero), and b keeps the light, π/3. From ρ = 0.85 on it turns into the disc of its light
/// (`DefocusDisc`), which it is at 1.15. Against the exact sum it is off by at most 0.04 of the sharp middle.
struct DefocusedSoftDisc: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let disc: DefocusDisc
  /// The share of `disc` in the coverage, and the height that keeps its light.
  private let discShare: Float
  private let discHeight: Float
  private let inverseSquare: Float
  private let height: Float
  private let linear: Float
  private let square: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(
      record, minHalfAxisWhenSmall: shape.minHalfAxisWhenSmall, minHalfAxisWhenLong: shape.minHalfAxisWhenSmall)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    row = RowCoordinates(principalAxesOf: frame)
    let radius = (frame.longHalfAxis * frame.shortHalfAxis).squareRoot()
    let blur = record.blur / radius
    let fade = clamp((blur - 0.85) * (1 / 0.3), 0, 1)
    discShare = fade * fade * (3 - 2 * fade)
    // A disc with a third of the area.
    let discRadius = radius * (1.0 / 3 as Float).squareRoot()
    disc = DefocusDisc(long: discRadius, short: discRadius, blur: record.blur)
    discHeight = radius * radius * (1.0 / 3) / disc.lightOverPi
    let rho = min(blur, 0.9)
    let reach = 1 + rho
    let middle = 1 - rho * rho + rho * rho * rho * rho * (1.0 / 3)
    height = middle
    // The light fixes 2.5·a + b. Below zero at the rim the profile may not go: 1 + a + b ≥ 0.
    let sum = 10 / (middle * reach * reach) - 10
    linear = min(2 - 2 * reach * reach * (1 - rho * rho) / middle, (1 + sum) * (1 / 1.5))
    square = sum - 2.5 * linear
    let outer = radius * reach
    inverseSquare = 1 / (outer * outer)
    let extent = discShare > 0 ? max(outer, disc.long) : outer
    slabs = Slabs(frame.longDirection, extent, frame.shortDirection, extent)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let (x, y) = (row.x(dx), row.y(dx))
    var covered = Float8()
    if discShare < 1 {
      let progress = Lanes.min((x * x + y * y) * inverseSquare, 1)
      let left = 1 - progress
      let shape = (progress * square + linear) * progress + 1
      covered = Lanes.max(left * left * shape * height, 0) * (1 - discShare)
    }
    if discShare > 0 { covered += disc.share(x, y) * (discHeight * discShare) }
    return covered
  }
}
