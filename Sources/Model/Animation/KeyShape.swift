/// The shape of a smooth curve at its keys (D. Kochanek and R. Bartels, "Interpolating splines with local tension, continuity,
/// and bias control", 1984). Each value is in -1...1: tension tightens, continuity makes corners, bias leans to the previous key.
public struct KeyShape: Sendable, Equatable {
  public var tension: Double
  public var continuity: Double
  public var bias: Double

  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    self.tension = tension
    self.continuity = continuity
    self.bias = bias
  }
}
