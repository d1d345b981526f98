import Lanes

// Discs, soft discs and rings of the round layout, which are neither stretched nor rotated.
//
// A disc's coverage is clamp(√(r² − 1/12) − d + ½, 0, 1), where r is the radius and d the distance from the centre, in pixels.
// The ramp of one pixel adds π/12 to the area; √(r² − 1/12) in place of r compensates for it, so the light is πr². A soft disc's
// coverage is (1 − d²/r²)². A disc or ring below r = 1.5 px, or a soft disc below 2 px, is drawn with that minimum radius, and
// its light is multiplied by true area ÷ drawn area.
//
// Coverage is sampled at pixel centres, so the light depends slightly on the sprite's position between them. For sprites that are
// drawn with the minimum radius the light's error is at most 1.4 % (rings 2.3 %). For larger discs and rings it is at worst 4.9 %
// around r = 1.7 px, 2.3 % at 2 px, and below 1.5 % from 2.5 px on.

/// Smallest radius in pixels that a disc or ring is drawn with.
@inline(__always) var minDiscRadius: Float { 1.5 }
/// Smallest radius in pixels that a soft disc is drawn with.
@inline(__always) private var minSoftDiscRadius: Float { 2 }

/// Returns a radius slightly larger than `radius`, so that rounding never cuts off a covered pixel.
@inline(__always) private func widened(_ radius: Float) -> Float { radius * 1.000_004 + 0.01 }

/// A disc with a ramp of one pixel at its rim.
struct RoundDisc: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  /// Distance from the centre in pixels at which coverage reaches 0.
  private let edge: Float8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    let drawnRadius = radius > minDiscRadius ? radius : minDiscRadius
    let sizeRatio = radius / drawnRadius
    weight = radius > 0 ? sizeRatio * sizeRatio : 0
    centerX = record.x
    centerY = record.y
    let edge = (drawnRadius * drawnRadius - 1.0 / 12).squareRoot() + 0.5
    self.edge = Float8(repeating: edge)
    reach = widened(edge)
  }

  @inline(__always) func columnTerm(_ dx: Float8) -> Float8 { dx * dx }
  @inline(__always) func rowTerm(_ dy: Float8) -> Float8 { dy * dy }
  @inline(__always) func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8 {
    saturate(edge - Lanes.sqrt(columnTerm + rowTerm))
  }
}

/// A disc whose light falls off from the centre as (1 − d²/r²)².
struct RoundSoftDisc: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  /// The radius as drawn, in pixels, and 1 ÷ its square.
  let drawnRadius: Float
  private let inverseRadiusSquare: Float8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    drawnRadius = radius > minSoftDiscRadius ? radius : minSoftDiscRadius
    let sizeRatio = radius / drawnRadius
    weight = radius > 0 ? sizeRatio * sizeRatio : 0
    centerX = record.x
    centerY = record.y
    inverseRadiusSquare = Float8(repeating: 1 / (drawnRadius * drawnRadius))
    reach = widened(drawnRadius)
  }

  @inline(__always) func columnTerm(_ dx: Float8) -> Float8 { dx * dx * inverseRadiusSquare }
  @inline(__always) func rowTerm(_ dy: Float8) -> Float8 { 1 - dy * dy * inverseRadiusSquare }
  /// 1 − d²/r², and 0 outside.
  @inline(__always) func inside(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8 {
    Lanes.max(rowTerm - columnTerm, 0)
  }
  @inline(__always) func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8 {
    let inside = inside(columnTerm, rowTerm)
    return inside * inside
  }
}

/// A ring: an outer disc minus a hole (`RingRadii`), each with a ramp of one pixel.
struct RoundRing: RoundKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let reach: Float
  /// Distances from the centre in pixels at which the coverages of the outer disc and of the hole reach 0.
  private let edge: Float8
  private let holeEdge: Float8
  /// The share, 0...1, of the hole's coverage that is subtracted.
  private let holeWeight: Float8

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape) {
    let radius = record.axisXx
    let drawnRadius = radius > minDiscRadius ? radius : minDiscRadius
    let sizeRatio = radius / drawnRadius
    centerX = record.x
    centerY = record.y
    let ring = RingRadii(radius: drawnRadius, innerRatio: shape.radiusRatio)
    weight = radius > 0 ? sizeRatio * sizeRatio * ring.weight : 0
    edge = Float8(repeating: ring.edge)
    holeEdge = Float8(repeating: ring.holeEdge)
    holeWeight = Float8(repeating: ring.holeWeight)
    reach = widened(ring.edge)
  }

  @inline(__always) func columnTerm(_ dx: Float8) -> Float8 { dx * dx }
  @inline(__always) func rowTerm(_ dy: Float8) -> Float8 { dy * dy }
  @inline(__always) func coverage(_ columnTerm: Float8, _ rowTerm: Float8) -> Float8 {
    let distance = Lanes.sqrt(columnTerm + rowTerm)
    return saturate(edge - distance) - holeWeight * saturate(holeEdge - distance)
  }
}
