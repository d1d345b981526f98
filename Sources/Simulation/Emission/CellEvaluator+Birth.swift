import Lanes

extension CellEvaluator {
  /// Makes the draws of eight newborn particles.
  ///
  /// - Parameters:
  ///   - slots: the cell's values at each particle's birth.
  ///   - keys: where the draws come from.
  ///   - parent: the parents at these births; for a root cell, untouched.
  @_transparent
  func bear(slots: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState) -> SpawnState {
    var newborn = SpawnState()
    let half: Float = 0.5
    // Lifetime
    var lifetime = slots[.lifetime]
    if uses(.lifetimeRange) {
      lifetime += slots[.lifetimeRange] * (uniform(Channel.lifetime, .lifetime, keys) - half)
    }
    let longest = Float8(repeating: kernel.pointee.longestLifetime)
    lifetime = lifetime.replacing(with: longest, where: lifetime .> longest)
    newborn.lifetime = lifetime

    // Direction and velocity
    if uses(.direction) {
      var longitude = slots[.longitude]
      if uses(.cone) {
        longitude += slots[.emissionRange] * (uniform(Channel.direction, .direction, keys) - half)
      }
      let (sine, cosine) = Lanes.sincosTurns(longitude)
      (newborn.directionX, newborn.directionY) = (cosine, sine)
      if uses(.space) {
        aim(&newborn, slots: slots, keys: keys, parent: parent)
      } else if uses(.isChild) {
        newborn.directionX = parent.directionX * cosine - parent.directionY * sine
        newborn.directionY = parent.directionX * sine + parent.directionY * cosine
      }
      var speed = slots[.velocity]
      if uses(.velocityRange) {
        speed += slots[.velocityRange] * (uniform(Channel.velocity, .velocity, keys) - half)
      }
      newborn.velocityX = newborn.directionX * speed
      newborn.velocityY = newborn.directionY * speed
      if uses(.space) { newborn.velocityZ = newborn.directionZ * speed }
      if uses(.inheritVelocity) {
        if uses(.space) { newborn.velocityZ += slots[.inheritVelocity] * parent.velocityZ }
        newborn.velocityX += slots[.inheritVelocity] * parent.velocityX
        newborn.velocityY += slots[.inheritVelocity] * parent.velocityY
      }
    }

    // Place
    if uses(.isChild) {
      newborn.x = parent.x
      newborn.y = parent.y
      if uses(.space) { newborn.z = parent.z }
    } else {
      var (x, y) = (slots[.positionX], slots[.positionY])
      if uses(.space) {
        let place = placeInSpace(slots: slots, keys: keys)
        x += place.x
        y += place.y
        newborn.z = slots[.positionZ] + place.z
      } else if uses(.shape) {
        let place = place(width: slots[.sizeX], height: slots[.sizeY], keys: keys)
        x += place.x
        y += place.y
      }
      newborn.x = x
      newborn.y = y
    }

    // Forces
    if uses(.gravity) {
      newborn.gravityX = slots[.gravityX]
      newborn.gravityY = slots[.gravityY]
    }
    if uses(.space) { newborn.gravityZ = slots[.gravityZ] }
    if uses(.drag) {
      var drag = slots[.drag]
      if uses(.dragRange) { drag += slots[.dragRange] * (uniform(Channel.drag, .drag, keys) - half) }
      let zero = Float8(repeating: 0)
      newborn.drag = drag.replacing(with: zero, where: drag .< zero)
    }
    if uses(.wind), uses(.drag) || uses(.stepped) {
      newborn.windX = slots[.windX]
      newborn.windY = slots[.windY]
    }
    if uses(.travel) {
      var travel = slots[.travel]
      if uses(.travelRange) { travel += slots[.travelRange] * (uniform(Channel.travel, .travel, keys) - half) }
      newborn.travel = travel
    }
    if uses(.drift) { newborn.drift = slots[.drift] }
    if uses(.flutter) {
      newborn.flutter = slots[.flutter] + slots[.flutterRange] * (uniform(Channel.flutter, .sway, keys) - half)
      newborn.flutterLift = slots[.flutterLift]
    }
    if uses(.sway) { bearSway(into: &newborn, slots: slots, keys: keys) }
    bearTurn(into: &newborn, slots: slots, keys: keys)
    bearSize(into: &newborn, slots: slots, keys: keys, parent: parent)
    bearColor(into: &newborn, slots: slots, keys: keys, parent: parent)
    return newborn
  }

  @_transparent
  private func bearSway(into newborn: inout SpawnState, slots: UnsafePointer<Float8>, keys: DrawKeys) {
    let half: Float = 0.5
    var (amplitudeX, amplitudeY) = (slots[.swayAmplitudeX], slots[.swayAmplitudeY])
    if uses(.swayAmplitudeRange) {
      amplitudeX += slots[.swayAmplitudeRangeX] * (uniform(Channel.swayAmplitudeX, .sway, keys) - half)
      amplitudeY += slots[.swayAmplitudeRangeY] * (uniform(Channel.swayAmplitudeY, .sway, keys) - half)
    }
    var (frequencyX, frequencyY) = (slots[.swayFrequencyX], slots[.swayFrequencyY])
    if uses(.swayFrequencyRange) {
      frequencyX += slots[.swayFrequencyRangeX] * (uniform(Channel.swayFrequencyX, .sway, keys) - half)
      frequencyY += slots[.swayFrequencyRangeY] * (uniform(Channel.swayFrequencyY, .sway, keys) - half)
    }
    var phase = slots[.swayPhase]
    if uses(.swayPhaseRange) {
      phase += slots[.swayPhaseRange] * (uniform(Channel.swayPhase, .sway, keys) - half)
    }
    newborn.swayAmplitudeX = amplitudeX
    newborn.swayAmplitudeY = amplitudeY
    newborn.swayFrequencyX = frequencyX
    newborn.swayFrequencyY = frequencyY
    newborn.swayPhase = phase
  }

