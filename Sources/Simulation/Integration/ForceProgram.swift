import Lanes
import Model

/// What moves the particles of a stepped cell, in pixels and seconds.
struct ForceProgram: BitwiseCopyable {
  /// Seconds of age in a whole step.
  var step: Float
  var stepInverse: Float
  /// Whether paths leave the canvas's plane.
  var isInSpace: Bool
  var air: ForceSource
  var hasQuadraticDrag: Bool
  var hasSpeedLimit: Bool
  /// Whether some force changes with time.
  var readsTime: Bool
  /// Whether values of some force move: then `table` tells where they are found.
  var movesForces: Bool
  var table: ForceTable
  var forces: UnsafePointer<ForceRecord>
  var forceCount: Int
  /// First those that throw back, then those that end a life.
  var bounds: UnsafePointer<BoundRecord>
  var bounceCount: Int
  var boundCount: Int
  /// Sides that meet, as left and width, top and height; a width or height of 0 for those that do not.
  var wrap: SIMD4<Float>
  /// Pixels a second across a border below which being thrown back is resting.
  var leastBounceSpeed: Float

  var isMortal: Bool { boundCount > bounceCount }
}

/// One force of a `ForceProgram`; its kind says what the numbers mean.
struct ForceRecord: BitwiseCopyable {
  var kind: Kind
  var source: ForceSource
  var falloff = 0
  /// Of a noise: cells a pixel.
  var scaleInverse: Float = 0
  /// Waves or cells of a noise a second, and where they begin.
  var frequency = 0.0
  var phase = 0.0
  /// After so many waves or cells time begins again.
  var period = 1.0
  var seed: UInt32 = 0

  enum Kind: UInt8, BitwiseCopyable {
    /// A line attracts along its normal, in space it is a plane; an axis attracts across itself, in space alone.
    case radialAttractor, lineAttractor, axisAttractor, vortex, steadyTurbulence, turbulence, wave, gust
  }
}

/// Turns the forces of a scene into records.
struct ForceProgramCompiler {
  let canvas: Canvas
  let clock: LayerClock
  let memory: ProgramMemory
  /// Local seconds of the layer that can matter.
  let horizon: Double
  /// Whether the cell's particles have a depth.
  let isInSpace: Bool

  func law(of cell: Cell) -> UnsafePointer<ForceProgram> {
    var air = AirDescription()
    var numbers: [ForceDescription] = []
    for force in cell.forces {
      switch force {
      case .attractor(let attractor): numbers.append(self.numbers(of: attractor))
      case .drag(let coefficient): air.quadraticDrags.append(coefficient)
      case .vortex(let vortex): numbers.append(self.numbers(of: vortex))
      case .turbulence(let turbulence): numbers.append(self.numbers(of: turbulence))
      case .wave(let wave): numbers.append(self.numbers(of: wave))
      case .gust(let gust): numbers.append(self.numbers(of: gust))
      case .speedLimit(let maximum): air.speedLimits.append(maximum)
      }
    }
    // All forces of a cell, and the air, are read at the same moments.
    let moving = numbers.flatMap(\.moving) + air.moving
    let table = ForceTable(
      clock: clock, horizon: horizon, settled: moving.reduce(-.infinity) { max($0, $1.settleTime) })
    let records = numbers.map { $0.record(table, clock: clock, memory: memory) }
    let bounds = BoundCompiler(canvas: canvas)
    let bounces = bounds.records(of: cell.bounds, .bounce)
    let ends = bounds.records(of: cell.bounds, .kill)
    let law = ForceProgram(
      step: Float(cell.step), stepInverse: 1 / Float(cell.step), isInSpace: isInSpace,
      air: air.source(table, clock: clock, memory: memory, pixelsPerPoint: canvas.pixelsPerPoint),
      hasQuadraticDrag: air.quadraticDrags.contains { $0.constant != 0 }, hasSpeedLimit: !air.speedLimits.isEmpty,
      readsTime: !moving.isEmpty || records.contains { $0.frequency > 0 }, movesForces: !moving.isEmpty, table: table,
      forces: memory.keep(records), forceCount: records.count, bounds: memory.keep(bounces + ends),
      bounceCount: bounces.count, boundCount: bounces.count + ends.count, wrap: bounds.wrap(of: cell.bounds),
      leastBounceSpeed: Float(Bound.leastBounceSpeed * canvas.pixelsPerPoint))
    return memory.keep([law])
  }

