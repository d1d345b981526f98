import Model

/// How a cell's trails are drawn, and the layout of their records.
package struct TrailStyle: Sendable, Equatable {
  /// Whether light falls off from the centre line instead of ending sharply at the sides.
  package let isSoft: Bool
  /// The share of the half width at which half of the light is left; 0 for the even fall-off of a soft disc. Only for soft sides.
  package let core: Float
  package let layout: RibbonLayout
}

extension TrailStyle {
  /// - Returns: nil for a cell without trails.
  init?(_ cell: Cell) {
    guard let trail = cell.trail else { return nil }
    isSoft = cell.hasSoftTrail
    core = Float(trail.core ?? 0)
    // A point may be added between any two traced points (`TracedPoints.bow`).
    layout = RibbonLayout(
      isColored: !trail.colorOverLength.isEmpty, maximumPointCount: 2 * TrailParameters.pointCount(trail, of: cell))
  }
}
