import Lanes

// Particles in space: directions with a latitude, and the third coordinate of their paths.
//
// z grows towards the eye. Everything that is uniform in space is drawn uniformly: directions by solid angle, places by area
// and volume (Archimedes: a sphere's surface has the same area between any two planes that are equally far apart).

extension CellEvaluator {
  /// The direction of birth, a unit vector.
  ///
  /// A solid cone of half angle h is uniform over its part of the sphere: the cosine of the angle from its axis is uniform in
  /// cos h ... 1. Children's directions are turned from +x to the parent's direction, the shortest way that keeps what lies in
  /// the canvas's plane in it.
  @_transparent
  func aim(_ newborn: inout SpawnState, slots: UnsafePointer<Float8>, keys: DrawKeys, parent: ParentState) {
    let half: Float = 0.5
    var longitude = slots[.longitude]
    var (x, y, z) = (Float8(repeating: 1), Float8(), Float8())
    if kernel.pointee.traits.contains(.solidCone) {
      let halfAngle = Lanes.clamp(slots[.emissionRange] * half, 0, half)
      let least = Lanes.sincosTurns(halfAngle).cos
      let cosine = 1 - uniform(Channel.cone, .direction, keys) * (1 - least)
      let sine = Lanes.sqrt(Lanes.max(1 - cosine * cosine, 0))
      let around = Lanes.sincosTurns(uniform(Channel.direction, .direction, keys))
      (x, y, z) = (cosine, sine * around.cos, sine * around.sin)
    } else if uses(.cone) {
      longitude += slots[.emissionRange] * (uniform(Channel.direction, .direction, keys) - half)
    }
    // Lift by the latitude, then turn by the longitude.
    let up = Lanes.sincosTurns(slots[.latitude])
    (x, z) = (up.cos * x - up.sin * z, up.sin * x + up.cos * z)
    let turn = Lanes.sincosTurns(longitude)
    (x, y) = (turn.cos * x - turn.sin * y, turn.sin * x + turn.cos * y)
    if uses(.isChild) {
      // The parent's direction d, across it in the plane e, and d × e.
      let (dx, dy, dz) = (parent.directionX, parent.directionY, parent.directionZ)
      let flat = Lanes.sqrt(dx * dx + dy * dy)
      let isUpright = flat .< Float8(repeating: 1e-6)
      let inverse = 1 / flat.replacing(with: Float8(repeating: 1), where: isUpright)
      let ex = (-dy * inverse).replacing(with: Float8(repeating: 0), where: isUpright)
      let ey = (dx * inverse).replacing(with: Float8(repeating: 1), where: isUpright)
      newborn.directionX = x * dx + y * ex - z * (dz * ey)
      newborn.directionY = x * dy + y * ey + z * (dz * ex)
      newborn.directionZ = x * dz + z * (dx * ey - dy * ex)
    } else {
      (newborn.directionX, newborn.directionY, newborn.directionZ) = (x, y, z)
    }
  }

  /// The third coordinate, by the same law as the other two.
  @_transparent
  func addDepth(
    to motion: inout Motion, of particle: SpawnState, flight: IntegratorState, age: Float8, place: CurveCoordinate
  ) {
    motion.z = particle.z
    if uses(.stepped) {
      (motion.z, motion.velocityZ) = (flight.z, flight.velocityZ)
    } else if uses(.drag) {
      let factors = DragFactors(drag: particle.drag, age: age)
      motion.z += particle.velocityZ * factors.distance + particle.gravityZ * factors.fall
      motion.velocityZ = particle.velocityZ * factors.decay + particle.gravityZ * factors.distance
    } else if Variant.mayHaveExtras, kernel.pointee.lifeFactors.contains(.velocity) {
      let way = wayOverLife(of: particle, place: place)
      motion.z += particle.velocityZ * way.seconds + particle.gravityZ * (age * age * 0.5)
      motion.velocityZ = particle.velocityZ * way.pace + particle.gravityZ * age
    } else {
      motion.z += particle.velocityZ * age + particle.gravityZ * (age * age * 0.5)
      motion.velocityZ = particle.velocityZ + particle.gravityZ * age
    }
    if Variant.mayHaveExtras, kernel.pointee.lifeFactors.contains(.depth) {
      let depth = place.look(up: kernel.pointee.depthCurve)
      motion.z += depth.value
      motion.velocityZ += depth.difference * (place.lifetimeInverse * Float(CurveTable.steps))
    }
  }

