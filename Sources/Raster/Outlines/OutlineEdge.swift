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
