import Lanes

/// How eight flat sprites that are rotated in 3-D look from the eye, along z.
struct FlatSprite {
  /// Factor of the sprite's own y axis as it is seen: the cosine of the tumble, at least 1/32 in magnitude. Negative where the
  /// axis is seen reversed.
  var foreshorteningY: Float8
  /// Factor of the sprite's own x axis as it is seen: the cosine of the tilt, with the same limit and sign as for y.
  var foreshorteningX = Float8(repeating: 1)
  /// How far the y axis is seen to lean along the x axis, as a share of the y axis's own length.
  var lean = Float8()
  /// Factor of the light.
  var shade = Float8(repeating: 1)
  /// White light that is added, as a multiple of alpha.
  var glint = Float8()
  /// Whether the back is seen.
  var isBack = SIMDMask<Int32x8>(repeating: false)
  /// Unit normal of the face that is seen, in the frame's directions with z towards the eye. Read only where particles are lit.
  var normal = (x: Float8(), y: Float8(), z: Float8(repeating: 1))
}

extension CellEvaluator {
  /// Foreshortening and light of flat sprites that are rotated about their own x axis (tumble), then about the y axis that they had
  /// before the tumble (tilt).
  ///
  /// - Parameter rotationSeconds: the age, weighted by `spinOverLife`: an angle is angular velocity × these seconds.
  @_transparent
  func flatSprite(of particle: SpawnState, rotationSeconds: Float8) -> FlatSprite {
    let tumbleAngle = particle.tumble + particle.tumbleSpeed * rotationSeconds
    let (sine, cosine) = Lanes.sincosTurns(tumbleAngle)
    // Seen edge-on, a sprite keeps 1/32 of its height or width: like paper, it never vanishes.
    let thickness = Float8(repeating: 1.0 / 32)
    let foreshortening = Lanes.copySign(Lanes.max(Lanes.abs(cosine), thickness), cosine)
    let one = Float8(repeating: 1)
    var flat = FlatSprite(foreshorteningY: foreshortening)
    // The unit normal of the front, and before the sprite is turned in the frame.
    var (normalX, normalZ) = (Float8(), cosine)
    if has(.tilt) {
      let tilt = Lanes.sincosTurns(particle.tilt + particle.tiltSpeed * rotationSeconds)
      flat.foreshorteningX = Lanes.copySign(Lanes.max(Lanes.abs(tilt.cos), thickness), tilt.cos)
      flat.lean = tilt.sin * sine
      (normalX, normalZ) = (cosine * tilt.sin, cosine * tilt.cos)
    }
    flat.isBack = normalZ .< Float8(repeating: 0)
    if has(.lit) {
      let side = Lanes.select(flat.isBack, Float8(repeating: -1), Float8(repeating: 1))
      flat.normal = (normalX * side, -sine * side, normalZ * side)
    }
    flat.shade = Lanes.select(flat.isBack, particle.backShade, one)
    // Cosine of the angle between the normal and the direction of the lamp, which stands 30° above the eye: cos 30° and sin 30°.
    let facing = normalZ * 0.866_025_4 + sine * 0.5
    if mayBeNonzero(.shading) { flat.shade *= 1 - particle.shading * (1 - Lanes.min(Lanes.abs(facing), one)) }
    guard mayBeNonzero(.glint) else { return flat }
    // cos⁸: a sharp highlight, like that of lacquered paper
    let frontFacing = Lanes.max(facing, 0)
    let square = frontFacing * frontFacing
    let fourthPower = square * square
    flat.glint = particle.glint * (fourthPower * fourthPower)
    return flat
  }
}
