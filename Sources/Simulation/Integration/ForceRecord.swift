/// One force of a `ForceProgram`; its kind says which of the numbers it reads.
struct ForceRecord: BitwiseCopyable {
  var kind: Kind
  /// Position, direction, strength and the other parameters that may be animated.
  var source: ForceSource
  /// Power of the falloff beyond the radius (`Force.Attractor.falloff`); 0 for none.
  var falloff = 0
  /// Cells of the noise's lattice in a pixel; 0 for a noise that is equal everywhere.
  var scaleInverse: Float = 0
  /// Waves, or cells of the noise along its time axis, a second.
  var frequency = 0.0
  /// Phase of a wave at local time 0, in waves.
  var phase = 0.0
  /// Waves or cells after which the force's time begins again.
  var period = 1.0
  /// Seed of the noise.
  var seed: UInt32 = 0

  enum Kind: UInt8, BitwiseCopyable {
    /// Pulls towards a point.
    case radialAttractor
    /// Pulls along its normal: towards a line of the plane, or in 3-D towards a plane.
    case lineAttractor
    /// Pulls across its axis, towards a line in 3-D; particles in the plane have `lineAttractor` instead.
    case axisAttractor
    case vortex
    /// Curl noise that does not change with time.
    case steadyTurbulence
    /// Curl noise that changes with time.
    case turbulence
    case wave, gust
  }
}
