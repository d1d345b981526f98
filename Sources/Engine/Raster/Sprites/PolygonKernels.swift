import Lanes

// Regular polygons and stars. Coverage is computed from the distances to their edges. Every edge's border is one ramp (`rampWidth`)
// wide, even if a tilt or perspective distorts the sprite.

/// The straight edges of a polygon or star as lines in scratch memory.
///
/// A pixel's signed distance from a line, in ramp widths and positive outside, is A·dx + B·dy + C, where dx and dy are the pixel's distances
/// from the sprite's centre in pixels. A line's four floats are A, B, C, and C + B·dy of the current row.
struct EdgeLines {
  @inline(__always) static var floatsPerLine: Int { 4 }

  /// Line i begins at float 4i.
  let lines: UnsafeMutablePointer<Float>

  /// Sets line `index` to an edge that is moved inwards by `shrink` ramp widths; kernels pass a number of pixels
  /// (`CornerGeometry.edgeShiftTimesRadius`). The edge's inside is nx·u + ny·v ≤ offset in the local coordinates (u, v) of `axes`.
  @inline(__always)
  func set(_ index: Int, _ nx: Float, _ ny: Float, _ offset: Float, _ axes: PrincipalAxes, _ shrink: Float) {
    let x = nx * axes.inverseX.x + ny * axes.inverseY.x
    let y = nx * axes.inverseX.y + ny * axes.inverseY.y
    // The gradient (x, y) has the direction of the edge's normal. Divided by |x| + |y| it gives distances in ramp widths, so that
    // coverage is ½ − distance.
    let scale = 1 / (abs(x) + abs(y))
    lines[4 * index] = x * scale
    lines[4 * index + 1] = y * scale
    lines[4 * index + 2] = shrink - offset * scale
  }

  /// Prepares the first `lineCount` lines for the row `dy` pixels below the centre.
  @inline(__always) func begin(_ lineCount: Int, _ dy: Float) {
    for index in 0..<lineCount { lines[4 * index + 3] = lines[4 * index + 2] + lines[4 * index + 1] * dy }
  }

  // In the current row the distance from a line, in ramp widths, is slope · dx + intercept.
  @inline(__always) func slope(_ index: Int) -> Float { lines[4 * index] }
  @inline(__always) func intercept(_ index: Int) -> Float { lines[4 * index + 3] }

  /// Returns the distances of eight pixels of the current row from line `index`, in ramp widths.
  @inline(__always) func distance(_ index: Int, _ dx: Float8) -> Float8 {
    lines[4 * index] * dx + lines[4 * index + 3]
  }
}

/// A soft ellipse with the light of a polygon or star. It replaces a sprite whose corners are too fine for the grid of pixels. The
/// sprite is cross-faded to the ellipse as the distance of the sprite's edges from its centre falls from 2.2 px to 1.1 px.
///
/// The spikes of a slender star (edges nearer to the centre than ¼ of the radius) are still visible at these distances, so the distance
/// is multiplied by 1.25. (With a larger factor the star's light would vary with its position by over 2.5 %.)
private struct SoftEllipse {
  /// Unit vectors along the principal axes, divided by the half axes: gradients of two coordinates whose squares add up to 1 on the rim.
  private let inverseLong: SIMD2<Float>
  private let inverseShort: SIMD2<Float>
  /// The ellipse's coverage at its centre, 0...1.
  private let centerCoverage: Float
  /// The ellipse's share, 0...1, in the drawn coverage.
  private let share: Float
  /// The two coordinates in the current row at dx = 0: straight above or below the sprite's centre.
  private var rowLong: Float = 0
  private var rowShort: Float = 0

  @inline(__always)
  init(_ axes: PrincipalAxes, _ corners: CornerGeometry, isStar: Bool) {
    // The light of a soft ellipse is π/3 times the product of its half axes. To have the light of the shape, the ellipse would need
    // `wantedCoverage` at its centre. If `wantedCoverage` is above 1, the ellipse is widened instead. A shape whose ellipse would
    // be widened more than 1.5 times is never replaced.
    let wantedCoverage = corners.area / (Float.pi / 3)
    let widening = wantedCoverage > 1 ? wantedCoverage : 1
    centerCoverage = wantedCoverage / widening
    inverseLong = axes.longDirection * (1 / axes.longHalfAxis)
    inverseShort = axes.shortDirection * (1 / (axes.shortHalfAxis * widening))
    let edgeDistancePixels =
      (isStar && corners.edgeDistance < 0.25 ? 1.25 : 1) * corners.edgeDistance * axes.shortHalfAxis
    share = wantedCoverage > 1.5 ? 0 : clamp((2.2 - edgeDistancePixels) / 1.1, 0, 1)
  }

  @inline(__always) mutating func begin(_ dy: Float) {
    rowLong = inverseLong.y * dy
    rowShort = inverseShort.y * dy
  }

  /// Whether the ellipse has a share in the drawn coverage.
  @inline(__always) var isVisible: Bool { share != 0 }

  /// The shape's coverage, cross-faded to the ellipse's coverage.
  @inline(__always) func mixed(_ coverage: Float8, _ dx: Float8) -> Float8 {
    if share == 0 { return coverage }
    let x = inverseLong.x * dx + rowLong
    let y = inverseShort.x * dx + rowShort
    let inside = Lanes.max(1 - (x * x + y * y), 0)
    return coverage + share * (centerCoverage * inside * inside - coverage)
  }
}

