// What makes particles leave the canvas's plane, and in which order those are drawn that do.

extension Emitter {
  /// In which order particles are laid on each other.
  public enum RenderMode: String, Sendable, CaseIterable {
    /// Cell by cell as in the file, each cell's in the order of their births.
    case unordered
    /// All cells together, the oldest at the back.
    case oldestFirst
    /// The oldest in front.
    case oldestLast
    /// The farthest at the back.
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
}

extension Cell {
  /// How the cone of `emissionRange` is filled.
  public enum Cone: String, Sendable, CaseIterable {
    /// Evenly by angle, in the canvas's plane (turned up by the latitude).
    case flat
    /// Evenly over all directions in space within half the range.
    case solid
  }

  /// Whether the cell's own values lead out of the plane.
  var leavesPlane: Bool {
    !emissionLatitude.isZero || !zAcceleration.isZero || cone == .solid || !depthOverLife.isEmpty
      || forces.contains(where: \.leavesPlane)
  }

  /// Whether particles of the cell have a depth, given that of what bears them.
  package func isInSpace(bornInSpace: Bool) -> Bool { bornInSpace || leavesPlane }

  /// The cone that is meant where none was written.
  package func cone(inSpace: Bool) -> Cone { cone ?? (inSpace ? .solid : .flat) }
}

extension Force {
  /// Whether what it says of z takes its cell into space.
  var leavesPlane: Bool {
    switch self {
    case .attractor(let attractor):
      switch attractor.kind {
      case .radial: !attractor.zPosition.isZero
      case .axial: !attractor.zPosition.isZero || !attractor.latitude.isZero
      case .planar: !attractor.latitude.isZero
      }
    case .vortex(let vortex): vortex.latitude.constant != 90
    case .wave(let wave): !wave.zForce.isZero
    case .turbulence, .gust, .drag, .speedLimit: false
    }
  }
}

extension Emitter {
  /// Whether particles of a root cell have a depth.
  package func isInSpace(_ cell: Cell) -> Bool { cell.isInSpace(bornInSpace: isInSpace) }
}

extension Cell {
  /// Whether its sprites are leaves of paper that turn in space.
  package var isFlatInSpace: Bool {
    let turns = [
      tumble, tumbleRange, tumbleSpeed, tumbleSpeedRange, glint, tilt, tiltRange, tiltSpeed, tiltSpeedRange, shading,
    ]
    return !turns.allSatisfy(\.isZero) || backColor != nil
  }
}
