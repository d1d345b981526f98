import Lanes

/// How far a ray that comes straight down is turned aside by a surface, for each unit that it then goes down: Snell's law in its vector
/// form. With I the ray, N the surface's normal and η the quotient of the indices, T = ηI + (η cos α − cos β)N, cos² β = 1 − η²(1 − cos² α).
///
/// - Parameters:
///   - slopeX, slopeY: the surface's slopes, rise over run.
///   - eta: 1 ÷ the index of refraction below the surface; at most 1, so that no ray is reflected as a whole.
/// - Returns: the run over the drop of the refracted ray.
@inline(__always)
func refractedSlope(_ slopeX: Float8, _ slopeY: Float8, eta: Float) -> (x: Float8, y: Float8) {
  // N = (−slopeX, −slopeY, 1) ÷ its length; cos α is its z.
  let square = slopeX * slopeX + slopeY * slopeY
  let cosine = 1 / Lanes.sqrt(square + 1)
  let sineSquare = Lanes.max(1 - cosine * cosine, 0)
  let refractedCosine = Lanes.sqrt(Lanes.max(1 - sineSquare * (eta * eta), 0))
  let along = cosine * eta - refractedCosine
  // T.z is along·N.z − η, downwards; T.x is along·N.x.
  let drop = eta - along * cosine
  let run = along * cosine / drop
  return (-slopeX * run, -slopeY * run)
}
