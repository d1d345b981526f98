import Lanes
import Model

/// Forces of a cell that depend on a particle's velocity but not on its position: quadratic drag and upper limits of the speed, in
/// the scene's units. `source` compiles them.
struct AirDescription {
  /// Coefficients in 1/point; their sum applies.
  var quadraticDrags: [AnimatedNumber] = []
  /// Points a second; the smallest limit applies.
  var speedLimits: [AnimatedNumber] = []

  /// Numbers that change with time.
  var animatedNumbers: [AnimatedNumber] { (quadraticDrags + speedLimits).filter { !$0.isConstant } }

  /// Compiles the air's parameters, in pixels and seconds.
  func source(_ tableTimes: ForceTableTimes, clock: LayerClock, memory: EmitterProgramMemory, pixelsPerPoint: Double)
    -> ForceSource
  {
    ForceSource(tableTimes, clock: clock, memory: memory, isAnimated: !animatedNumbers.isEmpty) { clock in
      ForceParameters.airRow(
        quadraticDrag: quadraticDrags.reduce(0) { $0 + $1.value(at: clock) } / pixelsPerPoint,
        speedLimit: speedLimits.reduce(.infinity) { min($0, $1.value(at: clock)) } * pixelsPerPoint)
    }
  }
}
