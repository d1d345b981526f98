import Lanes
import Model

/// A path cut into straight chords that know the curve's directions at their ends, so that the path can be filled, measured,
/// dashed and stroked. Lengths are in the unit of the points that are added.
///
/// Curves are halved until no chord leaves its curve by more than `tolerance`; for curves that are offset to the side by
/// `reach` (half a stroke's width) the same holds. A cubic's chord is off by at most ¾ of the larger second difference of
/// its control points (G.-J. Wang, "The subdivision method for finding the intersection between two Bézier curves or
/// surfaces", 1984). The chord of a curve that is offset by h is off by about h·θ²/8 more, θ being the change of direction
/// along the chord.
package struct FlattenedPath: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  /// A straight piece of a contour, between two points of the curve.
  package struct Chord: Sendable, Equatable {
    package var from: Point
    package var to: Point
    /// Directions of the curve, not of the chord, at its ends: vectors of length 1.
    package var startDirection: Point
    package var endDirection: Point
    /// Length of the path up to this chord: that of all chords before it.
    package var startLength: Double
    /// Distance of the two ends.
    package var length: Double

    /// The point at a share, 0...1, of the chord's length.
    package func point(at share: Double) -> Point { from + (to - from) * share }

    /// The curve's direction at a share of the chord's length, interpolated between those at the ends.
    func direction(at share: Double) -> Point {
      if startDirection == endDirection { return startDirection }
      return unitVector(startDirection + (endDirection - startDirection) * share) ?? startDirection
    }

    /// The section between two shares, 0...1, of the chord's length.
    func section(from first: Double, to last: Double) -> Chord {
      Chord(
        from: first <= 0 ? from : point(at: first), to: last >= 1 ? to : point(at: last),
        startDirection: first <= 0 ? startDirection : direction(at: first),
        endDirection: last >= 1 ? endDirection : direction(at: last), startLength: startLength + length * first,
        length: length * (last - first))
    }
  }

  /// A run of chords without gaps, closed or open.
  package struct Contour: Sendable, Equatable {
    /// First point. A contour without chords has no other.
    package var start: Point
    /// Indices in the path's `chords`.
    package var chords: Range<Int>
    package var isClosed: Bool
    /// Whether a stroke draws its caps at `start`, because the contour has a line or curve of length 0 and no chords. For a contour
    /// with chords the value has no meaning.
    package var drawsDot = false
    /// Length of the original contour that was trimmed away before this one, which is a section of it; 0 if none was.
    package var trimmedLength = 0.0
  }

  package private(set) var chords: [Chord] = []
  package private(set) var contours: [Contour] = []
  /// Length of all chords.
  package private(set) var length = 0.0
  /// Largest distance of a chord from its curve.
  package private(set) var tolerance: Double
  /// Largest distance to the side of offset curves for which `tolerance` holds as well.
  package private(set) var reach: Double
  /// Where the next line or curve begins.
  private var current = Point(0, 0)
  /// Whether the last contour is still open, so that the next line or curve continues it.
  private var isOpen = false

  package init(tolerance: Double = 0.01, reach: Double = 0) {
    self.tolerance = tolerance
    self.reach = reach
  }

  /// Makes the path empty again, with other parameters of flattening; keeps the memory.
  package mutating func removeAll(tolerance: Double, reach: Double) {
    chords.removeAll(keepingCapacity: true)
    contours.removeAll(keepingCapacity: true)
    length = 0
    current = Point(0, 0)
    isOpen = false
    self.tolerance = tolerance
    self.reach = reach
  }

  /// The smallest box around all chords and the starts of contours; nil without contours.
  package var box: (low: Point, high: Point)? {
    guard let first = contours.first else { return nil }
    var (low, high) = (first.start, first.start)
    func add(_ point: Point) {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    for contour in contours { add(contour.start) }
    for chord in chords { add(chord.to) }
    return (low, high)
  }

  /// Whether the path is one closed contour that winds around a point once without turning back: then it never crosses
  /// itself.
  package func windsOnce(around center: Point) -> Bool {
    guard contours.count == 1, contours[0].isClosed else { return false }
    // Whether any chord goes clockwise (`turnsRight`) or counterclockwise around the point, and how often chords cross the ray
    // from the point towards +x.
    var (turnsRight, turnsLeft, axisCrossings) = (false, false, 0)
    for chord in chords {
      let (a, b) = (chord.from - center, chord.to - center)
      let cross = a.x * b.y - a.y * b.x
      // A bound of the rounding of `cross`.
      let slack = 1e-9 * ((a * a).sum() + (b * b).sum())
      if cross > slack { turnsRight = true } else if cross < -slack { turnsLeft = true } else { return false }
      // A chord turns by less than half a turn: if it crosses the x axis towards +y while it goes clockwise, or towards −y while
      // it goes counterclockwise, it crosses the positive half.
      if (a.y < 0) != (b.y < 0), (a.y < 0) == (cross > 0) { axisCrossings += 1 }
    }
    return turnsRight != turnsLeft && axisCrossings == 1
  }

  /// Appends a contour without chords, of which a stroke draws only the caps, at the start of `contour`.
  mutating func appendDot(_ contour: Contour) {
    contours.append(
      Contour(start: contour.start, chords: chords.count..<chords.count, isClosed: false, drawsDot: true))
  }

  // MARK: Drawing

  package mutating func move(to point: Point) {
    contours.append(Contour(start: point, chords: chords.count..<chords.count, isClosed: false))
    current = point
    isOpen = true
  }

  package mutating func line(to end: Point) {
    reopen()
    contours[contours.count - 1].drawsDot = true
    let delta = end - current
    // A line to the current point has no direction: what rounding leaves of it is dropped.
    guard max(abs(delta.x), abs(delta.y)) > tolerance * 1e-4, let direction = unitVector(delta) else { return }
    append(current, end, direction, direction)
  }

  package mutating func curve(_ a: Point, _ b: Point, to end: Point) {
    reopen()
    contours[contours.count - 1].drawsDot = true
    halve(current, a, b, end, depth: 0)
  }

  /// Appends an arc of an ellipse, after a line to its beginning.
  ///
  /// - Parameters:
  ///   - axis: direction, of length 1, of the half axis of length `radiusX`; that of `radiusY` lies 90° clockwise of it.
  ///   - start: the ellipse's parameter at the arc's beginning, in turns from `axis`.
  ///   - turns: change of the parameter along the arc, in turns; negative for counterclockwise arcs.
  ///   - begins: whether the arc begins a contour, without a line before it.
  package mutating func arc(
    center: Point, radiusX: Double, radiusY: Double, axis: Point = Point(1, 0), from start: Double, turns: Double,
    begins: Bool = false
  ) {
    let (u, v) = (axis * radiusX, Point(-axis.y, axis.x) * radiusY)
    let maximumRadius = max(abs(radiusX), abs(radiusY)) + reach
    let count = arcSteps(radius: maximumRadius, turns: turns, tolerance: tolerance)
    func position(_ step: Int) -> (point: Point, direction: Point) {
      let angle = Lanes.sincosTurns(start + turns * (Double(step) / Double(count)))
      let tangent = v * angle.cos - u * angle.sin
      return (center + u * angle.cos + v * angle.sin, unitVector(turns < 0 ? -tangent : tangent) ?? axis)
    }
    var last = position(0)
    if isOpen && !begins { line(to: last.point) } else { move(to: last.point) }
    for step in 1...count {
      let next = position(step)
      if next.point != last.point { append(last.point, next.point, last.direction, next.direction) }
      last = next
    }
  }

  /// Appends the elements of a path, transformed by `map`.
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

  /// Closes the contour by a line to its beginning. A gap that rounding has left there is closed by moving the last chord's
  /// end.
  package mutating func close() {
    guard isOpen, let contour = contours.last else { return }
    // A gap as small as this is an arc's rounding.
    let gap = contour.start - current
    if !contour.chords.isEmpty && max(abs(gap.x), abs(gap.y)) < tolerance * 1e-3 {
      length -= chords[chords.count - 1].length
      let last = chords.removeLast()
      contours[contours.count - 1].chords = contour.chords.lowerBound..<chords.count
      if last.from != contour.start { append(last.from, contour.start, last.startDirection, last.endDirection) }
    } else {
      line(to: contour.start)
    }
    contours[contours.count - 1].isClosed = !contours[contours.count - 1].chords.isEmpty
    current = contour.start
    isOpen = false
  }

  /// Appends chords of another path as one contour; each keeps its `startLength`.
  mutating func append(_ added: some Sequence<Chord>, start: Point, isClosed: Bool, trimmedLength: Double = 0) {
    let first = chords.count
    for chord in added {
      chords.append(chord)
      length += chord.length
    }
    contours.append(
      Contour(
        start: start, chords: first..<chords.count, isClosed: isClosed, drawsDot: true, trimmedLength: trimmedLength))
    isOpen = false
  }

  /// Appends a chord of another path, which keeps its `startLength`; `appendContour` then makes the contour to which it belongs.
  mutating func append(_ chord: Chord) {
    chords.append(chord)
    length += chord.length
  }

  /// Makes a contour of the chords from index `first` on, if there are any.
  mutating func appendContour(ofChordsFrom first: Int, isClosed: Bool, trimmedLength: Double = 0) {
    guard first < chords.count else { return }
    contours.append(
      Contour(
        start: chords[first].from, chords: first..<chords.count, isClosed: isClosed, drawsDot: true,
        trimmedLength: trimmedLength))
    isOpen = false
  }

  /// Removes the contour of index `contour`, whose chords are `removed`.
  mutating func remove(_ contour: Int, chords removed: Range<Int>) {
    contours.remove(at: contour)
    chords.removeSubrange(removed)
    for index in contour..<contours.count {
      let range = contours[index].chords
      contours[index].chords = range.lowerBound - removed.count..<range.upperBound - removed.count
    }
    length = 0
    for chord in chords { length += chord.length }
  }

  /// Unless a contour is open, begins one at the point where the last one was closed.
  private mutating func reopen() { if !isOpen { move(to: current) } }

  /// Appends a chord to the open contour.
  private mutating func append(_ from: Point, _ to: Point, _ startDirection: Point, _ endDirection: Point) {
    let delta = to - from
    let chordLength = (delta * delta).sum().squareRoot()
    chords.append(
      Chord(
        from: from, to: to, startDirection: startDirection, endDirection: endDirection, startLength: length,
        length: chordLength))
    length += chordLength
    current = to
    contours[contours.count - 1].chords = contours[contours.count - 1].chords.lowerBound..<chords.count
  }

  /// Largest number of halvings of one curve, which becomes at most 2¹² chords.
  private static let maximumHalvingDepth = 12
  /// Number of chords above which curves are no longer halved, so that no path fills the memory.
  private static let maximumChords = 100_000

  /// Appends a cubic as one chord if it is flat enough, otherwise both of its halves (de Casteljau), each in the same way.
  private mutating func halve(_ start: Point, _ a: Point, _ b: Point, _ end: Point, depth: Int) {
    let (firstDifference, secondDifference) = (start - 2 * a + b, a - 2 * b + end)
    let deviation =
      0.75 * max((firstDifference * firstDifference).sum(), (secondDifference * secondDifference).sum()).squareRoot()
    let startDirection = unitVector(a - start) ?? unitVector(b - start) ?? unitVector(end - start)
    let endDirection = unitVector(end - b) ?? unitVector(end - a) ?? unitVector(end - start)
    guard let startDirection, let endDirection else { return }
    let change = endDirection - startDirection
    let isFlat = deviation <= tolerance && reach * (change * change).sum() <= 8 * tolerance
    if isFlat || depth >= Self.maximumHalvingDepth || chords.count >= Self.maximumChords {
      if end != start { append(start, end, startDirection, endDirection) }
      return
    }
    let (p, q, r) = ((start + a) * 0.5, (a + b) * 0.5, (b + end) * 0.5)
    let (s, t) = ((p + q) * 0.5, (q + r) * 0.5)
    let middle = (s + t) * 0.5
    halve(start, p, s, middle, depth: depth + 1)
    halve(middle, t, r, end, depth: depth + 1)
  }
}

/// A vector's direction, of length 1; nil for a vector without length.
@inline(__always)
package func unitVector(_ vector: SIMD2<Double>) -> SIMD2<Double>? {
  let square = (vector * vector).sum()
  return square > 1e-300 ? vector / square.squareRoot() : nil
}

/// The number of chords of equal length, at most 16,384, into which an arc is cut so that none leaves it by more than
/// `tolerance`. A chord over the angle θ leaves an arc of radius r by r·θ²/8.
func arcSteps(radius: Double, turns: Double, tolerance: Double) -> Int {
  let angle = abs(turns) * (2 * Double.pi)
  let steps = angle * (radius / (8 * max(tolerance, 1e-9))).squareRoot()
  return steps > 1 ? Int(min(steps.rounded(.up), 16_384)) : 1
}
