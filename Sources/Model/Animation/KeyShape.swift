/// The shape of a smooth curve at its keys (D. Kochanek and R. Bartels, "Interpolating splines with local tension, continuity,
/// and bias control", 1984). Each value is in −1...1; with zeros the curve is Catmull and Rom's.
public struct KeyShape: Sendable, Equatable {
  /// How flat the curve is at its keys: 1 gives slopes of 0, −1 slopes twice as steep.
  public var tension: Double
  /// Difference between the slopes before and after a key; below 0 there is a corner, above 0 an inverse one.
  public var continuity: Double
  /// Weight of the neighbours in a key's slope: above 0 that of the key before it, so that the curve overshoots after the key;
  /// below 0 that of the key after it.
  public var bias: Double

  /// A shape of the curve through keys; zeros are Catmull and Rom's.
  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}
