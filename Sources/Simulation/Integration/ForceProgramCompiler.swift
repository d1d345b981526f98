import Lanes
import Model

/// Compiles the forces and bounds of a cell.
struct ForceProgramCompiler {
  let canvas: Canvas
  let clock: LayerClock
  let memory: ProgramMemory
  /// Local seconds of the layer that can matter.
  let horizon: Double
  /// Whether the cell's particles have a depth.
  let isInSpace: Bool

  func program(of cell: Cell) -> UnsafePointer<ForceProgram> {
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
    // All forces of a cell, and the air, are read at the same moments.
    let moving = descriptions.flatMap(\.moving) + air.moving
    let table = ForceTable(
      clock: clock, horizon: horizon, settled: moving.reduce(-.infinity) { max($0, $1.settleTime) })
    let records = descriptions.map { $0.record(table, clock: clock, memory: memory) }
    let bounds = BoundCompiler(canvas: canvas)
    let bounces = bounds.records(of: cell.bounds, .bounce)
    let ends = bounds.records(of: cell.bounds, .kill)
    let program = ForceProgram(
      step: Float(cell.step), stepInverse: 1 / Float(cell.step), isInSpace: isInSpace,
      air: air.source(table, clock: clock, memory: memory, pixelsPerPoint: canvas.pixelsPerPoint),
      hasQuadraticDrag: air.quadraticDrags.contains { $0.constant != 0 }, hasSpeedLimit: !air.speedLimits.isEmpty,
      readsTime: !moving.isEmpty || records.contains { $0.frequency > 0 }, movesForces: !moving.isEmpty, table: table,
      forces: memory.keep(records), forceCount: records.count, bounds: memory.keep(bounces + ends),
      bounceCount: bounces.count, boundCount: bounces.count + ends.count, wrap: bounds.wrap(of: cell.bounds),
      leastBounceSpeed: Float(Bound.leastBounceSpeed * canvas.pixelsPerPoint))
    return memory.keep([program])
  }

  private func description(_ kind: ForceRecord.Kind) -> ForceDescription {
    ForceDescription(kind, isInSpace: isInSpace, pixelsPerPoint: canvas.pixelsPerPoint)
  }

  private func description(of attractor: Force.Attractor) -> ForceDescription {
    var description: ForceDescription
    switch attractor.kind {
    case .radial: description = self.description(.radialAttractor)
    case .axial:
      description = self.description(isInSpace ? .axisAttractor : .lineAttractor)
      // A line along the angle has its normal a right angle further.
      description.angleShift = isInSpace ? 0 : 90
    case .planar: description = self.description(.lineAttractor)
    }
    description.position = attractor.position
    description.zPosition = attractor.zPosition
    description.angle = attractor.angle
    description.latitude = attractor.latitude
    description.strength = attractor.stiffness
    description.radius = attractor.radius
    description.falloff = attractor.falloff
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
    description.strengthUnit = canvas.pixelsPerPoint
    description.pull = vortex.pull
    description.radius = vortex.radius
    description.falloff = vortex.falloff
    description.falloffDistance = vortex.falloffDistance
    return description
  }

  private func description(of turbulence: Force.Turbulence) -> ForceDescription {
    var description = self.description(turbulence.frequency > 0 ? .turbulence : .steadyTurbulence)
    description.strength = turbulence.strength
    description.strengthUnit = canvas.pixelsPerPoint
    description.scale = turbulence.scale
    description.seed = seed(turbulence.seed, 1)
    (description.frequency, description.period) = clock.fitting(
      frequency: turbulence.frequency, period: LayerClock.longPeriod)
    return description
  }

  private func description(of wave: Force.Wave) -> ForceDescription {
    var description = self.description(.wave)
    description.position = wave.force
    description.zPosition = wave.zForce
    description.phase = wave.phase / 360
    (description.frequency, description.period) = clock.fitting(frequency: wave.frequency, period: 1)
    return description
  }

  private func description(of gust: Force.Gust) -> ForceDescription {
    var description = self.description(.gust)
    description.angle = gust.angle
    description.strength = gust.strength
    description.strengthUnit = canvas.pixelsPerPoint
    description.scale = gust.length
    description.seed = seed(gust.seed, 2)
    (description.frequency, description.period) = clock.fitting(
      frequency: gust.frequency, period: LayerClock.longPeriod)
    return description
  }

  private func seed(_ seed: Int, _ kind: UInt64) -> UInt32 {
    StreamKey(seed: canvas.seed, path: UInt64(truncatingIfNeeded: seed) << 8 | kind).a
  }
}