  /// The unit vector along the velocity; the direction of birth for one that does not move.
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

  /// What says when eight particles are drawn: those with the least first.
  @_transparent
  func order(age: Float8, depth: Float8) -> Float8 {
    switch kernel.pointee.order {
    case .none: Float8()
    case .age: -age
    case .youth: age
    case .depth: depth
    }
  }

  /// A place on the emitter's shape, relative to its centre.
  @_transparent
  func placeInSpace(slots: UnsafePointer<Float8>, keys: DrawKeys) -> (x: Float8, y: Float8, z: Float8) {
    let (width, height, depth) = (slots[.sizeX], slots[.sizeY], slots[.sizeZ])
    let kind = kernel.pointee.shape.kind
    if kind.isSolid { return ShapeSampler.solidPlace(kind, width, height, depth, keys: keys.own) }
    let flat = place(width: width, height: height, keys: keys)
    guard kernel.pointee.traits.contains(.deepShape) else { return (flat.x, flat.y, Float8()) }
    return (flat.x, flat.y, depth * (keys.own.uniform(channel: Channel.placeZ) - 0.5))
  }
}

extension ShapeSampler.Kind {
  @inline(__always)
  var isSolid: Bool {
    switch self {
    case .sphere, .sphereSurface, .cuboidCorners, .cuboidEdges, .cuboidFaces: true
    default: false
    }
  }
}

extension ShapeSampler {
  /// A place on or in a solid: volumes uniform by volume, faces by area, edges by length.
  @inline(never)
  static func solidPlace(
    _ kind: Kind, _ width: Float8, _ height: Float8, _ depth: Float8, keys: ParticleKeys8
  ) -> (x: Float8, y: Float8, z: Float8) {
    let a = keys.uniform(channel: Channel.placeA)
    let b = keys.uniform(channel: Channel.placeB)
    let c = keys.uniform(channel: Channel.placeC)
    switch kind {
    case .sphere, .sphereSurface:
      var radius = width
      if kind == .sphere { radius *= Lanes.pow(c, 1.0 / 3) }
      let height = 2 * b - 1
      let across = radius * Lanes.sqrt(Lanes.max(1 - height * height, 0))
      let around = Lanes.sincosTurns(a)
      return (across * around.cos, across * around.sin, radius * height)
    case .cuboidCorners:
      return (end(of: width, a), end(of: height, b), end(of: depth, c))
    case .cuboidEdges:
      // One of three directions by their lengths, then one of its four edges.
      let (w, h, d) = (Lanes.abs(width), Lanes.abs(height), Lanes.abs(depth))
      let way = a * (w + h + d)
      let (isAcross, isDeep) = (way .< w, way .>= w + h)
      let along = Lanes.select(isAcross, way, Lanes.select(isDeep, way - w - h, way - w))
      return (
        Lanes.select(isAcross, along - w * 0.5, end(of: width, b)),
        Lanes.select(isAcross, end(of: height, b), Lanes.select(isDeep, end(of: height, c), along - h * 0.5)),
        Lanes.select(isDeep, along - d * 0.5, end(of: depth, c))
      )
    case .cuboidFaces:
      // One of three pairs of faces by their areas; the draw's rest says where on it, and which of the two.
      let (w, h, d) = (Lanes.abs(width), Lanes.abs(height), Lanes.abs(depth))
      let (front, flank, floor) = (w * h, h * d, w * d)
      let pick = keys.uniform(channel: Channel.placeZ) * (front + flank + floor)
      let (isFront, isFloor) = (pick .< front, pick .>= front + flank)
      return (
        Lanes.select(isFront, w * (a - 0.5), Lanes.select(isFloor, w * (a - 0.5), end(of: width, c))),
        Lanes.select(isFloor, end(of: height, c), h * (b - 0.5)),
        Lanes.select(isFront, end(of: depth, c), Lanes.select(isFloor, d * (b - 0.5), d * (a - 0.5)))
      )
    default: return (Float8(), Float8(), Float8())
    }
  }
}
