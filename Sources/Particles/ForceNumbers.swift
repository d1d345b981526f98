import Emitters
import Lanes

/// A force on its way from a scene to a record: numbers in points and degrees that may move.
struct ForceNumbers {
  var kind: ForceRecord.Kind
  /// Of a wave, its push.
  var position = AnimatedPoint(0, 0)
  var angle: AnimatedNumber = 0
  /// Degrees from the angle to the normal.
  var angleShift = 0.0
  var strength: AnimatedNumber = 0
  /// Pixels for each unit of the strength.
  var strengthUnit = 1.0
  var radius: AnimatedNumber = 0
  var falloff = 0
  var falloffDistance: AnimatedNumber = 1
  var pull: AnimatedNumber = 0
  /// Of the air: quadratic drags, which add up, and speed limits.
  var drags: [AnimatedNumber] = []
  var limits: [AnimatedNumber] = []
  /// Points from cell to cell of a noise; 0: everywhere the same.
  var scale = 0.0
  var seed: UInt32 = 0
  var frequency = 0.0
  var period = 1.0
  var phase = 0.0
  let pixelsPerPoint: Double

  init(_ kind: ForceRecord.Kind, pixelsPerPoint: Double) {
    self.kind = kind
    self.pixelsPerPoint = pixelsPerPoint
  }

  static func air(drags: [AnimatedNumber], limits: [AnimatedNumber], pixelsPerPoint: Double) -> ForceNumbers {
    var numbers = ForceNumbers(.air, pixelsPerPoint: pixelsPerPoint)
    numbers.drags = drags
    numbers.limits = limits
    return numbers
  }

  /// Those that do not stay the same.
  var moving: [AnimatedNumber] {
    ([position.x, position.y, angle, strength, radius, falloffDistance, pull] + drags + limits).filter {
      !$0.isConstant
    }
  }

  func record(_ table: ForceTable, clock: LayerClock, memory: ProgramMemory) -> ForceRecord {
    let isMoving = !moving.isEmpty
    let values = ForceValues(row(at: clock.clock(at: table.start)))
    return ForceRecord(
      kind: kind, values: memory.keep([values]),
      rows: isMoving ? memory.keep(table.rows(clock) { row(at: $0) }) : nil, falloff: falloff,
      scaleInverse: scale > 0 ? Float(1 / (scale * pixelsPerPoint)) : 0, frequency: frequency, phase: phase,
      period: period, seed: seed)
  }

  /// The numbers in pixels, in the order of the fields of `ForceValues`.
  private func row(at clock: Clock) -> Float8 {
    let point = pixelsPerPoint
    var strength = strength.value(at: clock) * strengthUnit
    var radius = radius.value(at: clock) * point
    if kind == .air {
      strength = drags.reduce(0) { $0 + $1.value(at: clock) } / point
      radius = limits.reduce(.infinity) { min($0, $1.value(at: clock)) } * point
    }
    let normal = Lanes.sincosTurns((angle.value(at: clock) + angleShift) / 360)
    return Float8(
      Float(position.x.value(at: clock) * point), Float(position.y.value(at: clock) * point), Float(normal.cos),
      Float(normal.sin), Float(strength), Float(radius), Float(1 / (falloffDistance.value(at: clock) * point)),
      Float(pull.value(at: clock) * point))
  }
}
