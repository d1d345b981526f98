import Model

/// Appearance of a cell's trails, and layout of their records in memory.
package struct TrailStyle: Sendable, Equatable {
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
  init?(_ cell: Cell) {
    guard let trail = cell.trail else { return nil }
    self.init(
      isSoft: cell.hasSoftTrail, isColored: !trail.colorOverLength.isEmpty,
      pointCount: TrailParameters.pointCount(trail, of: cell))
  }
}
