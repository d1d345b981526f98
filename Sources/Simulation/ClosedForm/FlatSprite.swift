import Lanes

/// Eight flat sprites that have turned in space, as the eye sees them.
struct FlatSprite {
  /// Foreshortening of the sprite's own y axis, and of its x axis.
  var foreshorteningY: Float8
  var foreshorteningX = Float8(repeating: 1)
  /// How far its y axis leans along its x axis, as a share of its length.
  var lean = Float8()
  var shade = Float8(repeating: 1)
  var glint = Float8()
  var isBack = SIMDMask<Int32x8>(repeating: false)
}

extension CellEvaluator {
  /// Foreshortening and light of a flat sprite that has turned about its own x axis (tumble), then about its own y axis
  /// (tilt).
  @_transparent
  func flatSprite(of particle: SpawnState, seconds: Float8) -> FlatSprite {
    let angle = particle.tumble + particle.tumbleSpeed * seconds
    let (sine, cosine) = Lanes.sincosTurns(angle)
    // Paper never vanishes wholly at its edge: it is 1/32 as thick as it is wide.
    let thickness = Float8(repeating: 1.0 / 32)
    let foreshortening = Lanes.copySign(Lanes.max(Lanes.abs(cosine), thickness), cosine)
    let one = Float8(repeating: 1)
    var flat = FlatSprite(foreshorteningY: foreshortening)
    var front = cosine
    if uses(.tilt) {
      let tilt = Lanes.sincosTurns(particle.tilt + particle.tiltSpeed * seconds)
      flat.foreshorteningX = Lanes.copySign(Lanes.max(Lanes.abs(tilt.cos), thickness), tilt.cos)
      flat.lean = tilt.sin * sine
      front = cosine * tilt.cos
    }
    flat.isBack = front .< Float8(repeating: 0)
    flat.shade = Lanes.select(flat.isBack, particle.backShade, one)
    // The lamp stands 30° from the eye.
    let facing = front * 0.866_025_4 + sine * 0.5
    if reads(.shading) { flat.shade *= 1 - particle.shading * (1 - Lanes.min(Lanes.abs(facing), one)) }
    guard reads(.glint) else { return flat }
    // The sharp lobe (cos⁸) is that of lacquered paper.
    let lit = Lanes.max(facing, 0)
    let second = lit * lit
    let fourth = second * second
    flat.glint = particle.glint * (fourth * fourth)
    return flat
  }
}
