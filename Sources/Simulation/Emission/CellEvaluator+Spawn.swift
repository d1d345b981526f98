import Lanes
import Model

extension CellEvaluator {
  /// Makes the draws of eight particles at their birth.
  ///
  /// - Parameters:
  ///   - parameters: the cell's birth parameters at each particle's birth.
  ///   - keys: keys of the draws.
  ///   - parent: the parents at these births; for a root cell, untouched.
  @_transparent
  func spawn(parameters: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState) -> SpawnState {
    var particle = SpawnState()
    let lifetime = drawn(.lifetime, range: .lifetimeRange, parameters, keys)
    let longest = Float8(repeating: kernel.pointee.longestLifetime)
    particle.lifetime = lifetime.replacing(with: longest, where: lifetime .> longest)
    spawnVelocity(of: &particle, parameters: parameters, keys: keys, parent: parent)
    spawnPosition(of: &particle, parameters: parameters, keys: keys, parent: parent)
    spawnForces(of: &particle, parameters: parameters, keys: keys)
    if uses(.sway) { spawnSway(of: &particle, parameters: parameters, keys: keys) }
    spawnRotation(of: &particle, parameters: parameters, keys: keys)
    spawnSize(of: &particle, parameters: parameters, keys: keys, parent: parent)
    spawnColor(of: &particle, parameters: parameters, keys: keys, parent: parent)
    return particle
  }

  @_transparent
  private func spawnVelocity(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState
  ) {
    guard uses(.direction) else { return }
    if uses(.space) {
      aim(&particle, parameters: parameters, keys: keys, parent: parent)
    } else {
      let longitude = drawn(.emissionLongitude, range: .emissionRange, parameters, keys)
      let (sine, cosine) = Lanes.sincosTurns(longitude)
      (particle.directionX, particle.directionY) = (cosine, sine)
      if uses(.isChild) {
        particle.directionX = parent.directionX * cosine - parent.directionY * sine
        particle.directionY = parent.directionX * sine + parent.directionY * cosine
      }
    }
    let speed = drawn(.velocity, range: .velocityRange, parameters, keys)
    particle.velocityX = particle.directionX * speed
    particle.velocityY = particle.directionY * speed
    if uses(.space) { particle.velocityZ = particle.directionZ * speed }
    if reads(.inheritVelocity) {
      if uses(.space) { particle.velocityZ += parameters[.inheritVelocity] * parent.velocityZ }
      particle.velocityX += parameters[.inheritVelocity] * parent.velocityX
      particle.velocityY += parameters[.inheritVelocity] * parent.velocityY
    }
  }

  @_transparent
  private func spawnPosition(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState
  ) {
    if uses(.isChild) {
      particle.x = parent.x
      particle.y = parent.y
      if uses(.space) { particle.z = parent.z }
      return
    }
    var (x, y) = (parameters[.emitterX], parameters[.emitterY])
    if uses(.space) {
      let offset = shapeOffsetInSpace(parameters: parameters, keys: keys)
      x += offset.x
      y += offset.y
      particle.z = parameters[.emitterZ] + offset.z
    } else if uses(.shape) {
      let offset = shapeOffset(width: parameters[.emitterWidth], height: parameters[.emitterHeight], keys: keys)
      x += offset.x
      y += offset.y
    }
    particle.x = x
    particle.y = y
  }

  @_transparent
  private func spawnForces(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys) {
    if uses(.gravity) {
      particle.gravityX = parameters[.xAcceleration]
      particle.gravityY = parameters[.yAcceleration]
    }
    if uses(.space) { particle.gravityZ = parameters[.zAcceleration] }
    if uses(.drag) {
      let drag = drawn(.drag, range: .dragRange, parameters, keys)
      let zero = Float8(repeating: 0)
      particle.drag = drag.replacing(with: zero, where: drag .< zero)
    }
    if uses(.wind), uses(.drag) || uses(.stepped) {
      particle.windX = parameters[.windX]
      particle.windY = parameters[.windY]
    }
    if uses(.travel) { particle.travel = drawn(.travel, range: .travelRange, parameters, keys) }
    if reads(.driftAmplitude) { particle.drift = parameters[.driftAmplitude] }
    if uses(.flutter) {
      particle.flutter = drawn(.flutter, range: .flutterRange, parameters, keys)
      particle.flutterLift = parameters[.flutterLift]
    }
  }

