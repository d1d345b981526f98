import Lanes
import Model

/// The axis of time of a field, in cells of its noise.
///
/// In a loop it is wrapped after a whole number of cells, at least one, so that the field ends as it began. Elsewhere it is
/// wrapped after so many that nobody waits for it, since lanes need numbers of a moderate size.
struct FieldTime {
  /// Reduced to a turn.
  let cells: Float
  /// Cells of a turn.
  let period: Int32

  /// Cells after which a field that is no loop repeats.
  private static let endless = 65536.0

  /// - Parameter period: seconds of one turn of a looping canvas.
  init(at seconds: Double, speed: Double, period: Double?) {
    guard speed > 0 else {
      (cells, self.period) = (0.5, 1)
      return
    }
    if let period, period > 0 {
      let count = max(1, (speed * period).rounded())
      let turns = seconds / period
      cells = Float((turns - turns.rounded(.down)) * count)
      self.period = Int32(min(count, 1e6))
    } else {
      let turns = seconds * speed / FieldTime.endless
      cells = Float((turns - turns.rounded(.down)) * FieldTime.endless)
      self.period = Int32(FieldTime.endless)
    }
  }

  /// Turns (0 ..< 1) of something periodic that goes round `frequency` times a second: in a loop a whole number of times, at
  /// least once.
  static func turns(at seconds: Double, frequency: Double, period: Double?) -> Double {
    guard frequency != 0 else { return 0 }
    var turns = seconds * frequency
    if let period, period > 0 {
      let count = max(1, (frequency.magnitude * period).rounded()) * (frequency < 0 ? -1 : 1)
      let share = seconds / period
      turns = (share - share.rounded(.down)) * count
    }
    return turns - turns.rounded(.down)
  }

  /// How far something has gone that moves by `speed` a second, reduced to one repetition (0 ..< 1): in a loop by a whole
  /// number of repetitions.
  static func travelled(at seconds: Double, speed: Double, period: Double?) -> Double {
    guard speed != 0 else { return 0 }
    return turns(at: seconds, frequency: speed, period: period)
  }
}

/// 3x² − 2x³, which leaves 0 and reaches 1 level; x from 0 to 1.
@inline(__always)
func smoothStep(_ x: Lane8) -> Lane8 { x * x * (3 - 2 * x) }
