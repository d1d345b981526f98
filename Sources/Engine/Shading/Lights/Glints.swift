import Lanes
import Model

/// Small facets that lie on a surface and lean to all sides, each of which mirrors a light when it stands right for the eye: snow, glitter, metal
/// flakes.
///
/// In each cell of two grids lies one facet, at a random place, with a random size and lean: one number for each cell by a hash, no list. A facet flashes
/// where its lean is nearly the half vector of light and eye, seen from the surface's normal, so that flashes come and go as light, eye or form move. A
/// simplified form of the counting of facets in W. Jakob et al., 2014, "Discrete stochastic microfacet models". Cost: 150 instructions for eight pixels, and 25 for
/// each light.
struct Glints: Sendable {
  private let strength: Float
  private let spread: Float
  private let cellPixels: Float
  private let seed: UInt32

  /// The second grid's cells are smaller by this factor, which has no short period with the first's.
  private static let finer: Float = 0.618
  /// How near a facet's lean must be to the half vector.
  private static let width: Float = 0.15

  /// Nil for a surface without facets.
  init?(_ material: Material, path: UInt64, at clock: AnimationClock, canvas: Canvas) {
    strength = Float(material.glints.value(at: clock))
    guard strength > 0 else { return nil }
    spread = Float(material.glintSpread.value(at: clock))
    cellPixels = Float(max(material.glintSize.value(at: clock) * canvas.pixelsPerPoint, 1))
    seed = ShaderContext(path: path, canvas: canvas, loopSeconds: nil).noiseSeed(variant: 1)
  }

  /// The facets of eight pixels.
  struct Facets {
    fileprivate let coarse: Facet
    fileprivate let fine: Facet
  }

  /// A facet's lean along both axes, and how bright a pixel of it is.
  fileprivate struct Facet {
    let x: Float8
    let y: Float8
    let share: Float8
  }

  @inline(__always)
  func facets(at place: LaneVector) -> Facets {
    Facets(coarse: facet(place, cellPixels, seed), fine: facet(place, cellPixels * Self.finer, seed &+ 1))
  }

  @inline(__always)
  private func facet(_ place: LaneVector, _ pixels: Float, _ seed: UInt32) -> Facet {
    let (x, y) = (place.x * (1 / pixels), place.y * (1 / pixels))
    let (column, row) = (Lanes.floor(x), Lanes.floor(y))
    let bits = PointHash.bits(column, row, Float8(), seed: seed)
    let others = NoiseLattice.hash(bits ^ UInt32x8(repeating: 0x9e37_79b9))
    // Eight bits each: two for the place, one for the size, one for the brightness; four for both leans, which are sums of two and so rarely great.
    @inline(__always) func share(_ bits: UInt32x8, _ shift: UInt32) -> Float8 {
      Lanes.float(unsafeBitCast((bits &>> shift) & 255, to: Int32x8.self)) * (1.0 / 255)
    }
    // Most facets are small and dim.
    let (size, luck) = (share(bits, 16), share(bits, 24))
    let radius = size * size * 0.22 + 0.12
    let free = 1 - radius * 2
    let (dx, dy) = (x - column - radius - free * share(bits, 0), y - row - radius - free * share(bits, 8))
    let covered = Lanes.clamp((radius - Lanes.sqrt(dx * dx + dy * dy)) * pixels + 0.5, 0, 1)
    let square = luck * luck
    return Facet(
      x: (share(others, 0) + share(others, 8) - 1) * spread, y: (share(others, 16) + share(others, 24) - 1) * spread,
      share: covered * (square * square * 3 + 0.2) * strength)
  }

  /// The share of a light that the facets of eight pixels throw to the eye.
  @inline(__always)
  func flash(of facets: Facets, from toLight: LaneVector, toEye: LaneVector, normal: LaneVector) -> Float8 {
    let half = LaneVector(toLight.x + toEye.x, toLight.y + toEye.y, toLight.z + toEye.z).unit.vector
    let along = normal.dot(half)
    let (x, y) = (half.x - normal.x * along, half.y - normal.y * along)
    @inline(__always) func flash(_ facet: Facet) -> Float8 {
      let (dx, dy) = (facet.x - x, facet.y - y)
      let near = Lanes.max(1 - (dx * dx + dy * dy) * (1 / (Self.width * Self.width)), 0)
      return near * near * facet.share
    }
    return Lanes.select(along .> 0, flash(facets.coarse) + flash(facets.fine), Float8())
  }
}
