import Lanes
import Model

extension CellEvaluator {
  // `has` says whether the cell has a feature, `mayBeNonzero` whether a birth parameter is not constantly 0 (`CellEvaluator`).

  /// Computes the state of eight particles at their birth, including all their random numbers.
  ///
  /// - Parameters:
  ///   - parameters: the cell's birth parameters at each particle's birth, by `BirthParameter.rawValue`.
  ///   - keys: keys from which the random numbers are hashed.
  ///   - parent: state of the parents at these births; for a root cell `ParentState()`.
  ///   - laterWays: memory for `LaterJourney.capacity` ways of particles that come together on several shapes.
  @_transparent
  func spawn(
    parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState,
    laterWays: UnsafeMutablePointer<LaterWay>
  ) -> SpawnState {
    var particle = SpawnState()
    let lifetime = randomized(.lifetime, range: .lifetimeRange, parameters, keys)
    let maximumLifetime = Float8(repeating: kernel.pointee.maximumLifetime)
    particle.lifetime = lifetime.replacing(with: maximumLifetime, where: lifetime .> maximumLifetime)
    spawnVelocity(of: &particle, parameters: parameters, keys: keys, parent: parent)
    spawnPosition(of: &particle, parameters: parameters, keys: keys, parent: parent)
    spawnForces(of: &particle, parameters: parameters, keys: keys)
    spawnMotions(of: &particle, parameters: parameters, keys: keys, laterWays: laterWays)
    spawnRotation(of: &particle, parameters: parameters, keys: keys)
    spawnSize(of: &particle, parameters: parameters, keys: keys, parent: parent)
    spawnColor(of: &particle, parameters: parameters, keys: keys, parent: parent)
    return particle
  }

  @_transparent
  private func spawnVelocity(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState
  ) {
    guard has(.direction) else { return }
    if has(.threeD) {
      aim(&particle, parameters: parameters, keys: keys, parent: parent)
    } else {
      let longitude = randomized(.emissionLongitude, range: .emissionRange, parameters, keys)
      let (sine, cosine) = Lanes.sincosTurns(longitude)
      (particle.directionX, particle.directionY) = (cosine, sine)
      if hasBirthAxis {
        // A child's longitude is measured from its parent's direction, a root particle's from the shape's normal or tangent.
        let axis = birthAxis(parameters: parameters, keys: keys, parent: parent)
        particle.directionX = axis.x * cosine - axis.y * sine
        particle.directionY = axis.x * sine + axis.y * cosine
      }
    }
    let speed = randomized(.velocity, range: .velocityRange, parameters, keys)
    particle.velocityX = particle.directionX * speed
    particle.velocityY = particle.directionY * speed
    if has(.threeD) { particle.velocityZ = particle.directionZ * speed }
    if mayBeNonzero(.inheritVelocity) {
      if has(.threeD) { particle.velocityZ += parameters[.inheritVelocity] * parent.velocityZ }
      particle.velocityX += parameters[.inheritVelocity] * parent.velocityX
      particle.velocityY += parameters[.inheritVelocity] * parent.velocityY
    }
  }

  @_transparent
  private func spawnPosition(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState
  ) {
    if has(.child) {
      particle.x = parent.x
      particle.y = parent.y
      if has(.threeD) { particle.z = parent.z }
      return
    }
    var (x, y) = (parameters[.emitterX], parameters[.emitterY])
    let placeKeys = placeKeys(keys)
    if has(.threeD) {
      let offset = shapeOffset3D(parameters: parameters, keys: placeKeys)
      x += offset.x
      y += offset.y
      particle.z = parameters[.emitterZ] + offset.z
    } else if has(.shape) {
      let offset = kernel.pointee.shape.flatOffset(
        width: parameters[.emitterWidth], height: parameters[.emitterHeight], keys: placeKeys.perParticle)
      x += offset.x
      y += offset.y
    }
    if has(.clustered) {
      x += clusterOffset(.clusterX, keys)
      y += clusterOffset(.clusterY, keys)
      if has(.threeD) { particle.z += clusterOffset(.clusterZ, keys) }
    }
    particle.x = x
    particle.y = y
  }

  @_transparent
  private func spawnForces(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys) {
    if has(.gravity) {
      particle.gravityX = parameters[.xAcceleration]
      particle.gravityY = parameters[.yAcceleration]
    }
    if has(.threeD) { particle.gravityZ = parameters[.zAcceleration] }
    if has(.drag) {
      let drag = randomized(.drag, range: .dragRange, parameters, keys)
      let zero = Float8(repeating: 0)
      particle.drag = drag.replacing(with: zero, where: drag .< zero)
    }
    // Wind acts through drag, or through the forces of a stepped cell.
    if has(.wind), has(.drag) || has(.stepped) {
      particle.windX = parameters[.windX]
      particle.windY = parameters[.windY]
    }
  }

