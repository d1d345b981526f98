import Lanes
import Model

/// The time axis of a field, in cells of its noise.
///
/// In a loop it wraps after a whole number of cells, at least one, so that the field ends as it began. Elsewhere it wraps after
/// 65,536 cells, which keeps the numbers small enough for Float.
struct FieldTime {
  /// Within 0 ..< period.
  let cells: Float
  /// Cells after which the noise repeats.
  let period: Int32

  /// Cells after which a field outside of a loop repeats.
  private static let endless = 65536.0

  /// - Parameter period: seconds of a loop; nil where nothing loops.
  init(at seconds: Double, speed: Double, period: Double?) {
    guard speed > 0 else {
      (cells, self.period) = (0.5, 1)
      return
    }
    if let period, period > 0 {
      let count = max(1, (speed * period).rounded())
      let loops = seconds / period
      cells = Float((loops - loops.rounded(.down)) * count)
      self.period = Int32(min(count, 1e6))
    } else {
      let periods = seconds * speed / FieldTime.endless
      cells = Float((periods - periods.rounded(.down)) * FieldTime.endless)
      self.period = Int32(FieldTime.endless)
    }
  }

  /// The phase (0 ..< 1) of an oscillation of `frequency` cycles a second: in a loop a whole number of cycles, at least one.
  static func phase(at seconds: Double, frequency: Double, period: Double?) -> Double {
    guard frequency != 0 else { return 0 }
    var cycles = seconds * frequency
    if let period, period > 0 {
      let count = max(1, (frequency.magnitude * period).rounded()) * (frequency < 0 ? -1 : 1)
      let share = seconds / period
      cycles = (share - share.rounded(.down)) * count
    }
    return cycles - cycles.rounded(.down)
  }
}
