import JSON
import Model

/// Reads the values within an animation, depending on what is animated: a number, a point or a colour. A colour is read as its
/// index in the list of the animation's colours.
struct AnimatedValueReader {
  /// 1 for a number or the index of a colour, 2 (x and y) for a point.
  var componentCount: Int
  /// Reads the components of a value that is not animated; nil after reporting an issue.
  var readConstant: (JSONNode) -> [Double]?
  /// Reads a term of a sum, a constant or an animation, as a source for each component; the closure returns nil after reporting
  /// an issue. The property itself is nil if values cannot be added, as for colours.
  var readTerm: ((JSONNode) -> [AnimatedNumber.Source]?)?
  /// What a motion path gives the value; nil if the value cannot follow a path, as for colours.
  var pathQuantity: PathQuantity?

  /// The points of a path, or its directions in degrees.
  enum PathQuantity { case points, angles }
}

/// An animation that has been read.
struct DecodedAnimation {
  /// A source for each component of the value.
  var sources: [AnimatedNumber.Source]
  /// Seconds from the animation's start to its end, including its delay and all cycles; infinite if it never ends,
  /// negative if a negative delay moves the end before the start.
  var totalSeconds: Double
  /// The components of the final value, from which the next animation of a sequence starts.
  var endValue: [Double]

  /// Sets `endValue` to the value at `totalSeconds`, or, for an endless animation, to the value after the longest duration that a
  /// preset may state.
  mutating func evaluateEnd() {
    let endClock = AnimationClock(min(totalSeconds, AnimationDraft.durations.upperBound))
    endValue = sources.map { $0.value(at: endClock) }
  }
}
