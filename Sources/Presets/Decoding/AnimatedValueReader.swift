import Model

/// Reads the values of an animation: one number, the two of a point, or the index of a colour among others.
struct AnimatedValueReader {
  /// Numbers of one value.
  var dimensions: Int
  /// Reads a value that is not animated.
  var constant: (JSONNode) -> [Double]?
  /// Reads a value that may be animated, one of those that are added; nil where values cannot be added.
  var term: ((JSONNode) -> [AnimatedNumber.Source]?)?
  /// What is read from a motion path; nil where a path makes no sense.
  var pathComponent: PathComponent?

  enum PathComponent { case points, angles }
}

/// An animation that has been read: a source for each number.
struct DecodedAnimation {
  var sources: [AnimatedNumber.Source]
  /// Seconds until it ends, its delay included; infinite if it never does.
  var length: Double
  /// The values with which it ends.
  var end: [Double]

  /// Takes the values at the end, for an animation whose length is known.
  mutating func evaluateEnd() { end = sources.map { $0.value(at: AnimationClock(min(length, 1e6))) } }
}
