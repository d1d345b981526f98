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
}
