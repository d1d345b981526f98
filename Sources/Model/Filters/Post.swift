/// What happens to the light after the last layer.
public struct Post: Sendable, Equatable {
  public var bloom: Filter.Bloom?
  public var toneMap: ToneMap
  /// Stops: the light is multiplied by 2^exposure before the tone map.
  public var exposure: AnimatedNumber

  public enum ToneMap: String, Sendable, CaseIterable {
    case none, filmic, aces
  }

  public init(bloom: Filter.Bloom? = nil, toneMap: ToneMap = .none, exposure: AnimatedNumber = 0) {
    self.bloom = bloom
    self.toneMap = toneMap
    self.exposure = exposure
  }

  /// The filters of the whole canvas, in their order.
  public var filters: [Filter] { bloom.map { [.bloom($0)] } ?? [] }
}
