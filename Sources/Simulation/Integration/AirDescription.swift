import Lanes
import Model

/// The forces of a cell that act on a particle's velocity whatever its position: quadratic drag and upper limits of the speed, as
/// the scene gives them, in points. `source` compiles them.
struct AirDescription {
  /// Coefficients in 1/point; they add up.
  var quadraticDrags: [AnimatedNumber] = []
  /// Points a second; the least one counts.
  var speedLimits: [AnimatedNumber] = []

  /// Numbers that change with time.
  var animatedNumbers: [AnimatedNumber] { (quadraticDrags + speedLimits).filter { !$0.isConstant } }

  func source(_ table: ForceTable, clock: LayerClock, memory: ProgramMemory, pixelsPerPoint: Double) -> ForceSource {
    ForceSource(table, clock: clock, memory: memory, isAnimated: !animatedNumbers.isEmpty) { clock in
      ForceParameters.airRow(
        quadraticDrag: quadraticDrags.reduce(0) { $0 + $1.value(at: clock) } / pixelsPerPoint,
        speedLimit: speedLimits.reduce(.infinity) { min($0, $1.value(at: clock)) } * pixelsPerPoint)
    }
  }
}
