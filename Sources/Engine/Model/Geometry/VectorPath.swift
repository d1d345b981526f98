/// Contours of lines and cubic Bézier curves, in a unit of the path's own. y grows down.
public struct VectorPath: Sendable, Equatable {
  /// A step of a path. It begins where the step before it ended.
  public enum Element: Sendable, Equatable {
    /// Begins a contour at a point.
    case move(PlanePoint)
    /// A straight line to a point.
    case line(PlanePoint)
    /// A cubic Bézier curve: its two control points and its end.
    case curve(PlanePoint, PlanePoint, PlanePoint)
    /// A line back to the start of the contour.
    case close

    /// The points of the element.
    package var points: [PlanePoint] {
      switch self {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }

  /// The rule for what is inside where contours overlap.
  public enum FillRule: String, Sendable, CaseIterable {
    /// Inside is where contours wind around a point more often in one direction than in the other.
    case nonzero
    /// Inside is where a ray from a point crosses contours an odd number of times.
    case evenOdd = "evenodd"
  }

  /// Steps of the path in their order.
  public private(set) var elements: [Element] = []
  /// Rule that says what is inside where the path crosses itself.
  public var fillRule: FillRule

  /// A path without elements.
  public init(fillRule: FillRule = .nonzero) { self.fillRule = fillRule }

  /// Begins a contour at a point.
  public mutating func move(to point: PlanePoint) { elements.append(.move(point)) }
  /// Adds a straight line to a point.
  public mutating func line(to point: PlanePoint) { elements.append(.line(point)) }
  /// Adds a cubic Bézier curve by two control points.
  public mutating func curve(_ first: PlanePoint, _ second: PlanePoint, to point: PlanePoint) {
    elements.append(.curve(first, second, point))
  }
  /// Closes the contour by a straight line to its beginning.
  public mutating func close() { elements.append(.close) }

  /// Whether the points do not all lie on one line, so that the path may enclose an area.
  package var hasExtent: Bool {
    var first: PlanePoint?
    var second: PlanePoint?
    for point in elements.flatMap(\.points) {
      guard let a = first else {
        first = point
        continue
      }
      guard let b = second else {
        if point != a { second = point }
        continue
      }
      let (abX, abY, apX, apY) = (b.x - a.x, b.y - a.y, point.x - a.x, point.y - a.y)
      // Twice the area of the triangle a, b, point. A difference of up to 10⁻¹² of its terms may be a rounding error.
      if abs(abX * apY - abY * apX) > 1e-12 * (abs(abX * apY) + abs(abY * apX)) { return true }
    }
    return false
  }

  /// Appends another path, moved by a vector.
  package mutating func append(_ other: VectorPath, movedBy offset: PlanePoint) {
    for element in other.mapped({ PlanePoint($0.x + offset.x, $0.y + offset.y) }).elements { append(element) }
  }

  /// Appends an element that was taken from another path, or made by a mapping of its points.
  mutating func append(_ element: Element) { elements.append(element) }

  /// Appends a quadratic curve as a cubic.
  package mutating func quadratic(from start: PlanePoint, _ control: PlanePoint, to end: PlanePoint) {
    func twoThirds(from a: Double, to b: Double) -> Double { a + (b - a) * (2.0 / 3) }
    curve(
      PlanePoint(twoThirds(from: start.x, to: control.x), twoThirds(from: start.y, to: control.y)),
      PlanePoint(twoThirds(from: end.x, to: control.x), twoThirds(from: end.y, to: control.y)), to: end)
  }
}
