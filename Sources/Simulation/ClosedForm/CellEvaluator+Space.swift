import Lanes

// Particles in space: directions with a latitude, and the third coordinate of their paths.
//
// z grows towards the eye. Everything that is uniform in space is drawn uniformly: directions by solid angle, positions by
// area and volume (Archimedes: a sphere's surface has the same area between any two planes that are equally far apart).

extension CellEvaluator {
  /// Sets the direction of birth, a unit vector.
  ///
  /// A solid cone of half angle h is uniform over its section of the sphere: the cosine of the angle from its axis is uniform
  /// in cos h ... 1. Children's directions are rotated from +x to the parent's direction, by the smallest rotation that keeps
  /// the canvas's plane in itself.
  @_transparent
  func aim(_ particle: inout SpawnState, parameters: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState) {
    let half: Float = 0.5
    var longitude = parameters[.emissionLongitude]
    var (x, y, z) = (Float8(repeating: 1), Float8(), Float8())
    if uses(.solidCone) {
      let halfAngle = Lanes.clamp(parameters[.emissionRange] * half, 0, half)
      let least = Lanes.sincosTurns(halfAngle).cos
      let cosine = 1 - kernel.pointee.coneDraw.uniform(keys, mayBeShared: uses(.sharedDraws)) * (1 - least)
      let sine = Lanes.sqrt(Lanes.max(1 - cosine * cosine, 0))
      let around = Lanes.sincosTurns(uniform(of: .emissionRange, keys))
      (x, y, z) = (cosine, sine * around.cos, sine * around.sin)
    } else {
      longitude = drawn(.emissionLongitude, range: .emissionRange, parameters, keys)
    }
    // Lift by the latitude, then rotate by the longitude.
    let up = Lanes.sincosTurns(parameters[.emissionLatitude])
    (x, z) = (up.cos * x - up.sin * z, up.sin * x + up.cos * z)
    let around = Lanes.sincosTurns(longitude)
    (x, y) = (around.cos * x - around.sin * y, around.sin * x + around.cos * y)
    if uses(.isChild) {
      // The parent's direction d, across it in the plane e, and d × e.
      let (dx, dy, dz) = (parent.directionX, parent.directionY, parent.directionZ)
      let flat = Lanes.sqrt(dx * dx + dy * dy)
      let isUpright = flat .< Float8(repeating: 1e-6)
      let inverse = 1 / flat.replacing(with: Float8(repeating: 1), where: isUpright)
      let ex = (-dy * inverse).replacing(with: Float8(repeating: 0), where: isUpright)
      let ey = (dx * inverse).replacing(with: Float8(repeating: 1), where: isUpright)
      particle.directionX = x * dx + y * ex - z * (dz * ey)
      particle.directionY = x * dy + y * ey + z * (dz * ex)
      particle.directionZ = x * dz + z * (dx * ey - dy * ex)
    } else {
      (particle.directionX, particle.directionY, particle.directionZ) = (x, y, z)
    }
  }

  /// Adds the third coordinate, by the same formulas as the other two.
  @_transparent
  func addDepth(
    to motion: inout Motion, of particle: SpawnState, stepped: IntegratorState, age: Float8, life: CurveCoordinate
  ) {
    motion.z = particle.z
    if uses(.stepped) {
      (motion.z, motion.velocityZ) = (stepped.z, stepped.velocityZ)
    } else if uses(.drag) {
      let factors = DragFactors(drag: particle.drag, age: age)
      motion.z += particle.velocityZ * factors.distance + particle.gravityZ * factors.fall
      motion.velocityZ = particle.velocityZ * factors.decay + particle.gravityZ * factors.distance
    } else if uses(.velocityCurve) {
      let travelled = travelOverLife(of: particle, life: life)
      motion.z += particle.velocityZ * travelled.seconds + particle.gravityZ * (age * age * 0.5)
      motion.velocityZ = particle.velocityZ * travelled.pace + particle.gravityZ * age
    } else {
      motion.z += particle.velocityZ * age + particle.gravityZ * (age * age * 0.5)
      motion.velocityZ = particle.velocityZ + particle.gravityZ * age
    }
    if uses(.depthCurve) {
      let depth = life.sample(kernel.pointee.depthCurve)
      motion.z += depth.value
      motion.velocityZ += depth.difference * (life.lifetimeInverse * Float(CurveTable.steps))
    }
  }

  /// Unit vector along the velocity; the direction of birth for a particle that does not move.
  @_transparent
  func directionInSpace(of motion: Motion, particle: SpawnState) -> (x: Float8, y: Float8, z: Float8) {
    let (x, y, z) = (motion.velocityX, motion.velocityY, motion.velocityZ)
    let speed = Lanes.sqrt(x * x + y * y + z * z)
    let moves = speed .> Float8(repeating: 1e-6)
    let inverse = 1 / speed.replacing(with: Float8(repeating: 1), where: .!moves)
    return (
      particle.directionX.replacing(with: x * inverse, where: moves),
      particle.directionY.replacing(with: y * inverse, where: moves),
      particle.directionZ.replacing(with: z * inverse, where: moves)
    )
  }

  /// Sorting key of eight particles: the least is drawn first.
  @_transparent
  func sortingKey(age: Float8, depth: Float8) -> Float8 {
    switch kernel.pointee.order {
    case .unordered: Float8()
    case .oldestFirst: -age
    case .oldestLast: age
    case .backToFront: depth
    }
  }
}
