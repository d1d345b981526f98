import Lanes

/// Dimensions of paths that code is compiled for: flat paths do not pay for a third coordinate.
protocol IntegrationSpace {
  static var hasDepth: Bool { get }
}

enum InPlane: IntegrationSpace {
  @inline(__always) static var hasDepth: Bool { false }
}

enum InSpace: IntegrationSpace {
  @inline(__always) static var hasDepth: Bool { true }
}

extension IntegrationSpace {
  @inline(__always)
  static func length(_ x: Float8, _ y: Float8, _ z: Float8) -> Float8 {
    let square = x * x + y * y
    return Lanes.sqrt(hasDepth ? square + z * z : square)
  }
}
