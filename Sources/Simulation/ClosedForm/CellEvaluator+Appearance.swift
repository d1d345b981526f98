import Lanes

extension CellEvaluator {
  /// Size as a multiple of the sprite's, never negative.
  @_transparent
  func scale(of particle: SpawnState, age: Float8, place: CurveCoordinate) -> Float8 {
    var scale = particle.scale
    if uses(.scaleSpeed) { scale += particle.scaleSpeed * age }
    scale = Lanes.max(scale, 0)
    if uses(.scaleCurve) {
      scale *= place.look(up: kernel.pointee.scaleCurve).value
      scale = Lanes.max(scale, 0)
    }
    return scale
  }

  /// Red, green and blue after their speeds, without the ramp.
  @_transparent
  private func plainColor(of particle: SpawnState, age: Float8) -> (red: Float8, green: Float8, blue: Float8) {
    var (red, green, blue) = (particle.red, particle.green, particle.blue)
    if uses(.colorSpeed) {
      red += particle.redSpeed * age
      green += particle.greenSpeed * age
      blue += particle.blueSpeed * age
    }
    if uses(.colorClamp) {
      red = Lanes.clamp(red, 0, 1)
      green = Lanes.clamp(green, 0, 1)
      blue = Lanes.clamp(blue, 0, 1)
    }
    return (red, green, blue)
  }

  /// The straight colour that children take over: with colour over life, without alpha, intensity and twinkle, so that a
  /// rocket which fades or is never seen itself still colours its stars.
  @_transparent
  func inheritedColor(
    of particle: SpawnState, age: Float8, place: CurveCoordinate
  ) -> (red: Float8, green: Float8, blue: Float8) {
    var color = plainColor(of: particle, age: age)
    if uses(.ramp) {
      let straight = place.look(upColor: kernel.pointee.ramp + ColorTable.entryCount)
      color.red *= straight.red
      color.green *= straight.green
      color.blue *= straight.blue
    }
    return color
  }

  /// The drawn colour, premultiplied.
  @_transparent
  func color(
    of particle: SpawnState, age: Float8, place: CurveCoordinate, keys: DrawKeys
  ) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    var (red, green, blue) = plainColor(of: particle, age: age)
    var alpha = particle.alpha
    if uses(.alphaSpeed) { alpha += particle.alphaSpeed * age }
    alpha = Lanes.clamp(alpha, 0, 1)
    if uses(.alphaCurve) || uses(.ramp) {
      if uses(.alphaCurve) { alpha = Lanes.clamp(alpha * place.look(up: kernel.pointee.alphaCurve).value, 0, 1) }
      if uses(.ramp) {
        let premultiplied = place.look(upColor: kernel.pointee.ramp)
        red *= premultiplied.red * alpha
        green *= premultiplied.green * alpha
        blue *= premultiplied.blue * alpha
        alpha *= premultiplied.alpha
      } else {
        red *= alpha
        green *= alpha
        blue *= alpha
      }
    } else {
      red *= alpha
      green *= alpha
      blue *= alpha
    }
    if uses(.intensity) || uses(.twinkle) {
      var light = Float8(repeating: 1)
      if uses(.intensity) {
        light = particle.intensity
        if Variant.mayHaveExtras, kernel.pointee.lifeFactors.contains(.intensity) {
          light *= place.look(up: kernel.pointee.intensityCurve).value
        }
      }
      if uses(.twinkle) { light *= twinkle(of: particle, age: age, keys: keys) }
      // On a canvas of encoded values a share of light is that share to the power 1/2.2.
      if uses(.encodedLight) { light = Lanes.pow(light, 1 / 2.2) }
      red *= light
      green *= light
      blue *= light
    }
    return (red, green, blue, alpha)
  }

  /// 1 − twinkle·n, n value noise of the particle's own in 0...1.
  @_transparent
  private func twinkle(of particle: SpawnState, age: Float8, keys: DrawKeys) -> Float8 {
    let time = Lanes.min(age * particle.twinkleFrequency, 1e6)
    let noise = ValueNoise.at(time, seeds: keys.own.bits(channel: Channel.twinkle))
    return Lanes.max(1 - particle.twinkle * (0.5 + 0.5 * noise), 0)
  }

  /// How a flat sprite is seen that has turned about its own x axis (tumble), then about its own y axis (tilt), and how its
  /// light changes.
  @_transparent
  func tumble(of particle: SpawnState, seconds: Float8) -> FlatSprite {
    let angle = particle.tumble + particle.tumbleSpeed * seconds
    let (sine, cosine) = Lanes.sincosTurns(angle)
    // Paper is never seen wholly from its edge: it is 1/32 as thick as it is wide.
    let thickness = Float8(repeating: 1.0 / 32)
    let foreshortening = Lanes.copySign(Lanes.max(Lanes.abs(cosine), thickness), cosine)
    let one = Float8(repeating: 1)
    var flat = FlatSprite(foreshortening: foreshortening)
    var front = cosine
    if kernel.pointee.traits.contains(.tilt) {
      let tilt = Lanes.sincosTurns(particle.tilt + particle.tiltSpeed * seconds)
      flat.narrowing = Lanes.copySign(Lanes.max(Lanes.abs(tilt.cos), thickness), tilt.cos)
      flat.lean = tilt.sin * sine
      front = cosine * tilt.cos
    }
    flat.isBack = front .< Float8(repeating: 0)
    flat.shade = Lanes.select(flat.isBack, particle.backShade, one)
    // The lamp stands 30° from the eye.
    let facing = front * 0.866_025_4 + sine * 0.5
    if kernel.pointee.traits.contains(.shading) {
      flat.shade *= 1 - particle.shading * (1 - Lanes.min(Lanes.abs(facing), one))
    }
    guard uses(.glint) else { return flat }
    // The sharp lobe (cos⁸) is a lacquered paper's.
    let lit = Lanes.max(facing, 0)
    let second = lit * lit
    let fourth = second * second
    flat.glint = particle.glint * (fourth * fourth)
    return flat
  }
}

/// Eight flat sprites as they are seen.
struct FlatSprite {
  /// Of the sprite's own y axis, and of its x axis.
  var foreshortening: Float8
  var narrowing = Float8(repeating: 1)
  /// How far its y axis is seen to lean along its x axis.
  var lean = Float8()
  var shade = Float8(repeating: 1)
  var glint = Float8()
  var isBack = SIMDMask<SIMD8<Int32>>(repeating: false)
}
