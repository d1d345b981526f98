extension Cell {
  /// Distribution of directions in the cone of `emissionRange`.
  public enum Cone: String, Sendable, CaseIterable {
    /// Uniform by angle, in the canvas's plane (lifted by the latitude).
    case flat
    /// Uniform over all directions in space within half the range.
    case solid
  }

  /// Whether the cell's own values lead out of the plane.
  var leavesPlane: Bool {
    !emissionLatitude.isZero || !zAcceleration.isZero || cone == .solid || !depthOverLife.isEmpty
      || forces.contains(where: \.leavesPlane)
  }

  /// Whether particles of the cell have a depth. `spawnedInSpace` says whether their parent, or their emitter, has one.
  package func isInSpace(spawnedInSpace: Bool) -> Bool { spawnedInSpace || leavesPlane }

  /// Cone that holds where none was written.
  package func cone(inSpace: Bool) -> Cone { cone ?? (inSpace ? .solid : .flat) }
}

extension Force {
  /// Whether its z takes the cell into space.
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
