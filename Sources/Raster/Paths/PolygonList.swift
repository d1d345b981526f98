/// Closed polygons in one array of points.
package struct PolygonList: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  package private(set) var points: [Point] = []
  /// The index in `points` behind each polygon's last.
  package private(set) var ends: [Int] = []

  package init() {}

  package mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  package mutating func add(_ point: Point) { points.append(point) }

  /// Ends the polygon of the points since the last one.
  package mutating func close() {
    let start = ends.last ?? 0
    if points.count - start > 2 { ends.append(points.count) } else { points.removeLast(points.count - start) }
  }

  /// Adds the polygons that a filled path encloses.
  package mutating func add(_ path: FlattenedPath) {
    for contour in path.contours where !contour.chords.isEmpty {
      for chord in path.chords[contour.chords] { points.append(chord.from) }
      if !contour.isClosed { points.append(path.chords[contour.chords.upperBound - 1].to) }
      close()
    }
  }

  /// Calls `body` with the ends of every edge, in order.
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

  /// Signed area: positive where the polygons run clockwise on the screen.
  package var area: Double {
    var sum = 0.0
    forEachEdge { a, b in sum += a.x * b.y - b.x * a.y }
    return sum / 2
  }
}
