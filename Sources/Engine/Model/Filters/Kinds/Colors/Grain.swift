extension Filter {
  /// The grain of film, another one in each frame. It is strongest in the middle tones; black and white stay clean.
  public struct Grain: DeclaredFilter {
    /// The largest change of an encoded value.
    public var amount: AnimatedNumber = 0.15
    /// Points from one grain to the next.
    public var size: AnimatedNumber = 1.5
    /// How much the grains of red, green and blue differ: 0 is grey, 1 gives each its own.
    public var chroma: AnimatedNumber = 0.3
    /// Whether grain multiplies linear light instead of changing encoded values: light above white keeps its strength and has less grain.
    public var ofLight = false
    /// Another number gives other grain.
    public var variant = 0

    package static let name = "grain"
    package static let about = "Adds the grain of film, new in each frame, strongest in the middle tones."
    package static let parameters: [Parameter<Self>] = [
      .share("amount", \.amount, "The largest change of an encoded value; 0 changes nothing."),
      .animated("size", \.size, .points, in: 0.1...1e3, "From one grain to the next."),
      .animated("chroma", \.chroma, .share, in: 0...1, "How much the grains of red, green and blue differ; 0 is grey."),
      .flag(
        "ofLight", \.ofLight,
        "Whether grain multiplies the light, most in the middle tones and less above white, as grains of film do. It then takes half the time. For linear canvases."
      ),
      .variant("variant", \.variant),
    ]

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// The grain of film.
    public init() {}
  }
}
