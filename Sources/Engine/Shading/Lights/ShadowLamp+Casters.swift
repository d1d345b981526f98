import Lanes
import Model
import Raster

/// A layer that casts shadows, at one time.
struct ShadowCaster {
  private let buffer: LightBuffer
  private let scale: Double
  private let origin: SIMD2<Double>
  /// z of the layer, in points.
  let z: Double

  init(_ source: any LayerLightSource) {
    (buffer, scale, z) = (source.buffer, source.pixelsPerPoint, source.zPosition)
    origin = SIMD2(Double(source.origin.x) + 0.5, Double(source.origin.y) + 0.5)
  }

  /// The layer's alpha as a light sees it from a point of the receiver.
  func alpha(_ shadow: ShadowLamp.Shadow) -> Float {
    func read(_ shift: Double) -> Float {
      let place = (SIMD2(shadow.x, shadow.y) + shadow.stretch * shift) * scale - origin
      return buffer.blurred(0, atX: Float(place.x), y: Float(place.y), sigma: Float(shadow.sigma * scale))
    }
    // Three points with the weights ¼, ½, ¼, √2 deviations apart, have the variance of one.
    if shadow.stretch == .zero { return read(0) }
    return (read(-1.414_213_562) + read(1.414_213_562)) * 0.25 + read(0) * 0.5
  }
}

extension ShadowLamp {
  /// The share of the light that reaches a place in points past a layer.
  func share(at place: SIMD3<Double>, past caster: ShadowCaster) -> Float {
    guard let shadow = shadow(at: place, of: caster.z) else { return 1 }
    return 1 - darkness * min(max(caster.alpha(shadow), 0), 1)
  }
}

/// The shadows of layers that stand between a layer that shines and what it lights, at one time.
///
/// From each place most of a layer's light comes from the direction of its field g (`LightAtPlaces.field`). There the casters' alpha is read,
/// blurred by the light's angle as seen from the place: so the shadows of a flame move as it flickers, and those of a wide glow vanish.
struct LayerLightShadows {
  private let casters: [ShadowCaster]
  private let sourceZ: Double
  private let degrees: Double
  private let darkness: Float

  /// Nil where there are none.
  init?(
    _ light: LayerLight, of source: any LayerLightSource, casters: [any LayerLightSource], at clock: AnimationClock
  ) {
    if light.shadow.isZero || casters.isEmpty { return nil }
    (self.casters, sourceZ) = (casters.map(ShadowCaster.init), source.zPosition)
    darkness = Float(light.shadow.value(at: clock))
    degrees = light.size.value(at: clock)
  }

  /// The shares of the light that arrive at eight places in points.
  ///
  /// - Parameter field: g, the sum of all colours.
  func shares(at place: LaneVector, field: LaneVector) -> Float8 {
    var shares = Float8(repeating: 1)
    for lane in 0..<8 {
      let here = SIMD3(Double(place.x[lane]), Double(place.y[lane]), Double(place.z[lane]))
      let g = SIMD3(Double(field.x[lane]), Double(field.y[lane]), Double(field.z[lane]))
      if g == .zero { continue }
      let lamp = ShadowLamp(from: PreparedLights.unit(g), degrees: degrees, darkness: darkness)
      var share: Float = 1
      for caster in casters {
        let way = (caster.z - here.z) / (sourceZ - here.z)
        // What lies in the source's own plane, or behind it, is no obstacle.
        if way > 0, way < 0.999 { share *= lamp.share(at: here, past: caster) }
      }
      shares[lane] = share
    }
    return shares
  }
}
