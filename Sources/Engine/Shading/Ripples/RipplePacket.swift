/// A packet of ring waves that a drop sends out, at one time. A drop has one packet, or two with a rebound. Lengths are in pixels
/// of the water's plane, which the frame shows foreshortened along y.
///
/// The water's height at distance r from the drop is A·E(s)·cos 2πqr² with the envelope E(s) = (1 − s²)³ in −1...1, where
/// s = (r − front)/width. The waves are `Ripples.wavelength` long at the front, longer inside and shorter outside. They travel
/// at half the packet's speed, so that rings appear at its outer edge, move through it and vanish at the inner edge: the
/// dispersion of small waves.
struct RipplePacket: Sendable, Equatable {
  /// The centre in frame pixels.
  var x: Double
  var y: Double
  /// A, in pixels; negative where crests and troughs are exchanged.
  var amplitude: Float
  /// The radius at which the envelope is greatest.
  var front: Float
  /// 1 ÷ the envelope's width inside and outside of the front.
  var inverseInnerWidth: Float
  var inverseOuterWidth: Float
  /// q: cycles per square pixel. The wave number, 4πqr in radians per pixel, grows along the radius.
  var chirp: Float
  /// The annulus outside of which the packet is exactly flat.
  var innerRadius: Double
  var outerRadius: Double
  /// Whether the waves may change from light to shade within a pixel; set by `RipplesShader`.
  var isSteep = false

  /// The greatest second derivative of the height along the radius, in 1 ÷ pixels, whatever the wave's phase. With the wave
  /// number k the derivative is (E″ − E·k²)·cos − (2E′·k + E·k′)·sin, whose amplitude is the root of the sum of both squares.
  /// It is computed at 17 radii; the greatest of these values is right to a few percent.
  var maximumCurvature: Float {
    var greatest: Float = 0
    for step in -8...8 {
      let relativeOffset = Float(step) / 9
      let inverseWidth = relativeOffset < 0 ? inverseInnerWidth : inverseOuterWidth
      let base = 1 - relativeOffset * relativeOffset
      let waveNumberSlope = 4 * Float.pi * chirp
      let waveNumber = waveNumberSlope * max(front + relativeOffset / inverseWidth, 0)
      let envelope = base * base * base
      let slope = -6 * relativeOffset * (base * base) * inverseWidth
      let curvature =
        (24 * (relativeOffset * relativeOffset) * base - 6 * (base * base)) * (inverseWidth * inverseWidth)
      let inPhase = curvature - envelope * waveNumber * waveNumber
      let outOfPhase = 2 * slope * waveNumber + envelope * waveNumberSlope
      greatest = max(greatest, inPhase * inPhase + outOfPhase * outOfPhase)
    }
    return amplitude.magnitude * greatest.squareRoot()
  }
}
