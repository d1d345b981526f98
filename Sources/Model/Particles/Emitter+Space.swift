// Emitters whose particles leave the canvas's plane, and the order in which these are drawn.

extension Emitter {
  /// Order in which particles are drawn over each other.
  public enum RenderMode: String, Sendable, CaseIterable {
    /// Cell by cell as in the file, each cell's in the order of their births.
    case unordered
    /// All cells together, the oldest at the back.
    case oldestFirst
    /// All cells together, the oldest in front.
    case oldestLast
    /// All cells together, the farthest at the back.
    case backToFront
    /// As `unordered`, with the layer's blend `add`.
    case additive

    package var sorts: Bool { self != .unordered && self != .additive }
  }

  /// Whether births happen out of the canvas's plane.
  var isInSpace: Bool {
    switch shape {
    case .cuboid, .sphere: return true
    case .point, .line, .rectangle, .circle, .ellipse, .ring, .polygon:
      return !zPosition.isZero || !depth.isZero
    }
  }

  /// Whether particles of a root cell have a depth.
  package func isInSpace(_ cell: Cell) -> Bool { cell.isInSpace(spawnedInSpace: isInSpace) }
}
