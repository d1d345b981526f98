import Lanes

extension Integrator {
  /// Adds the acceleration that one force gives to eight particles.
  ///
  /// - Parameters:
  ///   - position: pixels.
  ///   - localTimes: layer-local seconds.
  ///   - coordinate: coordinate of `localTimes` in the program's tables; read where parameters are animated.
  @_transparent
  static func add<Dimensions: IntegrationDimensions>(
    _ force: UnsafePointer<ForceRecord>, at position: SpatialVector, localTimes: Double8,
    _ coordinate: ForceTableCoordinate, to acceleration: inout SpatialVector,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>, in dimensions: Dimensions.Type
  ) {
    let parameters = Integrator.parameters(force.pointee.source, at: coordinate, scratch)
    switch force.pointee.kind {
    case .radialAttractor:
      let (x, y) = (parameters.pointee.x - position.x, parameters.pointee.y - position.y)
      var z = Float8()
      if Dimensions.isThreeDimensional { z = parametersZ(force, at: coordinate, scratch).pointee.z - position.z }
      let stiffness = Integrator.effectiveStiffness(force, parameters, distance: Dimensions.length(x, y, z))
      acceleration.x += x * stiffness
      acceleration.y += y * stiffness
      if Dimensions.isThreeDimensional { acceleration.z += z * stiffness }
    case .lineAttractor:
      let (normalX, normalY) = (parameters.pointee.normalX, parameters.pointee.normalY)
      var distance = (parameters.pointee.x - position.x) * normalX + (parameters.pointee.y - position.y) * normalY
      if Dimensions.isThreeDimensional {
        let zParameters = parametersZ(force, at: coordinate, scratch)
        distance += (zParameters.pointee.z - position.z) * zParameters.pointee.normalZ
      }
      let pull = distance * Integrator.effectiveStiffness(force, parameters, distance: Lanes.abs(distance))
      acceleration.x += pull * normalX
      acceleration.y += pull * normalY
      if Dimensions.isThreeDimensional {
        acceleration.z += pull * parametersZ(force, at: coordinate, scratch).pointee.normalZ
      }
    case .axisAttractor:
      if Dimensions.isThreeDimensional {
        let zParameters = parametersZ(force, at: coordinate, scratch)
        let (x, y, z) = offsetToAxis(parameters, zParameters, position.x, position.y, position.z)
        let stiffness = Integrator.effectiveStiffness(force, parameters, distance: Dimensions.length(x, y, z))
        acceleration.x += x * stiffness
        acceleration.y += y * stiffness
        acceleration.z += z * stiffness
      }
    case .vortex: addVortex(force, parameters, at: position, coordinate, to: &acceleration, scratch, in: dimensions)
    case .steadyTurbulence:
      // The noise functions replace the position in `scratch` by their result.
      if Dimensions.isThreeDimensional {
        scratch.pointee.set(position.x, position.y, phase: Float8(), z: position.z)
        curl3D(force, scratch)
        acceleration.z += scratch.pointee.z * parameters.pointee.strength
      } else {
        scratch.pointee.set(position.x, position.y, phase: Float8())
        steadyCurl(force, scratch)
      }
      acceleration.x += scratch.pointee.x * parameters.pointee.strength
      acceleration.y += scratch.pointee.y * parameters.pointee.strength
    case .turbulence:
      let phase = Integrator.phase(force, at: localTimes)
      if Dimensions.isThreeDimensional {
        scratch.pointee.set(position.x, position.y, phase: phase, z: position.z)
        curl3D(force, scratch)
        acceleration.z += scratch.pointee.z * parameters.pointee.strength
      } else {
        scratch.pointee.set(position.x, position.y, phase: phase)
        changingCurl(force, scratch)
      }
      acceleration.x += scratch.pointee.x * parameters.pointee.strength
      acceleration.y += scratch.pointee.y * parameters.pointee.strength
    case .wave:
      // For a wave x, y and z are its largest acceleration.
      let swing = wave(phase(force, at: localTimes))
      acceleration.x += swing * parameters.pointee.x
      acceleration.y += swing * parameters.pointee.y
      if Dimensions.isThreeDimensional {
        acceleration.z += swing * parametersZ(force, at: coordinate, scratch).pointee.z
      }
    case .gust:
      let (directionX, directionY) = (parameters.pointee.normalX, parameters.pointee.normalY)
      // The noise's axes lie along the wind and across it.
      scratch.pointee.set(
        position.x * directionX + position.y * directionY, position.y * directionX - position.x * directionY,
        phase: phase(force, at: localTimes))
      gust(force, scratch)
      let windSpeed = scratch.pointee.x
      // The wind's force grows with the square of its speed.
      let push = windSpeed * windSpeed * parameters.pointee.strength
      acceleration.x += push * directionX
      acceleration.y += push * directionY
    }
  }

