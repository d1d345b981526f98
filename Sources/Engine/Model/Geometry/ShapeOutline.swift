// The outline and the area of a path, measured, so that points can be chosen on them evenly.

/// The outline of a path as pieces of known length, and its area as triangles; births on a shape are distributed over them.
///
/// Each curve is cut by its arc length (`ArcLength`) into pieces that are cubic in that length: points that are evenly spaced in
/// a piece's parameter are evenly spaced on the curve, to 10⁻⁶ of its size. The area is bounded by straight chords, none of which
/// leaves its curve by more than 1/8,192 of the path's box. Computed once for a scene. Cost: up to n² simple steps for n chords,
/// which are limited to `Limits.outlineChords`.
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
  /// The points at which lines and curves of the path begin and end, each once.
  package private(set) var joints: [Point] = []
  /// Closed polygons along the contours; open contours are closed by a line.
  private var polygons: [[Point]] = []
  /// For each piece, one of its chords: the index of the polygon, and of the corner at the chord's end.
  private var pieceChords: [(polygon: Int, corner: Int)] = []
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
    var cornerCount = 0
    for (_, arc) in contours {
      let count = Self.pieceCount(of: arc)
      addPolygon(along: pieces[first..<first + count], tolerance: tolerance)
      first += count
      cornerCount += polygons[polygons.count - 1].count
    }
    if cornerCount > Limits.outlineChords {
      (pieces, polygons, pieceChords, joints, isTooDetailed) = ([], [], [], [], true)
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

  /// The number of pieces of a measured contour, which lie between neighbouring knots. Where two curves meet, two knots lie at
  /// the same length.
  private static func pieceCount(of arc: ArcLength) -> Int {
    let knots = arc.curves[0].knots
    return zip(knots, knots.dropFirst()).reduce(0) { $0 + ($1.1.position > $1.0.position ? 1 : 0) }
  }

  private mutating func addPieces(of contour: VectorPath, _ arc: ArcLength) {
    for (index, element) in contour.elements.enumerated() {
      let isLastOfClosed = index == contour.elements.count - 2 && contour.elements.last == .close
      guard let end = element.points.last else { continue }
      // If the last element of a closed contour ends at the contour's start, that point is already among the joints.
      if isLastOfClosed, end == contour.elements.first?.points.last { continue }
      joints.append(Point(end.x, end.y))
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

  /// Adds a polygon along the pieces of a contour. A curve of length L that turns evenly by θ deviates from n equal chords by at
  /// most L·θ/(8n²); a line that turns at a corner deviates from one chord by L·θ/4. So pieces that turn much are divided, and
  /// neighbours that turn little share a chord.
  private mutating func addPolygon(along pieces: ArraySlice<Piece>, tolerance: Double) {
    var points: [Point] = []
    // Length and turn (radians) of the pieces that share the last chord, and the direction in which the last of them ends. A length of 0
    // means that no further piece may share it: there is none yet, or it is one of several chords of a piece.
    var lastChord = (length: 0.0, turn: 0.0, endDirection: Point(0, 0))
    func norm(_ vector: Point) -> Double { (vector * vector).sum().squareRoot() }
    for piece in pieces {
      let (startDirection, endDirection) = (piece.startSlope / piece.length, piece.endSlope / piece.length)
      let turn = norm(endDirection - startDirection)
      let joined = (
        length: lastChord.length + piece.length,
        turn: lastChord.turn + turn + norm(startDirection - lastChord.endDirection)
      )
      if lastChord.length > 0, joined.length * joined.turn / 4 <= tolerance {
        points[points.count - 1] = piece.to
        pieceChords.append((polygons.count, points.count - 1))
        lastChord = (joined.length, joined.turn, endDirection)
        continue
      }
      if points.last != piece.from { points.append(piece.from) }
      let count = max(1, min((piece.length * turn / 8 / tolerance).squareRoot().rounded(.up), 64))
      pieceChords.append((polygons.count, points.count + Int(count) / 2))
      for step in 1...Int(count) { points.append(piece.point(at: Double(step) / count)) }
      lastChord = (count == 1 ? piece.length : 0, turn, endDirection)
    }
    while points.count > 1, points.last == points.first { points.removeLast() }
    polygons.append(points)
  }

  // MARK: Area and inside

  /// Triangles that cover the area that the path's rule fills without overlapping; nil if there would be too many.
  package var triangles: [ShapeTriangle]? { AreaSweep.triangles(of: polygons, fillRule) }

  /// For each piece, whether the filled area lies to the left of its direction (and not to the right): its outward normal then
  /// points to its right.
  package var isInsideOnLeft: [Bool] {
    // How far from a chord, on either side, it is tested what is inside: far less than anything that can be seen, far more than
    // the rounding of coordinates.
    let size = box.map { max($0.high.x - $0.low.x, $0.high.y - $0.low.y) } ?? 0
    let step = size * 1e-7
    // The answer for the chord that ends at each corner of each polygon, once it is known.
    var answers = polygons.map { [Bool?](repeating: nil, count: $0.count) }
    return pieceChords.map { chord in
      let polygon = polygons[chord.polygon]
      // A last corner that repeated the first one was removed from the polygon: its index now means the first.
      let corner = chord.corner % polygon.count
      if let isOnLeft = answers[chord.polygon][corner] { return isOnLeft }
      let (from, to) = (polygon[(corner + polygon.count - 1) % polygon.count], polygon[corner])
      let along = to - from
      // On the canvas, whose y points down, the left of the direction (x, y) is (y, −x).
      let length = max((along * along).sum().squareRoot(), 1e-300)
      let left = Point(along.y, -along.x) / length * step
      let isOnLeft = isInside((from + to) / 2 + left) && !isInside((from + to) / 2 - left)
      answers[chord.polygon][corner] = isOnLeft
      return isOnLeft
    }
  }

  /// Whether a point lies in the area that the path's rule fills.
  package func isInside(_ point: Point) -> Bool {
    var winding = 0
    for polygon in polygons {
      guard var from = polygon.last else { continue }
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

  /// By how much the derivative at each end differs from the vector from one end to the other, the derivative of a straight
  /// piece.
  package var bends: (start: SIMD2<Double>, end: SIMD2<Double>) { (startSlope - (to - from), endSlope - (to - from)) }
}

extension VectorPath.FillRule {
  /// Whether a point with this winding number is inside.
  func fills(_ winding: Int) -> Bool {
    switch self {
    case .nonzero: winding != 0
    case .evenOdd: winding % 2 != 0
    }
  }
}
