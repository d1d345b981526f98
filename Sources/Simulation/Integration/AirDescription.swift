import Lanes
import Model

/// The forces of a cell that act on a particle's velocity alone, whatever its position: quadratic drag and upper limits of the
/// speed. Between scene and program; in points.
struct AirDescription {
  /// Coefficients per point; they add up.
  var quadraticDrags: [AnimatedNumber] = []
  /// Points a second; the least of them counts.
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