  /// Adds the acceleration by a vortex: `strength` around its middle (in 3-D, around its axis) and `pull` towards it. The direction
  /// around is clockwise on the canvas where the axis points to the eye.
  @_transparent
  private static func addVortex<Dimensions: IntegrationDimensions>(
    _ force: UnsafePointer<ForceRecord>, _ parameters: UnsafePointer<ForceParameters>, at position: SpatialVector,
    _ coordinate: ForceTableCoordinate, to acceleration: inout SpatialVector,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>, in dimensions: Dimensions.Type
  ) {
    var (x, y, z) = (parameters.pointee.x - position.x, parameters.pointee.y - position.y, Float8())
    if Dimensions.isThreeDimensional {
      let zParameters = parametersZ(force, at: coordinate, scratch)
      (x, y, z) = offsetToAxis(parameters, zParameters, position.x, position.y, position.z)
    }
    let distance = Dimensions.length(x, y, z)
    // 1 ÷ distance, but at most 1 ÷ radius: times the inward vector (x, y, z) this is a unit vector outside of the radius and a
    // shorter vector within.
    let weight = withFalloff(
      1 / Lanes.max(Lanes.max(distance, parameters.pointee.radius), minimumDistance), force, parameters,
      beyond: Lanes.max(distance - parameters.pointee.radius, 0))
    let (around, inwards) = (weight * parameters.pointee.strength, weight * parameters.pointee.pull)
    if Dimensions.isThreeDimensional {
      // The direction around the axis is the cross product of the direction inwards and the axis.
      let (axisX, axisY) = (parameters.pointee.normalX, parameters.pointee.normalY)
      let axisZ = parametersZ(force, at: coordinate, scratch).pointee.normalZ
      let crossX = y * axisZ - z * axisY
      let crossY = z * axisX - x * axisZ
      let crossZ = x * axisY - y * axisX
      acceleration.x += crossX * around + x * inwards
      acceleration.y += crossY * around + y * inwards
      acceleration.z += crossZ * around + z * inwards
    } else {
      acceleration.x += y * around + x * inwards
      acceleration.y += y * inwards - x * around
    }
  }

  /// Smallest divisor in pixels, which keeps quotients finite in the middle of a force, where the inward vector is 0.
  @inline(__always) private static var minimumDistance: Float { 1e-6 }

  /// An attractor's acceleration for each pixel from its centre, line or plane, in 1/s²: its `strength`, weakened by radius and
  /// falloff; 0 within the radius.
  @inline(__always)
  private static func effectiveStiffness(
    _ force: UnsafePointer<ForceRecord>, _ parameters: UnsafePointer<ForceParameters>, distance: Float8
  ) -> Float8 {
    let beyond = Lanes.max(distance - parameters.pointee.radius, 0)
    return withFalloff(
      beyond * parameters.pointee.strength / Lanes.max(distance, minimumDistance), force, parameters, beyond: beyond)
  }

  /// strength × (1 + beyond ÷ falloff distance)^(−falloff exponent), at `beyond` pixels outside of the force's radius.
  @inline(__always)
  private static func withFalloff(
    _ strength: Float8, _ force: UnsafePointer<ForceRecord>, _ parameters: UnsafePointer<ForceParameters>,
    beyond: Float8
  ) -> Float8 {
    var product = strength
    guard force.pointee.falloffExponent > 0 else { return product }
    let factor = 1 / (1 + beyond * parameters.pointee.inverseFalloffDistance)
    for _ in 0..<force.pointee.falloffExponent { product *= factor }
    return product
  }

  /// Vector from a position to the nearest point of an axis in 3-D.
  @inline(__always)
  private static func offsetToAxis(
    _ parameters: UnsafePointer<ForceParameters>, _ zParameters: UnsafePointer<ForceParametersZ>, _ positionX: Float8,
    _ positionY: Float8, _ positionZ: Float8
  ) -> (x: Float8, y: Float8, z: Float8) {
    let (x, y, z) = (
      parameters.pointee.x - positionX, parameters.pointee.y - positionY, zParameters.pointee.z - positionZ
    )
    let (axisX, axisY, axisZ) = (parameters.pointee.normalX, parameters.pointee.normalY, zParameters.pointee.normalZ)
    let along = x * axisX + y * axisY + z * axisZ
    return (x - along * axisX, y - along * axisY, z - along * axisZ)
  }

  /// Parameters of a force at the times of `coordinate`. Animated parameters are written to `parameters`, the first field of `scratch`.
  @inline(__always)
  static func parameters(
    _ source: ForceSource, at coordinate: ForceTableCoordinate, _ scratch: UnsafeMutablePointer<IntegratorScratch>
  ) -> UnsafePointer<ForceParameters> {
    source.parameters(at: coordinate, UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: ForceParameters.self))
  }

  /// Further parameters for 3-D particles. Animated parameters are written to `parametersZ`, the second field of `scratch`.
  @inline(__always)
  private static func parametersZ(
    _ force: UnsafePointer<ForceRecord>, at coordinate: ForceTableCoordinate,
    _ scratch: UnsafeMutablePointer<IntegratorScratch>
  ) -> UnsafePointer<ForceParametersZ> {
    let memory = UnsafeMutableRawPointer(scratch) + MemoryLayout<ForceParameters>.stride
    return force.pointee.source.parametersZ(at: coordinate, memory.assumingMemoryBound(to: ForceParametersZ.self))
  }

  /// A force's own time, in waves or cells of its noise, modulo its period. It is reduced in Double, so that the Float is precise
  /// even at late times.
  @inline(__always)
  private static func phase(_ force: UnsafePointer<ForceRecord>, at localTimes: Double8) -> Float8 {
    let phase = localTimes * force.pointee.frequency + force.pointee.phase
    let period = force.pointee.period
    return Lanes.narrow(phase - (phase / period).rounded(.down) * period)
  }

  /// Wave of two parabolas, close to a sine: 0 at phase 0, 1 at ¼, 0 at ½, −1 at ¾. The phase is in waves, 0 ..< 1.
  @inline(__always)
  private static func wave(_ phase: Float8) -> Float8 {
    let halfWaves = phase * 2
    let fraction = halfWaves - Lanes.floor(halfWaves)
    // 0 at both ends of a half wave, 1 in its middle.
    let parabola = 4 * fraction * (1 - fraction)
    return Lanes.select(halfWaves .< Float8(repeating: 1), parabola, -parabola)
  }
}
