import Lanes

// Rectangles, capsules and streaks, in the frame (X, Y) of the sprite's own axes, in pixels: distances from its middle
// lines. The axes are taken to be perpendicular, as turning and tumbling leave them; where a perspective skews them the
// distances stay those to the parallelogram's edges and the area stays right, corners get softer.

/// One row in the distances from a parallelogram's middle lines.
struct BoxRow {
  /// Unit normals of the edges u = const and v = const, and half the distance between each pair.
  let normalX: SIMD2<Float>
  let normalY: SIMD2<Float>
  let halfX: Float
  let halfY: Float
  var rowX: Float = 0
  var rowY: Float = 0

  @inline(__always) init(_ frame: AffineFrame) {
    let inverseX = frame.inverseX
    let inverseY = frame.inverseY
    halfX = 1 / (inverseX.x * inverseX.x + inverseX.y * inverseX.y).squareRoot()
    halfY = 1 / (inverseY.x * inverseY.x + inverseY.y * inverseY.y).squareRoot()
    normalX = SIMD2(inverseX.x * halfX, inverseX.y * halfX)
    normalY = SIMD2(inverseY.x * halfY, inverseY.y * halfY)
  }
  @inline(__always) mutating func begin(_ dy: Float) {
    rowX = normalX.y * dy
    rowY = normalY.y * dy
  }
  @inline(__always) func x(_ dx: Lane8) -> Lane8 { normalX.x * dx + rowX }
  @inline(__always) func y(_ dx: Lane8) -> Lane8 { normalY.x * dx + rowY }
}

/// Edges filtered by a box as wide as a pixel is across them; the corners by the product.
struct BoxKernel: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: BoxRow
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
    row = BoxRow(frame)
    let rampX = rampWidth(row.normalX)
    let rampY = rampWidth(row.normalY)
    inverseRampX = 1 / rampX
    inverseRampY = 1 / rampY
    edgeX = row.halfX * inverseRampX + 0.5
    edgeY = row.halfY * inverseRampY + 0.5
    slabs = Slabs(
      row.normalX, row.halfX + 0.5 * rampX, row.normalY, row.halfY + 0.5 * rampY, within: shape.reach(record))
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    unit(edgeX - Lanes.abs(row.x(dx)) * inverseRampX) * unit(edgeY - Lanes.abs(row.y(dx)) * inverseRampY)
  }
}

struct CapsuleKernel: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: BoxRow
  private let isUpright: Bool
  private let core: Float
  private let edge: Float
  private let inverseRamp: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    centerX = record.x
    centerY = record.y
    row = BoxRow(frame)
    isUpright = row.halfY > row.halfX
    let long = isUpright ? row.halfY : row.halfX
    let radius = isUpright ? row.halfX : row.halfY
    core = long - radius
    // As for a disc, the radius gives back the π/12 that the ramp adds to the area.
    let circumference = 4 * core + 2 * Float.pi * radius
    // Round ends have every direction: a ramp of 1; long sides have one.
    let side = rampWidth(isUpright ? row.normalX : row.normalY)
    let ramp = 1 + (side - 1) * (core / long)
    inverseRamp = 1 / ramp
    edge = (radius - (Float.pi / 12) * ramp * ramp / circumference) * inverseRamp + 0.5
    slabs = Slabs(
      row.normalX, row.halfX + 0.5 * ramp, row.normalY, row.halfY + 0.5 * ramp, within: shape.reach(record))
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

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let x = row.x(dx)
    let y = row.y(dx)
    let along = Lanes.max(Lanes.abs(isUpright ? y : x) - core, 0)
    let across = isUpright ? x : y
    return unit(edge - Lanes.sqrt(along * along + across * across) * inverseRamp)
  }
}

/// A line that tapers and fades from its round head (+x) to its tail: light t·(1 − (Y/w)²)² with t from 0 to 1 and
/// w = b·(taper + (1 − taper)·t), never below 0.92 px (the width at which such a line has the same light wherever it
/// lies between pixel rows), with the light scaled by what that adds.
struct StreakKernel: SpriteKernel {
  private static var leastWidth: Float { 0.92 }
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var row: BoxRow
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
    row = BoxRow(frame)
    slabs = Slabs(
      row.normalX, row.halfX, row.normalY, max(row.halfY, Self.leastWidth), within: shape.reach(record))
    tailWidth = row.halfY * shape.parameter
    widthGain = row.halfY - tailWidth
    progressScale = 0.5 / row.halfX
    let head = min(row.halfX, max(row.halfY, 1))
    headStart = row.halfX - head
    inverseHead = 1 / head
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    row.begin(dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    let x = row.x(dx)
    let progress = unit(x * progressScale + 0.5)
    let width = widthGain * progress + tailWidth
    let inverseWidth = 1 / Lanes.max(width, Self.leastWidth)
    let across = row.y(dx) * inverseWidth
    let head = Lanes.max(x - headStart, 0) * inverseHead
    let inside = Lanes.max(1 - across * across - head * head, 0)
    return inside * inside * progress * Lanes.min(width * inverseWidth, 1)
  }
}
