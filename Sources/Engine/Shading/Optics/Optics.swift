import Lanes

/// How a smooth surface between air and a body throws light back and lets it through.
package enum Optics {
  /// The cosine of the refracted ray's angle to the normal, by Snell's law.
  ///
  /// - Parameters:
  ///   - cosine: that of the ray in air, 0 to 1.
  ///   - eta: 1 ÷ the body's index of refraction, at most 1: no ray is mirrored whole.
  @inline(__always)
  static func refractedCosine(_ cosine: Float8, eta: Float) -> Float8 {
    Lanes.sqrt(Lanes.max(1 - Lanes.max(1 - cosine * cosine, 0) * (eta * eta), 0))
  }

  /// The share of unpolarized light that the surface mirrors: the mean of the squares of the amplitudes of both polarizations (A. Fresnel, 1823, "Mémoire sur la
  /// loi des modifications que la réflexion imprime à la lumière polarisée").
  ///
  /// - Parameters:
  ///   - cosine: of the angle between the ray in air and the normal, above 0.
  ///   - refracted: `refractedCosine` of it.
  @inline(__always)
  static func reflectance(cosine: Float8, refracted: Float8, eta: Float) -> Float8 {
    let (across, along) = (cosine * eta, refracted * eta)
    let s = (across - refracted) / (across + refracted)
    let p = (cosine - along) / (cosine + along)
    return (s * s + p * p) * 0.5
  }

  /// The mirrored share by the body's index of refraction.
  @inline(__always)
  package static func reflectance(cosine: Float8, index: Float) -> Float8 {
    let eta = 1 / index
    return reflectance(cosine: cosine, refracted: refractedCosine(cosine, eta: eta), eta: eta)
  }
}
