// The outline and the area of a path, measured, so that points can be chosen on them evenly.

/// A path as pieces of known length and its area as triangles: what births on a shape are chosen from.
///
/// Each curve is cut into pieces by its arc length (`ArcLength`), which are cubic in that length: points that are even in a
/// piece's parameter are even on the curve, and lie on it to 10⁻⁶ of its size. The area is that of straight chords, none of
/// which leaves its curve by more than 1/8,192 of the path's box. Computed once for a scene; cost: for n chords up to n² simple
/// steps, n being limited to `Limits.outlineChords`.
package struct ShapeOutline: Sendable {
  package typealias Point = SIMD2<Double>

  /// A piece of the outline: the cubic from `from` to `to` whose derivatives at both ends are given.
  package struct Piece: Sendable {
    package var from, to: Point
    /// Derivatives by the piece's parameter, which runs from 0 to 1.
    package var startSlope, endSlope: Point
    package var length: Double
  }

  /// Pieces of all contours, in the order and direction in which the path is drawn.
  package private(set) var pieces: [Piece] = []
  /// Points at which lines and curves of the path begin and end.
  package private(set) var knots: [Point] = []
  /// Closed polygons along the contours; open contours are closed by a line.
  private var polygons: [[Point]] = []
  private let fillRule: VectorPath.FillRule
  /// Whether the path has more chords than are allowed; it then has no pieces.
  package private(set) var isTooDetailed = false

  /// Share of the path's box by which a chord may leave its curve.
  private static let chordTolerance = 1.0 / 8192

  package init(_ path: VectorPath) {
    fillRule = path.fillRule
    let contours = path.contours.map { ($0, ArcLength($0)) }
    for (contour, arc) in contours { addPieces(of: contour, arc) }
    guard let box else { return }
    let (width, height) = (box.high.x - box.low.x, box.high.y - box.low.y)
    let tolerance = max(width, height) * Self.chordTolerance
    var first = 0
    var chordCount = 0
    for (_, arc) in contours {
      let count = Self.pieceCount(of: arc)
      let polygon = Self.polygon(along: pieces[first..<first + count], tolerance: tolerance)
      first += count
      chordCount += polygon.count
      if polygon.count > 2 { polygons.append(polygon) }
    }
    if chordCount > Limits.outlineChords {
      (pieces, polygons, knots, isTooDetailed) = ([], [], [], true)
    }
  }

  /// The length of all pieces.
  package var length: Double { pieces.reduce(0) { $0 + $1.length } }

  /// The smallest box around the ends of all pieces; nil without pieces.
  package var box: (low: Point, high: Point)? {
    guard let first = pieces.first else { return nil }
    var (low, high) = (first.from, first.from)
    for piece in pieces {
      for point in [piece.from, piece.to] {
        low = Point(min(low.x, point.x), min(low.y, point.y))
        high = Point(max(high.x, point.x), max(high.y, point.y))
      }
    }
    return (low, high)
  }

  // MARK: Building

  /// Pieces between neighbouring knots of a measured contour; where a curve begins, two knots lie at one length.
  private static func pieceCount(of arc: ArcLength) -> Int {
    let knots = arc.curves[0].knots
    return zip(knots, knots.dropFirst()).reduce(0) { $0 + ($1.1.position > $1.0.position ? 1 : 0) }
  }

  private mutating func addPieces(of contour: VectorPath, _ arc: ArcLength) {
    for (index, element) in contour.elements.enumerated() {
      let isLastOfClosed = index == contour.elements.count - 2 && contour.elements.last == .close
      guard let end = element.points.last else { continue }
      // The end of a closed contour that returns to its start by itself is the start once more.
      if isLastOfClosed, end == contour.elements.first?.points.last { continue }
      knots.append(Point(end.x, end.y))
    }
    let (x, y) = (arc.curves[0].knots, arc.curves[1].knots)
    for index in x.indices.dropLast() {
      let span = x[index + 1].position - x[index].position
      guard span > 0 else { continue }
      pieces.append(
        Piece(
          from: Point(x[index].value, y[index].value), to: Point(x[index + 1].value, y[index + 1].value),
          startSlope: Point(x[index].slopeOut, y[index].slopeOut) * span,
          endSlope: Point(x[index + 1].slopeIn, y[index + 1].slopeIn) * span, length: span))
    }
  }

  /// Points along the pieces. A piece of length L that turns by the angle θ leaves n even chords by at most L·θ/(8n²).
  private static func polygon(along pieces: ArraySlice<Piece>, tolerance: Double) -> [Point] {
    var points: [Point] = []
    for piece in pieces {
      if points.last != piece.from { points.append(piece.from) }
      let turn = (piece.endSlope - piece.startSlope) / max(piece.length, 1e-300)
      let sagitta = piece.length * (turn * turn).sum().squareRoot() / 8
      let count = tolerance > 0 ? max(1, min((sagitta / tolerance).squareRoot().rounded(.up), 64)) : 1
      for step in 1...Int(count) { points.append(piece.point(at: Double(step) / count)) }
    }
    while points.count > 1, points.last == points.first { points.removeLast() }
    return points
  }

  // MARK: Area and sides

  /// Triangles that cover the area that the path's rule fills, none overlapping another; nil where there would be too many.
  package var triangles: [ShapeTriangle]? { AreaSweep.triangles(of: polygons, fillRule) }

  /// For each piece, whether the filled area lies to the left of its direction (and not to the right): its outward normal then
  /// points to its right.
  package var isInsideOnLeft: [Bool] {
    // Far below the size of anything that can be seen, far above the rounding of coordinates.
    let size = box.map { max($0.high.x - $0.low.x, $0.high.y - $0.low.y) } ?? 0
    let step = size * 1e-7
    return pieces.map { piece in
      let middle = piece.point(at: 0.5)
      // Test beside the middle of a chord, on which the polygons agree with it exactly.
      let chord = nearestChord(to: middle)
      let along = chord.to - chord.from
      let length = (along * along).sum().squareRoot()
      guard length > 0 else { return false }
      // On the canvas, whose y points down, the left of the direction (x, y) is (y, −x).
      var left = Point(along.y, -along.x) / length * step
      if (along * piece.direction(at: 0.5)).sum() < 0 { left = -left }
      let point = (chord.from + chord.to) / 2
      return isInside(point + left) && !isInside(point - left)
    }
  }

  private func nearestChord(to point: Point) -> (from: Point, to: Point) {
    var nearest = (from: point, to: point)
    var least = Double.infinity
    for polygon in polygons {
      var from = polygon[polygon.count - 1]
      for to in polygon {
        let offset = (from + to) / 2 - point
        let distance = (offset * offset).sum()
        if distance < least { (least, nearest) = (distance, (from, to)) }
        from = to
      }
    }
    return nearest
  }

  /// Whether a point lies in the area that the path's rule fills.
  package func isInside(_ point: Point) -> Bool {
    var winding = 0
    for polygon in polygons {
      var from = polygon[polygon.count - 1]
      for to in polygon {
        if (from.y <= point.y) != (to.y <= point.y) {
          let x = from.x + (to.x - from.x) * ((point.y - from.y) / (to.y - from.y))
          if x > point.x { winding += to.y > from.y ? 1 : -1 }
        }
        from = to
      }
    }
    return fillRule.fills(winding)
  }
}

extension ShapeOutline.Piece {
  /// The point at the parameter u in 0...1: the cubic with the given ends and derivatives.
  package func point(at u: Double) -> SIMD2<Double> {
    if u == 1 { return to }
    let (startBend, endBend) = bends
    let v = 1 - u
    return from + ((to - from) + (startBend * v - endBend * u) * v) * u
  }

  /// The derivative of `point` by u.
  package func direction(at u: Double) -> SIMD2<Double> {
    let (startBend, endBend) = bends
    let v = 1 - u
    return (to - from) + startBend * (v * (1 - 3 * u)) - endBend * (u * (2 - 3 * u))
  }

  /// By how much the derivatives at the ends differ from the straight line between them.
  package var bends: (start: SIMD2<Double>, end: SIMD2<Double>) { (startSlope - (to - from), endSlope - (to - from)) }
}

extension VectorPath.FillRule {
  /// Whether a point is inside that contours wind round so many times.
  func fills(_ winding: Int) -> Bool {
    switch self {
    case .nonzero: winding != 0
    case .evenOdd: winding % 2 != 0
    }
  }
}
