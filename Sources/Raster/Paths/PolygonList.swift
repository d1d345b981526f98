/// Closed polygons in one piece of memory.
package struct PolygonList: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  package private(set) var points: [Point] = []
  /// Where each polygon ends in `points`.
  package private(set) var ends: [Int] = []

  package init() {}

  package mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  package mutating func add(_ point: Point) { points.append(point) }

  /// Ends the polygon of the points since the last.
  package mutating func close() {
    let start = ends.last ?? 0
    if points.count - start > 2 { ends.append(points.count) } else { points.removeLast(points.count - start) }
  }

  /// What a filled path encloses.
  package mutating func add(_ path: FlattenedPath) {
    for contour in path.contours where !contour.pieces.isEmpty {
      for piece in path.pieces[contour.pieces] { points.append(piece.from) }
      if !contour.isClosed { points.append(path.pieces[contour.pieces.upperBound - 1].to) }
      close()
    }
  }

  /// Every edge, in order.
  package func forEachEdge(_ body: (Point, Point) -> Void) {
    var start = 0
    for end in ends {
      var last = points[end - 1]
      for index in start..<end {
        body(last, points[index])
        last = points[index]
      }
      start = end
    }
  }

  package var edges: [OutlineEdge] {
    var edges: [OutlineEdge] = []
    edges.reserveCapacity(points.count)
    forEachEdge { edges.append(OutlineEdge(from: $0, to: $1)) }
    return edges
  }

  package mutating func transform(by map: PlaneMap) {
    for index in points.indices { points[index] = map(points[index]) }
  }

  /// The smallest box around all points.
  package var box: (low: Point, high: Point)? {
    guard var low = points.first else { return nil }
    var high = low
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    return (low, high)
  }

  /// Twice the signed area is positive where the polygons run clockwise on the screen, all in all.
  package var area: Double {
    var sum = 0.0
    forEachEdge { a, b in sum += a.x * b.y - b.x * a.y }
    return sum / 2
  }
}

/// An affine map of the plane: (x, y) becomes (a·x + c·y + e, b·x + d·y + f), as in CSS's matrix().
package struct PlaneMap: Sendable, Equatable {
  package var a, b, c, d, e, f: Double

  package init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  package init(scale: Double) { self.init(scale, 0, 0, scale, 0, 0) }

  @inline(__always)
  package func callAsFunction(_ p: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(a * p.x + c * p.y + e, b * p.x + d * p.y + f)
  }

  /// First `self`, then `next`.
  package func then(_ next: PlaneMap) -> PlaneMap {
    PlaneMap(
      next.a * a + next.c * b, next.b * a + next.d * b, next.a * c + next.c * d, next.b * c + next.d * d,
      next.a * e + next.c * f + next.e, next.b * e + next.d * f + next.f)
  }

  /// How much longer a vector becomes at most.
  package var stretch: Double {
    let (sum, difference) = (SIMD2(a + d, b - c), SIMD2(a - d, b + c))
    return ((sum * sum).sum().squareRoot() + (difference * difference).sum().squareRoot()) * 0.5
  }

  package var determinant: Double { a * d - b * c }

  package var inverse: PlaneMap? {
    let determinant = determinant
    guard abs(determinant) > 1e-18 else { return nil }
    let (a, b, c, d) = (d / determinant, -self.b / determinant, -self.c / determinant, self.a / determinant)
    return PlaneMap(a, b, c, d, -(a * e + c * f), -(b * e + d * f))
  }
}
