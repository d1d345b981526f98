import Model
import Raster

extension ShadowLamp {
  /// The share of the light that reaches a place in points past layers that cast shadows.
  func share(at place: SIMD3<Double>, past casters: [any LayerLightSource]) -> Float {
    var share: Float = 1
    for caster in casters {
      guard let shadow = shadow(at: place, of: caster.zPosition) else { continue }
      share *= 1 - darkness * min(max(alpha(shadow, of: caster), 0), 1)
    }
    return share
  }

  /// A caster's alpha as the light sees it from a point of the receiver.
  private func alpha(_ shadow: ShadowLamp.Shadow, of caster: any LayerLightSource) -> Float {
    let scale = caster.pixelsPerPoint
    func read(_ shift: Double) -> Float {
      caster.buffer.blurred(
        0, atX: Float((shadow.x + shadow.stretch.x * shift) * scale - Double(caster.origin.x) - 0.5),
        y: Float((shadow.y + shadow.stretch.y * shift) * scale - Double(caster.origin.y) - 0.5),
        sigma: Float(shadow.sigma * scale))
    }
    // Three points with the weights ¼, ½, ¼, √2 deviations apart, have the variance of one.
    if shadow.stretch == .zero { return read(0) }
    return (read(-1.414_213_562) + read(1.414_213_562)) * 0.25 + read(0) * 0.5
  }
}
