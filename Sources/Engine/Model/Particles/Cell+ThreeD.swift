extension Cell {
  /// Distribution of directions in the cone of `emissionRange`.
  public enum Cone: String, Sendable, CaseIterable {
    /// Uniform by angle, in the canvas's plane (lifted by `emissionLatitude`).
    case flat
    /// Uniform over all 3-D directions that are at most half of `emissionRange` away from the middle one.
    case solid
  }

  /// Whether the cell's own values make its particles leave the canvas's plane.
  var leavesCanvasPlane: Bool {
    !emissionLatitude.isZero || !zAcceleration.isZero || cone == .solid || !depthOverLife.isEmpty
      || forces.contains(where: \.leavesCanvasPlane)
  }

  /// Whether the particles have a z coordinate. `spawnedIn3D` says whether the particles' parent, or for root cells the emitter,
  /// has one.
  package func isThreeDimensional(spawnedIn3D: Bool) -> Bool { spawnedIn3D || leavesCanvasPlane }

  /// The cell's cone or, if it states none, the default for particles with a z coordinate (`in3D`) or without one.
  package func cone(in3D: Bool) -> Cone { cone ?? (in3D ? .solid : .flat) }
}

extension Force {
  /// Whether the force pushes particles out of the canvas's plane, so that they need a z coordinate.
  var leavesCanvasPlane: Bool {
    switch self {
    case .attractor(let attractor):
      switch attractor.kind {
      case .radial: !attractor.zPosition.isZero
      case .axial: !attractor.zPosition.isZero || !attractor.latitude.isZero
      case .planar: !attractor.latitude.isZero
      }
    // A swirl around an axis that points straight to the eye stays in the plane.
    case .vortex(let vortex): vortex.latitude.constant != 90
    case .wave(let wave): !wave.zForce.isZero
    case .turbulence, .gust, .drag, .speedLimit: false
    }
  }
}
