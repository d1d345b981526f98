import Lanes

extension Integrator {
  /// Adds the acceleration of one force at a position and a moment.
  @_transparent
  static func add<Space: IntegrationSpace>(
    _ force: UnsafePointer<ForceRecord>, at position: SpatialVector, moment: Double8,
    _ coordinate: ForceTableCoordinate, to push: inout SpatialVector,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>, in space: Space.Type
  ) {
    let values = parameters(force.pointee.source, at: coordinate, scratch)
    switch force.pointee.kind {
    case .radialAttractor:
      let (x, y) = (values.pointee.x - position.x, values.pointee.y - position.y)
      var z = Float8()
      if Space.hasDepth { z = parametersZ(force, at: coordinate, scratch).pointee.z - position.z }
      let pull = Integrator.pull(force, values, distance: Space.length(x, y, z))
      push.x += x * pull
      push.y += y * pull
      if Space.hasDepth { push.z += z * pull }
    case .lineAttractor:
      let (normalX, normalY) = (values.pointee.normalX, values.pointee.normalY)
      var distance = (values.pointee.x - position.x) * normalX + (values.pointee.y - position.y) * normalY
      if Space.hasDepth {
        let depth = parametersZ(force, at: coordinate, scratch)
        distance += (depth.pointee.z - position.z) * depth.pointee.normalZ
      }
      let pull = distance * Integrator.pull(force, values, distance: Lanes.abs(distance))
      push.x += pull * normalX
      push.y += pull * normalY
      if Space.hasDepth { push.z += pull * parametersZ(force, at: coordinate, scratch).pointee.normalZ }
    case .axisAttractor:
      if Space.hasDepth {
        let depth = parametersZ(force, at: coordinate, scratch)
        let (x, y, z) = offsetToAxis(values, depth, position.x, position.y, position.z)
        let pull = Integrator.pull(force, values, distance: Space.length(x, y, z))
        push.x += x * pull
        push.y += y * pull
        push.z += z * pull
      }
    case .vortex: addVortex(force, values, at: position, coordinate, to: &push, scratch, in: space)
    case .steadyTurbulence:
      if Space.hasDepth {
        scratch.pointee.set(position.x, position.y, phase: Float8(), z: position.z)
        curlInSpace(force, scratch)
        push.z += scratch.pointee.z * values.pointee.strength
      } else {
        scratch.pointee.set(position.x, position.y, phase: Float8())
        steadyCurl(force, scratch)
      }
      push.x += scratch.pointee.x * values.pointee.strength
      push.y += scratch.pointee.y * values.pointee.strength
    case .turbulence:
      let phase = Integrator.phase(force, at: moment)
      if Space.hasDepth {
        scratch.pointee.set(position.x, position.y, phase: phase, z: position.z)
        curlInSpace(force, scratch)
        push.z += scratch.pointee.z * values.pointee.strength
      } else {
        scratch.pointee.set(position.x, position.y, phase: phase)
        changingCurl(force, scratch)
      }
      push.x += scratch.pointee.x * values.pointee.strength
      push.y += scratch.pointee.y * values.pointee.strength
    case .wave:
      let swing = wave(phase(force, at: moment))
      push.x += swing * values.pointee.x
      push.y += swing * values.pointee.y
      if Space.hasDepth { push.z += swing * parametersZ(force, at: coordinate, scratch).pointee.z }
    case .gust:
      let (x, y) = (values.pointee.normalX, values.pointee.normalY)
      scratch.pointee.set(
        position.x * x + position.y * y, position.y * x - position.x * y, phase: phase(force, at: moment))
      gust(force, scratch)
      let blow = scratch.pointee.x
      let strength = blow * blow * values.pointee.strength
      push.x += strength * x
      push.y += strength * y
    }
  }

