import Lanes

// Discs, soft discs and rings that are neither stretched nor turned: the fast layout.
//
// A disc's coverage is clamp(√(r² − 1/12) − d + ½, 0, 1), d the distance from its centre: the ramp of one pixel adds
// π/12 to the area, which the smaller radius takes back, so that the light is πr². A disc below
// r = 1.5 (soft disc 2) is drawn with that radius and its light scaled by the areas' ratio. Sampled at pixel
// centres the light at every sub-pixel place is within 1.4 % up to there (soft disc 1.4, ring 2.3), at worst 4.9 % around
// r = 1.7 (soft disc never more), 2.3 % at 2 and below 1.5 % from 2.5 on.

/// Spans are widened by this much so that rounding never cuts off a pixel that is covered by more than nothing.
@inline(__always) private func widened(_ radius: Float) -> Float { radius * 1.000_004 + 0.01 }

struct RoundDisc: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  private let edge: Lane8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    let drawn = radius > 1.5 ? radius : 1.5
    let share = radius / drawn
    weight = radius > 0 ? share * share : 0
    centerX = record.x
    centerY = record.y
    let edge = (drawn * drawn - 1.0 / 12).squareRoot() + 0.5
    self.edge = Lane8(repeating: edge)
    reach = widened(edge)
  }

  @inline(__always) func columnTerm(_ dx: Lane8) -> Lane8 { dx * dx }
  @inline(__always) func rowTerm(_ dy: Lane8) -> Lane8 { dy * dy }
  @inline(__always) func coverage(_ columnTerm: Lane8, _ rowTerm: Lane8) -> Lane8 {
    unit(edge - Lanes.sqrt(columnTerm + rowTerm))
  }
}

struct RoundSoftDisc: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  private let inverseSquare: Lane8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    let drawn = radius > 2 ? radius : 2
    let share = radius / drawn
    weight = radius > 0 ? share * share : 0
    centerX = record.x
    centerY = record.y
    inverseSquare = Lane8(repeating: 1 / (drawn * drawn))
    reach = widened(drawn)
  }

  @inline(__always) func columnTerm(_ dx: Lane8) -> Lane8 { dx * dx * inverseSquare }
  @inline(__always) func rowTerm(_ dy: Lane8) -> Lane8 { 1 - dy * dy * inverseSquare }
  @inline(__always) func coverage(_ columnTerm: Lane8, _ rowTerm: Lane8) -> Lane8 {
    let inside = Lanes.max(rowTerm - columnTerm, 0)
    return inside * inside
  }
}

/// An outer disc less an inner one: both ramps together are a box of any thickness filtered by the pixel.
struct RoundRing: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  private let edge: Lane8
  private let innerEdge: Lane8
  private let innerWeight: Lane8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    let drawn = radius > 1.5 ? radius : 1.5
    let share = radius / drawn
    centerX = record.x
    centerY = record.y
    let ring = RingRadii(radius: drawn, inner: shape.parameter)
    weight = radius > 0 ? share * share * ring.weight : 0
    edge = Lane8(repeating: ring.edge)
    innerEdge = Lane8(repeating: ring.holeEdge)
    innerWeight = Lane8(repeating: ring.holeWeight)
    reach = widened(ring.edge)
  }

  @inline(__always) func columnTerm(_ dx: Lane8) -> Lane8 { dx * dx }
  @inline(__always) func rowTerm(_ dy: Lane8) -> Lane8 { dy * dy }
  @inline(__always) func coverage(_ columnTerm: Lane8, _ rowTerm: Lane8) -> Lane8 {
    let distance = Lanes.sqrt(columnTerm + rowTerm)
    return unit(edge - distance) - innerWeight * unit(innerEdge - distance)
  }
}

/// The two discs that make a ring.
///
/// A ring thinner than 0.707 px is drawn that thick around the same middle and fainter: at that thickness what the grid's
/// diagonals would add to a thin circle vanishes. The hole is never narrower than a cone of one pixel, and fills up while the
/// radius shrinks from 2.5 to 1.5 px: below, nobody could see one, and a disc keeps its light wherever it lies.
struct RingRadii {
  /// Radii + ½.
  let edge: Float
  let holeEdge: Float
  let holeWeight: Float
  /// What is left of the light of a ring that is drawn thicker than it is.
  let weight: Float

  @inline(__always)
  init(radius: Float, inner: Float) {
    let hole = radius * inner
    let thickness = radius - hole
    let widening = max(0.707 - thickness, 0) * 0.5
    let outer = radius + widening
    let innerSquare = (hole - widening) * (hole - widening)
    edge = (outer * outer - 1.0 / 12).squareRoot() + 0.5
    let least: Float = 1.0 / 3
    let drawn = innerSquare > least ? innerSquare : least
    holeEdge = (drawn - 1.0 / 12).squareRoot() + 0.5
    let share = thickness / (thickness + 2 * widening)
    let depth = radius - 1.5
    if depth >= 1 {
      holeWeight = innerSquare / drawn
      weight = share
    } else {
      let open = max(depth, 0)
      holeWeight = innerSquare / drawn * open
      // The true light ÷ that of what is drawn, whose hole is filled by 1 − open.
      let light = radius * radius * (1 - inner * inner)
      weight = light > 0 ? light / (light / share + innerSquare * (1 - open)) : 0
    }
  }
}
