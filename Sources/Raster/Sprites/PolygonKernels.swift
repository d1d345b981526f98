import Lanes

// Regular polygons and stars, by the distances to their edges in pixels: the border is one ramp wide on every side
// whatever the perspective.
//
// Each edge is a line A·dx + B·dy + C ≤ 0 in pixels. Its four floats (A, B, C, and C + B·dy of the current row) lie in
// scratch memory.

private struct EdgeLines {
  let lines: UnsafeMutablePointer<Float>

  /// Sets edge `index` to the line n·(u, v) ≤ offset, moved inwards by `shrink`.
  @inline(__always)
  func set(_ index: Int, _ nx: Float, _ ny: Float, _ offset: Float, _ frame: AffineFrame, _ shrink: Float) {
    let x = nx * frame.inverseX.x + ny * frame.inverseY.x
    let y = nx * frame.inverseX.y + ny * frame.inverseY.y
    // Distances in units of the ramp, so that coverage is ½ − distance.
    let scale = 1 / (abs(x) + abs(y))
    lines[4 * index] = x * scale
    lines[4 * index + 1] = y * scale
    lines[4 * index + 2] = shrink - offset * scale
  }

  @inline(__always) func begin(_ count: Int, _ dy: Float) {
    for index in 0..<count { lines[4 * index + 3] = lines[4 * index + 2] + lines[4 * index + 1] * dy }
  }

  /// The distance along a row is slope·dx + intercept.
  @inline(__always) func slope(_ index: Int) -> Float { lines[4 * index] }
  @inline(__always) func intercept(_ index: Int) -> Float { lines[4 * index + 3] }

  @inline(__always) func distance(_ index: Int, _ dx: Float8) -> Float8 {
    lines[4 * index] * dx + lines[4 * index + 3]
  }
}

/// A soft ellipse with the same light, for sprites whose corners are too fine for the grid. It is mixed in where the
/// edges are less than 2.2 px from the centre, and drawn alone below 1.1 px.
///
/// The spikes of a slender star are still visible when its waist is finer than that, so its edges count 1.25 times
/// (with more the light would depend on the position by over 2.5 %).
private struct Blob {
  private let inverseLong: SIMD2<Float>
  private let inverseShort: SIMD2<Float>
  private let height: Float
  private let share: Float
  private var rowLong: Float = 0
  private var rowShort: Float = 0

  @inline(__always)
  init(_ frame: AffineFrame, _ corners: CornerGeometry, isStar: Bool) {
    // The light of a soft ellipse is π/3 of its half axes' product; it may not be brighter than the shape itself.
    let full = corners.area / (Float.pi / 3)
    let widening = full > 1 ? full : 1
    height = full / widening
    inverseLong = frame.u1 * (1 / frame.long)
    inverseShort = frame.u2 * (1 / (frame.short * widening))
    let depth = (isStar && corners.edgeDistance < 0.25 ? 1.25 : 1) * corners.edgeDistance * frame.short
    share = full > 1.5 ? 0 : clamp((2.2 - depth) / 1.1, 0, 1)
  }

  @inline(__always) mutating func begin(_ dy: Float) {
    rowLong = inverseLong.y * dy
    rowShort = inverseShort.y * dy
  }

  @inline(__always) var isMixed: Bool { share != 0 }

  @inline(__always) func mixed(_ coverage: Float8, _ dx: Float8) -> Float8 {
    if share == 0 { return coverage }
    let x = inverseLong.x * dx + rowLong
    let y = inverseShort.x * dx + rowShort
    let inside = Lanes.max(1 - (x * x + y * y), 0)
    return coverage + share * (height * inside * inside - coverage)
  }
}

