import Lanes
import Model

// The outline of a stroke.
//
// The stroke of a chord is a quadrangle between the normals of the curve at the chord's two ends. If the normals of two
// neighbouring chords differ at their common corner, a join closes the gap on the outer side. On the inner side the outline
// passes through the corner itself, so it encloses exactly the quadrangles and the joins, all in the same direction. Where
// quadrangles overlap, the winding number is above 1; inside the stroke it is never below 1, so the non-zero rule gives the union.
// If a tight bend would turn a quadrangle inside out, the quadrangle uses the chord's normal instead of the curve's normals, with
// round joins to its neighbours, as at a cusp.

/// Width, ends and corners of a stroke. Lengths are in the unit of the path.
package struct StrokeStyle: Sendable, Equatable {
  package var width: Double
  package var cap: ShapeStroke.Cap
  package var join: ShapeStroke.Join
  /// Length of a mitre, in widths of the stroke, above which the corner is cut off straight (bevelled) instead.
  package var miterLimit: Double

  package init(
    width: Double, cap: ShapeStroke.Cap = .butt, join: ShapeStroke.Join = .miter, miterLimit: Double = 10
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
  }
}

/// Makes the outlines of strokes. One stroker serves many strokes and reuses its memory.
package struct Stroker: Sendable {
  private typealias Point = SIMD2<Double>

  /// The points of the stroke's right side in the path's direction. Right is clockwise from that direction, as y goes down.
  private var right: [Point] = []
  /// The points of the stroke's left side in the path's direction.
  private var left: [Point] = []
  private var halfWidth = 0.0
  private var tolerance = 0.01
  private var style = StrokeStyle(width: 1)
  /// Number of points in the round joins and caps of the current stroke so far.
  private var arcPoints = 0

  /// The value of `arcPoints` from which on round joins and caps become coarse, so that no stroke uses up the memory.
  private static let maximumArcPoints = 400_000

  package init() {}

  /// Adds the outline of a path's stroke, to be filled by the non-zero rule. The path should have been flattened with half the
  /// stroke's width as `FlattenedPath.reach`.
  package mutating func outline(
    _ path: FlattenedPath, _ style: StrokeStyle, tolerance: Double, into polygons: inout PolygonList
  ) {
    guard style.width > 0 else { return }
    self.style = style
    self.tolerance = tolerance
    halfWidth = style.width / 2
    arcPoints = 0
    for contour in path.contours {
      if contour.chords.isEmpty {
        if contour.drawsDot { addDot(at: contour.start, into: &polygons) }
      } else {
        add(path.chords[contour.chords], isClosed: contour.isClosed, into: &polygons)
      }
    }
  }

  /// Adds the two caps of a contour without length, which is taken to run along +x.
  private mutating func addDot(at point: Point, into polygons: inout PolygonList) {
    right.removeAll(keepingCapacity: true)
    let normal = Point(0, halfWidth)
    right.append(point + normal)
    addCap(at: point, normal)
    addCap(at: point, -normal)
    for point in right { polygons.add(point) }
    polygons.close()
  }

  /// Adds the outline of one contour: two polygons if it is closed, otherwise one.
  private mutating func add(_ chords: ArraySlice<FlattenedPath.Chord>, isClosed: Bool, into polygons: inout PolygonList)
  {
    right.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
    let first = normals(of: chords[chords.startIndex])
    var previous = first
    for index in chords.indices {
      let chord = chords[index]
      let current = normals(of: chord)
      if index > chords.startIndex { addJoin(at: chord.from, previous, current) }
      right.append(chord.from + current.start)
      right.append(chord.to + current.end)
      left.append(chord.from - current.start)
      left.append(chord.to - current.end)
      previous = current
    }
    guard !isClosed else {
      addJoin(at: chords[chords.startIndex].from, previous, first)
      for point in right { polygons.add(point) }
      polygons.close()
      for point in left.reversed() { polygons.add(point) }
      polygons.close()
      return
    }
    addCap(at: chords[chords.endIndex - 1].to, previous.end)
    for point in left.reversed() { right.append(point) }
    addCap(at: chords[chords.startIndex].from, -first.start)
    for point in right { polygons.add(point) }
    polygons.close()
  }

  /// The vectors from a chord's two ends to the right side of the stroke; their length is half the stroke's width.
  private struct Normals {
    var start: Point
    var end: Point
    /// Whether both are the chord's normal instead of the curve's normals. Joins at the chord's ends are then round in every style.
    var areChordNormals = false
  }

  /// Returns the curve's normals at a chord's ends, or the normal of the chord if those would turn the quadrangle inside out.
  private func normals(of chord: FlattenedPath.Chord) -> Normals {
    let start = normal(chord.startDirection)
    if chord.startDirection == chord.endDirection { return Normals(start: start, end: start) }
    let end = normal(chord.endDirection)
    let delta = chord.to - chord.from
    let spreadAlongChord = ((end - start) * delta).sum()
    let squaredLength = (delta * delta).sum()
    // Neither side of the quadrangle may run against the chord.
    if squaredLength > 0 && abs(spreadAlongChord) >= squaredLength, let direction = unitVector(delta) {
      return Normals(start: normal(direction), end: normal(direction), areChordNormals: true)
    }
    return Normals(start: start, end: end)
  }

  /// Returns the vector from the path to the right side of the stroke; `direction` must be a unit vector.
  private func normal(_ direction: Point) -> Point { Point(-direction.y, direction.x) * halfWidth }

  /// Adds the corner between two chords: the join on the outer side, and the corner itself on the inner side.
  private mutating func addJoin(at corner: Point, _ before: Normals, _ after: Normals) {
    let (a, b) = (before.end, after.start)
    let gap = b - a
    // If the gap is too small to be visible, it needs no join.
    if max(abs(gap.x), abs(gap.y)) <= tolerance * 0.05 { return }
    let cross = a.x * b.y - a.y * b.x
    let dot = (a * b).sum()
    let isRound = style.join == .round || before.areChordNormals || after.areChordNormals
    if cross >= 0 {
      // The path bends to the right: the join lies on the left.
      right.append(corner + a)
      right.append(corner)
      addOuterJoin(corner, -a, -b, cross, dot, isRound: isRound, on: .left)
    } else {
      left.append(corner - a)
      left.append(corner)
      addOuterJoin(corner, a, b, cross, dot, isRound: isRound, on: .right)
    }
  }

  private enum Side { case left, right }

  private mutating func append(_ point: Point, on side: Side) {
    if side == .left { left.append(point) } else { right.append(point) }
  }

  /// Adds the outer side of a join, from `corner` + `a` to `corner` + `b`. The last point is left out, because it is the next
  /// chord's first point. `cross` and `dot` are the cross and dot product of `a` and `b`.
  private mutating func addOuterJoin(
    _ corner: Point, _ a: Point, _ b: Point, _ cross: Double, _ dot: Double, isRound: Bool, on side: Side
  ) {
    append(corner + a, on: side)
    if isRound {
      let angle = Lanes.atan2(y: cross, x: dot)
      addArc(around: corner, from: a, turns: angle / (2 * Double.pi), on: side)
    } else if style.join == .miter {
      // `cosineSquare` is cos²(θ/2), where θ is the change of direction at the corner. The mitre is 1/cos(θ/2) widths long.
      let squaredHalfWidth = halfWidth * halfWidth
      let cosineSquare = (squaredHalfWidth + dot) / (2 * squaredHalfWidth)
      if cosineSquare * style.miterLimit * style.miterLimit >= 1, cosineSquare > 1e-9 {
        append(corner + (a + b) / (2 * cosineSquare), on: side)
      }
    }
  }

  /// Adds the cap of the end at `point`, from its right side (`point` + `normal`) to its left side.
  private mutating func addCap(at point: Point, _ normal: Point) {
    right.append(point + normal)
    switch style.cap {
    case .butt: break
    case .round: addArc(around: point, from: normal, turns: -0.5, on: .right)
    case .square:
      let ahead = Point(normal.y, -normal.x)
      right.append(point + normal + ahead)
      right.append(point - normal + ahead)
    }
    right.append(point - normal)
  }

  /// Adds the points of an arc of radius `halfWidth`, without its two end points.
  ///
  /// - Parameters:
  ///   - start: vector from the centre to the arc's start.
  ///   - turns: the arc's angle in turns; positive is clockwise, from +x towards +y.
  private mutating func addArc(around center: Point, from start: Point, turns: Double, on side: Side) {
    let wanted = arcSteps(radius: halfWidth, turns: turns, tolerance: tolerance)
    let count = arcPoints < Self.maximumArcPoints ? wanted : min(wanted, 3)
    guard count > 1 else { return }
    arcPoints += count
    for step in 1..<count {
      let (sine, cosine) = Lanes.sincosTurns(turns * (Double(step) / Double(count)))
      append(center + Point(start.x * cosine - start.y * sine, start.x * sine + start.y * cosine), on: side)
    }
  }
}
