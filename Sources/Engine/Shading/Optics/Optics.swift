import Lanes
import Model

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

  /// The amplitudes that a surface mirrors of the light that is polarized across the plane of its ray and normal, and along it (A. Fresnel, 1823,
  /// "Mémoire sur la loi des modifications que la réflexion imprime à la lumière polarisée").
  struct Amplitudes {
    let across: Float8
    let along: Float8

    /// - Parameters:
    ///   - cosine: of the angle between the ray and the normal, above 0.
    ///   - refracted: that of the ray behind the surface.
    ///   - eta: the index of refraction before the surface ÷ that behind it.
    @inline(__always)
    init(cosine: Float8, refracted: Float8, eta: Float) {
      let (bent, straight) = (cosine * eta, refracted * eta)
      across = (bent - refracted) / (bent + refracted)
      along = (cosine - straight) / (cosine + straight)
    }
  }

  /// The share of unpolarized light that the surface mirrors: the mean of the squares of both amplitudes.
  @inline(__always)
  static func reflectance(cosine: Float8, refracted: Float8, eta: Float) -> Float8 {
    let amplitudes = Amplitudes(cosine: cosine, refracted: refracted, eta: eta)
    return (amplitudes.across * amplitudes.across + amplitudes.along * amplitudes.along) * 0.5
  }

  /// The share of each colour that a metal mirrors: its own colour, and all light at its rim (C. Schlick, 1994, "An inexpensive BRDF model for
  /// physically-based rendering").
  @inline(__always)
  static func metalReflectance(cosine: Float8, own: LaneVector) -> LaneVector {
    let left = 1 - cosine
    let square = left * left
    let rim = square * square * left
    @inline(__always) func share(_ own: Float8) -> Float8 { own + (1 - own) * rim }
    return LaneVector(share(own.x), share(own.y), share(own.z))
  }

  /// The mirrored share by the body's index of refraction.
  @inline(__always)
  package static func reflectance(cosine: Float8, index: Float) -> Float8 {
    let eta = 1 / index
    return reflectance(cosine: cosine, refracted: refractedCosine(cosine, eta: eta), eta: eta)
  }
}
