/// An outline of lines and cubic curves, in units of its own. y grows down.
public struct VectorPath: Sendable, Equatable {
  public enum Element: Sendable, Equatable {
    case move(PlanePoint)
    case line(PlanePoint)
    case curve(PlanePoint, PlanePoint, PlanePoint)
    /// A line back to the start of the contour.
    case close

    /// The points of the element.
    var points: [PlanePoint] {
      switch self {
      case .move(let point), .line(let point): [point]
      case .curve(let first, let second, let end): [first, second, end]
      case .close: []
      }
    }
  }

  /// The rule for what is inside where contours overlap.
  public enum FillRule: String, Sendable, CaseIterable {
    case nonzero
    case evenOdd = "evenodd"
  }

  public private(set) var elements: [Element] = []
  public var fillRule: FillRule

  public init(fillRule: FillRule = .nonzero) { self.fillRule = fillRule }

  public mutating func move(to point: PlanePoint) { elements.append(.move(point)) }
  public mutating func line(to point: PlanePoint) { elements.append(.line(point)) }
  public mutating func curve(_ first: PlanePoint, _ second: PlanePoint, to point: PlanePoint) {
    elements.append(.curve(first, second, point))
  }
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
      // Tolerance for rounding.
      if abs(abX * apY - abY * apX) > 1e-12 * (abs(abX * apY) + abs(abY * apX)) { return true }
    }
    return false
  }

  /// Appends a quadratic curve as a cubic.
  public mutating func quadratic(from start: PlanePoint, _ control: PlanePoint, to end: PlanePoint) {
    func third(_ a: Double, _ b: Double) -> Double { a + (b - a) * (2.0 / 3) }
    curve(
      PlanePoint(third(start.x, control.x), third(start.y, control.y)),
      PlanePoint(third(end.x, control.x), third(end.y, control.y)), to: end)
  }
}
