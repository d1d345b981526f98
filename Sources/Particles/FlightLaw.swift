import Lanes
import Scenes

/// What moves the particles of a stepped cell, in pixels and seconds.
struct FlightLaw: BitwiseCopyable {
  /// Seconds of age in a whole step.
  var step: Float
  var stepInverse: Float
  /// Share of the velocity that is lost a second for each pixel a second of it.
  var quadraticDrag: Float
  var forces: UnsafePointer<ForceRecord>
  var forceCount: Int
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

  enum Kind: UInt8, BitwiseCopyable { case radialAttractor, lineAttractor }
}

/// Turns the forces of a scene into records.
struct FlightCompiler {
  let canvas: Canvas
  let memory: ProgramMemory

  func law(of cell: Cell) -> UnsafePointer<FlightLaw> {
    var drag = 0.0
    var records: [ForceRecord] = []
    for force in cell.forces {
      switch force {
      case .attractor(let attractor): records.append(record(of: attractor))
      case .drag(let coefficient): drag += coefficient
      }
    }
    let law = FlightLaw(
      step: Float(cell.step), stepInverse: 1 / Float(cell.step), quadraticDrag: Float(drag / canvas.pixelsPerPoint),
      forces: memory.keep(records), forceCount: records.count)
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
}
