import Emitters
import Lanes

/// What moves the particles of a stepped cell, in pixels and seconds.
struct FlightLaw: BitwiseCopyable {
  /// Seconds of age in a whole step.
  var step: Float
  var stepInverse: Float
  /// Share of the velocity that is lost a second for each pixel a second of it.
  var quadraticDrag: Float
  /// Pixels a second; infinite for none.
  var speedLimit: Float
  /// Whether some force changes with time.
  var readsTime: Bool
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

/// One force of a `FlightLaw`; its kind says what the numbers mean.
struct ForceRecord: BitwiseCopyable {
  var kind: Kind
  var x: Float = 0
  var y: Float = 0
  /// Unit vector along which the distance is measured (axial and planar).
  var normalX: Float = 0
  var normalY: Float = 0
  var strength: Float = 0
  var radius: Float = 0
  var falloff = 0
  var falloffInverse: Float = 0
  /// A vortex's pull to the middle.
  var pull: Float = 0
  /// Of a noise: cells a pixel.
  var scaleInverse: Float = 0
  /// Waves or cells of a noise a second, and where they begin.
  var frequency = 0.0
  var phase = 0.0
  /// After so many waves or cells time begins again.
  var period = 1.0
  var seed: UInt32 = 0

  enum Kind: UInt8, BitwiseCopyable {
    case radialAttractor, lineAttractor, vortex, steadyTurbulence, turbulence, wave, gust
  }
}

/// Turns the forces of a scene into records.
struct FlightCompiler {
  let canvas: Canvas
  let clock: LayerClock
  let memory: ProgramMemory

  func law(of cell: Cell) -> UnsafePointer<FlightLaw> {
    var drag = 0.0
    var speedLimit = Double.infinity
    var records: [ForceRecord] = []
    for force in cell.forces {
      switch force {
      case .attractor(let attractor): records.append(record(of: attractor))
      case .drag(let coefficient): drag += coefficient
      case .vortex(let vortex): records.append(record(of: vortex))
      case .turbulence(let turbulence): records.append(record(of: turbulence))
      case .wave(let wave): records.append(record(of: wave))
      case .gust(let gust): records.append(record(of: gust))
      case .speedLimit(let maximum): speedLimit = min(speedLimit, maximum)
      }
    }
    let bounds = BoundCompiler(canvas: canvas)
    let bounces = bounds.records(of: cell.bounds, .bounce)
    let ends = bounds.records(of: cell.bounds, .kill)
    let law = FlightLaw(
      step: Float(cell.step), stepInverse: 1 / Float(cell.step), quadraticDrag: Float(drag / canvas.pixelsPerPoint),
      speedLimit: Float(speedLimit * canvas.pixelsPerPoint), readsTime: records.contains { $0.frequency > 0 },
      forces: memory.keep(records), forceCount: records.count, bounds: memory.keep(bounces + ends),
      bounceCount: bounces.count, boundCount: bounces.count + ends.count, wrap: bounds.wrap(of: cell.bounds),
      leastBounceSpeed: Float(Bound.leastBounceSpeed * canvas.pixelsPerPoint))
    return memory.keep([law])
  }

  private func record(of attractor: Force.Attractor) -> ForceRecord {
    let point = canvas.pixelsPerPoint
    var record = ForceRecord(kind: attractor.kind == .radial ? .radialAttractor : .lineAttractor)
    record.x = Float(attractor.position.x * point)
    record.y = Float(attractor.position.y * point)
    // A line along the angle has its normal a quarter turn on.
    let normal = Lanes.sincosTurns((attractor.angle + (attractor.kind == .axial ? 90 : 0)) / 360)
    record.normalX = Float(normal.cos)
    record.normalY = Float(normal.sin)
    record.strength = Float(attractor.stiffness)
    record.radius = Float(attractor.radius * point)
    record.falloff = attractor.falloff
    record.falloffInverse = Float(1 / (attractor.falloffDistance * point))
    return record
  }

  private func record(of vortex: Force.Vortex) -> ForceRecord {
    let point = canvas.pixelsPerPoint
    var record = ForceRecord(kind: .vortex)
    record.x = Float(vortex.position.x * point)
    record.y = Float(vortex.position.y * point)
    record.strength = Float(vortex.strength * point)
    record.pull = Float(vortex.pull * point)
    record.radius = Float(vortex.radius * point)
    record.falloff = vortex.falloff
    record.falloffInverse = Float(1 / (vortex.falloffDistance * point))
    return record
  }

  private func record(of turbulence: Force.Turbulence) -> ForceRecord {
    var record = ForceRecord(kind: turbulence.frequency > 0 ? .turbulence : .steadyTurbulence)
    record.strength = Float(turbulence.strength * canvas.pixelsPerPoint)
    record.scaleInverse = Float(1 / (turbulence.scale * canvas.pixelsPerPoint))
    record.seed = seed(turbulence.seed, 1)
    setTime(of: &record, frequency: turbulence.frequency, period: FlightCompiler.longPeriod)
    return record
  }

  private func record(of wave: Force.Wave) -> ForceRecord {
    var record = ForceRecord(kind: .wave)
    record.x = Float(wave.forceX * canvas.pixelsPerPoint)
    record.y = Float(wave.forceY * canvas.pixelsPerPoint)
    record.phase = wave.phase / 360
    setTime(of: &record, frequency: wave.frequency, period: 1)
    return record
  }

  private func record(of gust: Force.Gust) -> ForceRecord {
    var record = ForceRecord(kind: .gust)
    let direction = Lanes.sincosTurns(gust.angle / 360)
    record.normalX = Float(direction.cos)
    record.normalY = Float(direction.sin)
    record.strength = Float(gust.strength * canvas.pixelsPerPoint)
    record.scaleInverse = gust.length > 0 ? Float(1 / (gust.length * canvas.pixelsPerPoint)) : 0
    record.seed = seed(gust.seed, 2)
    setTime(of: &record, frequency: gust.frequency, period: FlightCompiler.longPeriod)
    return record
  }

  /// Cells after which a noise begins again where nothing loops: hours, and few enough for a Float to tell 1/1000 apart.
  static let longPeriod = 16_384.0

  /// In a loop a whole number of waves, or of cells of a noise, is made to fit into one turn.
  private func setTime(of record: inout ForceRecord, frequency: Double, period: Double) {
    (record.frequency, record.period) = FlightCompiler.time(frequency: frequency, period: period, clock: clock)
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
