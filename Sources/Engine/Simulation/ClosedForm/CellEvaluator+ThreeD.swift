import Lanes

// Particles in 3-D: directions with a latitude, and the third coordinate of their trajectories. z grows towards the eye.

extension CellEvaluator {
  /// Sets the direction at birth, a unit vector.
  ///
  /// Directions in a solid cone of half angle h (at most ½ turn) are uniform over the cap that the cone cuts from the unit sphere: by
  /// Archimedes the cosine of their angle from the axis is uniform in cos h ... 1. Other distributions of `emissionRange` act on that
  /// cosine, with the axis as their middle (`normal`) or lower end (`power`). The cone's axis is +x, lifted towards the eye by
  /// the latitude, then rotated in the plane by the longitude. A child's direction is then rotated again, and so is a direction that
  /// is measured from the emitter's shape: by the rotation that takes +x to the parent's or the shape's direction and keeps +y in
  /// the canvas's plane.
  @_transparent
  func aim(_ particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: RandomKeys, parent: ParentState) {
    let half: Float = 0.5
    var longitude = parameters[.emissionLongitude]
    // Direction in the cone around +x
    var (x, y, z) = (Float8(repeating: 1), Float8(), Float8())
    if has(.solidCone) {
      let halfAngle = Lanes.clamp(parameters[.emissionRange] * half, 0, half)
      let minimumCosine = Lanes.sincosTurns(halfAngle).cos
      let capShare = kernel.pointee.randomConeAngle.distance(
        keys, mayBeShared: has(.sharedRandom), mayBeShaped: has(.shapedRandom))
      let cosine = 1 - capShare * (1 - minimumCosine)
      let sine = Lanes.sqrt(Lanes.max(1 - cosine * cosine, 0))
      let around = Lanes.sincosTurns(uniform(of: .emissionRange, keys))
      (x, y, z) = (cosine, sine * around.cos, sine * around.sin)
    } else {
      longitude = randomized(.emissionLongitude, range: .emissionRange, parameters, keys)
    }
    // Latitude towards the eye, then longitude
    let latitude = Lanes.sincosTurns(parameters[.emissionLatitude])
    (x, z) = (latitude.cos * x - latitude.sin * z, latitude.sin * x + latitude.cos * z)
    let inPlane = Lanes.sincosTurns(longitude)
    (x, y) = (inPlane.cos * x - inPlane.sin * y, inPlane.sin * x + inPlane.cos * y)
    if hasBirthAxis {
      // d is the direction of the parent or the shape, and e the unit vector in the canvas's plane that is perpendicular to d (+y
      // where d lies along z). The rotation takes +x to d, +y to e and +z to d × e.
      let (dx, dy, dz) = birthAxis(parameters: parameters, keys: keys, parent: parent)
      let lengthInPlane = Lanes.sqrt(dx * dx + dy * dy)
      let isAlongZ = lengthInPlane .< Float8(repeating: 1e-6)
      let inverse = 1 / lengthInPlane.replacing(with: Float8(repeating: 1), where: isAlongZ)
      let ex = (-dy * inverse).replacing(with: Float8(repeating: 0), where: isAlongZ)
      let ey = (dx * inverse).replacing(with: Float8(repeating: 1), where: isAlongZ)
      particle.directionX = x * dx + y * ex - z * (dz * ey)
      particle.directionY = x * dy + y * ey + z * (dz * ex)
      particle.directionZ = x * dz + z * (dx * ey - dy * ex)
    } else {
      (particle.directionX, particle.directionY, particle.directionZ) = (x, y, z)
    }
  }

  /// Sets z and the velocity along z, by the formulas of `ballisticMotion` without wind, and adds the curve of depth over life.
  /// Travel along z is added by `addCurves`.
  @_transparent
  func addDepth(
    to motion: inout Motion, of particle: SpawnState, stepped: IntegratorState, age: Float8, life: CurveCoordinate
  ) {
    motion.z = particle.z
    if has(.stepped) {
      (motion.z, motion.velocityZ) = (stepped.z, stepped.velocityZ)
    } else if has(.drag) {
      let factors = DragFactors(drag: particle.drag, age: age)
      motion.z += particle.velocityZ * factors.velocitySeconds + particle.gravityZ * factors.fall
      motion.velocityZ = particle.velocityZ * factors.decay + particle.gravityZ * factors.velocitySeconds
    } else if has(.velocityCurve) {
      let curve = velocityCurve(of: particle, life: life)
      motion.z += particle.velocityZ * curve.seconds + particle.gravityZ * (age * age * 0.5)
      motion.velocityZ = particle.velocityZ * curve.factor + particle.gravityZ * age
    } else {
      motion.z += particle.velocityZ * age + particle.gravityZ * (age * age * 0.5)
      motion.velocityZ = particle.velocityZ + particle.gravityZ * age
    }
    if has(.depthCurve) {
      let depth = life.sample(kernel.pointee.depthCurve)
      motion.z += depth.value
      motion.velocityZ += depth.difference * (life.lifetimeInverse * Float(CurveTable.steps))
    }
  }

  /// Unit vector along the velocity in 3-D. A particle slower than 10⁻⁶ px/s keeps its direction at birth.
  @_transparent
  func direction3D(of motion: Motion, particle: SpawnState) -> (x: Float8, y: Float8, z: Float8) {
    let (x, y, z) = (motion.velocityX, motion.velocityY, motion.velocityZ)
    let speed = Lanes.sqrt(x * x + y * y + z * z)
    let isMoving = speed .> Float8(repeating: 1e-6)
    let inverse = 1 / speed.replacing(with: Float8(repeating: 1), where: .!isMoving)
    return (
      particle.directionX.replacing(with: x * inverse, where: isMoving),
      particle.directionY.replacing(with: y * inverse, where: isMoving),
      particle.directionZ.replacing(with: z * inverse, where: isMoving)
    )
  }

  /// Sorting key of eight particles, in seconds of age or pixels of z; 0 where particles are not sorted. Particles with smaller keys are
  /// drawn first.
  @_transparent
  func sortingKey(age: Float8, z: Float8) -> Float8 {
    switch kernel.pointee.order {
    case .unordered: Float8()
    case .oldestFirst: -age
    case .oldestLast: age
    case .backToFront: z
    }
  }
}
