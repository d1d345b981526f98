import Lanes

extension CellEvaluator {
  /// Age ÷ lifetime as a coordinate of curves over life. A cell without such curves gets a placeholder, which is never read.
  @_transparent
  func life(of particle: SpawnState, age: Float8) -> CurveCoordinate {
    has(.lifeCurve) ? CurveCoordinate(age: age, lifetime: particle.lifetime) : CurveCoordinate()
  }

  /// Factor of the sprite's size, never negative.
  @_transparent
  func scale(of particle: SpawnState, age: Float8, life: CurveCoordinate) -> Float8 {
    var scale = particle.scale
    if mayBeNonzero(.scaleSpeed) { scale += particle.scaleSpeed * age }
    scale = Lanes.max(scale, 0)
    if has(.scaleCurve) {
      scale *= life.sample(kernel.pointee.scaleCurve).value
      scale = Lanes.max(scale, 0)
    }
    return scale
  }

  /// The frame that each of eight particles shows of its flip-book.
  @inline(never)
  func flipBookFrame(of particle: SpawnState, age: Float8, keys: RandomKeys) -> Float8 {
    let book = FlipBook(of: kernel.pointee.flipBooks, at: particle.sprite)
    // The limit of 10⁻⁹ s avoids a division by 0.
    let life = Lanes.clamp(age / Lanes.max(particle.lifetime, 1e-9), 0, 1)
    return book.frame(age: Lanes.max(age, 0), life: life, random: keys.perParticle.uniform(.flipBook))
  }

  /// Straight red, green, blue and alpha at an age, from the colour at birth and its change a second; colour and opacity over life are
  /// not applied.
  @_transparent
  private func colorBeforeRamp(
    of particle: SpawnState, age: Float8
  ) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    var (red, green, blue, alpha) = (particle.red, particle.green, particle.blue, particle.alpha)
    if has(.placeColor), let ways = particle.laterWays {
      let change = CellEvaluator<GeneralCell>(kernel).laterColor(ways, age: age)
      red += change.red
      green += change.green
      blue += change.blue
      alpha += change.alpha
    }
    if has(.colorSpeed) {
      red += particle.redSpeed * age
      green += particle.greenSpeed * age
      blue += particle.blueSpeed * age
    }
    if has(.colorClamp) {
      red = Lanes.clamp(red, 0, 1)
      green = Lanes.clamp(green, 0, 1)
      blue = Lanes.clamp(blue, 0, 1)
    }
    if mayBeNonzero(.alphaSpeed) { alpha += particle.alphaSpeed * age }
    return (red, green, blue, alpha)
  }

  /// Straight colour that children inherit. It includes colour over life, but neither alpha, intensity nor twinkle: children of a
  /// particle that has faded, or is never visible, still have its colour.
  @_transparent
  func inheritedColor(
    of particle: SpawnState, age: Float8, life: CurveCoordinate
  ) -> (red: Float8, green: Float8, blue: Float8) {
    var color = colorBeforeRamp(of: particle, age: age)
    if has(.ramp) {
      // The second half of the ramp holds straight colours.
      let rampColor = life.sampleColor(kernel.pointee.ramp + ColorTable.entryCount)
      color.red *= rampColor.red
      color.green *= rampColor.green
      color.blue *= rampColor.blue
    }
    return (color.red, color.green, color.blue)
  }

  /// Premultiplied colour with which a particle is drawn, in the values that the canvas blends; alpha in 0...1.
  @_transparent
  func color(
    of particle: SpawnState, age: Float8, life: CurveCoordinate, keys: RandomKeys
  ) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    var (red, green, blue, alpha) = colorBeforeRamp(of: particle, age: age)
    alpha = Lanes.clamp(alpha, 0, 1)
    if has(.alphaCurve) || has(.ramp) {
      if has(.alphaCurve) { alpha = Lanes.clamp(alpha * life.sample(kernel.pointee.alphaCurve).value, 0, 1) }
      if has(.ramp) {
        // The first half of the ramp holds premultiplied colours.
        let rampColor = life.sampleColor(kernel.pointee.ramp)
        red *= rampColor.red * alpha
        green *= rampColor.green * alpha
        blue *= rampColor.blue * alpha
        alpha *= rampColor.alpha
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
    if has(.intensity) || mayBeNonzero(.twinkle) {
      let light = light(of: particle, age: age, life: life, keys: keys)
      red *= light
      green *= light
      blue *= light
    }
    return (red, green, blue, alpha)
  }

  /// Factor of intensity and twinkle on a particle's colour.
  @_transparent
  private func light(of particle: SpawnState, age: Float8, life: CurveCoordinate, keys: RandomKeys) -> Float8 {
    var light = Float8(repeating: 1)
    if has(.intensity) {
      light = particle.intensity
      if has(.intensityCurve) { light *= life.sample(kernel.pointee.intensityCurve).value }
    }
    if mayBeNonzero(.twinkle) { light *= twinkle(of: particle, age: age, keys: keys) }
    // On a canvas of sRGB-encoded values a factor f of the light is about f^(1/2.2) of the value.
    if has(.encodedLight) { light = Lanes.pow(light, 1 / 2.2) }
    return light
  }

  /// Factor of the light: 1 − twinkle·n, never negative, where n in 0...1 is a value noise of the age with a seed for each particle.
  @_transparent
  private func twinkle(of particle: SpawnState, age: Float8, keys: RandomKeys) -> Float8 {
    // In cells of the noise's lattice; the limit of 10⁶ cells keeps lattice coordinates in the range of Int32.
    let noiseTime = Lanes.min(age * particle.twinkleFrequency, 1e6)
    let noise = ValueNoise.at(noiseTime, seeds: keys.perParticle.bits(channel: RandomChannel.twinkle.rawValue))
    return Lanes.max(1 - particle.twinkle * (0.5 + 0.5 * noise), 0)
  }
}
