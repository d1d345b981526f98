/// One force of a `ForceProgram`; its kind decides which numbers are read.
struct ForceRecord: BitwiseCopyable {
  var kind: Kind
  /// Position, direction, strength and the other parameters that may be animated.
  var source: ForceSource
  /// Exponent with which the force weakens beyond its radius (`Integrator.withFalloff`); 0 for a force that does not weaken.
  var falloffExponent = 0
  /// Cells of the noise's lattice per pixel; 0 for a noise that does not depend on position.
  var latticeCellsPerPixel: Float = 0
  /// Waves a second, or cells of the noise a second along its time axis.
  var frequency = 0.0
  /// Phase of a wave at local time 0, in waves.
  var phase = 0.0
  /// Waves or cells after which the force repeats.
  var period = 1.0
  /// Seed of the noise.
  var seed: UInt32 = 0

  enum Kind: UInt8, BitwiseCopyable {
    /// Pulls towards a point.
    case radialAttractor
    /// Pulls along its normal: towards a line of the plane, or in 3-D towards a plane.
    case lineAttractor
    /// Pulls towards a line in 3-D, its axis. For particles in the plane `lineAttractor` is used instead.
    case axisAttractor
    case vortex
    /// Curl noise that does not change with time.
    case steadyTurbulence
    /// Curl noise that changes with time.
    case turbulence
    case wave, gust
  }
}