  @_transparent
  private static func addVortex<Space: IntegrationSpace>(
    _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceParameters>, at position: SpatialVector,
    _ coordinate: ForceTableCoordinate, to push: inout SpatialVector,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>, in space: Space.Type
  ) {
    var (x, y, z) = (values.pointee.x - position.x, values.pointee.y - position.y, Float8())
    if Space.hasDepth {
      let depth = parametersZ(force, at: coordinate, scratch)
      (x, y, z) = offsetToAxis(values, depth, position.x, position.y, position.z)
    }
    let distance = Space.length(x, y, z)
    let weight = weakened(
      1 / Lanes.max(Lanes.max(distance, values.pointee.radius), 1e-6), force, values,
      beyond: Lanes.max(distance - values.pointee.radius, 0))
    let (around, inwards) = (weight * values.pointee.strength, weight * values.pointee.pull)
    if Space.hasDepth {
      // The direction around is the direction inwards × the axis.
      let (axisX, axisY) = (values.pointee.normalX, values.pointee.normalY)
      let axisZ = parametersZ(force, at: coordinate, scratch).pointee.normalZ
      let crossX = y * axisZ - z * axisY
      let crossY = z * axisX - x * axisZ
      let crossZ = x * axisY - y * axisX
      push.x += crossX * around + x * inwards
      push.y += crossY * around + y * inwards
      push.z += crossZ * around + z * inwards
    } else {
      push.x += y * around + x * inwards
      push.y += y * inwards - x * around
    }
  }

  /// An attractor's acceleration for each pixel of distance.
  @inline(__always)
  private static func pull(
    _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceParameters>, distance: Float8
  ) -> Float8 {
    let beyond = Lanes.max(distance - values.pointee.radius, 0)
    return weakened(beyond * values.pointee.strength / Lanes.max(distance, 1e-6), force, values, beyond: beyond)
  }

  /// Strength after the force's falloff, `beyond` pixels outside its radius.
  @inline(__always)
  private static func weakened(
    _ strength: Float8, _ force: UnsafePointer<ForceRecord>, _ values: UnsafePointer<ForceParameters>, beyond: Float8
  ) -> Float8 {
    var product = strength
    guard force.pointee.falloff > 0 else { return product }
    let weaker = 1 / (1 + beyond * values.pointee.falloffInverse)
    for _ in 0..<force.pointee.falloff { product *= weaker }
    return product
  }

  /// Vector from a position to the nearest point of an axis.
  @inline(__always)
  private static func offsetToAxis(
    _ values: UnsafePointer<ForceParameters>, _ depth: UnsafePointer<ForceParametersZ>, _ positionX: Float8,
    _ positionY: Float8, _ positionZ: Float8
  ) -> (x: Float8, y: Float8, z: Float8) {
    let (x, y, z) = (values.pointee.x - positionX, values.pointee.y - positionY, depth.pointee.z - positionZ)
    let (axisX, axisY, axisZ) = (values.pointee.normalX, values.pointee.normalY, depth.pointee.normalZ)
    let along = x * axisX + y * axisY + z * axisZ
    return (x - along * axisX, y - along * axisY, z - along * axisZ)
  }

  /// Parameters at a moment; those that move are written to the scratch memory, of which they are the first.
  @inline(__always)
  static func parameters(
    _ source: ForceSource, at coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<IntegratorScratch>
  ) -> UnsafePointer<ForceParameters> {
    source.parameters(at: coordinate, UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: ForceParameters.self))
  }

  /// Parameters for particles in space; they come next in the scratch memory.
  @inline(__always)
  private static func parametersZ(
    _ force: UnsafePointer<ForceRecord>, at coordinate: ForceTableCoordinate,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>
  ) -> UnsafePointer<ForceParametersZ> {
    let memory = UnsafeMutableRawPointer(scratch) + MemoryLayout<ForceParameters>.stride
    return force.pointee.source.parametersZ(at: coordinate, memory.assumingMemoryBound(to: ForceParametersZ.self))
  }

  /// A force's own time, in waves or cells of its noise, reduced in Double: a Float keeps its precision however late it is.
  @inline(__always)
  private static func phase(_ force: UnsafePointer<ForceRecord>, at moment: Double8) -> Float8 {
    let phase = moment * force.pointee.frequency + force.pointee.phase
    let period = force.pointee.period
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// Triangle wave whose straight lines are bent into parabolas: 0 at phase 0, 1 at ¼, −1 at ¾.
  @inline(__always)
  private static func wave(_ phase: Float8) -> Float8 {
    // 1 in the middle of a rise or fall, 0 at its ends.
    let position = phase * 2
    let half = position - Lanes.floor(position)
    let bow = 4 * half * (1 - half)
    return Lanes.select(position .< Float8(repeating: 1), bow, -bow)
  }
}
