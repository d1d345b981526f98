import Lanes

extension CellKernel {
  /// Makes the draws of eight newborn particles and writes their fields.
  ///
  /// - Parameters:
  ///   - slots: the cell's values at each particle's birth.
  ///   - keys: where the draws come from.
  ///   - parent: the parents at these births; for a root cell, untouched.
  @inline(__always)
  func bear(into block: FieldBlock, slots: UnsafePointer<Float8>, keys: DrawKeys, parent: borrowing ParentState) {
    let half: Float = 0.5
    // Lifetime
    var lifetime = slots[.lifetime]
    if uses(.lifetimeRange) {
      lifetime += slots[.lifetimeRange] * (keys.uniform(Channel.lifetime, .lifetime, shared) - half)
    }
    let longest = Float8(repeating: longestLifetime)
    lifetime = lifetime.replacing(with: longest, where: lifetime .> longest)
    block[.lifetime] = lifetime
    block[.lifetimeInverse] = 1 / lifetime

    // Direction and velocity
    var longitude = slots[.longitude]
    if uses(.cone) {
      longitude += slots[.emissionRange] * (keys.uniform(Channel.direction, .direction, shared) - half)
    }
    let (sine, cosine) = Lanes.sincosTurns(longitude)
    var (directionX, directionY) = (cosine, sine)
    if uses(.isChild) {
      directionX = parent.directionX * cosine - parent.directionY * sine
      directionY = parent.directionX * sine + parent.directionY * cosine
    }
    block[.directionX] = directionX
    block[.directionY] = directionY
    var speed = slots[.velocity]
    if uses(.velocityRange) {
      speed += slots[.velocityRange] * (keys.uniform(Channel.velocity, .velocity, shared) - half)
    }
    var velocityX = directionX * speed
    var velocityY = directionY * speed
    if uses(.inheritVelocity) {
      velocityX += slots[.inheritVelocity] * parent.velocityX
      velocityY += slots[.inheritVelocity] * parent.velocityY
    }
    block[.velocityX] = velocityX
    block[.velocityY] = velocityY

    // Place
    if uses(.isChild) {
      block[.x] = parent.x
      block[.y] = parent.y
    } else {
      var (x, y) = (slots[.positionX], slots[.positionY])
      if uses(.shape) {
        let place = shape.place(width: slots[.sizeX], height: slots[.sizeY], keys: keys)
        x += place.x
        y += place.y
      }
      block[.x] = x
      block[.y] = y
    }

    // Forces
    if uses(.gravity) {
      block[.gravityX] = slots[.gravityX]
      block[.gravityY] = slots[.gravityY]
    }
    if uses(.drag) {
      var drag = slots[.drag]
      if uses(.dragRange) { drag += slots[.dragRange] * (keys.uniform(Channel.drag, .drag, shared) - half) }
      let zero = Float8(repeating: 0)
      block[.drag] = drag.replacing(with: zero, where: drag .< zero)
      if uses(.wind) {
        block[.windX] = slots[.windX]
        block[.windY] = slots[.windY]
      }
    }
    if uses(.travel) {
      var travel = slots[.travel]
      if uses(.travelRange) { travel += slots[.travelRange] * (keys.uniform(Channel.travel, .travel, shared) - half) }
      block[.travel] = travel
    }
    if uses(.sway) { bearSway(into: block, slots: slots, keys: keys) }
    bearTurn(into: block, slots: slots, keys: keys)
    bearSize(into: block, slots: slots, keys: keys, parent: parent)
    bearColor(into: block, slots: slots, keys: keys, parent: parent)
  }

  @inline(__always)
  private func bearSway(into block: FieldBlock, slots: UnsafePointer<Float8>, keys: DrawKeys) {
    let half: Float = 0.5
    var (amplitudeX, amplitudeY) = (slots[.swayAmplitudeX], slots[.swayAmplitudeY])
    if uses(.swayAmplitudeRange) {
      amplitudeX += slots[.swayAmplitudeRangeX] * (keys.uniform(Channel.swayAmplitudeX, .sway, shared) - half)
      amplitudeY += slots[.swayAmplitudeRangeY] * (keys.uniform(Channel.swayAmplitudeY, .sway, shared) - half)
    }
    var (frequencyX, frequencyY) = (slots[.swayFrequencyX], slots[.swayFrequencyY])
    if uses(.swayFrequencyRange) {
      frequencyX += slots[.swayFrequencyRangeX] * (keys.uniform(Channel.swayFrequencyX, .sway, shared) - half)
      frequencyY += slots[.swayFrequencyRangeY] * (keys.uniform(Channel.swayFrequencyY, .sway, shared) - half)
    }
    var phase = slots[.swayPhase]
    if uses(.swayPhaseRange) {
      phase += slots[.swayPhaseRange] * (keys.uniform(Channel.swayPhase, .sway, shared) - half)
    }
    block[.swayAmplitudeX] = amplitudeX
    block[.swayAmplitudeY] = amplitudeY
    block[.swayFrequencyX] = frequencyX
    block[.swayFrequencyY] = frequencyY
    block[.swayPhase] = phase
  }

