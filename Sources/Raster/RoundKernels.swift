import Lanes

// Discs, soft discs and rings that are neither stretched nor turned: the fast layout.
//
// A disc's coverage is clamp(√(r² − 1/12) − d + ½, 0, 1), d the distance from its centre: the ramp of one pixel adds
// π/12 to the area, which the smaller radius takes back, so that the light is πr². A disc below
// r = 1.5 (soft disc 2, ring 2.5) is drawn with that radius and its light scaled by the areas' ratio. Sampled at pixel
// centres the light at every sub-pixel place is within 1.4 % up to there (soft disc 1.4, ring 2.3), at worst 4.9 % around
// r = 1.7 (soft disc never more), 2.3 % at 2 and below 1.5 % from 2.5 on.

/// Spans are widened by this much so that rounding never cuts off a pixel that is covered by more than nothing.
@inline(__always) private func reach(_ radius: Float) -> Float { radius * 1.000_004 + 0.01 }

struct RoundDisc: SpriteKernel {
  static var masksSpan: Bool { false }
  let weight: Float
  let centerX: Float
  let centerY: Float
  let halfHeight: Float
  private let edge: Lane8
  private var dySquared = Lane8(repeating: 0)

  @inline(__always)
  init(_ columns: SpriteColumns, _ index: Int, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let radius = columns.axisXx[index]
    let drawn = radius > 1.5 ? radius : 1.5
    let share = radius / drawn
    weight = radius > 0 ? share * share : 0
    centerX = columns.x[index]
    centerY = columns.y[index]
    let edge = (drawn * drawn - 1.0 / 12).squareRoot() + 0.5
    self.edge = Lane8(repeating: edge)
    halfHeight = reach(edge)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    dySquared = Lane8(repeating: dy * dy)
    let square = halfHeight * halfHeight - dy * dy
    let half = (square > 0 ? square : 0).squareRoot()
    return (-half, half)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    unit(edge - Lanes.sqrt(dx * dx + dySquared))
  }
}

struct RoundSoftDisc: SpriteKernel {
  static var masksSpan: Bool { false }
  let weight: Float
  let centerX: Float
  let centerY: Float
  let halfHeight: Float
  private let inverseSquare: Float
  private var rowTerm = Lane8(repeating: 0)

  @inline(__always)
  init(_ columns: SpriteColumns, _ index: Int, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let radius = columns.axisXx[index]
    let drawn = radius > 2 ? radius : 2
    let share = radius / drawn
    weight = radius > 0 ? share * share : 0
    centerX = columns.x[index]
    centerY = columns.y[index]
    inverseSquare = 1 / (drawn * drawn)
    halfHeight = reach(drawn)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    rowTerm = Lane8(repeating: 1 - dy * dy * inverseSquare)
    let square = halfHeight * halfHeight - dy * dy
    let half = (square > 0 ? square : 0).squareRoot()
    return (-half, half)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let inside = Lanes.max(rowTerm - dx * dx * inverseSquare, 0)
    return inside * inside
  }
}

/// An outer disc less an inner one: both ramps together are a box of any thickness filtered by the pixel.
struct RoundRing: SpriteKernel {
  static var masksSpan: Bool { false }
  let weight: Float
  let centerX: Float
  let centerY: Float
  let halfHeight: Float
  private let edge: Lane8
  private let innerEdge: Lane8
  private let innerWeight: Lane8
  private var dySquared = Lane8(repeating: 0)

  @inline(__always)
  init(_ columns: SpriteColumns, _ index: Int, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let radius = columns.axisXx[index]
    let least = shape.leastSmall
    let drawn = radius > least ? radius : least
    let share = radius / drawn
    centerX = columns.x[index]
    centerY = columns.y[index]
    let ring = RingRadii(radius: drawn, inner: shape.parameter)
    weight = radius > 0 ? share * share * ring.weight : 0
    let edge = ring.edge
    self.edge = Lane8(repeating: edge)
    innerEdge = Lane8(repeating: ring.holeEdge)
    innerWeight = Lane8(repeating: ring.holeWeight)
    halfHeight = reach(edge)
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    dySquared = Lane8(repeating: dy * dy)
    let square = halfHeight * halfHeight - dy * dy
    let half = (square > 0 ? square : 0).squareRoot()
    return (-half, half)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let distance = Lanes.sqrt(dx * dx + dySquared)
    return unit(edge - distance) - innerWeight * unit(innerEdge - distance)
  }
}

/// The two discs that make a ring.
///
/// A ring thinner than 0.707 px is drawn that thick around the same middle and fainter: at that thickness what the grid's
/// diagonals would add to a thin circle vanishes. The hole is never narrower than a cone of one pixel.
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
    holeWeight = innerSquare / drawn
    weight = thickness / (thickness + 2 * widening)
  }
}