/// Bounds of a polygon or star. The mitre of a triangle's corner reaches 1.41 px beyond the corner, and the shorter half axis of the
/// soft ellipse is up to 1.5 times the sprite's.
@inline(__always)
private func cornerSlabs(_ axes: PrincipalAxes) -> Slabs {
  Slabs(axes.longDirection, axes.longHalfAxis + 1.5, axes.shortDirection, axes.shortHalfAxis * 1.5 + 1.5)
}

/// A regular polygon. A pixel's distance is the largest of its distances from the edges' lines.
struct PolygonKernel: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var softEllipse: SoftEllipse
  private let edges: EdgeLines
  private let edgeCount: Int

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    slabs = cornerSlabs(axes)
    softEllipse = SoftEllipse(axes, shape.corners, isStar: false)
    edgeCount = shape.corners.directions.count
    edges = EdgeLines(lines: scratch)
    let shrink = shape.corners.edgeShiftTimesRadius / (axes.longHalfAxis * axes.shortHalfAxis).squareRoot()
    shape.corners.directions.withUnsafeBufferPointer {
      for edge in 0..<edgeCount { edges.set(edge, $0[edge].x, $0[edge].y, shape.corners.edgeDistance, axes, shrink) }
    }
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    softEllipse.begin(dy)
    edges.begin(edgeCount, dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    var distance = edges.distance(0, dx)
    for edge in 1..<edgeCount { distance = Lanes.max(distance, edges.distance(edge, dx)) }
    return softEllipse.mixed(saturate(0.5 - distance), dx)
  }

  /// The span in which every pixel is more than a ramp width inside of every edge.
  @inline(__always) func solidSpan(_ dy: Float) -> (low: Float, high: Float) {
    if softEllipse.isVisible { return (1, -1) }
    var low = -Float.greatestFiniteMagnitude
    var high = Float.greatestFiniteMagnitude
    for edge in 0..<edgeCount {
      let slope = edges.slope(edge)
      // slope · dx ≤ bound puts the pixel 1.01 ramp widths inside.
      let bound = -1.01 - edges.intercept(edge)
      if abs(slope) < 1e-4 {
        if bound < 0 { return (1, -1) }
      } else if slope > 0 {
        high = min(high, bound / slope)
      } else {
        low = max(low, bound / slope)
      }
    }
    return (low, high)
  }
}

/// A star. A pixel belongs to the spike along whose direction it lies farthest from the centre. Two edges bound the spike; a third
/// line, across the tip, cuts off the mitre that a sharp spike would have beyond its tip.
struct StarKernel: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var softEllipse: SoftEllipse
  private let edges: EdgeLines
  private let spikeCount: Int

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let axes = PrincipalAxes(record, shape)
    weight = axes.weight
    centerX = record.x
    centerY = record.y
    slabs = cornerSlabs(axes)
    softEllipse = SoftEllipse(axes, shape.corners, isStar: true)
    spikeCount = shape.corners.directions.count
    edges = EdgeLines(lines: scratch)
    let shrink = shape.corners.edgeShiftTimesRadius / (axes.longHalfAxis * axes.shortHalfAxis).squareRoot()
    let normal = shape.corners.edgeNormal
    shape.corners.directions.withUnsafeBufferPointer {
      for spike in 0..<spikeCount {
        let x = $0[spike].x
        let y = $0[spike].y
        // Four lines for each spike. The first is not an edge: its "distance" is the local coordinate along the spike's direction, which
        // grows outwards. Then come the line across the tip and the edges on both sides. Both edges pass through the tip, which lies at the
        // distance 1 in the spike's direction, so their offset is `normal.x`.
        let directionLine = scratch + 4 * EdgeLines.floatsPerLine * spike
        directionLine[0] = x * axes.inverseX.x + y * axes.inverseY.x
        directionLine[1] = x * axes.inverseX.y + y * axes.inverseY.y
        directionLine[2] = 0
        edges.set(4 * spike + 1, x, y, 1, axes, shrink)
        edges.set(4 * spike + 2, x * normal.x - y * normal.y, y * normal.x + x * normal.y, normal.x, axes, shrink)
        edges.set(4 * spike + 3, x * normal.x + y * normal.y, y * normal.x - x * normal.y, normal.x, axes, shrink)
      }
    }
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    softEllipse.begin(dy)
    edges.begin(4 * spikeCount, dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    var farthest = edges.distance(0, dx)
    var distance = distanceFromSpike(0, dx)
    for spike in 1..<spikeCount {
      let along = edges.distance(4 * spike, dx)
      let isFarther = along .> farthest
      distance = Lanes.select(isFarther, distanceFromSpike(spike, dx), distance)
      farthest = Lanes.select(isFarther, along, farthest)
    }
    return softEllipse.mixed(saturate(0.5 - distance), dx)
  }

  /// The largest of the distances, in ramp widths, from a spike's three edges: the line across its tip and its two sides.
  @inline(__always) private func distanceFromSpike(_ spike: Int, _ dx: Float8) -> Float8 {
    Lanes.max(
      edges.distance(4 * spike + 1, dx),
      Lanes.max(edges.distance(4 * spike + 2, dx), edges.distance(4 * spike + 3, dx)))
  }
}
