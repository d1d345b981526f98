extension Outline {
  /// The contours as polygons that are nowhere farther than `tolerance` from the curves; nil where they would have more
  /// than `mostCorners` corners.
  ///
  /// A cubic is cut evenly into n = ⌈√(¾·d/tolerance)⌉ pieces, d the larger second difference of its control points: no
  /// piece then leaves its chord by more (G.-J. Wang, "The subdivision method for finding the intersection between two
  /// Bézier curves or surfaces", 1984).
  package func polygons(tolerance: Double, mostCorners: Int) -> [[Point]]? {
    var polygons: [[Point]] = []
    var left = mostCorners
    for contour in contours {
      var polygon = [contour.start]
      func add(_ point: Point) { if polygon[polygon.count - 1] != point { polygon.append(point) } }
      for segment in contour.segments {
        switch segment {
        case .line(let end): add(end)
        case .curve(let a, let b, let end):
          let start = polygon[polygon.count - 1]
          let (first, second) = (start - 2 * a + b, a - 2 * b + end)
          let square = max((first * first).sum(), (second * second).sum())
          let pieces = (0.75 * square.squareRoot() / tolerance).squareRoot().rounded(.up)
          guard pieces <= Double(mostCorners) else { return nil }
          let count = max(Int(pieces), 1)
          for piece in 1..<max(count, 1) { add(cubic(start, a, b, end, Double(piece) / Double(count))) }
          add(end)
        }
        guard polygon.count <= left else { return nil }
      }
      while polygon.count > 1 && polygon[polygon.count - 1] == polygon[0] { polygon.removeLast() }
      left -= polygon.count
      if polygon.count > 2 { polygons.append(polygon) }
    }
    return polygons
  }
}

/// A directed edge of an outline. The inside lies to the right of edges that go down (y grows) and to the left of edges
/// that go up, seen along x: from left to right an edge downwards enters.
package struct OutlineEdge: Equatable {
  package var from: SIMD2<Double>
  package var to: SIMD2<Double>

  /// The edges of closed polygons.
  static func edges(of polygons: [[SIMD2<Double>]]) -> [OutlineEdge] {
    polygons.flatMap { polygon in
      polygon.indices.map { OutlineEdge(from: polygon[$0], to: polygon[$0 + 1 < polygon.count ? $0 + 1 : 0]) }
    }
  }

  /// What the edges enclose; negative where they run the wrong way round.
  package static func area(_ edges: [OutlineEdge]) -> Double {
    edges.reduce(0) { $0 + ($1.to.x * $1.from.y - $1.from.x * $1.to.y) } * 0.5
  }

  /// The middle of what they enclose, which must not be nothing.
  static func middle(_ edges: [OutlineEdge]) -> SIMD2<Double> {
    edges.reduce(SIMD2()) { $0 + ($1.from + $1.to) * ($1.to.x * $1.from.y - $1.from.x * $1.to.y) } / (6 * area(edges))
  }
}
