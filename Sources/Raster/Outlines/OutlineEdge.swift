/// A directed straight edge of an outline, y down. Along a row from left to right, an edge that goes down (y grows) enters
/// the inside and one that goes up leaves it.
package struct OutlineEdge: Equatable {
  package var from: SIMD2<Double>
  package var to: SIMD2<Double>

  /// The edges of closed polygons, from each corner to the next and from the last to the first.
  static func edges(of polygons: [[SIMD2<Double>]]) -> [OutlineEdge] {
    polygons.flatMap { polygon in
      polygon.indices.map { OutlineEdge(from: polygon[$0], to: polygon[$0 + 1 < polygon.count ? $0 + 1 : 0]) }
    }
  }

  /// The area that the edges enclose; negative if they run in the sense opposite to that of `OutlineEdge`.
  package static func area(_ edges: [OutlineEdge]) -> Double {
    edges.reduce(0) { $0 + ($1.to.x * $1.from.y - $1.from.x * $1.to.y) } * 0.5
  }

  /// The centroid of the area that the edges enclose, which must not be 0.
  static func centroid(_ edges: [OutlineEdge]) -> SIMD2<Double> {
    edges.reduce(SIMD2()) { $0 + ($1.from + $1.to) * ($1.to.x * $1.from.y - $1.from.x * $1.to.y) } / (6 * area(edges))
  }
}
