import Colorimetry
import Lanes

/// The unrest of a camera that is held by hand: its eye and its aim sway, each by a sum of slow and quick sines.
///
/// In a loop each sine makes a whole number of swings, so that the end meets the start.
public struct CameraShake: Sendable, Equatable {
  /// About how far the eye sways, in points.
  public var amount: AnimatedNumber
  /// Swings a second of the strongest sine.
  public var frequency: Double
  /// About how far the camera rolls, in degrees.
  public var roll: AnimatedNumber

  /// Unrest.
  public init(amount: AnimatedNumber = 6, frequency: Double = 0.5, roll: AnimatedNumber = 0.3) {
    (self.amount, self.frequency, self.roll) = (amount, frequency, roll)
  }

  /// Frequencies as multiples of `frequency`, and amplitudes, of which none is a simple multiple of another.
  private static let swings = [(0.37, 0.5), (1, 0.5), (1.73, 0.22), (3.1, 0.1)]

  /// Numbers of about −1 to 1, one for each axis, that sway without being alike.
  package func sway(axis: Int, on canvas: Canvas, at seconds: Double) -> Double {
    var sum = 0.0
    for (index, swing) in Self.swings.enumerated() {
      let duration = canvas.duration.double
      var cycles = frequency * swing.0 * duration
      if canvas.loops { cycles = max(cycles.rounded(), 1) }
      let hash = CounterHash.mix64(canvas.seed &+ UInt64(axis * 8 + index) &* 0x9e37_79b9_7f4a_7c15)
      let phase = Double(hash >> 40) / Double(1 << 24)
      let turns = (duration > 0 ? cycles * (seconds / duration) : 0) + phase
      sum += swing.1 * Angles.sineAndCosine(degrees: 360 * (turns - turns.rounded(.down))).sine
    }
    return sum
  }
}
