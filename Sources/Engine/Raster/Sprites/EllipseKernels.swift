import Lanes

// Discs, soft discs and rings in any perspective. X and Y are distances in pixels from the sprite's centre along its
// principal axes, whose half lengths are a ≥ b.
//
// Let x = X/a, y = Y/b and ρ² = x² + y², which is 1 on the rim. The distance to the rim in pixels (negative inside) is
// approximated by (ρ − 1)·ρ/g, where g is the length of the vector ρ·∇ρ = (x/a, y/b). The approximation is exact for circles and
// on the axes, and of first order elsewhere. If |X| − a is larger, |X| − a is taken as the distance instead, so that thin
// ellipses keep their length.

/// A soft disc: the coverage is (1 − ρ²)².
struct EllipseSoftDisc: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// The shorter half axis b in pixels, as drawn.
  let shortHalfAxis: Float
  /// 1 ÷ a and 1 ÷ b.
  private let inverseLong: Float
  private let inverseShort: Float

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    shortHalfAxis = axes.shortHalfAxis
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    coordinates = RowCoordinates(principalAxesOf: axes)
    slabs = Slabs(axes.longDirection, axes.longHalfAxis, axes.shortDirection, axes.shortHalfAxis)
    inverseLong = 1 / axes.longHalfAxis
    inverseShort = 1 / axes.shortHalfAxis
  }

  /// 1 − ρ², and 0 outside.
  @inline(__always) func inside(_ dx: Float8) -> Float8 {
    let x = coordinates.x(dx) * inverseLong
    let y = coordinates.y(dx) * inverseShort
    return Lanes.max(1 - (x * x + y * y), 0)
  }
  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let inside = inside(dx)
    return inside * inside
  }
}

/// A disc, or a ring if the shape has a hole, with a ramp of one pixel at its rims.
struct EllipseRing: SlabKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  let slabs: Slabs
  var coordinates: RowCoordinates
  /// The longer half axis a of the rim.
  private let longHalfAxis: Float
  /// 1 ÷ a and 1 ÷ b.
  private let inverseLong: Float
  private let inverseShort: Float
  /// A small number that is added to g, so that the distance is finite and negative at the centre.
  private let gradientFloor: Float
  /// ρ on the outer rim: 1, or slightly different for rings.
  private let rimRadius: Float
  /// ρ on the rim of the hole.
  private let holeRadius: Float
  /// The share, 0...1, of the hole's coverage that is subtracted.
  private let holeWeight: Float
  private let hasHole: Bool

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    centerX = record.x
    centerY = record.y
    coordinates = RowCoordinates(principalAxesOf: axes)
    // The ramp of one pixel adds π/12 to the area. Moving the rim inwards by π/12 ÷ circumference compensates for it. For a
    // circle this is 1/(24r); for an ellipse, r is replaced by the root mean square of the half axes.
    let shrink =
      (1.0 / 24)
      / ((axes.longHalfAxis * axes.longHalfAxis + axes.shortHalfAxis * axes.shortHalfAxis) * 0.5).squareRoot()
    let long = axes.longHalfAxis - shrink
    let short = axes.shortHalfAxis - shrink
    longHalfAxis = long
    slabs = Slabs(axes.longDirection, axes.longHalfAxis + 1, axes.shortDirection, axes.shortHalfAxis + 1)
    inverseLong = 1 / long
    inverseShort = 1 / short
    gradientFloor = 1e-4 / short
    hasHole = shape.hasHole
    // A ring's rim and hole lie where ρ is the radius of a round ring with the area of the full ellipse, divided by the radius of a disc
    // with the area of the shrunk ellipse. `RingRadii` tells where coverage reaches 0, half a pixel outside of the ring's radii.
    let shrunkRadiusSquare = long * short
    let ring = RingRadii(radius: (axes.longHalfAxis * axes.shortHalfAxis).squareRoot(), innerRatio: shape.radiusRatio)
    rimRadius = hasHole ? (ring.edge - 0.5) / shrunkRadiusSquare.squareRoot() : 1
    holeRadius = (ring.holeEdge - 0.5) / shrunkRadiusSquare.squareRoot()
    holeWeight = ring.holeWeight
    // The first-order distance is too small at a strongly curved rim. `excess` is the share of light that this error adds: a fit
    // to measurements of ellipses with half axes of 4 to 12 px and 0.7 to 3 px.
    let excess =
      hasHole ? 0 : 0.033 / (axes.shortHalfAxis * axes.shortHalfAxis) * (1 - axes.shortHalfAxis / axes.longHalfAxis)
    weight = axes.weight * (hasHole ? ring.weight : 1) / (1 + excess)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    let along = coordinates.x(dx)
    let x = along * inverseLong
    let y = coordinates.y(dx) * inverseShort
    let radius = Lanes.sqrt(x * x + y * y)
    let gx = x * inverseLong
    let gy = y * inverseShort
    // The number of pixels in one unit of ρ: ρ/g.
    let pixelsPerUnit = (radius + 1e-4) / (Lanes.sqrt(gx * gx + gy * gy) + gradientFloor)
    let distance = Lanes.max((radius - rimRadius) * pixelsPerUnit, Lanes.abs(along) - longHalfAxis * rimRadius)
    let disc = saturate(0.5 - distance)
    if !hasHole { return disc }
    return Lanes.max(disc - holeWeight * saturate(0.5 - (radius - holeRadius) * pixelsPerUnit), 0)
  }

  /// The part of the row inside of a smaller ellipse of the same proportions, whose shorter half axis is 2 px less. No pixel
  /// there is nearer than 2 px to the rim. There is no such span if the shorter half axis is below 4 px.
  @inline(__always) func solidSpan(_ dy: Float) -> (low: Float, high: Float) {
    if hasHole || inverseShort > 0.25 { return (1, -1) }
    let inner = 1 - 2 * inverseShort
    // In the row (x, y) = slope · dx + start, and ρ² = inner² is the equation quadratic · dx² + 2 · halfLinear · dx + constant = 0.
    let (slopeX, slopeY) = (coordinates.gradientX.x * inverseLong, coordinates.gradientY.x * inverseShort)
    let (startX, startY) = (coordinates.rowX * inverseLong, coordinates.rowY * inverseShort)
    let quadratic = slopeX * slopeX + slopeY * slopeY
    let halfLinear = slopeX * startX + slopeY * startY
    let constant = startX * startX + startY * startY - inner * inner
    let discriminant = halfLinear * halfLinear - quadratic * constant
    if !(discriminant > 0) { return (1, -1) }
    let root = discriminant.squareRoot()
    return ((-halfLinear - root) / quadratic, (root - halfLinear) / quadratic)
  }
}
