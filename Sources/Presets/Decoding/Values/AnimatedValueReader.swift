import Model

/// How the values within an animation are read, which depends on what is animated: a number, a point or a colour. A colour is
/// read as its index in the list of the animation's colours.
struct AnimatedValueReader {
  /// Components of one value: 1 for a number or the index of a colour, 2 (x and y) for a point.
  var dimensions: Int
  /// Reads a value that is not animated, as its components; nil after reporting an issue.
  var constant: (JSONNode) -> [Double]?
  /// Reads a term of a sum, which may be animated, as a source for each component; nil where values cannot be added.
  var term: ((JSONNode) -> [AnimatedNumber.Source]?)?
  /// What a motion path gives to the value; nil where a path makes no sense, such as for colours.
  var pathQuantity: PathQuantity?

  /// Points of a path in points of the canvas, or its directions in degrees.
  enum PathQuantity { case points, angles }
}

/// An animation that has been read.
struct DecodedAnimation {
  /// A source for each component of the value.
  var sources: [AnimatedNumber.Source]
  /// Seconds from the animation's start to its end, its delay and all cycles included; infinite if it never ends.
  var totalSeconds: Double
  /// The value with which it ends, by components: where the next animation of a sequence starts.
  var endValue: [Double]

  /// Sets `endValue` to the value at `totalSeconds`; for an endless animation, to that after the longest duration that a
  /// preset may state.
  mutating func evaluateEnd() {
    let end = AnimationClock(min(totalSeconds, AnimationDraft.durations.upperBound))
    endValue = sources.map { $0.value(at: end) }
  }
}
