import Lanes

/// The share of unpolarized light that a smooth surface between air and a body mirrors: the mean of both polarizations (A. Fresnel, 1823, "Mémoire sur
/// la loi des modifications que la réflexion imprime à la lumière polarisée").
///
/// - Parameters:
///   - cosine: of the angle between the ray in air and the normal, 0 to 1.
///   - refracted: of the angle in the body, by Snell's law.
///   - index: the body's index of refraction, at least 1.
@inline(__always)
func mirroredShare(cosine: Float8, refracted: Float8, index: Float) -> Float8 {
  let across = (cosine - refracted * index) / (cosine + refracted * index)
  let along = (refracted - cosine * index) / (refracted + cosine * index)
  return (across * across + along * along) * 0.5
}
