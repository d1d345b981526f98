import Lanes
import Model

// The outline of a stroke.
//
// Each piece of a path sweeps a quadrangle between its normals. Where the normals of two pieces differ the gap on the outer side
// is closed by the join; on the inner side the outline goes through the corner itself, so that what it encloses is exactly the
// quadrangles and the joins, each counted once and in the same sense. Where quadrangles overlap the winding number is higher but
// never less than 1: the non-zero rule gives their union. A quadrangle that a tight bend would turn inside out stands on the
// chord's normals instead, with round joins to its neighbours, which is what a stroke around a cusp looks like.

/// How a stroke is drawn.
package struct StrokeStyle: Sendable, Equatable {
  package var width: Double
  package var cap: ShapeStroke.Cap
  package var join: ShapeStroke.Join
  /// A miter longer than this many widths becomes a bevel.
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

/// Makes outlines of strokes and keeps its memory.
package struct Stroker: Sendable {
  private typealias Point = SIMD2<Double>

  private var right: [Point] = []
  private var left: [Point] = []
  private var half = 0.0
  private var tolerance = 0.01
  private var style = StrokeStyle(width: 1)
  /// Points of arcs so far.
  private var arcPoints = 0

  /// Points above which round ends and joins become coarse, so that no stroke fills the memory.
  private static let mostArcPoints = 400_000

  package init() {}

  /// Adds the outline of a path's stroke, to be filled by the non-zero rule. The path should have been flattened with half the width as its
  /// reach.
  package mutating func outline(
    _ path: FlattenedPath, _ style: StrokeStyle, tolerance: Double, into polygons: inout PolygonList
  ) {
    guard style.width > 0 else { return }
    self.style = style
    self.tolerance = tolerance
    half = style.width / 2
    arcPoints = 0
    for contour in path.contours {
      if contour.pieces.isEmpty {
        if contour.isDrawn { addDot(at: contour.start, into: &polygons) }
      } else {
        add(path.pieces[contour.pieces], isClosed: contour.isClosed, into: &polygons)
      }
    }
  }

  private mutating func addDot(at point: Point, into polygons: inout PolygonList) {
    right.removeAll(keepingCapacity: true)
    let normal = Point(0, half)
    right.append(point + normal)
    addCap(at: point, normal)
    addCap(at: point, -normal)
    for point in right { polygons.add(point) }
    polygons.close()
  }

  private mutating func add(_ pieces: ArraySlice<FlattenedPath.Piece>, isClosed: Bool, into polygons: inout PolygonList)
  {
    right.removeAll(keepingCapacity: true)
    left.removeAll(keepingCapacity: true)
    let first = normals(of: pieces[pieces.startIndex])
    var last = first
    for index in pieces.indices {
      let piece = pieces[index]
      let own = normals(of: piece)
      if index > pieces.startIndex { addJoin(at: piece.from, last, own) }
      right.append(piece.from + own.start)
      right.append(piece.to + own.end)
      left.append(piece.from - own.start)
      left.append(piece.to - own.end)
      last = own
    }
    guard !isClosed else {
      addJoin(at: pieces[pieces.startIndex].from, last, first)
      for point in right { polygons.add(point) }
      polygons.close()
      for point in left.reversed() { polygons.add(point) }
      polygons.close()
      return
    }
    addCap(at: pieces[pieces.endIndex - 1].to, last.end)
    for point in left.reversed() { right.append(point) }
    addCap(at: pieces[pieces.startIndex].from, -first.start)
    for point in right { polygons.add(point) }
    polygons.close()
  }

  /// Half the width to the right of a piece's ends.
  private struct Normals {
    var start: Point
    var end: Point
    /// Whether the piece stands on its chord, so that its neighbours are joined roundly whatever the style.
    var isChord = false
  }

  private func normals(of piece: FlattenedPath.Piece) -> Normals {
    let start = normal(piece.startDirection)
    if piece.startDirection == piece.endDirection { return Normals(start: start, end: start) }
    let end = normal(piece.endDirection)
    let delta = piece.to - piece.from
    let spread = (end - start) * delta
    let own = (delta * delta).sum()
    // Neither side may run backwards.
    if own > 0 && abs(spread.sum()) >= own, let direction = unitVector(delta) {
      return Normals(start: normal(direction), end: normal(direction), isChord: true)
    }
    return Normals(start: start, end: end)
  }

  private func normal(_ direction: Point) -> Point { Point(-direction.y, direction.x) * half }

  private mutating func addJoin(at corner: Point, _ before: Normals, _ after: Normals) {
    let (a, b) = (before.end, after.start)
    let gap = b - a
    // What is too small to be seen needs no corner.
    if max(abs(gap.x), abs(gap.y)) <= tolerance * 0.05 { return }
    let cross = a.x * b.y - a.y * b.x
    let dot = (a * b).sum()
    let isRound = style.join == .round || before.isChord || after.isChord
    if cross >= 0 {
      // The path turns to the right: the join lies on the left.
      right.append(corner + a)
      right.append(corner)
      join(corner, -a, -b, cross, dot, isRound: isRound, on: .left)
    } else {
      left.append(corner - a)
      left.append(corner)
      join(corner, a, b, cross, dot, isRound: isRound, on: .right)
    }
  }

  private enum Side { case left, right }

  private mutating func append(_ point: Point, on side: Side) {
    if side == .left { left.append(point) } else { right.append(point) }
  }

  private mutating func join(
    _ corner: Point, _ a: Point, _ b: Point, _ cross: Double, _ dot: Double, isRound: Bool, on side: Side
  ) {
    append(corner + a, on: side)
    if isRound {
      let angle = Lanes.atan2(y: cross, x: dot)
      addArc(around: corner, from: a, turns: angle / (2 * Double.pi), on: side)
    } else if style.join == .miter {
      // cos²(θ/2) of the turn θ; the miter is 1/cos(θ/2) widths long.
      let square = half * half
      let cosine = (square + dot) / (2 * square)
      if cosine * style.miterLimit * style.miterLimit >= 1, cosine > 1e-9 {
        append(corner + (a + b) / (2 * cosine), on: side)
      }
    }
  }

  /// From the right side of an end around to its left.
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

  /// The inner points of an arc.
  private mutating func addArc(around center: Point, from start: Point, turns: Double, on side: Side) {
    let wanted = arcSteps(radius: half, turns: turns, tolerance: tolerance)
    let count = arcPoints < Self.mostArcPoints ? wanted : min(wanted, 3)
    guard count > 1 else { return }
    arcPoints += count
    for step in 1..<count {
      let (sine, cosine) = Lanes.sincosTurns(turns * (Double(step) / Double(count)))
      append(center + Point(start.x * cosine - start.y * sine, start.x * sine + start.y * cosine), on: side)
    }
  }
}
