/// One force of a `ForceProgram`; its kind says what the numbers mean.
struct ForceRecord: BitwiseCopyable {
  var kind: Kind
  var source: ForceSource
  var falloff = 0
  /// Cells of a noise a pixel.
  var scaleInverse: Float = 0
  /// Waves or cells of a noise a second, and the phase at time 0.
  var frequency = 0.0
  var phase = 0.0
  /// Waves or cells after which time begins again.
  var period = 1.0
  var seed: UInt32 = 0

  enum Kind: UInt8, BitwiseCopyable {
    /// A line attracts along its normal, in space it is a plane; an axis attracts across itself, in space alone.
    case radialAttractor, lineAttractor, axisAttractor, vortex, steadyTurbulence, turbulence, wave, gust
  }
}