  private func numbers(_ kind: ForceRecord.Kind) -> ForceDescription {
    ForceDescription(kind, isInSpace: isInSpace, pixelsPerPoint: canvas.pixelsPerPoint)
  }

  private func numbers(of attractor: Force.Attractor) -> ForceDescription {
    var numbers: ForceDescription
    switch attractor.kind {
    case .radial: numbers = self.numbers(.radialAttractor)
    case .axial:
      numbers = self.numbers(isInSpace ? .axisAttractor : .lineAttractor)
      // A line along the angle has its normal a quarter turn on.
      numbers.angleShift = isInSpace ? 0 : 90
    case .planar: numbers = self.numbers(.lineAttractor)
    }
    numbers.position = attractor.position
    numbers.zPosition = attractor.zPosition
    numbers.angle = attractor.angle
    numbers.latitude = attractor.latitude
    numbers.strength = attractor.stiffness
    numbers.radius = attractor.radius
    numbers.falloff = attractor.falloff
    numbers.falloffDistance = attractor.falloffDistance
    return numbers
  }

  private func numbers(of vortex: Force.Vortex) -> ForceDescription {
    var numbers = self.numbers(.vortex)
    numbers.position = vortex.position
    numbers.zPosition = vortex.zPosition
    numbers.angle = vortex.angle
    numbers.latitude = vortex.latitude
    numbers.strength = vortex.strength
    numbers.strengthUnit = canvas.pixelsPerPoint
    numbers.pull = vortex.pull
    numbers.radius = vortex.radius
    numbers.falloff = vortex.falloff
    numbers.falloffDistance = vortex.falloffDistance
    return numbers
  }

  private func numbers(of turbulence: Force.Turbulence) -> ForceDescription {
    var numbers = self.numbers(turbulence.frequency > 0 ? .turbulence : .steadyTurbulence)
    numbers.strength = turbulence.strength
    numbers.strengthUnit = canvas.pixelsPerPoint
    numbers.scale = turbulence.scale
    numbers.seed = seed(turbulence.seed, 1)
    (numbers.frequency, numbers.period) = time(turbulence.frequency, period: ForceProgramCompiler.longPeriod)
    return numbers
  }

  private func numbers(of wave: Force.Wave) -> ForceDescription {
    var numbers = self.numbers(.wave)
    numbers.position = wave.force
    numbers.zPosition = wave.zForce
    numbers.phase = wave.phase / 360
    (numbers.frequency, numbers.period) = time(wave.frequency, period: 1)
    return numbers
  }

  private func numbers(of gust: Force.Gust) -> ForceDescription {
    var numbers = self.numbers(.gust)
    numbers.angle = gust.angle
    numbers.strength = gust.strength
    numbers.strengthUnit = canvas.pixelsPerPoint
    numbers.scale = gust.length
    numbers.seed = seed(gust.seed, 2)
    (numbers.frequency, numbers.period) = time(gust.frequency, period: ForceProgramCompiler.longPeriod)
    return numbers
  }

  /// Cells after which a noise begins again where nothing loops: hours, and few enough for a Float to tell 1/1000 apart.
  static let longPeriod = 16_384.0

  /// In a loop a whole number of waves, or of cells of a noise, is made to fit into one turn.
  private func time(_ frequency: Double, period: Double) -> (frequency: Double, period: Double) {
    ForceProgramCompiler.time(frequency: frequency, period: period, clock: clock)
  }

  static func time(frequency: Double, period: Double, clock: LayerClock) -> (frequency: Double, period: Double) {
    guard clock.period > 0, frequency > 0 else { return (frequency, period) }
    // Beyond 2²² cells a Float no longer tells them apart.
    let cells = min(max(1, (clock.period * frequency).rounded()), 0x1p22)
    return (cells / clock.period, period > 1 ? cells : period)
  }

  private func seed(_ seed: Int, _ kind: UInt64) -> UInt32 {
    StreamKey(seed: canvas.seed, path: UInt64(truncatingIfNeeded: seed) << 8 | kind).a
  }
}
