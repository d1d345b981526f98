/// Forces and bounds that move the particles of a stepped cell, in pixels and seconds.
struct ForceProgram: BitwiseCopyable {
  /// Seconds of age in a whole step.
  var step: Float
  var stepInverse: Float
  /// Whether paths leave the canvas's plane.
  var isInSpace: Bool
  var air: ForceSource
  var hasQuadraticDrag: Bool
  var hasSpeedLimit: Bool
  /// Whether some force changes with time.
  var readsTime: Bool
  /// Whether parameters of some force move; `table` tells where they are found.
  var movesForces: Bool
  var table: ForceTable
  var forces: UnsafePointer<ForceRecord>
  var forceCount: Int
  /// Bounds that reflect, then those that end a life.
  var bounds: UnsafePointer<BoundRecord>
  var bounceCount: Int
  var boundCount: Int
  /// Sides that meet, as left and width, top and height; a width or height of 0 for those that do not.
  var wrap: SIMD4<Float>
  /// Pixels a second across a bound below which a bounce counts as resting.
  var leastBounceSpeed: Float

  var isMortal: Bool { boundCount > bounceCount }
}