  @inline(__always)
  private func bearTurn(into block: FieldBlock, slots: UnsafePointer<Float8>, keys: DrawKeys) {
    let half: Float = 0.5
    if uses(.rotation) {
      var (rotation, spin) = (slots[.rotation], slots[.spin])
      if uses(.rotationRange) {
        rotation += slots[.rotationRange] * (keys.uniform(Channel.rotation, .rotation, shared) - half)
      }
      if uses(.spinRange) { spin += slots[.spinRange] * (keys.uniform(Channel.spin, .spin, shared) - half) }
      block[.rotation] = rotation
      block[.spin] = spin
      if uses(.turn) {
        var turn = slots[.turn]
        if uses(.turnRange) { turn += slots[.turnRange] * (keys.uniform(Channel.turn, .spin, shared) - half) }
        block[.turn] = turn
      }
    }
    if uses(.stretch) { block[.stretch] = slots[.stretch] }
    if uses(.tumble) {
      var (tumble, speed) = (slots[.tumble], slots[.tumbleSpeed])
      if uses(.tumbleRange) {
        tumble += slots[.tumbleRange] * (keys.uniform(Channel.tumble, .rotation, shared) - half)
      }
      if uses(.tumbleSpeedRange) {
        speed += slots[.tumbleSpeedRange] * (keys.uniform(Channel.tumbleSpeed, .spin, shared) - half)
      }
      block[.tumble] = tumble
      block[.tumbleSpeed] = speed
      block[.backShade] = slots[.backShade]
      block[.glint] = slots[.glint]
    }
  }

  @inline(__always)
  private func bearSize(
    into block: FieldBlock, slots: UnsafePointer<Float8>, keys: DrawKeys, parent: borrowing ParentState
  ) {
    var scale = slots[.scale]
    if uses(.scaleRange) { scale += slots[.scaleRange] * (keys.uniform(Channel.scale, .scale, shared) - 0.5) }
    var scaleSpeed = slots[.scaleSpeed]
    if uses(.inheritScale) {
      scale *= parent.scale
      scaleSpeed *= parent.scale
    }
    block[.scale] = scale
    block[.scaleSpeed] = scaleSpeed

    // Choose the sprite.
    if uses(.manySprites) {
      let choice = keys.choice(of: spriteCount, Channel.sprite, .sprite, shared)
      var (width, height, shift) = (Float8(), Float8(), Float8())
      for lane in 0..<8 {
        let sprite = sprites[Int(choice[lane])]
        width[lane] = sprite.x
        height[lane] = sprite.y
        shift[lane] = sprite.z
      }
      block[.halfWidth] = width
      block[.halfHeight] = height
      block[.headShift] = shift
      block[.sprite] = Float8(choice)
    } else {
      block[.halfWidth] = Float8(repeating: sprites[0].x)
      block[.halfHeight] = Float8(repeating: sprites[0].y)
      block[.headShift] = Float8(repeating: sprites[0].z)
    }
  }

  @inline(__always)
  private func bearColor(
    into block: FieldBlock, slots: UnsafePointer<Float8>, keys: DrawKeys, parent: borrowing ParentState
  ) {
    let half: Float = 0.5
    var (red, green, blue, alpha) = (slots[.red], slots[.green], slots[.blue], slots[.alpha])
    if uses(.palette) {
      let choice = keys.choice(of: paletteCount, Channel.color, .color, shared)
      for lane in 0..<8 {
        let color = palette[Int(choice[lane])]
        red[lane] = color.x
        green[lane] = color.y
        blue[lane] = color.z
        alpha[lane] = color.w
      }
    }
    if uses(.redRange) { red += slots[.redRange] * (keys.uniform(Channel.red, .color, shared) - half) }
    if uses(.greenRange) { green += slots[.greenRange] * (keys.uniform(Channel.green, .color, shared) - half) }
    if uses(.blueRange) { blue += slots[.blueRange] * (keys.uniform(Channel.blue, .color, shared) - half) }
    if uses(.alphaRange) { alpha += slots[.alphaRange] * (keys.uniform(Channel.alpha, .color, shared) - half) }
    if uses(.colorSpeed) {
      var (redSpeed, greenSpeed, blueSpeed) = (slots[.redSpeed], slots[.greenSpeed], slots[.blueSpeed])
      if uses(.inheritColor) {
        redSpeed *= parent.red
        greenSpeed *= parent.green
        blueSpeed *= parent.blue
      }
      block[.redSpeed] = redSpeed
      block[.greenSpeed] = greenSpeed
      block[.blueSpeed] = blueSpeed
    }
    if uses(.inheritColor) {
      red *= parent.red
      green *= parent.green
      blue *= parent.blue
    }
    block[.red] = red
    block[.green] = green
    block[.blue] = blue
    block[.alpha] = alpha
    if uses(.alphaSpeed) { block[.alphaSpeed] = slots[.alphaSpeed] }
    if uses(.intensity) {
      var intensity = slots[.intensity]
      if uses(.intensityRange) {
        intensity += slots[.intensityRange] * (keys.uniform(Channel.intensity, .intensity, shared) - half)
      }
      let zero = Float8(repeating: 0)
      block[.intensity] = intensity.replacing(with: zero, where: intensity .< zero)
    }
    if uses(.twinkle) {
      block[.twinkle] = slots[.twinkle]
      block[.twinkleFrequency] = slots[.twinkleFrequency]
    }
  }
}
