import Lanes

// Discs with a hot core: the steep light of a star, a spark or a lamp on film, with a long soft end.
//
// With ρ the distance from the centre as a share of the radius, and c the core as a share of it, coverage is
// (1 − ρ²)² · c²/(c² + ρ²): 1 in the middle, about half at ρ = c, near 1/ρ² between there and the rim, and 0 with a slope of 0
// at the rim. Its integral over the disc is L(c²) times the product of the half axes, with
// L(ε) = πε·((1 + ε)²·ln((1 + ε)/ε) − 2(1 + ε) + ((1 + ε)² − ε²)/2).
//
// A core of less than 1.1 px would flicker between the pixels' centres, so it is drawn with 1.1 px, and the light is multiplied by
// L(true) ÷ L(drawn). Coverage is sampled at pixel centres; the light's error is at most 2 %.

/// The core of a hot disc as drawn, and its light.
private struct HotCore {
  /// ε: the square of the core's radius as a share of the disc's.
  let square: Float
  /// Factor of the light, below 1 if the core is drawn larger than it is.
  let weight: Float

  /// - Parameters:
  ///   - core: the true core as a share of the radius.
  ///   - radius: the disc's smaller half axis in pixels, as drawn.
  @inline(__always)
  init(core: Float, radius: Float) {
    let trueSquare = core * core
    let least = HotCore.minRadius / radius
    square = max(trueSquare, min(least * least, 1))
    weight = square > trueSquare ? hotDiscLight(coreSquare: trueSquare) / hotDiscLight(coreSquare: square) : 1
  }

  /// The smallest radius of a core in pixels that is drawn.
  @inline(__always) private static var minRadius: Float { 1.1 }
}

/// The light of a hot disc (coverage summed over all pixels ÷ the product of its half axes) whose core has the square `coreSquare` of the
/// disc's radius.
func hotDiscLight(coreSquare: Float) -> Float {
  let whole = 1 + coreSquare
  let integral =
    whole * whole * Lanes.log(whole / coreSquare) - 2 * whole + (whole * whole - coreSquare * coreSquare) * 0.5
  return .pi * coreSquare * integral
}

/// A hot disc of the round layout, which is neither stretched nor rotated.
struct RoundHotDisc: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  /// 1 ÷ the square of the radius as drawn, in pixels.
  private let inverseRadiusSquare: Float8
  /// ε, and 1 + ε.
  private let coreSquare: Float8
  private let whole: Float8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    let drawnRadius = max(radius, shape.minHalfAxisWhenSmall)
    let sizeRatio = radius / drawnRadius
    let core = HotCore(core: shape.radiusRatio, radius: drawnRadius)
    weight = radius > 0 ? sizeRatio * sizeRatio * core.weight : 0
    centerX = record.x
    centerY = record.y
    inverseRadiusSquare = Float8(repeating: 1 / (drawnRadius * drawnRadius))
    coreSquare = Float8(repeating: core.square)
    whole = Float8(repeating: 1 + core.square)
    // Slightly more, so that rounding never cuts off a covered pixel.
    reach = drawnRadius * 1.000_004 + 0.01
  }

  @inline(__always) func columnTerm(_ dx: Float8) -> Float8 { dx * dx * inverseRadiusSquare }
  @inline(__always) func rowTerm(_ dy: Float8) -> Float8 { 1 - dy * dy * inverseRadiusSquare }
  @inline(__always) func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8 {
    let inside = Lanes.max(rowTerm - columnTerm, 0)
    return inside * inside * coreSquare / (whole - inside)
  }
}

/// A hot disc in any perspective, or stretched to a glint.
struct EllipseHotDisc: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// 1 ÷ the longer and 1 ÷ the shorter half axis in pixels.
  private let inverseLong: Float
  private let inverseShort: Float
  private let coreSquare: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    let core = HotCore(core: shape.radiusRatio, radius: axes.shortHalfAxis)
    weight = axes.weight * core.weight
    centerX = record.x
    centerY = record.y
    coordinates = RowCoordinates(principalAxesOf: axes)
    slabs = Slabs(axes.longDirection, axes.longHalfAxis, axes.shortDirection, axes.shortHalfAxis)
    inverseLong = 1 / axes.longHalfAxis
    inverseShort = 1 / axes.shortHalfAxis
    coreSquare = core.square
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let x = coordinates.x(dx) * inverseLong
    let y = coordinates.y(dx) * inverseShort
    let inside = Lanes.max(1 - (x * x + y * y), 0)
    return inside * inside * coreSquare / ((1 + coreSquare) - inside)
  }
}
