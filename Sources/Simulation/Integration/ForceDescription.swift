import Lanes
import Model

/// A force on its way from a scene to a record: numbers in points and degrees that may move.
struct ForceDescription {
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
  /// Of particles in space: the third number of the position, and how far the normal leans out of the plane.
  var zPosition: AnimatedNumber = 0
  var latitude: AnimatedNumber = 0
  /// Points from cell to cell of a noise; 0: everywhere the same.
  var scale = 0.0
  var seed: UInt32 = 0
  var frequency = 0.0
  var period = 1.0
  var phase = 0.0
  let isInSpace: Bool
  let pixelsPerPoint: Double

  init(_ kind: ForceRecord.Kind, isInSpace: Bool, pixelsPerPoint: Double) {
    self.kind = kind
    self.isInSpace = isInSpace
    self.pixelsPerPoint = pixelsPerPoint
  }

  /// Those that do not stay the same.
  var moving: [AnimatedNumber] {
    ([position.x, position.y, angle, strength, radius, falloffDistance, pull]
      + (isInSpace ? [zPosition, latitude] : []))
      .filter { !$0.isConstant }
  }

  func record(_ table: ForceTable, clock: LayerClock, memory: ProgramMemory) -> ForceRecord {
    let source = ForceSource(
      table, clock: clock, memory: memory, isMoving: !moving.isEmpty, row: { row(at: $0) },
      depthRow: isInSpace ? { depthRow(at: $0) } : nil)
    return ForceRecord(
      kind: kind, source: source, falloff: falloff, scaleInverse: scale > 0 ? Float(1 / (scale * pixelsPerPoint)) : 0,
      frequency: frequency, phase: phase, period: period, seed: seed)
  }

  /// The numbers in pixels, in the order of the fields of `ForceParameters`.
  private func row(at clock: AnimationClock) -> Float8 {
    let point = pixelsPerPoint
    let normal = Lanes.sincosTurns((angle.value(at: clock) + angleShift) / 360)
    let level = isInSpace ? Lanes.sincosTurns(latitude.value(at: clock) / 360).cos : 1
    return Float8(
      Float(position.x.value(at: clock) * point), Float(position.y.value(at: clock) * point), Float(normal.cos * level),
      Float(normal.sin * level), Float(strength.value(at: clock) * strengthUnit),
      Float(radius.value(at: clock) * point),
      Float(1 / (falloffDistance.value(at: clock) * point)), Float(pull.value(at: clock) * point))
  }

  /// The same for the fields of `ForceParametersZ`.
  private func depthRow(at clock: AnimationClock) -> SIMD2<Float> {
    SIMD2(
      Float(zPosition.value(at: clock) * pixelsPerPoint), Float(Lanes.sincosTurns(latitude.value(at: clock) / 360).sin))
  }
}

/// The air of a cell on its way from a scene to a law.
struct AirDescription {
  /// They add up.
  var quadraticDrags: [AnimatedNumber] = []
  /// The least of them counts.
  var speedLimits: [AnimatedNumber] = []

  var moving: [AnimatedNumber] { (quadraticDrags + speedLimits).filter { !$0.isConstant } }

  func source(_ table: ForceTable, clock: LayerClock, memory: ProgramMemory, pixelsPerPoint: Double) -> ForceSource {
    ForceSource(table, clock: clock, memory: memory, isMoving: !moving.isEmpty) { clock in
      ForceParameters.airRow(
        quadraticDrag: quadraticDrags.reduce(0) { $0 + $1.value(at: clock) } / pixelsPerPoint,
        speedLimit: speedLimits.reduce(.infinity) { min($0, $1.value(at: clock)) } * pixelsPerPoint)
    }
  }
}
