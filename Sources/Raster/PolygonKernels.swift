import Lanes

// Regular polygons and stars: distances to straight edges that were carried into pixels, so that the border is one
// pixel wide on every side whatever the perspective.
//
// Each edge is a line A·dx + B·dy + C ≤ 0 in pixels. Its four floats (A, B, C, C + B·dy of the current row) lie in
// scratch memory.

private struct EdgeLines {
  let lines: UnsafeMutablePointer<Float>

  /// Puts the line n·(u, v) ≤ offset at `index`, its distance in pixels.
  @inline(__always)
  func set(_ index: Int, _ nx: Float, _ ny: Float, _ offset: Float, _ frame: AffineFrame, _ shrink: Float) {
    let x = nx * frame.inverseX.x + ny * frame.inverseY.x
    let y = nx * frame.inverseX.y + ny * frame.inverseY.y
    let scale = 1 / (x * x + y * y).squareRoot()
    lines[4 * index] = x * scale
    lines[4 * index + 1] = y * scale
    lines[4 * index + 2] = shrink - offset * scale
  }

  @inline(__always) func begin(_ count: Int, _ dy: Float) {
    for index in 0..<count { lines[4 * index + 3] = lines[4 * index + 2] + lines[4 * index + 1] * dy }
  }

  @inline(__always) func distance(_ index: Int, _ dx: Lane8) -> Lane8 {
    lines[4 * index] * dx + lines[4 * index + 3]
  }
}

struct PolygonKernel: SpriteKernel {
  static var masksSpan: Bool { true }
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  private let slabs: Slabs
  private let edges: EdgeLines
  private let count: Int

  @inline(__always)
  init(_ columns: SpriteColumns, _ index: Int, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(columns, index, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = columns.x[index]
    centerY = columns.y[index]
    // The mitre of a triangle's corner reaches one pixel beyond it.
    slabs = Slabs(frame.u1, frame.long + 1.1, frame.u2, frame.short + 1.1)
    count = shape.directions.count
    edges = EdgeLines(lines: scratch)
    let shrink = shape.cornerExcess / (frame.long * frame.short).squareRoot()
    shape.directions.withUnsafeBufferPointer {
      for edge in 0..<count { edges.set(edge, $0[edge].x, $0[edge].y, shape.parameter, frame, shrink) }
    }
  }

  @inline(__always) mutating func beginRow(_ dy: Float) -> (low: Float, high: Float) {
    edges.begin(count, dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    var most = edges.distance(0, dx)
    for edge in 1..<count { most = Lanes.max(most, edges.distance(edge, dx)) }
    return unit(0.5 - most)
  }
}

/// The spike that a pixel belongs to is the one whose direction it lies farthest along; inside it the two edges bound
/// the star, and a line across the tip keeps sharp spikes from growing.
struct StarKernel: SpriteKernel {
  static var masksSpan: Bool { true }
  let weight: Float
  let centerX: Float
  let centerY: Float
  var halfHeight: Float { slabs.halfHeight }
  private let slabs: Slabs
  private let edges: EdgeLines
  private let count: Int

  @inline(__always)
  init(_ columns: SpriteColumns, _ index: Int, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>) {
    let frame = AffineFrame(columns, index, leastSmall: shape.leastSmall, leastLong: shape.leastLong)
    weight = frame.weight
    centerX = columns.x[index]
    centerY = columns.y[index]
    slabs = Slabs(frame.u1, frame.long + 1.1, frame.u2, frame.short + 1.1)
    count = shape.directions.count
    edges = EdgeLines(lines: scratch)
    let shrink = shape.cornerExcess / (frame.long * frame.short).squareRoot()
    let normal = shape.edgeNormal
    shape.directions.withUnsafeBufferPointer {
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
    edges.begin(4 * count, dy)
    return slabs.span(dy)
  }

  @inline(__always) func coverage(_ dx: Lane8) -> Lane8 {
    var farthest = edges.distance(0, dx)
    var distance = bounds(0, dx)
    for spike in 1..<count {
      let along = edges.distance(4 * spike, dx)
      let isFarther = along .> farthest
      distance = Lanes.select(isFarther, bounds(spike, dx), distance)
      farthest = Lanes.select(isFarther, along, farthest)
    }
    return unit(0.5 - distance)
  }

  @inline(__always) private func bounds(_ spike: Int, _ dx: Lane8) -> Lane8 {
    Lanes.max(
      edges.distance(4 * spike + 1, dx),
      Lanes.max(edges.distance(4 * spike + 2, dx), edges.distance(4 * spike + 3, dx)))
  }
}
