import Model

/// A piece of an outline: a cubic curve between two points. Its derivative is `to − from + startBend` at the start and
/// `to − from + endBend` at the end; both bends are 0 for a straight piece. Positions are relative to the shape's centre, in the
/// unit that the sampler's `ShapeSampler.scaling` names.
struct OutlinePiece: BitwiseCopyable {
  var from: SIMD2<Float>
  var to: SIMD2<Float>
  var startBend = SIMD2<Float>()
  var endBend = SIMD2<Float>()
  /// 1 where the outward normal points to the left of the piece's direction, −1 where it points to its right.
  var outwardSign: Float = 1
}

/// What a shape is divided into: its points (`Emitter.Mode.points`), the pieces of its outline or the triangles of its area, here all
/// called pieces. A `ShapeSampler` chooses a piece for each birth.
struct ShapePieces {
  /// The shape's points, or the corners of its triangles: 3·i, 3·i + 1 and 3·i + 2 are those of triangle i. Units as in `OutlinePiece`.
  var points: [SIMD2<Float>] = []
  var outlinePieces: [OutlinePiece] = []
  /// For each piece, the sum of its probability and those of all pieces before it: ascending, and 1 for the last.
  var cumulativeProbabilities: [Float]

  /// The box around all pieces; of curves only the ends count.
  var box: (low: SIMD2<Float>, high: SIMD2<Float>) {
    let corners = points + outlinePieces.flatMap { [$0.from, $0.to] }
    guard var low = corners.first else { return (SIMD2(), SIMD2()) }
    var high = low
    for corner in corners {
      low.replace(with: corner, where: corner .< low)
      high.replace(with: corner, where: corner .> high)
    }
    return (low, high)
  }

  // MARK: Polygons

  /// Corners, all equally likely.
  static func points(_ polygon: [PlanePoint]) -> ShapePieces {
    ShapePieces(
      points: polygon.map(rounded), cumulativeProbabilities: cumulativeProbabilities(of: polygon.map { _ in 1 }))
  }

  /// Edges, with probabilities proportional to their lengths.
  static func outline(_ polygon: [PlanePoint]) -> ShapePieces {
    guard let first = polygon.first else { return ShapePieces(cumulativeProbabilities: []) }
    let closed = polygon + [first]
    let isClockwise = doubleArea(polygon) >= 0
    let edges = zip(closed, closed.dropFirst())
    return ShapePieces(
      outlinePieces: edges.map { OutlinePiece(from: rounded($0), to: rounded($1), outwardSign: isClockwise ? 1 : -1) },
      cumulativeProbabilities: cumulativeProbabilities(
        of: edges.map { from, to in
          let (x, y) = (to.x - from.x, to.y - from.y)
          return (x * x + y * y).squareRoot()
        }))
  }

  /// Triangles of a polygon, with probabilities proportional to their areas.
  static func surface(_ polygon: [PlanePoint]) -> ShapePieces {
    let triangles = triangulation(of: polygon)
    return ShapePieces(
      points: triangles.flatMap { [rounded($0.0), rounded($0.1), rounded($0.2)] },
      cumulativeProbabilities: cumulativeProbabilities(of: triangles.map { abs(doubleArea($0.0, $0.1, $0.2)) / 2 }))
  }

  // MARK: Paths

  /// The points at which a path's lines and curves begin and end, all equally likely.
  static func points(_ outline: ShapeOutline) -> ShapePieces {
    ShapePieces(
      points: outline.joints.map { SIMD2<Float>($0) },
      cumulativeProbabilities: cumulativeProbabilities(of: outline.joints.map { _ in 1 }))
  }

  /// Pieces of a path's outline, with probabilities proportional to their lengths.
  static func outline(_ outline: ShapeOutline) -> ShapePieces {
    ShapePieces(
      outlinePieces: zip(outline.pieces, outline.isInsideOnLeft).map { piece, isInsideOnLeft in
        let bends = piece.bends
        return OutlinePiece(
          from: SIMD2<Float>(piece.from), to: SIMD2<Float>(piece.to), startBend: SIMD2<Float>(bends.start),
          endBend: SIMD2<Float>(bends.end), outwardSign: isInsideOnLeft ? -1 : 1)
      },
      cumulativeProbabilities: cumulativeProbabilities(of: outline.pieces.map(\.length)))
  }

  /// Triangles of a path's area, with probabilities proportional to their areas; no pieces if the path has no area.
  static func surface(_ outline: ShapeOutline) -> ShapePieces {
    let triangles = outline.triangles ?? []
    return ShapePieces(
      points: triangles.flatMap { [SIMD2<Float>($0.a), SIMD2<Float>($0.b), SIMD2<Float>($0.c)] },
      cumulativeProbabilities: cumulativeProbabilities(of: triangles.map(\.area)))
  }

  // MARK: Measures

  /// Cumulative probabilities of pieces whose own probabilities are proportional to `sizes`.
  static func cumulativeProbabilities(of sizes: [Double]) -> [Float] {
    let total = sizes.reduce(0, +)
    var sum = 0.0
    return sizes.enumerated().map { index, size -> Float in
      sum += size
      // Pieces that all have the size 0 are equally likely.
      return Float(total > 0 ? sum / total : Double(index + 1) / Double(sizes.count))
    }
  }

  private static func rounded(_ point: PlanePoint) -> SIMD2<Float> { SIMD2(Float(point.x), Float(point.y)) }

  private static func abs(_ value: Double) -> Double { value < 0 ? -value : value }

  /// Twice the signed area of a polygon, positive where its corners are listed clockwise as seen on the canvas (y points down).
  private static func doubleArea(_ polygon: [PlanePoint]) -> Double {
    zip(polygon, polygon.dropFirst() + polygon.prefix(1)).reduce(0.0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }

  /// Twice the signed area of a triangle, positive where a, b, c are listed clockwise.
  private static func doubleArea(_ a: PlanePoint, _ b: PlanePoint, _ c: PlanePoint) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  /// Triangulates a polygon by ear clipping (G. H. Meisters, 1975), which cuts off one ear after another. An ear is the triangle of
  /// a corner and its two neighbours if this triangle lies inside of the polygon and contains no other corner. An outline that
  /// crosses itself may have no ear: then the triangle of its first corner is cut off. Usually O(n²), at worst O(n³).
  static func triangulation(of polygon: [PlanePoint]) -> [(PlanePoint, PlanePoint, PlanePoint)] {
    var corners = polygon
    // `isEar` expects corners in the order that gives a positive area.
    if doubleArea(corners) < 0 { corners.reverse() }
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
    // A corner whose two edges lie on one line can always be cut off, a corner that points inwards never.
    guard doubleArea(a, b, c) > 0 else { return doubleArea(a, b, c) == 0 }
    return !corners.indices.contains { corner in
      guard corner != before, corner != index, corner != after else { return false }
      let point = corners[corner]
      guard point != a, point != b, point != c else { return false }
      return doubleArea(a, b, point) >= 0 && doubleArea(b, c, point) >= 0 && doubleArea(c, a, point) >= 0
    }
  }
}
