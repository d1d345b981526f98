/// Closed polygons, one after the other in one array of corners.
package struct PolygonList: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  /// The corners of all polygons.
  package private(set) var points: [Point] = []
  /// For each polygon, the index in `points` after its last corner. Points after the last polygon belong to a polygon that is not yet closed.
  package private(set) var ends: [Int] = []

  package init() {}

  package mutating func removeAll() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds a corner to the polygon that the next `close` ends.
  package mutating func add(_ point: Point) { points.append(point) }

  /// Makes a polygon of the corners that were added since the last `close`. If there are fewer than three, removes them.
  package mutating func close() {
    let start = ends.last ?? 0
    if points.count - start > 2 { ends.append(points.count) } else { points.removeLast(points.count - start) }
  }

  /// Adds a polygon for each contour of a path; the inside of the polygons is the inside of the filled path.
  package mutating func add(_ path: FlattenedPath) {
    for contour in path.contours where !contour.chords.isEmpty {
      for chord in path.chords[contour.chords] { points.append(chord.from) }
      if !contour.isClosed { points.append(path.chords[contour.chords.upperBound - 1].to) }
      close()
    }
  }

  /// Calls `body` with the two ends of every edge, in order; each polygon begins with the edge from its last corner to its
  /// first.
  package func forEachEdge(_ body: (Point, Point) -> Void) {
    var start = 0
    for end in ends {
      var previous = points[end - 1]
      for index in start..<end {
        body(previous, points[index])
        previous = points[index]
      }
      start = end
    }
  }

  /// The edges of all polygons, in the order of `forEachEdge`.
  package var edges: [OutlineEdge] {
    var edges: [OutlineEdge] = []
    edges.reserveCapacity(points.count)
    forEachEdge { edges.append(OutlineEdge(from: $0, to: $1)) }
    return edges
  }

  package mutating func transform(by map: PlaneMap) {
    for index in points.indices { points[index] = map(points[index]) }
  }

  /// The smallest box around all points; nil if there are none.
  package var box: (low: Point, high: Point)? {
    guard var low = points.first else { return nil }
    var high = low
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    return (low, high)
  }

  /// Signed area: positive if the polygons run clockwise on the screen (y down).
  package var area: Double {
    var sum = 0.0
    forEachEdge { a, b in sum += a.x * b.y - b.x * a.y }
    return sum / 2
  }
}
