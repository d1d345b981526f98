/// Effects on the whole canvas after the last layer.
public struct Post: Sendable, Equatable {
  /// Filters of the whole canvas, applied in this order before `bloom`.
  public var canvasFilters: [Filter]
  /// Glow around what is bright, applied after `canvasFilters`; nil for none.
  public var bloom: Filter.Bloom?
  /// Curve that maps light above white to what a screen can show.
  public var toneMap: ToneMap
  /// Exposure in stops: light is multiplied by 2^exposure before the tone map.
  public var exposure: AnimatedNumber

  /// Curves from light to what a screen can show.
  public enum ToneMap: String, Sendable, CaseIterable {
    /// Clamps at white.
    case none
    /// Straight up to half of white, then a soft shoulder.
    case filmic
    /// The fitted curve of the Academy Color Encoding System, with more contrast.
    case aces
  }

  /// Effects on the whole canvas; without arguments light is only clamped at white.
  ///
  /// - Parameter filters: applied in their order to the whole canvas, before the bloom.
  public init(
    bloom: Filter.Bloom? = nil, toneMap: ToneMap = .none, exposure: AnimatedNumber = 0, filters: [Filter] = []
  ) {
    canvasFilters = filters
    self.bloom = bloom
    self.toneMap = toneMap
    self.exposure = exposure
  }

  /// All filters of the whole canvas in the order in which they are applied: `canvasFilters`, then `bloom`.
  package var filtersAndBloom: [Filter] { canvasFilters + (bloom.map { [$0.filter] } ?? []) }
}
