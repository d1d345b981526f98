import Lanes
import Model

/// A path cut into straight pieces that know which way the path runs at their ends: what is filled, measured, dashed and stroked.
///
/// Curves are halved until no chord leaves its curve by more than `tolerance`, nor the chord of a parallel curve at a distance of
/// `reach` (half a stroke's width) its own. A cubic's chord is at most ¾ of the larger second difference of its control points
/// away (G.-J. Wang, "The subdivision method for finding the intersection between two Bézier curves or surfaces", 1984), that of
/// a parallel at distance h, where the curve turns by θ, about h·θ²/8 more.
package struct FlattenedPath: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  package struct Piece: Sendable, Equatable {
    package var from: Point
    package var to: Point
    /// Of length 1; the curve's own, not the chord's.
    package var startDirection: Point
    package var endDirection: Point
    /// Where along the whole path the piece begins.
    package var place: Double
    package var length: Double

    package func point(at share: Double) -> Point { from + (to - from) * share }

    func direction(at share: Double) -> Point {
      if startDirection == endDirection { return startDirection }
      return unitVector(startDirection + (endDirection - startDirection) * share) ?? startDirection
    }

    /// The part between two shares of the length.
    func part(from first: Double, to last: Double) -> Piece {
      Piece(
        from: first <= 0 ? from : point(at: first), to: last >= 1 ? to : point(at: last),
        startDirection: first <= 0 ? startDirection : direction(at: first),
        endDirection: last >= 1 ? endDirection : direction(at: last), place: place + length * first,
        length: length * (last - first))
    }
  }

  package struct Contour: Sendable, Equatable {
    /// Where it begins: all that a contour without pieces has.
    package var start: Point
    package var pieces: Range<Int>
    package var isClosed: Bool
    /// Whether anything was drawn, be it without a length: such a point has caps.
    package var isDrawn = false
    /// How far behind the beginning of the contour that it is a part of it begins.
    package var offset = 0.0
  }

  package private(set) var pieces: [Piece] = []
  package private(set) var contours: [Contour] = []
  /// Of all pieces.
  package private(set) var length = 0.0
  package private(set) var tolerance: Double
  package private(set) var reach: Double
  private var current = Point(0, 0)
  private var isOpen = false

  package init(tolerance: Double = 0.01, reach: Double = 0) {
    self.tolerance = tolerance
    self.reach = reach
  }

  /// Begins anew and keeps its memory.
  package mutating func removeAll(tolerance: Double, reach: Double) {
    pieces.removeAll(keepingCapacity: true)
    contours.removeAll(keepingCapacity: true)
    length = 0
    isOpen = false
    self.tolerance = tolerance
    self.reach = reach
  }

  /// The smallest box around the pieces.
  package var box: (low: Point, high: Point)? {
    guard let first = contours.first else { return nil }
    var (low, high) = (first.start, first.start)
    func add(_ point: Point) {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    for contour in contours { add(contour.start) }
    for piece in pieces { add(piece.to) }
    return (low, high)
  }

  /// Whether the path is one closed contour that goes round a point once, ever onwards: then it never crosses itself.
  package func goesRoundOnce(_ center: Point) -> Bool {
    guard contours.count == 1, contours[0].isClosed else { return false }
    var (right, left, passes) = (false, false, 0)
    for piece in pieces {
      let (a, b) = (piece.from - center, piece.to - center)
      let cross = a.x * b.y - a.y * b.x
      // Far from what rounding could turn.
      let slack = 1e-9 * ((a * a).sum() + (b * b).sum())
      if cross > slack { right = true } else if cross < -slack { left = true } else { return false }
      // Steps are less than half a turn: those from one side of the x axis to the other, in this order, pass +x.
      if (a.y < 0) != (b.y < 0), (a.y < 0) == (cross > 0) { passes += 1 }
    }
    return right != left && passes == 1
  }

  /// A place that has nothing but caps.
  mutating func appendDot(_ contour: Contour) {
    contours.append(
      Contour(start: contour.start, pieces: pieces.count..<pieces.count, isClosed: false, isDrawn: true))
  }

  // MARK: Drawing

  package mutating func move(to point: Point) {
    contours.append(Contour(start: point, pieces: pieces.count..<pieces.count, isClosed: false))
    current = point
    isOpen = true
  }

  package mutating func line(to end: Point) {
    reopen()
    contours[contours.count - 1].isDrawn = true
    let delta = end - current
    // What rounding leaves of a line to where the path is has no direction.
    guard max(abs(delta.x), abs(delta.y)) > tolerance * 1e-4, let direction = unitVector(delta) else { return }
    append(current, end, direction, direction)
  }

  package mutating func curve(_ a: Point, _ b: Point, to end: Point) {
    reopen()
    contours[contours.count - 1].isDrawn = true
    halve(current, a, b, end, depth: 0)
  }

  /// A part of an ellipse from where the path is: its centre and half axes, the direction of the first axis, and the angles of
  /// the parameter in turns. A line leads to its beginning unless it `begins` a contour.
  package mutating func arc(
    center: Point, radiusX: Double, radiusY: Double, axis: Point = Point(1, 0), from start: Double, turns: Double,
    begins: Bool = false
  ) {
    let (u, v) = (axis * radiusX, Point(-axis.y, axis.x) * radiusY)
    let large = max(abs(radiusX), abs(radiusY)) + reach
    let count = arcSteps(radius: large, turns: turns, tolerance: tolerance)
    func place(_ step: Int) -> (point: Point, direction: Point) {
      let angle = Lanes.sincosTurns(start + turns * (Double(step) / Double(count)))
      let tangent = v * angle.cos - u * angle.sin
      return (center + u * angle.cos + v * angle.sin, unitVector(turns < 0 ? -tangent : tangent) ?? axis)
    }
    var last = place(0)
    if isOpen && !begins { line(to: last.point) } else { move(to: last.point) }
    for step in 1...count {
      let next = place(step)
      if next.point != last.point { append(last.point, next.point, last.direction, next.direction) }
      last = next
    }
  }

  /// The elements of a path, transformed by `map`.
  package mutating func add(_ path: VectorPath, _ map: PlaneMap) {
    func point(_ point: PlanePoint) -> Point { map(Point(point)) }
    for element in path.elements {
      switch element {
      case .move(let to): move(to: point(to))
      case .line(let to): line(to: point(to))
      case .curve(let a, let b, let to): curve(point(a), point(b), to: point(to))
      case .close: close()
      }
    }
  }

  /// Back to where the contour began.
  package mutating func close() {
    guard isOpen, let contour = contours.last else { return }
    // Rounding alone may have kept an arc from meeting its beginning.
    let gap = contour.start - current
    if !contour.pieces.isEmpty && max(abs(gap.x), abs(gap.y)) < tolerance * 1e-3 {
      length -= pieces[pieces.count - 1].length
      let last = pieces.removeLast()
      contours[contours.count - 1].pieces = contour.pieces.lowerBound..<pieces.count
      if last.from != contour.start { append(last.from, contour.start, last.startDirection, last.endDirection) }
    } else {
      line(to: contour.start)
    }
    contours[contours.count - 1].isClosed = !contours[contours.count - 1].pieces.isEmpty
    current = contour.start
    isOpen = false
  }

  /// Pieces as they are: a part of another path.
  mutating func append(_ parts: some Sequence<Piece>, start: Point, isClosed: Bool, offset: Double = 0) {
    let first = pieces.count
    for piece in parts {
      pieces.append(piece)
      length += piece.length
    }
    contours.append(
      Contour(start: start, pieces: first..<pieces.count, isClosed: isClosed, isDrawn: true, offset: offset))
    isOpen = false
  }

  /// One piece of a contour that `appendContour` will make of it.
  mutating func append(_ piece: Piece) {
    pieces.append(piece)
    length += piece.length
  }

  /// Makes a contour of the last pieces; none of none.
  mutating func appendContour(ofPiecesFrom first: Int, isClosed: Bool, offset: Double = 0) {
    guard first < pieces.count else { return }
    contours.append(
      Contour(
        start: pieces[first].from, pieces: first..<pieces.count, isClosed: isClosed, isDrawn: true, offset: offset))
    isOpen = false
  }

  /// Takes out a contour and its pieces, of which later ones move up.
  mutating func remove(_ contour: Int, pieces removed: Range<Int>) {
    contours.remove(at: contour)
    pieces.removeSubrange(removed)
    for index in contour..<contours.count {
      let range = contours[index].pieces
      contours[index].pieces = range.lowerBound - removed.count..<range.upperBound - removed.count
    }
    length = 0
    for piece in pieces { length += piece.length }
  }

  /// What follows a closed contour begins where that began.
  private mutating func reopen() { if !isOpen { move(to: current) } }

  private mutating func append(_ from: Point, _ to: Point, _ startDirection: Point, _ endDirection: Point) {
    let delta = to - from
    let own = (delta * delta).sum().squareRoot()
    pieces.append(
      Piece(
        from: from, to: to, startDirection: startDirection, endDirection: endDirection, place: length, length: own))
    length += own
    current = to
    contours[contours.count - 1].pieces = contours[contours.count - 1].pieces.lowerBound..<pieces.count
  }

  private static let deepest = 12
  /// Pieces above which curves are taken as they come, so that no path fills the memory.
  private static let mostPieces = 100_000

  private mutating func halve(_ start: Point, _ a: Point, _ b: Point, _ end: Point, depth: Int) {
    let (first, second) = (start - 2 * a + b, a - 2 * b + end)
    let bend = 0.75 * max((first * first).sum(), (second * second).sum()).squareRoot()
    let out = unitVector(a - start) ?? unitVector(b - start) ?? unitVector(end - start)
    let home = unitVector(end - b) ?? unitVector(end - a) ?? unitVector(end - start)
    guard let out, let home else { return }
    let turn = home - out
    let isFlat = bend <= tolerance && reach * (turn * turn).sum() <= 8 * tolerance
    if isFlat || depth >= Self.deepest || pieces.count >= Self.mostPieces {
      if end != start { append(start, end, out, home) }
      return
    }
    let (p, q, r) = ((start + a) * 0.5, (a + b) * 0.5, (b + end) * 0.5)
    let (s, t) = ((p + q) * 0.5, (q + r) * 0.5)
    let middle = (s + t) * 0.5
    halve(start, p, s, middle, depth: depth + 1)
    halve(middle, t, r, end, depth: depth + 1)
  }
}

/// `vector` with length 1; nil where it has none.
@inline(__always)
package func unitVector(_ vector: SIMD2<Double>) -> SIMD2<Double>? {
  let square = (vector * vector).sum()
  return square > 1e-300 ? vector / square.squareRoot() : nil
}

/// Chords of an arc that leave it by at most `tolerance`: one of angle θ does so by r·θ²/8.
func arcSteps(radius: Double, turns: Double, tolerance: Double) -> Int {
  let angle = abs(turns) * (2 * Double.pi)
  let steps = angle * (radius / (8 * max(tolerance, 1e-9))).squareRoot()
  return steps > 1 ? Int(min(steps.rounded(.up), 16_384)) : 1
}
