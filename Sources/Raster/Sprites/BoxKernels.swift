import Lanes

// Rectangles, capsules and streaks, by the distances (X, Y) in pixels from the sprite's two centre lines. The axes are
// assumed to be perpendicular, as after rotations in the plane and in space. Where a perspective skews them, the
// distances to the parallelogram's edges and the area stay right and corners get softer.

/// The unit normals of a parallelogram's edges, and half the distance between each pair.
struct BoxEdges {
  let normalX: SIMD2<Float>
  let normalY: SIMD2<Float>
  let halfX: Float
  let halfY: Float

  @inline(__always) init(_ frame: AffineFrame) {
    let inverseX = frame.inverseX
    let inverseY = frame.inverseY
    halfX = 1 / (inverseX.x * inverseX.x + inverseX.y * inverseX.y).squareRoot()
    halfY = 1 / (inverseY.x * inverseY.x + inverseY.y * inverseY.y).squareRoot()
    normalX = SIMD2(inverseX.x * halfX, inverseX.y * halfX)
    normalY = SIMD2(inverseY.x * halfY, inverseY.y * halfY)
  }

  /// Distances from the centre lines.
  @inline(__always) var coordinates: RowCoordinates { RowCoordinates(normalX, normalY) }
}

/// The width of a straight edge's ramp: a pixel's extent along the edge's normal, 1 to √2. A line's light then does not
/// depend on its position, whatever its direction (with a ramp of 1 px it varies by 4 % for a square rotated by 45°).
@inline(__always)
func rampWidth(_ normal: SIMD2<Float>) -> Float { abs(normal.x) + abs(normal.y) }

/// A rectangle: edges filtered by a box as wide as a pixel across them, corners by the product.
struct BoxKernel: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let edgeX: Float
  private let edgeY: Float
  private let inverseRampX: Float
  private let inverseRampY: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(frame)
    row = box.coordinates
    let rampX = rampWidth(box.normalX)
    let rampY = rampWidth(box.normalY)
    inverseRampX = 1 / rampX
    inverseRampY = 1 / rampY
    edgeX = box.halfX * inverseRampX + 0.5
    edgeY = box.halfY * inverseRampY + 0.5
    slabs = Slabs(
      box.normalX, box.halfX + 0.5 * rampX, box.normalY, box.halfY + 0.5 * rampY, within: shape.reach(record))
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    saturate(edgeX - Lanes.abs(row.x(dx)) * inverseRampX) * saturate(edgeY - Lanes.abs(row.y(dx)) * inverseRampY)
  }
}

/// A rectangle with round ends.
struct CapsuleKernel: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let isUpright: Bool
  private let core: Float
  private let edge: Float
  private let inverseRamp: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(frame)
    row = box.coordinates
    isUpright = box.halfY > box.halfX
    let long = isUpright ? box.halfY : box.halfX
    let radius = isUpright ? box.halfX : box.halfY
    core = long - radius
    // As for a disc, the radius gives back the π/12 that the ramp adds to the area.
    let circumference = 4 * core + 2 * Float.pi * radius
    // Round ends have all directions: a ramp of 1. Long sides have one.
    let side = rampWidth(isUpright ? box.normalX : box.normalY)
    let ramp = 1 + (side - 1) * (core / long)
    inverseRamp = 1 / ramp
    edge = (radius - (Float.pi / 12) * ramp * ramp / circumference) * inverseRamp + 0.5
    slabs = Slabs(
      box.normalX, box.halfX + 0.5 * ramp, box.normalY, box.halfY + 0.5 * ramp, within: shape.reach(record))
    // The round ends do not stretch with the axes: compare the true areas.
    let scale = frame.weight
    if scale == 1 {
      weight = 1
    } else {
      let x = record.axisXx
      let isRound = record.isRound
      let lengthX = isRound ? x : (x * x + record.axisXy * record.axisXy).squareRoot()
      let yx = isRound ? 0 : record.axisYx
      let yy = isRound ? x : record.axisYy
      let lengthY = isRound ? x : (yx * yx + yy * yy).squareRoot()
      weight = Self.area(lengthX, lengthY) / Self.area(long, radius)
    }
  }

  @inline(__always) private static func area(_ a: Float, _ b: Float) -> Float {
    let radius = min(a, b)
    return 4 * (max(a, b) - radius) * radius + Float.pi * radius * radius
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let x = row.x(dx)
    let y = row.y(dx)
    let along = Lanes.max(Lanes.abs(isUpright ? y : x) - core, 0)
    let across = isUpright ? x : y
    return saturate(edge - Lanes.sqrt(along * along + across * across) * inverseRamp)
  }
}

/// A line that tapers and fades from its round head (+x) to its tail: light t·(1 − (Y/w)²)² with t from 0 to 1 and the
/// half width w = b·(taper + (1 − taper)·t).
///
/// w is never below 0.92 px, where the light of such a line does not depend on its position between pixel rows; the
/// light is scaled down by the growth in width.
struct StreakKernel: SlabKernel {
  private static var leastWidth: Float { 0.92 }
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var row: RowCoordinates
  private let tailWidth: Float
  private let widthGain: Float
  private let progressScale: Float
  private let headStart: Float
  private let inverseHead: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(frame)
    row = box.coordinates
    slabs = Slabs(
      box.normalX, box.halfX, box.normalY, max(box.halfY, Self.leastWidth), within: shape.reach(record))
    tailWidth = box.halfY * shape.parameter
    widthGain = box.halfY - tailWidth
    progressScale = 0.5 / box.halfX
    let head = min(box.halfX, max(box.halfY, 1))
    headStart = box.halfX - head
    inverseHead = 1 / head
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let x = row.x(dx)
    let progress = saturate(x * progressScale + 0.5)
    let width = widthGain * progress + tailWidth
    let inverseWidth = 1 / Lanes.max(width, Self.leastWidth)
    let across = row.y(dx) * inverseWidth
    let head = Lanes.max(x - headStart, 0) * inverseHead
    let inside = Lanes.max(1 - across * across - head * head, 0)
    return inside * inside * progress * Lanes.min(width * inverseWidth, 1)
  }
}
