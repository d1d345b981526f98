import Lanes
import Model

/// The time axis of a field, in cells of its noise.
///
/// In a loop the axis wraps after a whole number of cells, at least one, so that the field ends as it began. Without a loop the axis wraps
/// after 65,536 cells, which keeps the numbers small enough for Float.
struct FieldTime {
  /// Position on the axis, 0 ... periodCells; only rounding ever gives periodCells itself.
  let cells: Float
  /// Cells after which the noise repeats.
  let periodCells: Int32

  /// Cells after which a field outside of a loop repeats.
  private static let unloopedPeriodCells = 65536.0

  /// The greatest period in cells: lattices repeat exactly only below 2²² cells. A field that passes more than
  /// `maximumPeriodCells` in a loop does not end as it began.
  static let maximumPeriodCells = 1e6

  /// - Parameters:
  ///   - seconds: time on the clock that `loopSeconds` belongs to: a layer's, or for filters the canvas's.
  ///   - speed: cells per second. At a speed of 0, the position is always the middle of a cell.
  ///   - loopSeconds: length of the loop; nil where nothing loops.
  init(at seconds: Double, speed: Double, loopSeconds: Double?) {
    guard speed > 0 else {
      (cells, periodCells) = (0.5, 1)
      return
    }
    if let loopSeconds, loopSeconds > 0 {
      let wholeCells = max(1, (speed * loopSeconds).rounded())
      let loops = seconds / loopSeconds
      cells = Float(FieldTime.wrapped((loops - loops.rounded(.down)) * wholeCells))
      periodCells = Int32(min(wholeCells, FieldTime.maximumPeriodCells))
    } else {
      let periods = seconds * speed / FieldTime.unloopedPeriodCells
      cells = Float((periods - periods.rounded(.down)) * FieldTime.unloopedPeriodCells)
      periodCells = Int32(FieldTime.unloopedPeriodCells)
    }
  }

  /// `cells` modulo `maximumPeriodCells`. Positions within a shorter period stay as they are.
  static func wrapped(_ cells: Double) -> Double {
    cells - (cells / maximumPeriodCells).rounded(.down) * maximumPeriodCells
  }

  /// The phase (0 ..< 1) of an oscillation of `frequency` cycles per second. In a loop the frequency is rounded to a whole
  /// number of cycles, at least one. A negative frequency runs backwards.
  static func phase(at seconds: Double, frequency: Double, loopSeconds: Double?) -> Double {
    guard frequency != 0 else { return 0 }
    var cycles = seconds * frequency
    if let loopSeconds, loopSeconds > 0 {
      let wholeCycles = max(1, (frequency.magnitude * loopSeconds).rounded()) * (frequency < 0 ? -1 : 1)
      let loops = seconds / loopSeconds
      cycles = (loops - loops.rounded(.down)) * wholeCycles
    }
    return cycles - cycles.rounded(.down)
  }
}
