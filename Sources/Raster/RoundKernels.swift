import Lanes

// Discs, soft discs and rings that are neither stretched nor turned: the fast layout.
//
// A disc's coverage is clamp(√(r² − 1/12) − d + ½, 0, 1), d the distance from its centre: the ramp of one pixel adds
// π/12 to the area, which the smaller radius takes back, so that the light is πr². Sampled at pixel centres it is
// within 2.5 % of that at every sub-pixel place for r ≥ 1.5 (soft disc: 2); a smaller one is drawn with that radius and
// its light scaled by the areas' ratio.

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
    let drawn = radius > 1.5 ? radius : 1.5
    let share = radius / drawn
    weight = radius > 0 ? share * share : 0
    centerX = columns.x[index]
    centerY = columns.y[index]
    let edge = (drawn * drawn - 1.0 / 12).squareRoot() + 0.5
    self.edge = Lane8(repeating: edge)
    let inner = ringHole(radiusSquared: drawn * drawn * shape.parameter * shape.parameter)
    innerEdge = Lane8(repeating: inner.edge)
    innerWeight = Lane8(repeating: inner.weight)
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

/// The edge (radius + ½) and weight of the disc that is cut out of a ring: never narrower than a cone of one pixel.
@inline(__always)
func ringHole(radiusSquared: Float) -> (edge: Float, weight: Float) {
  let least: Float = 1.0 / 3
  let drawn = radiusSquared > least ? radiusSquared : least
  return ((drawn - 1.0 / 12).squareRoot() + 0.5, radiusSquared / drawn)
}
