/// The packet of ring waves that one drop sends out, at one time, in pixels.
///
/// Its height at distance r from the drop is A·E(x)·cos 2πqr² with x = (r − front)/width and E(x) = (1 − x²)³. The waves are
/// `wavelength` long at the front, longer inside and shorter outside. They travel at half the packet's speed, so that rings
/// appear at its outer edge, move through it and vanish at the inner edge: the dispersion of small waves.
struct RippleDrop: Sendable, Equatable {
  /// The centre in frame pixels; y before foreshortening.
  var x: Double
  var y: Double
  /// Pixels: the height of the waves, and the radius of the middle of the packet.
  var amplitude: Float
  var front: Float
  /// 1 ÷ width of the packet inside and outside of its front.
  var innerSteepness: Float
  var outerSteepness: Float
  /// q: cycles per square pixel.
  var chirp: Float
  /// The annulus outside of which the packet is exactly flat.
  var innerRadius: Double
  var outerRadius: Double
  /// Whether its waves may change from light to shade within a pixel.
  var isSteep = false

  /// The greatest second derivative of its height along the radius, per pixel, whatever the wave's phase; to a few percent.
  var greatestCurvature: Float {
    var greatest: Float = 0
    for step in -8...8 {
      let u = Float(step) / 9
      let steepness = u < 0 ? innerSteepness : outerSteepness
      let inside = 1 - u * u
      let rate = 4 * Float.pi * chirp
      let waveNumber = rate * max(front + u / steepness, 0)
      let envelope = inside * inside * inside
      let slope = -6 * u * (inside * inside) * steepness
      let curvature = (24 * (u * u) * inside - 6 * (inside * inside)) * (steepness * steepness)
      let inPhase = curvature - envelope * waveNumber * waveNumber
      let outOfPhase = 2 * slope * waveNumber + envelope * rate
      greatest = max(greatest, inPhase * inPhase + outOfPhase * outOfPhase)
    }
    return amplitude.magnitude * greatest.squareRoot()
  }
}
