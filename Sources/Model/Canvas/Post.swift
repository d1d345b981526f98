/// Effects on the whole frame after the last layer.
public struct Post: Sendable, Equatable {
  public var bloom: Bloom?
  public var toneMap: ToneMap
  /// Exposure in stops: light is multiplied by 2^exposure before the tone map.
  public var exposure: AnimatedNumber

  public struct Bloom: Sendable, Equatable {
    /// Light above this glows.
    public var threshold: AnimatedNumber
    /// The largest standard deviation of the glow, in points.
    public var radius: Double
    public var strength: AnimatedNumber

    public init(threshold: AnimatedNumber = 1, radius: Double = 28, strength: AnimatedNumber = 0.5) {
      self.threshold = threshold
      self.radius = radius
      self.strength = strength
    }
  }

  public enum ToneMap: String, Sendable, CaseIterable {
    case none, filmic, aces
  }

  public init(bloom: Bloom? = nil, toneMap: ToneMap = .none, exposure: AnimatedNumber = 0) {
    self.bloom = bloom
    self.toneMap = toneMap
    self.exposure = exposure
  }
}
