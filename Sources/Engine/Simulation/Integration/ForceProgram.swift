/// Forces and boundaries that act on the particles of a stepped cell, in pixels and seconds.
struct ForceProgram: BitwiseCopyable {
  /// Seconds of age in a whole step, and its inverse.
  var stepSeconds: Float
  var stepsPerSecond: Float
  /// Whole steps during which particles stay where they were born, before their velocity and the forces act (`Gather.hold`). More than
  /// any lifetime has where particles are never released.
  var stepsBeforeRelease: Float
  /// Whether trajectories leave the canvas's plane.
  var isThreeDimensional: Bool
  /// Quadratic drag and the upper limit of the speed.
  var air: ForceSource
  var hasQuadraticDrag: Bool
  var hasSpeedLimit: Bool
  /// Whether some force or the air depends on time: it has animated parameters, or it is a wave or a changing noise.
  var readsTime: Bool
  /// Whether some parameters are animated, and so are read from tables with rows at `tableTimes`.
  var hasAnimatedParameters: Bool
  var tableTimes: ForceTableTimes
  var forces: UnsafePointer<ForceRecord>
  var forceCount: Int
  /// First the `reflectingBoundaryCount` boundaries that reflect, then those that end a life; `boundaryCount` in all.
  var boundaries: UnsafePointer<BoundaryRecord>
  var reflectingBoundaryCount: Int
  var boundaryCount: Int
  var wrapRectangle: WrapRectangle
  /// Bounces are logged from this speed across the boundary on, in pixels a second. Slower particles bounce too.
  var minimumBounceSpeed: Float

  /// Whether some boundary ends a life.
  var hasKillBoundaries: Bool { boundaryCount > reflectingBoundaryCount }
}
