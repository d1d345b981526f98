import Model

/// How a cell's trails are drawn, and the layout of their records.
package struct TrailStyle: Sendable, Equatable {
  /// Whether light falls off from the centre line instead of ending sharply at the sides.
  package let isSoft: Bool
  /// Whether the colour changes along the ribbon: each point then has a red, green and blue gain.
  package let isColored: Bool
  /// Floats from one plane to the next: room for the points, and to read eight behind any.
  package let planeStride: Int
  package var planeCount: Int { RibbonLayout.planeCount(isColored: isColored) }
  /// Floats of a record: a head for the ribbon, then the planes of its points.
  package var recordStride: Int { TrailStyle.headCount + planeCount * planeStride }

  package static var headCount: Int { RibbonLayout.headFloatCount }

  /// - Parameter pointCount: traced points; between any two there may be one more.
  init(isSoft: Bool, isColored: Bool, pointCount: Int) {
    self.isSoft = isSoft
    self.isColored = isColored
    planeStride = RibbonLayout.planeStride(tracedPointCount: pointCount)
  }
}

extension TrailStyle {
  /// - Returns: nil for a cell without trails.
  init?(_ cell: Cell) {
    guard let trail = cell.trail else { return nil }
    isSoft = cell.hasSoftTrail
    // Between any two traced points there may be one more (`TracedPoints.bow`).
    layout = RibbonLayout(
      isColored: !trail.colorOverLength.isEmpty, maximumPointCount: 2 * TrailParameters.pointCount(trail, of: cell))
  }
}
