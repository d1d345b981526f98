import Lanes
import Model

/// A path cut into straight chords. A chord stores the curve's directions at the chord's ends, so that the path can be filled,
/// measured, dashed and stroked. Lengths are in the unit of the points that are added.
///
/// Curves are halved until no chord deviates from its curve by more than `tolerance`, even after curve and chord are offset to
/// the side by `reach` (half a stroke's width). A cubic's chord deviates by at most ¾ of the larger second difference of its
/// control points (G.-J. Wang, "The subdivision method for finding the intersection between two Bézier curves or surfaces",
/// 1984). If the curve is offset by h, its chord deviates by about h·θ²/8 more, where θ is the change of direction along the
/// chord.
package struct FlattenedPath: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  /// A straight piece of a contour, between two points of the curve.
  package struct Chord: Sendable, Equatable {
    package var from: Point
    package var to: Point
    /// Unit vectors: the directions of the curve (not of the chord) at the chord's two ends.
    package var startDirection: Point
    package var endDirection: Point
    /// Length of the path before this chord: the sum of the lengths of all earlier chords.
    package var lengthBefore: Double
    /// Distance between the two ends.
    package var length: Double

    /// Returns the point at a share, 0...1, of the chord's length.
    package func point(at share: Double) -> Point { from + (to - from) * share }

    /// Returns the curve's direction at a share of the chord's length, interpolated between the directions at the ends.
    func direction(at share: Double) -> Point {
      if startDirection == endDirection { return startDirection }
      return unitVector(startDirection + (endDirection - startDirection) * share) ?? startDirection
    }

    /// Returns the section between two shares, 0...1, of the chord's length.
    func section(from first: Double, to last: Double) -> Chord {
      Chord(
        from: first <= 0 ? from : point(at: first), to: last >= 1 ? to : point(at: last),
        startDirection: first <= 0 ? startDirection : direction(at: first),
        endDirection: last >= 1 ? endDirection : direction(at: last), lengthBefore: lengthBefore + length * first,
        length: length * (last - first))
    }
  }

  /// A run of chords without gaps, closed or open.
  package struct Contour: Sendable, Equatable {
    /// The first point. A contour without chords has no other point.
    package var start: Point
    /// Indices in the path's `chords`.
    package var chords: Range<Int>
    package var isClosed: Bool
    /// Whether a stroke draws two caps at `start`, because the contour consists of a line or curve of length 0. The value has no
    /// meaning if the contour has chords.
    package var drawsDot = false
    /// If this contour is a section of another contour, from which it was trimmed: the length of the other contour before the
    /// section. Otherwise 0.
    package var lengthBeforeSection = 0.0
  }

  package private(set) var chords: [Chord] = []
  package private(set) var contours: [Contour] = []
  /// Length of all chords.
  package private(set) var length = 0.0
  /// Largest distance of a chord from its curve.
  package private(set) var tolerance: Double
  /// Largest distance by which a curve may be offset to the side so that `tolerance` still holds.
  package private(set) var reach: Double
  /// Where the next line or curve begins.
  private var current = Point(0, 0)
  /// Whether the last contour is still open, so that the next line or curve continues it.
  private var isOpen = false

  package init(tolerance: Double = 0.01, reach: Double = 0) {
    self.tolerance = tolerance
    self.reach = reach
  }

  /// Removes all contours but keeps their memory, and sets the parameters of flattening.
  package mutating func restart(tolerance: Double, reach: Double) {
    chords.removeAll(keepingCapacity: true)
    contours.removeAll(keepingCapacity: true)
    length = 0
    current = Point(0, 0)
    isOpen = false
    self.tolerance = tolerance
    self.reach = reach
  }

  /// Makes this path equal to another one, in memory of its own.
  package mutating func copy(_ other: FlattenedPath) {
    restart(tolerance: other.tolerance, reach: other.reach)
    chords.append(contentsOf: other.chords)
    contours.append(contentsOf: other.contours)
    (length, current, isOpen) = (other.length, other.current, other.isOpen)
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

  /// Whether the path is a single closed contour that winds once around `center` without turning back. Such a path never crosses
  /// itself.
  package func windsOnce(around center: Point) -> Bool {
    guard contours.count == 1, contours[0].isClosed else { return false }
    // Whether any chord goes clockwise (`turnsRight`) or counterclockwise (`turnsLeft`) around the point, and how often chords
    // cross the ray from the point towards +x.
    var (turnsRight, turnsLeft, axisCrossings) = (false, false, 0)
    for chord in chords {
      let (a, b) = (chord.from - center, chord.to - center)
      let cross = a.x * b.y - a.y * b.x
      // A bound of the rounding error of `cross`.
      let slack = 1e-9 * ((a * a).sum() + (b * b).sum())
      if cross > slack { turnsRight = true } else if cross < -slack { turnsLeft = true } else { return false }
      // A chord goes less than half a turn around the point. If it crosses the x axis towards +y while it goes clockwise, or towards
      // −y while it goes counterclockwise, it crosses the positive half of the axis.
      if (a.y < 0) != (b.y < 0), (a.y < 0) == (cross > 0) { axisCrossings += 1 }
    }
    return turnsRight != turnsLeft && axisCrossings == 1
  }

  /// Appends a contour without chords at the start of `contour`. A stroke of it has only the two caps.
  mutating func appendDot(_ contour: Contour) {
    contours.append(
      Contour(start: contour.start, chords: chords.count..<chords.count, isClosed: false, drawsDot: true))
  }

  // MARK: Adding lines and curves

  package mutating func move(to point: Point) {
    contours.append(Contour(start: point, chords: chords.count..<chords.count, isClosed: false))
    current = point
    isOpen = true
  }

  package mutating func line(to end: Point) {
    reopen()
    contours[contours.count - 1].drawsDot = true
    let delta = end - current
    // A line to the current point has no direction. Lines that are not longer than rounding errors are dropped too.
    guard max(abs(delta.x), abs(delta.y)) > tolerance * 1e-4, let direction = unitVector(delta) else { return }
    append(current, end, direction, direction)
  }

  /// Appends a cubic Bézier curve with the control points `a` and `b`.
  package mutating func curve(_ a: Point, _ b: Point, to end: Point) {
    reopen()
    contours[contours.count - 1].drawsDot = true
    halve(current, a, b, end, depth: 0)
  }

  /// Appends a line to the start of an arc of an ellipse, and the arc.
  ///
  /// - Parameters:
  ///   - axis: unit vector along the half axis of length `radiusX`; the half axis of length `radiusY` lies 90° clockwise of it.
  ///   - start: the ellipse's parameter at the arc's start, in turns from `axis`.
  ///   - turns: change of the parameter along the arc, in turns; negative for counterclockwise arcs.
  ///   - startsContour: whether the arc begins a new contour, without a line to its start.
  package mutating func arc(
    center: Point, radiusX: Double, radiusY: Double, axis: Point = Point(1, 0), from start: Double, turns: Double,
    startsContour: Bool = false
  ) {
    let (u, v) = (axis * radiusX, Point(-axis.y, axis.x) * radiusY)
    let maximumRadius = max(abs(radiusX), abs(radiusY)) + reach
    let count = arcSteps(radius: maximumRadius, turns: turns, tolerance: tolerance)
    func position(_ step: Int) -> (point: Point, direction: Point) {
      let angle = Lanes.sincosTurns(start + turns * (Double(step) / Double(count)))
      let tangent = v * angle.cos - u * angle.sin
      return (center + u * angle.cos + v * angle.sin, unitVector(turns < 0 ? -tangent : tangent) ?? axis)
    }
    var previous = position(0)
    if isOpen && !startsContour { line(to: previous.point) } else { move(to: previous.point) }
    for step in 1...count {
      let next = position(step)
      if next.point != previous.point { append(previous.point, next.point, previous.direction, next.direction) }
      previous = next
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

  /// Closes the contour by a line to its start. If only a rounding error separates the end of the last chord from that start, the
  /// end is moved there instead.
  package mutating func close() {
    guard isOpen, let contour = contours.last else { return }
    // Such a small gap is the rounding error of an arc.
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

  /// Appends chords of another path as one contour. The chords keep their `lengthBefore`.
  mutating func append(_ added: some Sequence<Chord>, start: Point, isClosed: Bool, lengthBeforeSection: Double = 0) {
    let first = chords.count
    for chord in added {
      chords.append(chord)
      length += chord.length
    }
    contours.append(
      Contour(
        start: start, chords: first..<chords.count, isClosed: isClosed, drawsDot: true,
        lengthBeforeSection: lengthBeforeSection))
    isOpen = false
  }

  /// Appends a chord of another path; the chord keeps its `lengthBefore`. A later call of `appendContour` makes the chord's
  /// contour.
  mutating func append(_ chord: Chord) {
    chords.append(chord)
    length += chord.length
  }

  /// Appends a contour of the chords from index `first` on, if there are any.
  mutating func appendContour(ofChordsFrom first: Int, isClosed: Bool, lengthBeforeSection: Double = 0) {
    guard first < chords.count else { return }
    contours.append(
      Contour(
        start: chords[first].from, chords: first..<chords.count, isClosed: isClosed, drawsDot: true,
        lengthBeforeSection: lengthBeforeSection))
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

  /// If no contour is open, begins one at the point where the last contour was closed.
  private mutating func reopen() { if !isOpen { move(to: current) } }

  /// Appends a chord to the open contour.
  private mutating func append(_ from: Point, _ to: Point, _ startDirection: Point, _ endDirection: Point) {
    let delta = to - from
    let chordLength = (delta * delta).sum().squareRoot()
    chords.append(
      Chord(
        from: from, to: to, startDirection: startDirection, endDirection: endDirection, lengthBefore: length,
        length: chordLength))
    length += chordLength
    current = to
    contours[contours.count - 1].chords = contours[contours.count - 1].chords.lowerBound..<chords.count
  }

  /// How many times in succession a curve is halved at most: it becomes at most 2¹² chords.
  private static let maximumHalvingDepth = 12
  /// Number of chords above which curves are no longer halved, so that no path uses up the memory.
  private static let maximumChords = 100_000

  /// Appends a cubic as one chord if it is flat enough; otherwise halves it (de Casteljau) and appends both halves in the same way.
  private mutating func halve(_ start: Point, _ a: Point, _ b: Point, _ end: Point, depth: Int) {
    // The second differences of the control points.
    let (startBend, endBend) = (start - 2 * a + b, a - 2 * b + end)
    let deviation =
      0.75 * max((startBend * startBend).sum(), (endBend * endBend).sum()).squareRoot()
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

/// Returns the unit vector in a vector's direction; nil for a vector without length.
@inline(__always)
package func unitVector(_ vector: SIMD2<Double>) -> SIMD2<Double>? {
  let square = (vector * vector).sum()
  return square > 1e-300 ? vector / square.squareRoot() : nil
}

/// Returns the number of chords of equal length, at most 16,384, into which an arc is cut so that none deviates from it by more than
/// `tolerance`. A chord over the angle θ deviates from an arc of radius r by about r·θ²/8.
func arcSteps(radius: Double, turns: Double, tolerance: Double) -> Int {
  let angle = abs(turns) * (2 * Double.pi)
  let steps = angle * (radius / (8 * max(tolerance, 1e-9))).squareRoot()
  return steps > 1 ? Int(min(steps.rounded(.up), 16_384)) : 1
}
