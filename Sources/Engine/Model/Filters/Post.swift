/// Effects on the whole canvas after the last layer.
public struct Post: Sendable, Equatable {
  /// Filters of the whole canvas, applied in this order before `bloom`.
  public var canvasFilters: [Filter]
  /// Glow around what is bright, applied after `canvasFilters`; nil for none.
  public var bloom: Filter.Bloom?
  /// Curve that maps light above white to what a screen can show.
  public var toneMap: ToneMap
  /// How much reflected light the curve `neutral` takes off, which deepens shadows, 0 to 0.1; its published form has 0.04.
  public var toe: Double
  /// What becomes of colours outside of sRGB's gamut.
  public var gamut: Gamut
  /// A named set of effects, besides the others; nil for none.
  public var look: Look?
  /// Exposure in stops: light is multiplied by 2^exposure before the tone map.
  public var exposure: AnimatedNumber

  /// Curves from light to what a screen can show.
  public enum ToneMap: String, DescribedChoice {
    /// Clamps at white.
    case none
    /// Straight up to half of white, then a soft shoulder.
    case filmic
    /// The fitted curve of the Academy Color Encoding System, with more contrast.
    case aces
    /// Keeps colours up to 0.8 of white as they are; brighter light keeps its hue and turns white.
    case neutral
    /// Film of low contrast, in which bright light loses its colour early.
    case agx

    package var sentence: String {
      switch self {
      case .none: "Light ends at white."
      case .filmic: "Straight up to half of white, then a soft shoulder, each channel alone."
      case .aces: "The fitted curve of the Academy Color Encoding System, with more contrast."
      case .neutral:
        "Colours up to 0.8 of white stay; brighter light keeps its hue and turns white (Khronos PBR Neutral)."
      case .agx: "Film of low contrast, in which bright light loses its colour early (AgX)."
      }
    }
  }

  /// What becomes of colours that a screen cannot show because some channel would be below 0.
  public enum Gamut: String, DescribedChoice {
    /// The channel is cut off at 0.
    case clip
    /// The colour, and those near the edge of what can be shown, lose saturation and keep their hue.
    case soft

    package var sentence: String {
      switch self {
      case .clip: "The channel below 0 is cut off."
      case .soft: "They lose saturation and keep their hue, and so do those near the edge."
      }
    }
  }

  /// Effects on the whole canvas; without arguments light is only clamped at white.
  ///
  /// - Parameter filters: applied in their order to the whole canvas, before the bloom.
  public init(
    bloom: Filter.Bloom? = nil, toneMap: ToneMap = .none, toe: Double = 0, gamut: Gamut = .clip,
    look: Look? = nil, exposure: AnimatedNumber = 0, filters: [Filter] = []
  ) {
    canvasFilters = filters
    self.bloom = bloom
    self.toneMap = toneMap
    self.toe = toe
    self.gamut = gamut
    self.look = look
    self.exposure = exposure
  }

  /// All filters of the whole canvas in the order in which they are applied: `canvasFilters`, then `bloom`, those of the look included.
  package var filtersAndBloom: [Filter] {
    let drawn = withLook
    return drawn.canvasFilters + (drawn.bloom.map { [$0.filter] } ?? [])
  }
}
