import Model

/// Reads the values within an animation, depending on what is animated: a number, a point or a colour. A colour is read as its index in
/// the list of the animation's colours.
struct AnimatedValueReader {
  /// Number of components of a value: 1 for a number or the index of a colour, 2 (x and y) for a point.
  var dimensions: Int
  /// Reads the components of a value that is not animated; nil after reporting an issue.
  var constant: (JSONNode) -> [Double]?
  /// Reads a term of a sum, which may be animated, as a source for each component. The property is nil if values cannot be added.
  var term: ((JSONNode) -> [AnimatedNumber.Source]?)?
  /// What the value takes from a motion path; nil if a path makes no sense, as for colours.
  var pathQuantity: PathQuantity?

  /// The points of a path, or its directions in degrees.
  enum PathQuantity { case points, angles }
}

/// An animation that has been read.
struct DecodedAnimation {
  /// A source for each component of the value.
  var sources: [AnimatedNumber.Source]
  /// Seconds from the animation's start to its end, including its delay and all cycles; infinite if it never ends.
  var totalSeconds: Double
  /// The components of the final value, from which the next animation of a sequence starts.
  var endValue: [Double]

  /// Sets `endValue` to the value at `totalSeconds`, or, for an endless animation, to the value after the longest duration that a preset
  /// may state.
  mutating func evaluateEnd() {
    let end = AnimationClock(min(totalSeconds, AnimationDraft.durations.upperBound))
    endValue = sources.map { $0.value(at: end) }
  }
}