/// A regular polygon: the distance is the largest to any edge.
struct PolygonKernel: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var blob: Blob
  private let edges: EdgeLines
  private let count: Int

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    // The mitre of a triangle's corner reaches 1.41 px beyond it.
    slabs = Slabs(frame.u1, frame.long + 1.5, frame.u2, frame.short * 1.5 + 1.5)
    blob = Blob(frame, shape.corners, isStar: false)
    count = shape.corners.directions.count
    edges = EdgeLines(lines: scratch)
    let shrink = shape.corners.cornerExcess / (frame.long * frame.short).squareRoot()
    shape.corners.directions.withUnsafeBufferPointer {
      for edge in 0..<count { edges.set(edge, $0[edge].x, $0[edge].y, shape.corners.edgeDistance, frame, shrink) }
    }
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    blob.begin(dy)
    edges.begin(count, dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    var most = edges.distance(0, dx)
    for edge in 1..<count { most = Lanes.max(most, edges.distance(edge, dx)) }
    return blob.mixed(saturate(0.5 - most), dx)
  }

  /// The span in which every edge is more than a pixel away.
  @inline(__always) func solidSpan(_ dy: Float) -> (low: Float, high: Float) {
    if blob.isMixed { return (1, -1) }
    var low = -Float.greatestFiniteMagnitude
    var high = Float.greatestFiniteMagnitude
    for edge in 0..<count {
      let slope = edges.slope(edge)
      let limit = -1.01 - edges.intercept(edge)
      if abs(slope) < 1e-4 {
        if limit < 0 { return (1, -1) }
      } else if slope > 0 {
        high = min(high, limit / slope)
      } else {
        low = max(low, limit / slope)
      }
    }
    return (low, high)
  }
}

/// A star. A pixel belongs to the spike along whose direction it lies farthest; two edges bound the spike, and a line
/// across its tip keeps sharp spikes from growing.
struct StarKernel: SpriteKernel {
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  var halfWidth: Float { slabs.halfWidth }
  private let slabs: Slabs
  private var blob: Blob
  private let edges: EdgeLines
  private let count: Int

  @inline(__always)
  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(record, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = record.x
    centerY = record.y
    slabs = Slabs(frame.u1, frame.long + 1.5, frame.u2, frame.short * 1.5 + 1.5)
    blob = Blob(frame, shape.corners, isStar: true)
    count = shape.corners.directions.count
    edges = EdgeLines(lines: scratch)
    let shrink = shape.corners.cornerExcess / (frame.long * frame.short).squareRoot()
    let normal = shape.corners.edgeNormal
    shape.corners.directions.withUnsafeBufferPointer {
      for spike in 0..<count {
        let x = $0[spike].x
        let y = $0[spike].y
        // Four lines: the direction in local units, its tip, and the edges at both sides.
        let direction = scratch + 16 * spike
        direction[0] = x * frame.inverseX.x + y * frame.inverseY.x
        direction[1] = x * frame.inverseX.y + y * frame.inverseY.y
        direction[2] = 0
        edges.set(4 * spike + 1, x, y, 1, frame, shrink)
        edges.set(4 * spike + 2, x * normal.x - y * normal.y, y * normal.x + x * normal.y, normal.x, frame, shrink)
        edges.set(4 * spike + 3, x * normal.x + y * normal.y, y * normal.x - x * normal.y, normal.x, frame, shrink)
      }
    }
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    blob.begin(dy)
    edges.begin(4 * count, dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Float8) -> Float8 {
    var farthest = edges.distance(0, dx)
    var distance = bounds(0, dx)
    for spike in 1..<count {
      let along = edges.distance(4 * spike, dx)
      let isFarther = along .> farthest
      distance = Lanes.select(isFarther, bounds(spike, dx), distance)
      farthest = Lanes.select(isFarther, along, farthest)
    }
    return blob.mixed(saturate(0.5 - distance), dx)
  }

  @inline(__always) private func bounds(_ spike: Int, _ dx: Float8) -> Float8 {
    Lanes.max(
      edges.distance(4 * spike + 1, dx),
      Lanes.max(edges.distance(4 * spike + 2, dx), edges.distance(4 * spike + 3, dx)))
  }
}
