import Model

/// Corners, edges or triangles of a polygon, of which a `ShapeSampler` chooses one for each birth.
struct PolygonPieces {
  /// Piece i is, for corners, point i; for edges, the edge from point i to point i + 1 (the first point follows the last once
  /// more); for triangles, that of the points 3·i, 3·i + 1 and 3·i + 2. Pixels.
  var points: [SIMD2<Float>]
  /// For each piece, the sum of its probability and those of all pieces before it: ascending, and 1 for the last.
  var cumulativeShares: [Float]

  /// Corners, all equally likely.
  static func corners(_ polygon: [PlanePoint]) -> PolygonPieces {
    pieces(polygon.map(rounded), sizes: polygon.map { _ in 1 })
  }

  /// Edges, each as likely as it is long.
  static func outline(_ polygon: [PlanePoint]) -> PolygonPieces {
    guard let first = polygon.first else { return pieces([], sizes: []) }
    let closed = polygon + [first]
    return pieces(
      closed.map(rounded),
      sizes: zip(closed, closed.dropFirst()).map { from, to in
        let (x, y) = (to.x - from.x, to.y - from.y)
        return (x * x + y * y).squareRoot()
      })
  }

  /// Triangles of a triangulation, each as likely as it is large.
  static func surface(_ polygon: [PlanePoint]) -> PolygonPieces {
    let triangles = triangulation(of: polygon)
    return pieces(
      triangles.flatMap { [rounded($0.0), rounded($0.1), rounded($0.2)] },
      sizes: triangles.map { abs(doubleArea($0.0, $0.1, $0.2)) / 2 })
  }

  /// - Parameter sizes: one for each piece, to which its probability is proportional.
  private static func pieces(_ points: [SIMD2<Float>], sizes: [Double]) -> PolygonPieces {
    let whole = sizes.reduce(0, +)
    var sum = 0.0
    let cumulativeShares = sizes.enumerated().map { index, size -> Float in
      sum += size
      // Pieces of a polygon without extent are equally likely.
      return Float(whole > 0 ? sum / whole : Double(index + 1) / Double(sizes.count))
    }
    return PolygonPieces(points: points, cumulativeShares: cumulativeShares)
  }

  private static func rounded(_ point: PlanePoint) -> SIMD2<Float> { SIMD2(Float(point.x), Float(point.y)) }

  private static func abs(_ value: Double) -> Double { value < 0 ? -value : value }

  /// Twice the signed area of a triangle: positive where a, b, c go round it clockwise on the canvas, whose y points down.
  private static func doubleArea(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Ear clipping (G. H. Meisters, 1975): cuts off one ear after another. An ear is the triangle of a corner and its two
  /// neighbours if it lies inside and holds no other corner. Usually O(n²), at worst O(n³). Where an outline that crosses itself
  /// has no ear, the triangle of the first corner is cut off.
  static func triangulation(of polygon: [PlanePoint]) -> [(PlanePoint, PlanePoint, PlanePoint)] {
    var corners = polygon
    let doubleArea = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0.0) {
      $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y
    }
    // `isEar` expects corners in the order that gives a positive area.
    if doubleArea < 0 { corners.reverse() }
    var triangles: [(PlanePoint, PlanePoint, PlanePoint)] = []
    while corners.count > 3 {
      let ear = corners.indices.first { isEar($0, of: corners) } ?? 0
      let (before, after) = neighbours(of: ear, in: corners)
      triangles.append((corners[before], corners[ear], corners[after]))
      corners.remove(at: ear)
    }
    if corners.count == 3 { triangles.append((corners[0], corners[1], corners[2])) }
    return triangles
  }

  private static func neighbours(of index: Int, in corners: [PlanePoint]) -> (Int, Int) {
    ((index + corners.count - 1) % corners.count, (index + 1) % corners.count)
  }

  private static func isEar(_ index: Int, of corners: [PlanePoint]) -> Bool {
    let (before, after) = neighbours(of: index, in: corners)
    let (a, b, c) = (corners[before], corners[index], corners[after])
    // A corner on a straight line can always be cut off; one that points inwards cannot.
    guard doubleArea(a, b, c) > 0 else { return doubleArea(a, b, c) == 0 }
    return !corners.indices.contains { other in
      guard other != before, other != index, other != after else { return false }
      let point = corners[other]
      guard point != a, point != b, point != c else { return false }
      return doubleArea(a, b, point) >= 0 && doubleArea(b, c, point) >= 0 && doubleArea(c, a, point) >= 0
    }
  }
}
