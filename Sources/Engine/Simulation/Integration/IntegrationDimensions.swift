import Lanes

/// Number of dimensions for which a copy of the integrator's code is compiled, so that trajectories in the plane do not pay for a
/// third coordinate.
protocol IntegrationDimensions {
  static var isThreeDimensional: Bool { get }
}

/// Trajectories in the canvas's plane.
enum In2D: IntegrationDimensions {
  @inline(__always) static var isThreeDimensional: Bool { false }
}

/// Trajectories that leave the canvas's plane.
enum In3D: IntegrationDimensions {
  @inline(__always) static var isThreeDimensional: Bool { true }
}

extension IntegrationDimensions {
  /// Length of vectors; `z` is not read in the plane.
  @inline(__always)
  static func length(_ x: Float8, _ y: Float8, _ z: Float8) -> Float8 {
    let square = x * x + y * y
    return Lanes.sqrt(isThreeDimensional ? square + z * z : square)
  }
}
