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
  private let square: Float
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

  /// Coverage by 1 − ρ², which is 0 outside.
  @inline(__always) func coverage(_ inside: Float8) -> Float8 {
    inside * inside * square / ((1 + square) - inside)
  }
}

/// The light of a hot disc (coverage summed over all pixels ÷ the product of its half axes) whose core has the square `coreSquare` of the
/// disc's radius.
func hotDiscLight(coreSquare: Float) -> Float {
  let whole = 1 + coreSquare
  let integral =
    whole * whole * Lanes.log(whole / coreSquare) - 2 * whole + (whole * whole - coreSquare * coreSquare) * 0.5
  return .pi * coreSquare * integral
}

/// A hot disc of the round layout: a soft disc with another profile.
struct RoundHotDisc: RoundKernel {
  private let disc: RoundSoftDisc
  private let core: HotCore

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    disc = RoundSoftDisc(record, shape)
    core = HotCore(core: shape.radiusRatio, radius: disc.drawnRadius)
  }

  @inline(__always) var weight: Float { disc.weight * core.weight }
  @inline(__always) var centerX: Float { disc.centerX }
  @inline(__always) var centerY: Float { disc.centerY }
  @inline(__always) var reach: Float { disc.reach }
  @inline(__always) func columnTerm(_ dx: Float8) -> Float8 { disc.columnTerm(dx) }
  @inline(__always) func rowTerm(_ dy: Float8) -> Float8 { disc.rowTerm(dy) }
  @inline(__always) func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8 {
    core.coverage(disc.inside(columnTerm, rowTerm))
  }
}

/// A hot disc in any perspective, or stretched to a glint: a soft disc with another profile.
struct EllipseHotDisc: SlabKernel {
  private var disc: EllipseSoftDisc
  private let core: HotCore

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    disc = EllipseSoftDisc(record, shape, scratch)
    core = HotCore(core: shape.radiusRatio, radius: disc.shortHalfAxis)
  }

  @inline(__always) var weight: Float { disc.weight * core.weight }
  @inline(__always) var centerX: Float { disc.centerX }
  @inline(__always) var centerY: Float { disc.centerY }
  @inline(__always) var slabs: Slabs { disc.slabs }
  @inline(__always) var coordinates: RowCoordinates {
    get { disc.coordinates }
    set { disc.coordinates = newValue }
  }
  @inline(__always) func coverage(_ dx: Float8) -> Float8 { core.coverage(disc.inside(dx)) }
}
