import Model

extension VectorPath {
  typealias Point = SIMD2<Double>

  /// Whether any element is a `curve`, even if that curve is straight.
  var hasCurves: Bool {
    elements.contains { if case .curve = $0 { true } else { false } }
  }

  /// Returns the contours as polygons that deviate from the curves by at most `tolerance`, in units of the path; nil if they
  /// would have more than `maximumCorners` corners in all. An open contour is closed by a line.
  ///
  /// A cubic is cut evenly into n = ⌈√(¾·d/tolerance)⌉ pieces, where d is the larger second difference of its control points. No
  /// piece then deviates from its chord by more than `tolerance` (G.-J. Wang, "The subdivision method for finding the intersection between two
  /// Bézier curves or surfaces", 1984).
  package func polygons(tolerance: Double, maximumCorners: Int) -> [[SIMD2<Double>]]? {
    var polygons: [[Point]] = []
    var polygon: [Point] = []
    var remainingCorners = maximumCorners
    func add(_ point: Point) { if polygon[polygon.count - 1] != point { polygon.append(point) } }
    func finish() {
      while polygon.count > 1 && polygon[polygon.count - 1] == polygon[0] { polygon.removeLast() }
      remainingCorners -= polygon.count
      if polygon.count > 2 { polygons.append(polygon) }
    }
    for element in elementsWithoutClose {
      switch element {
      case .move(let start):
        finish()
        polygon = [Point(start)]
      case .line(let end): add(Point(end))
      case .curve(let first, let second, let last):
        let (start, a, b, end) = (polygon[polygon.count - 1], Point(first), Point(second), Point(last))
        let (secondDifferenceAtStart, secondDifferenceAtEnd) = (start - 2 * a + b, a - 2 * b + end)
        let squaredDifference = max(
          (secondDifferenceAtStart * secondDifferenceAtStart).sum(),
          (secondDifferenceAtEnd * secondDifferenceAtEnd).sum())
        let pieces = (0.75 * squaredDifference.squareRoot() / tolerance).squareRoot().rounded(.up)
        guard pieces <= Double(maximumCorners) else { return nil }
        let count = max(Int(pieces), 1)
        for piece in 1..<count { add(cubic(start, a, b, end, Double(piece) / Double(count))) }
        add(end)
      case .close: break
      }
      guard polygon.count <= remainingCorners else { return nil }
    }
    finish()
    return polygons
  }

  /// The smallest box around all lines and curves; nil for an empty path. Curves are bounded by their extrema.
  var box: (low: SIMD2<Double>, high: SIMD2<Double>)? {
    var current = Point(0, 0)
    var box: (low: Point, high: Point)?
    func add(_ point: Point) {
      guard let (low, high) = box else {
        box = (point, point)
        return
      }
      box = (
        Point(min(low.x, point.x), min(low.y, point.y)), Point(max(high.x, point.x), max(high.y, point.y))
      )
    }
    for element in elementsWithoutClose {
      switch element {
      case .move(let point), .line(let point): current = Point(point)
      case .curve(let first, let second, let last):
        let (a, b, end) = (Point(first), Point(second), Point(last))
        for axis in 0..<2 {
          for t in extrema(current[axis], a[axis], b[axis], end[axis]) { add(cubic(current, a, b, end, t)) }
        }
        current = end
      case .close: continue
      }
      add(current)
    }
    return box
  }

  /// Returns the path, moved and scaled so that its box is centred in the square −1...1 and the box's longer side is as long as the square's.
  func fitted() -> VectorPath {
    guard let box else { return self }
    let side = max(box.high.x - box.low.x, box.high.y - box.low.y)
    guard side > 0 else { return self }
    let (center, scale) = ((box.low + box.high) * 0.5, 2 / side)
    return mapped { PlanePoint((Point($0) - center) * scale) }
  }

  /// The elements without `close`. Each contour begins with a `move`: if a line or curve follows a `close`, a `move` to the
  /// closed contour's start is inserted before it.
  private var elementsWithoutClose: [Element] {
    var open: [Element] = []
    var start = PlanePoint(0, 0)
    var isOpen = false
    for element in elements {
      switch element {
      case .move(let point):
        start = point
        open.append(element)
        isOpen = true
      case .line, .curve:
        if !isOpen { open.append(.move(start)) }
        open.append(element)
        isOpen = true
      case .close: isOpen = false
      }
    }
    return open
  }
}

extension SIMD2<Double> {
  init(_ point: PlanePoint) { self.init(point.x, point.y) }
}

extension PlanePoint {
  init(_ point: SIMD2<Double>) { self.init(point.x, point.y) }
}

extension VectorPath {
  mutating func move(to point: SIMD2<Double>) { move(to: PlanePoint(point)) }
  mutating func line(to point: SIMD2<Double>) { line(to: PlanePoint(point)) }
  mutating func curve(_ first: SIMD2<Double>, _ second: SIMD2<Double>, to end: SIMD2<Double>) {
    curve(PlanePoint(first), PlanePoint(second), to: PlanePoint(end))
  }
}

/// Returns the point of a cubic Bézier curve at the parameter `t`, 0...1.
private func cubic(
  _ start: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ end: SIMD2<Double>, _ t: Double
) -> SIMD2<Double> {
  let s = 1 - t
  return start * (s * s * s) + a * (3 * s * s * t) + b * (3 * s * t * t) + end * (t * t * t)
}

/// Returns the parameters between 0 and 1, both excluded, at which the derivative of a cubic vanishes. The control points of the cubic have
/// these four coordinates along one axis.
private func extrema(_ start: Double, _ a: Double, _ b: Double, _ end: Double) -> [Double] {
  // The derivative ÷ 3 is p·t² + 2·q·t + r.
  let p = end - 3 * b + 3 * a - start
  let q = b - 2 * a + start
  let r = a - start
  var roots: [Double] = []
  let discriminant = q * q - p * r
  if discriminant >= 0 {
    // The roots are w/p and r/w: quotients that lose no digits by cancellation. A root whose divisor is 0 does not exist or is equal to the
    // other root.
    let discriminantRoot = discriminant.squareRoot()
    let w = q > 0 ? -q - discriminantRoot : discriminantRoot - q
    if p != 0 { roots.append(w / p) }
    if w != 0 { roots.append(r / w) }
  }
  return roots.filter { $0 > 0 && $0 < 1 }
}
