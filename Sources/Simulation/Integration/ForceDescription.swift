import Lanes
import Model

/// Force between scene and record: numbers in points and degrees that may move.
struct ForceDescription {
  var kind: ForceRecord.Kind
  /// Position; for a wave, its push.
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
  /// For particles in space: the third coordinate of the position, and the normal's angle out of the plane.
  var zPosition: AnimatedNumber = 0
  var latitude: AnimatedNumber = 0
  /// Points from cell to cell of a noise; 0: equal everywhere.
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

  /// Numbers that change with time.
  var moving: [AnimatedNumber] {
    ([position.x, position.y, angle, strength, radius, falloffDistance, pull]
      + (isInSpace ? [zPosition, latitude] : []))
      .filter { !$0.isConstant }
  }

  func record(_ table: ForceTable, clock: LayerClock, memory: ProgramMemory) -> ForceRecord {
    let source = ForceSource(
      table, clock: clock, memory: memory, isMoving: !moving.isEmpty, row: { row(at: $0) },
      rowZ: isInSpace ? { rowZ(at: $0) } : nil)
    return ForceRecord(
      kind: kind, source: source, falloff: falloff, scaleInverse: scale > 0 ? Float(1 / (scale * pixelsPerPoint)) : 0,
      frequency: frequency, phase: phase, period: period, seed: seed)
  }

  /// Row of `ForceParameters` at a moment, in pixels.
  private func row(at clock: AnimationClock) -> Float8 {
    let normal = Lanes.sincosTurns((angle.value(at: clock) + angleShift) / 360)
    let level = isInSpace ? Lanes.sincosTurns(latitude.value(at: clock) / 360).cos : 1
    return Float8(
      Float(position.x.value(at: clock) * pixelsPerPoint), Float(position.y.value(at: clock) * pixelsPerPoint),
      Float(normal.cos * level),
      Float(normal.sin * level), Float(strength.value(at: clock) * strengthUnit),
      Float(radius.value(at: clock) * pixelsPerPoint),
      Float(1 / (falloffDistance.value(at: clock) * pixelsPerPoint)), Float(pull.value(at: clock) * pixelsPerPoint))
  }

  /// Row of `ForceParametersZ` at a moment.
  private func rowZ(at clock: AnimationClock) -> SIMD2<Float> {
    SIMD2(
      Float(zPosition.value(at: clock) * pixelsPerPoint), Float(Lanes.sincosTurns(latitude.value(at: clock) / 360).sin))
  }
}
