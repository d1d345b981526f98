import Lanes

extension CellKernel {
  /// Size as a multiple of the sprite's, never negative.
  @inline(__always)
  func scale(of block: FieldBlock, age: Float8) -> Float8 {
    var scale = block[.scale]
    if uses(.scaleSpeed) { scale += block[.scaleSpeed] * age }
    scale = Lanes.max(scale, 0)
    if uses(.scaleCurve) {
      scale *= LifePlace(age: age, lifetimeInverse: block[.lifetimeInverse]).look(up: scaleCurve).value
      scale = Lanes.max(scale, 0)
    }
    return scale
  }

  /// Red, green and blue after their speeds, without the ramp.
  @inline(__always)
  private func plainColor(of block: FieldBlock, age: Float8) -> (red: Float8, green: Float8, blue: Float8) {
    var (red, green, blue) = (block[.red], block[.green], block[.blue])
    if uses(.colorSpeed) {
      red += block[.redSpeed] * age
      green += block[.greenSpeed] * age
      blue += block[.blueSpeed] * age
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
  @inline(__always)
  func inheritedColor(of block: FieldBlock, age: Float8) -> (red: Float8, green: Float8, blue: Float8) {
    var color = plainColor(of: block, age: age)
    if uses(.ramp) {
      let place = LifePlace(age: age, lifetimeInverse: block[.lifetimeInverse])
      let straight = place.look(upColor: ramp + ColorTable.entryCount)
      color.red *= straight.red
      color.green *= straight.green
      color.blue *= straight.blue
    }
    return color
  }

  /// The drawn colour, premultiplied.
  @inline(__always)
  func color(
    of block: FieldBlock, age: Float8, keys: DrawKeys
  ) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    var (red, green, blue) = plainColor(of: block, age: age)
    var alpha = block[.alpha]
    if uses(.alphaSpeed) { alpha += block[.alphaSpeed] * age }
    alpha = Lanes.clamp(alpha, 0, 1)
    if uses([.alphaCurve, .ramp]) {
      let place = LifePlace(age: age, lifetimeInverse: block[.lifetimeInverse])
      if uses(.alphaCurve) { alpha = Lanes.clamp(alpha * place.look(up: alphaCurve).value, 0, 1) }
      if uses(.ramp) {
        let premultiplied = place.look(upColor: ramp)
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
    if uses([.intensity, .twinkle]) {
      var light = Float8(repeating: 1)
      if uses(.intensity) { light = block[.intensity] }
      if uses(.twinkle) { light *= twinkle(of: block, age: age, keys: keys) }
      // On a canvas of encoded values a share of light is that share to the power 1/2.2.
      if uses(.encodedLight) { light = Lanes.pow(light, 1 / 2.2) }
      red *= light
      green *= light
      blue *= light
    }
    return (red, green, blue, alpha)
  }

  /// 1 − twinkle·n, n value noise of the particle's own in 0...1.
  @inline(__always)
  private func twinkle(of block: FieldBlock, age: Float8, keys: DrawKeys) -> Float8 {
    let time = Lanes.min(age * block[.twinkleFrequency], 1e6)
    let noise = ValueNoise.at(time, seeds: keys.own.bits(channel: Channel.twinkle))
    return Lanes.max(1 - block[.twinkle] * (0.5 + 0.5 * noise), 0)
  }

  /// Foreshortening of a tumbling sprite's own y axis, and how its light changes.
  @inline(__always)
  func tumble(of block: FieldBlock, age: Float8) -> (foreshortening: Float8, shade: Float8, glint: Float8) {
    let angle = block[.tumble] + block[.tumbleSpeed] * age
    let (sine, cosine) = Lanes.sincosTurns(angle)
    // Paper is never seen wholly from its edge: it is 1/32 as thick as it is wide.
    let thickness = Float8(repeating: 1.0 / 32)
    let foreshortening = Lanes.copySign(Lanes.max(Lanes.abs(cosine), thickness), cosine)
    let one = Float8(repeating: 1)
    let shade = Lanes.select(cosine .< Float8(repeating: 0), block[.backShade], one)
    guard uses(.glint) else { return (foreshortening, shade, Float8()) }
    // The lamp stands 30° from the eye; the sharp lobe (cos⁸) is a lacquered paper's.
    let facing = Lanes.max(cosine * 0.866_025_4 + sine * 0.5, 0)
    let second = facing * facing
    let fourth = second * second
    return (foreshortening, shade, block[.glint] * (fourth * fourth))
  }
}

extension LifePlace {
  @inline(__always)
  func look(upColor table: UnsafePointer<SIMD4<Float>>) -> (red: Float8, green: Float8, blue: Float8, alpha: Float8) {
    var (red, green, blue, alpha) = (Float8(), Float8(), Float8(), Float8())
    for lane in 0..<8 {
      let entry = table + Int(index[lane])
      // The entry past the last is only reached with a fraction of 0; the table ends with a copy.
      let color = entry[0] + (entry[1] - entry[0]) * fraction[lane]
      red[lane] = color.x
      green[lane] = color.y
      blue[lane] = color.z
      alpha[lane] = color.w
    }
    return (red, green, blue, alpha)
  }
}