  @_transparent
  private func spawnSway(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys) {
    particle.swayAmplitudeX = drawn(.swayAmplitudeX, range: .swayAmplitudeRangeX, parameters, keys)
    particle.swayAmplitudeY = drawn(.swayAmplitudeY, range: .swayAmplitudeRangeY, parameters, keys)
    particle.swayFrequencyX = drawn(.swayFrequencyX, range: .swayFrequencyRangeX, parameters, keys)
    particle.swayFrequencyY = drawn(.swayFrequencyY, range: .swayFrequencyRangeY, parameters, keys)
    particle.swayPhase = drawn(.swayPhase, range: .swayPhaseRange, parameters, keys)
  }

  @_transparent
  private func spawnRotation(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys) {
    if uses(.rotation) {
      particle.rotation = drawn(.rotation, range: .rotationRange, parameters, keys)
      particle.spin = drawn(.spin, range: .spinRange, parameters, keys)
      if uses(.turn) { particle.turn = drawn(.turn, range: .turnRange, parameters, keys) }
    }
    if reads(.stretch) { particle.stretch = parameters[.stretch] }
    if uses(.tumble) {
      particle.tumble = drawn(.tumble, range: .tumbleRange, parameters, keys)
      particle.tumbleSpeed = drawn(.tumbleSpeed, range: .tumbleSpeedRange, parameters, keys)
      if uses(.tilt) {
        particle.tilt = drawn(.tilt, range: .tiltRange, parameters, keys)
        particle.tiltSpeed = drawn(.tiltSpeed, range: .tiltSpeedRange, parameters, keys)
      }
      particle.shading = parameters[.shading]
      particle.backShade = parameters[.backShade]
      particle.glint = parameters[.glint]
    }
  }

  @_transparent
  private func spawnSize(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState
  ) {
    var scale = drawn(.scale, range: .scaleRange, parameters, keys)
    var scaleSpeed = parameters[.scaleSpeed]
    if uses(.inheritScale) {
      scale *= parent.scale
      scaleSpeed *= parent.scale
    }
    particle.scale = scale
    particle.scaleSpeed = scaleSpeed

    // Choose the sprite.
    let sprites = kernel.pointee.sprites
    if uses(.manySprites) {
      particle.sprite = choice(of: kernel.pointee.spriteCount, kernel.pointee.spriteDraw, keys)
      let rows = Rows(of: sprites, at: particle.sprite)
      particle.halfWidth = rows.x
      particle.halfHeight = rows.y
      particle.headShift = rows.z
    } else {
      particle.halfWidth = Float8(repeating: sprites[0].x)
      particle.halfHeight = Float8(repeating: sprites[0].y)
      particle.headShift = Float8(repeating: sprites[0].z)
    }
  }

  @_transparent
  private func spawnColor(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState
  ) {
    var (red, green, blue, alpha) = (
      parameters[.red], parameters[.green], parameters[.blue], parameters[.alpha]
    )
    if uses(.palette) {
      let chosen = choice(of: kernel.pointee.paletteCount, kernel.pointee.paletteDraw, keys)
      let rows = Rows(of: kernel.pointee.palette, at: chosen)
      (red, green, blue, alpha) = (rows.x, rows.y, rows.z, rows.w)
    }
    addDraw(of: .redRange, to: &red, parameters, keys)
    addDraw(of: .greenRange, to: &green, parameters, keys)
    addDraw(of: .blueRange, to: &blue, parameters, keys)
    addDraw(of: .alphaRange, to: &alpha, parameters, keys)
    if uses(.colorSpeed) {
      var (redSpeed, greenSpeed, blueSpeed) = (
        parameters[.redSpeed], parameters[.greenSpeed], parameters[.blueSpeed]
      )
      if uses(.inheritColor) {
        redSpeed *= parent.red
        greenSpeed *= parent.green
        blueSpeed *= parent.blue
      }
      particle.redSpeed = redSpeed
      particle.greenSpeed = greenSpeed
      particle.blueSpeed = blueSpeed
    }
    if uses(.inheritColor) {
      red *= parent.red
      green *= parent.green
      blue *= parent.blue
    }
    particle.red = red
    particle.green = green
    particle.blue = blue
    particle.alpha = alpha
    if reads(.alphaSpeed) { particle.alphaSpeed = parameters[.alphaSpeed] }
    if uses(.intensity) {
      let intensity = drawn(.intensity, range: .intensityRange, parameters, keys)
      let zero = Float8(repeating: 0)
      particle.intensity = intensity.replacing(with: zero, where: intensity .< zero)
    }
    if reads(.twinkle) {
      particle.twinkle = parameters[.twinkle]
      particle.twinkleFrequency = parameters[.twinkleFrequency]
    }
  }
}
