import Lanes

/// The direction of a ray that comes straight down and is refracted at a surface, as its horizontal run per unit of drop. By Snell's law in
/// vector form the refracted ray is T = ηI + (η cos α − cos β)N, with cos² β = 1 − η²(1 − cos² α), where I is the incoming ray, N the
/// surface's normal and η the quotient of the indices of refraction.
///
/// - Parameters:
///   - slopeX, slopeY: the surface's slopes, rise over run.
///   - eta: 1 ÷ the index of refraction below the surface; at most 1, so that there is no total internal reflection.
/// - Returns: the run over the drop of the refracted ray.
@inline(__always)
func refractedSlope(_ slopeX: Float8, _ slopeY: Float8, eta: Float) -> (x: Float8, y: Float8) {
  // N = (−slopeX, −slopeY, 1) ÷ its length; cos α is its z.
  let square = slopeX * slopeX + slopeY * slopeY
  let cosine = 1 / Lanes.sqrt(square + 1)
  // The factor of N in T.
  let factor = cosine * eta - Optics.refractedCosine(cosine, eta: eta)
  // T.x = factor·N.x, and T.z = factor·N.z − η is negative: the ray goes down.
  let drop = eta - factor * cosine
  let runPerSlope = factor * cosine / drop
  return (-slopeX * runPerSlope, -slopeY * runPerSlope)
}
