/// Closed contours of lines and cubic curves, in Double: what an outlined sprite looks like before its size is known.
///
/// y grows down, as on the canvas. A contour that was left open is closed by a line.
package struct Outline: Sendable, Equatable {
  package typealias Point = SIMD2<Double>

  enum Segment: Sendable, Equatable {
    case line(Point)
    case curve(Point, Point, Point)

    var end: Point {
      switch self {
      case .line(let point), .curve(_, _, let point): point
      }
    }
  }

  struct Contour: Sendable, Equatable {
    var start: Point
    var segments: [Segment] = []

    var end: Point { segments.last?.end ?? start }
  }

  /// What is inside where contours lie on each other.
  package enum Rule: Sendable, Equatable {
    case nonzero, evenOdd
    /// No contour crosses or touches another or itself, and holes run the other way round: nothing has to be resolved.
    case plain
  }

  private(set) var contours: [Contour] = []
  package var rule: Rule

  package init(rule: Rule = .nonzero) { self.rule = rule }

  package mutating func move(to point: Point) { contours.append(Contour(start: point)) }

  package mutating func line(to point: Point) {
    if !contours.isEmpty { contours[contours.count - 1].segments.append(.line(point)) }
  }

  package mutating func curve(_ first: Point, _ second: Point, to point: Point) {
    if !contours.isEmpty { contours[contours.count - 1].segments.append(.curve(first, second, point)) }
  }

  /// Every point p becomes (p − center)·scale.
  mutating func place(_ center: Point, _ scale: Double) {
    func placed(_ point: Point) -> Point { (point - center) * scale }
    for contour in contours.indices {
      contours[contour].start = placed(contours[contour].start)
      for index in contours[contour].segments.indices {
        switch contours[contour].segments[index] {
        case .line(let end): contours[contour].segments[index] = .line(placed(end))
        case .curve(let a, let b, let end):
          contours[contour].segments[index] = .curve(placed(a), placed(b), placed(end))
        }
      }
    }
  }

  /// Moved and scaled so that its box lies in the middle of the square −1...1 and its longer side fills it.
  func fitted() -> Outline {
    guard let box = box else { return self }
    let side = max(box.high.x - box.low.x, box.high.y - box.low.y)
    guard side > 0 else { return self }
    var copy = self
    copy.place((box.low + box.high) * 0.5, 2 / side)
    return copy
  }

  /// The smallest box around all that is drawn: curves reach no farther than where they turn back.
  var box: (low: Point, high: Point)? {
    guard let first = contours.first?.start else { return nil }
    var (low, high) = (first, first)
    func add(_ point: Point) {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    for contour in contours {
      var start = contour.start
      add(start)
      for segment in contour.segments {
        if case .curve(let a, let b, let end) = segment {
          for axis in 0..<2 {
            for t in turningPlaces(start[axis], a[axis], b[axis], end[axis]) {
              add(cubic(start, a, b, end, t))
            }
          }
        }
        add(segment.end)
        start = segment.end
      }
    }
    return (low, high)
  }
}

/// A point of a cubic curve.
func cubic(
  _ start: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ end: SIMD2<Double>, _ t: Double
) -> SIMD2<Double> {
  let s = 1 - t
  return start * (s * s * s) + a * (3 * s * s * t) + b * (3 * s * t * t) + end * (t * t * t)
}

/// Where inside 0...1 the derivative of a cubic with these four ordinates vanishes.
private func turningPlaces(_ start: Double, _ a: Double, _ b: Double, _ end: Double) -> [Double] {
  // The derivative ÷ 3 is p·t² + 2·q·t + r.
  let p = end - 3 * b + 3 * a - start
  let q = b - 2 * a + start
  let r = a - start
  var places: [Double] = []
  let square = q * q - p * r
  if square >= 0 {
    // The roots w/p and r/w have no cancellation; either fails alone where its divisor vanishes.
    let root = square.squareRoot()
    let w = q > 0 ? -q - root : root - q
    if p != 0 { places.append(w / p) }
    if w != 0 { places.append(r / w) }
  }
  return places.filter { $0 > 0 && $0 < 1 }
}
