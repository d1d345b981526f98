// Emitters whose particles have a z coordinate, and the order in which an emitter's particles are drawn.

extension Emitter {
  /// Order in which particles are drawn over each other.
  public enum RenderMode: String, Sendable, CaseIterable {
    /// Cell by cell in the order of `cells`, and each cell's particles in the order of their births.
    case unordered
    /// All cells together, the oldest at the back.
    case oldestFirst
    /// All cells together, the oldest in front.
    case oldestLast
    /// All cells together, the farthest at the back.
    case backToFront
    /// Cell by cell, as in `unordered`, and with the blend mode `add` if the layer's own is `normal`.
    case additive

    /// Whether the particles of all cells are sorted together before they are drawn.
    package var sortsParticles: Bool { self != .unordered && self != .additive }
  }

  /// Whether particles may be born out of the canvas's plane.
  var isThreeDimensional: Bool { standsInSpace || shape.isSolid || !zPosition.isZero || !depth.isZero }

  /// Whether particles of a root cell have a z coordinate.
  package func isThreeDimensional(_ cell: Cell) -> Bool {
    let gathersOnSolids = cell.gather?.next.contains(where: \.shape.isSolid) ?? false
    return cell.isThreeDimensional(spawnedIn3D: isThreeDimensional || gathersOnSolids)
  }
}

extension Emitter.Shape {
  /// Whether the shape itself extends in z.
  var isSolid: Bool {
    switch self {
    case .cuboid, .sphere: true
    case .point, .line, .rectangle, .circle, .ellipse, .ring, .polygon, .regularPolygon, .star, .heart, .path,
      .picture:
      false
    }
  }
}