  @_transparent
  private func bearTurn(into newborn: inout SpawnState, slots: UnsafePointer<Float8>, keys: DrawKeys) {
    let half: Float = 0.5
    if uses(.rotation) {
      var (rotation, spin) = (slots[.rotation], slots[.spin])
      if uses(.rotationRange) {
        rotation += slots[.rotationRange] * (uniform(Channel.rotation, .rotation, keys) - half)
      }
      if uses(.spinRange) { spin += slots[.spinRange] * (uniform(Channel.spin, .spin, keys) - half) }
      newborn.rotation = rotation
      newborn.spin = spin
      if uses(.turn) {
        var turn = slots[.turn]
        if uses(.turnRange) { turn += slots[.turnRange] * (uniform(Channel.turn, .spin, keys) - half) }
        newborn.turn = turn
      }
    }
    if uses(.stretch) { newborn.stretch = slots[.stretch] }
    if uses(.tumble) {
      var (tumble, speed) = (slots[.tumble], slots[.tumbleSpeed])
      if uses(.tumbleRange) {
        tumble += slots[.tumbleRange] * (uniform(Channel.tumble, .rotation, keys) - half)
      }
      if uses(.tumbleSpeedRange) {
        speed += slots[.tumbleSpeedRange] * (uniform(Channel.tumbleSpeed, .spin, keys) - half)
      }
      if kernel.pointee.traits.contains(.tilt) {
        var (tilt, speed) = (slots[.tilt], slots[.tiltSpeed])
        tilt += slots[.tiltRange] * (uniform(Channel.tilt, .rotation, keys) - half)
        speed += slots[.tiltSpeedRange] * (uniform(Channel.tiltSpeed, .spin, keys) - half)
        (newborn.tilt, newborn.tiltSpeed) = (tilt, speed)
      }
      newborn.shading = slots[.shading]
      newborn.tumble = tumble
      newborn.tumbleSpeed = speed
      newborn.backShade = slots[.backShade]
      newborn.glint = slots[.glint]
    }
  }

  @_transparent
  private func bearSize(
    into newborn: inout SpawnState, slots: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState
  ) {
    var scale = slots[.scale]
    if uses(.scaleRange) { scale += slots[.scaleRange] * (uniform(Channel.scale, .scale, keys) - 0.5) }
    var scaleSpeed = slots[.scaleSpeed]
    if uses(.inheritScale) {
      scale *= parent.scale
      scaleSpeed *= parent.scale
    }
    newborn.scale = scale
    newborn.scaleSpeed = scaleSpeed

    // Choose the sprite.
    let sprites = kernel.pointee.sprites
    if uses(.manySprites) {
      newborn.sprite = choice(of: kernel.pointee.spriteCount, Channel.sprite, .sprite, keys)
      let rows = Rows(of: sprites, at: newborn.sprite)
      newborn.halfWidth = rows.x
      newborn.halfHeight = rows.y
      newborn.headShift = rows.z
    } else {
      newborn.halfWidth = Float8(repeating: sprites[0].x)
      newborn.halfHeight = Float8(repeating: sprites[0].y)
      newborn.headShift = Float8(repeating: sprites[0].z)
    }
  }

  @_transparent
  private func bearColor(
    into newborn: inout SpawnState, slots: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState
  ) {
    let half: Float = 0.5
    var (red, green, blue, alpha) = (slots[.red], slots[.green], slots[.blue], slots[.alpha])
    if uses(.palette) {
      let chosen = choice(of: kernel.pointee.paletteCount, Channel.color, .color, keys)
      let rows = Rows(of: kernel.pointee.palette, at: chosen)
      (red, green, blue, alpha) = (rows.x, rows.y, rows.z, rows.w)
    }
    if uses(.redRange) { red += slots[.redRange] * (uniform(Channel.red, .color, keys) - half) }
    if uses(.greenRange) { green += slots[.greenRange] * (uniform(Channel.green, .color, keys) - half) }
    if uses(.blueRange) { blue += slots[.blueRange] * (uniform(Channel.blue, .color, keys) - half) }
    if uses(.alphaRange) { alpha += slots[.alphaRange] * (uniform(Channel.alpha, .color, keys) - half) }
    if uses(.colorSpeed) {
      var (redSpeed, greenSpeed, blueSpeed) = (slots[.redSpeed], slots[.greenSpeed], slots[.blueSpeed])
      if uses(.inheritColor) {
        redSpeed *= parent.red
        greenSpeed *= parent.green
        blueSpeed *= parent.blue
      }
      newborn.redSpeed = redSpeed
      newborn.greenSpeed = greenSpeed
      newborn.blueSpeed = blueSpeed
    }
    if uses(.inheritColor) {
      red *= parent.red
      green *= parent.green
      blue *= parent.blue
    }
    newborn.red = red
    newborn.green = green
    newborn.blue = blue
    newborn.alpha = alpha
    if uses(.alphaSpeed) { newborn.alphaSpeed = slots[.alphaSpeed] }
    if uses(.intensity) {
      var intensity = slots[.intensity]
      if uses(.intensityRange) {
        intensity += slots[.intensityRange] * (uniform(Channel.intensity, .intensity, keys) - half)
      }
      let zero = Float8(repeating: 0)
      newborn.intensity = intensity.replacing(with: zero, where: intensity .< zero)
    }
    if uses(.twinkle) {
      newborn.twinkle = slots[.twinkle]
      newborn.twinkleFrequency = slots[.twinkleFrequency]
    }
  }
}
