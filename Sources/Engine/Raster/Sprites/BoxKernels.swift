import Lanes

// Rectangles, capsules and streaks. Coverage is computed from a pixel's signed distances (X, Y), in pixels, from the sprite's two
// centre lines. The formulas assume perpendicular axes, which sprites without a tilt have. If a tilt or perspective skews the
// axes, the distances to the parallelogram's edges and the area are still right, but corners get softer.

/// The edges of a sprite's parallelogram. `X` stands for the two edges at the ends of the sprite's x axis, `Y` for the two at the ends
/// of its y axis.
struct BoxEdges {
  /// Unit normals of the two pairs of edges.
  let normalX: SIMD2<Float>
  let normalY: SIMD2<Float>
  /// Distances in pixels from the sprite's centre to the two pairs of edges.
  let halfX: Float
  let halfY: Float

  @inline(__always) init(_ axes: PrincipalAxes) {
    let inverseX = axes.inverseX
    let inverseY = axes.inverseY
    halfX = 1 / (inverseX.x * inverseX.x + inverseX.y * inverseX.y).squareRoot()
    halfY = 1 / (inverseY.x * inverseY.x + inverseY.y * inverseY.y).squareRoot()
    normalX = SIMD2(inverseX.x * halfX, inverseX.y * halfX)
    normalY = SIMD2(inverseY.x * halfY, inverseY.y * halfY)
  }

  /// Coordinates that are a pixel's signed distances in pixels from the centre lines.
  @inline(__always) var coordinates: RowCoordinates { RowCoordinates(normalX, normalY) }
}

/// Returns the width in pixels of a straight edge's ramp: a pixel's extent along the edge's unit normal, 1 to √2. With this width
/// a line's light does not depend on the line's position, whatever its direction. (With a ramp of 1 px, the light of a square
/// rotated by 45° varies by 4 %.)
@inline(__always)
func rampWidth(_ normal: SIMD2<Float>) -> Float { abs(normal.x) + abs(normal.y) }

/// The coverage of a parallelogram: the product of the coverages between its two pairs of parallel edges. Each factor falls linearly from
/// 1 to 0 over a ramp that is at least as wide as a pixel's extent across the edges (`rampWidth`).
struct BoxRamps {
  /// Distances in pixels from the centre lines at which coverage reaches 0.
  let reachX: Float
  let reachY: Float
  /// `reachX` and `reachY` in ramp widths.
  private let edgeX: Float
  private let edgeY: Float
  /// 1 ÷ the ramp widths in pixels.
  private let inverseRampX: Float
  private let inverseRampY: Float

  /// - Parameter softness: factor of the ramp widths, at least 1; 1 for sharp edges.
  @inline(__always)
  init(_ box: BoxEdges, softness: Float = 1) {
    let rampX = rampWidth(box.normalX) * softness
    let rampY = rampWidth(box.normalY) * softness
    inverseRampX = 1 / rampX
    inverseRampY = 1 / rampY
    edgeX = box.halfX * inverseRampX + 0.5
    edgeY = box.halfY * inverseRampY + 0.5
    reachX = box.halfX + 0.5 * rampX
    reachY = box.halfY + 0.5 * rampY
  }

  /// The coverage of pixels at the signed distances `x` and `y` from the centre lines. `@_transparent`, because with `@inline(__always)`
  /// alone the compiler does not inline the function in every loop.
  @_transparent
  func coverage(_ x: Float8, _ y: Float8) -> Float8 {
    saturate(edgeX - Lanes.abs(x) * inverseRampX) * saturate(edgeY - Lanes.abs(y) * inverseRampY)
  }
}

/// A rectangle.
struct BoxKernel: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  private let ramps: BoxRamps

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(axes)
    coordinates = box.coordinates
    ramps = BoxRamps(box)
    slabs = Slabs(box.normalX, ramps.reachX, box.normalY, ramps.reachY, within: shape.reach(record))
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 { ramps.coverage(coordinates.x(dx), coordinates.y(dx)) }
}

