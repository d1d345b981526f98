/// The shape of a smooth curve at its keys (D. Kochanek and R. Bartels, "Interpolating splines with local tension, continuity,
/// and bias control", 1984). Each value is in −1...1; zeros give Catmull and Rom's curve.
public struct KeyShape: Sendable, Equatable {
  /// How flat the curve is at its keys: 1 makes the slopes 0, −1 doubles them.
  public var tension: Double
  /// How much the slope with which the curve leaves a key differs from the slope with which it arrives: 0 gives a smooth curve,
  /// a value below 0 a corner, a value above 0 a corner that bends the other way.
  public var continuity: Double
  /// Which neighbour of a key counts more in the key's slope: with a bias above 0 the key before it, so that the curve overshoots
  /// after the key; with a bias below 0 the key after it.
  public var bias: Double

  /// A shape of the curve through keys; zeros give Catmull and Rom's curve.
  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}