  @_transparent
  private func spawnRotation(of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys) {
    if has(.rotation) {
      particle.rotation = randomized(.rotation, range: .rotationRange, parameters, keys)
      particle.spin = randomized(.spin, range: .spinRange, parameters, keys)
      if has(.easedTurn) { particle.turn = randomized(.turn, range: .turnRange, parameters, keys) }
    }
    if mayBeNonzero(.stretch) { particle.stretch = parameters[.stretch] }
    if has(.tumble) {
      particle.tumble = randomized(.tumble, range: .tumbleRange, parameters, keys)
      particle.tumbleSpeed = randomized(.tumbleSpeed, range: .tumbleSpeedRange, parameters, keys)
      if has(.tilt) {
        particle.tilt = randomized(.tilt, range: .tiltRange, parameters, keys)
        particle.tiltSpeed = randomized(.tiltSpeed, range: .tiltSpeedRange, parameters, keys)
      }
      particle.shading = parameters[.shading]
      particle.backShade = parameters[.backShade]
      particle.glint = parameters[.glint]
    }
  }

  @_transparent
  private func spawnSize(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState
  ) {
    var scale = randomized(.scale, range: .scaleRange, parameters, keys)
    var scaleSpeed = parameters[.scaleSpeed]
    if has(.inheritScale) {
      scale *= parent.scale
      scaleSpeed *= parent.scale
    }
    particle.scale = scale
    particle.scaleSpeed = scaleSpeed

    // Choose the sprite. Its element of `CellKernel.sprites` has the half width as x, the half height as y and the head shift as z.
    let sprites = kernel.pointee.sprites
    if has(.manySprites) {
      particle.sprite = choice(of: kernel.pointee.spriteCount, kernel.pointee.randomSprite, keys)
      let columns = TransposedRows(of: sprites, at: particle.sprite)
      particle.halfWidth = columns.x
      particle.halfHeight = columns.y
      particle.headShift = columns.z
    } else {
      particle.halfWidth = Float8(repeating: sprites[0].x)
      particle.halfHeight = Float8(repeating: sprites[0].y)
      particle.headShift = Float8(repeating: sprites[0].z)
    }
  }

  @_transparent
  private func spawnColor(
    of particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState
  ) {
    var (red, green, blue, alpha) = (
      parameters[.red], parameters[.green], parameters[.blue], parameters[.alpha]
    )
    if has(.palette) {
      let chosen = choice(of: kernel.pointee.paletteCount, kernel.pointee.randomPaletteColor, keys)
      let columns = TransposedRows(of: kernel.pointee.palette, at: chosen)
      (red, green, blue, alpha) = (columns.x, columns.y, columns.z, columns.w)
    }
    if has(.placeColor) {
      (red, green, blue, alpha) = CellEvaluator<GeneralCell>(kernel).placeColor(
        (red, green, blue, alpha), place: LaneVector(particle.x, particle.y, particle.z), parameters: parameters,
        ways: particle.laterWays)
    }
    addRandom(of: .redRange, to: &red, parameters, keys)
    addRandom(of: .greenRange, to: &green, parameters, keys)
    addRandom(of: .blueRange, to: &blue, parameters, keys)
    addRandom(of: .alphaRange, to: &alpha, parameters, keys)
    if has(.colorSpeed) {
      var (redSpeed, greenSpeed, blueSpeed) = (
        parameters[.redSpeed], parameters[.greenSpeed], parameters[.blueSpeed]
      )
      if has(.inheritColor) {
        redSpeed *= parent.red
        greenSpeed *= parent.green
        blueSpeed *= parent.blue
      }
      particle.redSpeed = redSpeed
      particle.greenSpeed = greenSpeed
      particle.blueSpeed = blueSpeed
    }
    if has(.inheritColor) {
      red *= parent.red
      green *= parent.green
      blue *= parent.blue
    }
    particle.red = red
    particle.green = green
    particle.blue = blue
    particle.alpha = alpha
    if mayBeNonzero(.alphaSpeed) { particle.alphaSpeed = parameters[.alphaSpeed] }
    if has(.intensity) {
      let intensity = randomized(.intensity, range: .intensityRange, parameters, keys)
      let zero = Float8(repeating: 0)
      particle.intensity = intensity.replacing(with: zero, where: intensity .< zero)
    }
    if mayBeNonzero(.twinkle) {
      particle.twinkle = parameters[.twinkle]
      particle.twinkleFrequency = parameters[.twinkleFrequency]
    }
  }
}