/// A rectangle with round ends: the pixels within a radius of a straight line segment, its core.
struct CapsuleKernel: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// Whether the core lies along the sprite's y axis, because the y axis is longer than the x axis.
  private let isUpright: Bool
  /// Half the length of the core in pixels.
  private let coreHalfLength: Float
  /// Distance from the core, in ramp widths, at which coverage reaches 0.
  private let edge: Float
  /// 1 ÷ the ramp width in pixels.
  private let inverseRamp: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(axes)
    coordinates = box.coordinates
    isUpright = box.halfY > box.halfX
    let long = isUpright ? box.halfY : box.halfX
    let radius = isUpright ? box.halfX : box.halfY
    coreHalfLength = long - radius
    let circumference = 4 * coreHalfLength + 2 * Float.pi * radius
    // Round ends have edges of all directions and would need a ramp of 1 px; the long sides would need a ramp of `sideRamp`. The
    // kernel has a single ramp, which is interpolated between the two by the core's share of the length.
    let sideRamp = rampWidth(isUpright ? box.normalX : box.normalY)
    let ramp = 1 + (sideRamp - 1) * (coreHalfLength / long)
    inverseRamp = 1 / ramp
    // The ramp adds π/12 · ramp² to the area, as a disc's ramp does. Moving the edge inwards by this area ÷ circumference
    // compensates for the addition.
    edge = (radius - (Float.pi / 12) * ramp * ramp / circumference) * inverseRamp + 0.5
    slabs = Slabs(
      box.normalX, box.halfX + 0.5 * ramp, box.normalY, box.halfY + 0.5 * ramp, within: shape.reach(record))
    // `axes.weight` assumes that the whole shape stretches with the axes, but round ends do not. So for a capsule that is drawn
    // larger than its true size, the weight is the true capsule's area ÷ the drawn capsule's area.
    if axes.weight == 1 {
      weight = 1
    } else {
      let x = record.axisXx
      let isRound = record.isRound
      let halfAxisX = isRound ? x : (x * x + record.axisXy * record.axisXy).squareRoot()
      let (yx, yy) = (record.axisYx, record.axisYy)
      let halfAxisY = isRound ? x : (yx * yx + yy * yy).squareRoot()
      weight = Self.area(halfAxisX, halfAxisY) / Self.area(long, radius)
    }
  }

  /// The area of a capsule, round ends included, whose half axes are `a` and `b` in any order.
  @inline(__always) private static func area(_ a: Float, _ b: Float) -> Float {
    let radius = min(a, b)
    return 4 * (max(a, b) - radius) * radius + Float.pi * radius * radius
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let x = coordinates.x(dx)
    let y = coordinates.y(dx)
    let along = Lanes.max(Lanes.abs(isUpright ? y : x) - coreHalfLength, 0)
    let across = isUpright ? x : y
    return saturate(edge - Lanes.sqrt(along * along + across * across) * inverseRamp)
  }
}

/// A line that tapers and fades from its round head (+x) to its tail. The coverage is t·(1 − (Y/w)² − h²)². t grows from 0 at
/// the tail to 1 at the head. w is the half width b·(taper + (1 − taper)·t), where b is half the sprite's height and taper is half width
/// of the tail ÷ half width of the head (`PreparedShape.radiusRatio`). h is 0 behind the head and grows from 0 to 1 over the head's
/// length, which is b, but at least 1 px and at most half the streak.
///
/// w is raised to at least 0.92 px, because the light of a line with this half width does not depend on the line's position
/// between rows of pixels. Coverage is then divided by the factor by which w is raised.
struct StreakKernel: SlabKernel {
  /// Least half width w in pixels.
  private static var minHalfWidth: Float { 0.92 }
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// Half width in pixels at the tail, before it is raised.
  private let tailHalfWidth: Float
  /// Half width in pixels at the head minus half width at the tail.
  private let halfWidthGain: Float
  /// Growth of t (`progress`) for each pixel along the streak.
  private let progressScale: Float
  /// The X at which the round head begins.
  private let headStart: Float
  /// 1 ÷ the head's length in pixels.
  private let inverseHeadLength: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    let box = BoxEdges(axes)
    coordinates = box.coordinates
    slabs = Slabs(
      box.normalX, box.halfX, box.normalY, max(box.halfY, Self.minHalfWidth), within: shape.reach(record))
    tailHalfWidth = box.halfY * shape.radiusRatio
    halfWidthGain = box.halfY - tailHalfWidth
    progressScale = 0.5 / box.halfX
    let headLength = min(box.halfX, max(box.halfY, 1))
    headStart = box.halfX - headLength
    inverseHeadLength = 1 / headLength
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let x = coordinates.x(dx)
    let progress = saturate(x * progressScale + 0.5)
    let halfWidth = halfWidthGain * progress + tailHalfWidth
    let inverseHalfWidth = 1 / Lanes.max(halfWidth, Self.minHalfWidth)
    let across = coordinates.y(dx) * inverseHalfWidth
    let head = Lanes.max(x - headStart, 0) * inverseHeadLength
    let inside = Lanes.max(1 - across * across - head * head, 0)
    return inside * inside * progress * Lanes.min(halfWidth * inverseHalfWidth, 1)
  }
}
