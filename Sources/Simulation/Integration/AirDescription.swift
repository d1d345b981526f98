import Lanes
import Model

/// Air of a cell between scene and program.
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
