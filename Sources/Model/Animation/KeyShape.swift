/// The shape of a smooth curve at its keys (D. Kochanek and R. Bartels, "Interpolating splines with local tension, continuity,
/// and bias control", 1984). Each value is in -1...1: tension tightens, continuity makes corners, bias leans to the previous key.
public struct KeyShape: Sendable, Equatable {
  /// Tightness of the curve at its keys; 1 is straight.
  public var tension: Double
  /// Sharpness of the change of direction at the keys.
  public var continuity: Double
  /// Overshoot: above 0 after a key, below 0 before it.
  public var bias: Double

  /// A shape of the curve through keys; zeros are Catmull and Rom's.
  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}
