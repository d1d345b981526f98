import Lanes
import Model

/// Compiles the forces and boundaries of a cell.
struct ForceProgramCompiler {
  let canvas: Canvas
  let clock: LayerClock
  let memory: EmitterProgramMemory
  /// Local seconds, from the layer's start on, for which animated parameters are tabulated.
  let horizon: Double
  /// The greatest number of rows in their tables.
  let maximumTableRows: Double
  /// Whether trajectories leave the canvas's plane.
  let isThreeDimensional: Bool

  /// - Parameter secondsBeforeRelease: the age in seconds from which the particles' velocity and the forces act.
  func program(of cell: Cell, secondsBeforeRelease: Double) -> UnsafePointer<ForceProgram> {
    var air = AirDescription()
    var descriptions: [ForceDescription] = []
    for force in cell.forces {
      switch force {
      case .attractor(let attractor): descriptions.append(description(of: attractor))
      case .drag(let coefficient): air.quadraticDrags.append(coefficient)
      case .vortex(let vortex): descriptions.append(description(of: vortex))
      case .turbulence(let turbulence): descriptions.append(description(of: turbulence))
      case .wave(let wave): descriptions.append(description(of: wave))
      case .gust(let gust): descriptions.append(description(of: gust))
      case .speedLimit(let maximum): air.speedLimits.append(maximum)
      }
    }
    // All forces of a cell, and the air, are tabulated at the same times and so share one table coordinate.
    let animatedNumbers = descriptions.flatMap(\.animatedNumbers) + air.animatedNumbers
    let tableTimes = ForceTableTimes(
      clock: clock, horizon: horizon, maximumRows: maximumTableRows,
      settleTime: animatedNumbers.reduce(-.infinity) { max($0, $1.settleTime) })
    let records = descriptions.map { $0.record(tableTimes, clock: clock, memory: memory) }
    let boundaryCompiler = BoundaryCompiler(canvas: canvas)
    let bounces = boundaryCompiler.records(of: cell.bounds, .bounce)
    let kills = boundaryCompiler.records(of: cell.bounds, .kill)
    // An animated coefficient has no `constant`, so it counts as not 0.
    let hasQuadraticDrag = air.quadraticDrags.contains { $0.constant != 0 }
    let program = ForceProgram(
      stepSeconds: Float(cell.step), stepsPerSecond: 1 / Float(cell.step),
      stepsBeforeRelease: Float((secondsBeforeRelease / cell.step).rounded(.up)),
      isThreeDimensional: isThreeDimensional,
      air: air.source(tableTimes, clock: clock, memory: memory, pixelsPerPoint: canvas.pixelsPerPoint),
      hasQuadraticDrag: hasQuadraticDrag, hasSpeedLimit: !air.speedLimits.isEmpty,
      readsTime: !animatedNumbers.isEmpty || records.contains { $0.frequency > 0 },
      hasAnimatedParameters: !animatedNumbers.isEmpty, tableTimes: tableTimes,
      forces: memory.keep(records), forceCount: records.count, boundaries: memory.keep(bounces + kills),
      reflectingBoundaryCount: bounces.count, boundaryCount: bounces.count + kills.count,
      wrapRectangle: boundaryCompiler.wrapRectangle(of: cell.bounds),
      minimumBounceSpeed: Float(Boundary.minimumTriggeringSpeed * canvas.pixelsPerPoint))
    return memory.keep([program])
  }

  private func description(_ kind: ForceRecord.Kind) -> ForceDescription {
    ForceDescription(kind, isThreeDimensional: isThreeDimensional, pixelsPerPoint: canvas.pixelsPerPoint)
  }

  private func description(of attractor: Force.Attractor) -> ForceDescription {
    var description: ForceDescription
    switch attractor.kind {
    case .radial: description = self.description(.radialAttractor)
    case .axial:
      description = self.description(isThreeDimensional ? .axisAttractor : .lineAttractor)
      // In the plane a line along the angle is described by its normal, which is 90° further.
      description.normalOffsetDegrees = isThreeDimensional ? 0 : 90
    case .planar: description = self.description(.lineAttractor)
    }
    description.position = attractor.position
    description.zPosition = attractor.zPosition
    description.angle = attractor.angle
    description.latitude = attractor.latitude
    description.strength = attractor.stiffness
    description.radius = attractor.radius
    description.falloffExponent = attractor.falloff
    description.falloffDistance = attractor.falloffDistance
    return description
  }

  private func description(of vortex: Force.Vortex) -> ForceDescription {
    var description = self.description(.vortex)
    description.position = vortex.position
    description.zPosition = vortex.zPosition
    description.angle = vortex.angle
    description.latitude = vortex.latitude
    description.strength = vortex.strength
    description.strengthFactor = canvas.pixelsPerPoint
    description.pull = vortex.pull
    description.radius = vortex.radius
    description.falloffExponent = vortex.falloff
    description.falloffDistance = vortex.falloffDistance
    return description
  }

  private func description(of turbulence: Force.Turbulence) -> ForceDescription {
    var description = self.description(turbulence.frequency > 0 ? .turbulence : .steadyTurbulence)
    description.strength = turbulence.strength
    description.strengthFactor = canvas.pixelsPerPoint
    description.scale = turbulence.scale
    description.seed = seed(turbulence.seed, .turbulence)
    (description.frequency, description.period) = clock.fittedToLoop(
      frequency: turbulence.frequency, period: LayerClock.noisePeriodWithoutLoop)
    return description
  }

  private func description(of wave: Force.Wave) -> ForceDescription {
    var description = self.description(.wave)
    // A wave has no position: these fields hold its acceleration.
    description.position = wave.force
    description.zPosition = wave.zForce
    description.phase = wave.phase / 360  // From degrees to waves
    (description.frequency, description.period) = clock.fittedToLoop(frequency: wave.frequency, period: 1)
    return description
  }

  private func description(of gust: Force.Gust) -> ForceDescription {
    var description = self.description(.gust)
    description.angle = gust.angle
    description.strength = gust.strength
    description.strengthFactor = canvas.pixelsPerPoint
    description.scale = gust.length
    description.seed = seed(gust.seed, .gust)
    (description.frequency, description.period) = clock.fittedToLoop(
      frequency: gust.frequency, period: LayerClock.noisePeriodWithoutLoop)
    return description
  }

  /// Kinds of noise, whose raw values are hashed: turbulence and gusts with the same seed must be different noises.
  private enum NoiseKind: UInt64 {
    case turbulence = 1
    case gust = 2
  }

  /// Seed of a force's noise: the low half of a hash of the canvas's seed, the force's seed (upper 56 bits of the path) and the kind of
  /// noise (lower 8 bits).
  private func seed(_ seed: Int, _ kind: NoiseKind) -> UInt32 {
    StreamKey(seed: canvas.seed, path: UInt64(truncatingIfNeeded: seed) << 8 | kind.rawValue).lowHalf
  }
}
