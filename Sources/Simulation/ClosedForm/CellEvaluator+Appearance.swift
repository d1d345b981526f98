import Lanes

extension CellEvaluator {
  /// Coordinate in the curves over life, for cells that have any.
  @_transparent
  func life(of particle: SpawnState, age: Float8) -> CurveCoordinate {
    uses(.lifeCurve) ? CurveCoordinate(age: age, lifetime: particle.lifetime) : CurveCoordinate()
  }

  /// Size as a multiple of the sprite's, never negative.
  @_transparent
  func scale(of particle: SpawnState, age: Float8, life: CurveCoordinate) -> Float8 {
    var scale = particle.scale
    if reads(.scaleSpeed) { scale += particle.scaleSpeed * age }
    scale = Lanes.max(scale, 0)
    if uses(.scaleCurve) {
      scale *= life.sample(kernel.pointee.scaleCurve).value
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

  /// Straight colour that children inherit: with colour over life, without alpha, intensity and twinkle, so that a rocket
  /// which fades or is never visible itself still colours its stars.
  @_transparent
  func inheritedColor(
    of particle: SpawnState, age: Float8, life: CurveCoordinate
  ) -> (red: Float8, green: Float8, blue: Float8) {
    var color = plainColor(of: particle, age: age)
    if uses(.ramp) {
      let straight = life.sampleColor(kernel.pointee.ramp + ColorTable.entryCount)
      color.red *= straight.red
      color.green *= straight.green
      color.blue *= straight.blue
    }
    return color
  }

  /// Drawn colour, premultiplied.
  @_transparent
  func color(
    of particle: SpawnState, age: Float8, life: CurveCoordinate, keys: DrawKeys
  ) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    var (red, green, blue) = plainColor(of: particle, age: age)
    var alpha = particle.alpha
    if reads(.alphaSpeed) { alpha += particle.alphaSpeed * age }
    alpha = Lanes.clamp(alpha, 0, 1)
    if uses(.alphaCurve) || uses(.ramp) {
      if uses(.alphaCurve) { alpha = Lanes.clamp(alpha * life.sample(kernel.pointee.alphaCurve).value, 0, 1) }
      if uses(.ramp) {
        let premultiplied = life.sampleColor(kernel.pointee.ramp)
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
    if uses(.intensity) || reads(.twinkle) {
      let light = light(of: particle, age: age, life: life, keys: keys)
      red *= light
      green *= light
      blue *= light
    }
    return (red, green, blue, alpha)
  }

  /// Factor of intensity and twinkle on a particle's colour.
  @_transparent
  private func light(of particle: SpawnState, age: Float8, life: CurveCoordinate, keys: DrawKeys) -> Float8 {
    var light = Float8(repeating: 1)
    if uses(.intensity) {
      light = particle.intensity
      if uses(.intensityCurve) { light *= life.sample(kernel.pointee.intensityCurve).value }
    }
    if reads(.twinkle) { light *= twinkle(of: particle, age: age, keys: keys) }
    // On a canvas of encoded values a share of light is that share to the power 1/2.2.
    if uses(.encodedLight) { light = Lanes.pow(light, 1 / 2.2) }
    return light
  }

  /// 1 − twinkle·n, n value noise of the particle's own in 0...1.
  @_transparent
  private func twinkle(of particle: SpawnState, age: Float8, keys: DrawKeys) -> Float8 {
    let time = Lanes.min(age * particle.twinkleFrequency, 1e6)
    let noise = ValueNoise.at(time, seeds: keys.own.bits(channel: DrawChannel.twinkle.rawValue))
    return Lanes.max(1 - particle.twinkle * (0.5 + 0.5 * noise), 0)
  }
}
