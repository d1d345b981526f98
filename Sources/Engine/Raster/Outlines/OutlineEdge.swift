/// A directed straight edge of an outline, y down. Along a row from left to right, the inside begins at an edge that goes down (y
/// grows) and ends at an edge that goes up.
package struct OutlineEdge: Equatable {
  package var from: SIMD2<Double>
  package var to: SIMD2<Double>

  /// Returns the edges of closed polygons, from each corner to the next and from the last to the first.
  static func edges(of polygons: [[SIMD2<Double>]]) -> [OutlineEdge] {
    polygons.flatMap { polygon in
      polygon.indices.map { OutlineEdge(from: polygon[$0], to: polygon[$0 + 1 < polygon.count ? $0 + 1 : 0]) }
    }
  }

  /// Returns the area that the edges enclose; negative if all edges have the opposite of the direction that `OutlineEdge` requires.
  package static func area(_ edges: [OutlineEdge]) -> Double {
    edges.reduce(0) { $0 + ($1.to.x * $1.from.y - $1.from.x * $1.to.y) } * 0.5
  }

  /// Returns the centroid of the area that the edges enclose. The area must not be 0.
  static func centroid(_ edges: [OutlineEdge]) -> SIMD2<Double> {
    edges.reduce(SIMD2()) { $0 + ($1.from + $1.to) * ($1.to.x * $1.from.y - $1.from.x * $1.to.y) } / (6 * area(edges))
  }
}
