/// A named set of effects on the finished light, with a few numbers to adjust.
public struct Look: Sendable, Equatable {
  /// The set.
  public var type: Kind = .film
  /// Factor of the glow around highlights.
  public var glow = 1.0
  /// Factor of the red halo within the glow.
  public var halation = 1.0
  /// Factor of the grain.
  public var grain = 1.0

  /// The sets there are.
  public enum Kind: String, DescribedChoice {
    /// A glow with a long tail and a red halo, the curve `filmic`, and grain that is strongest in the middle tones.
    case film

    package var sentence: String {
      switch self {
      case .film:
        "A glow with a long tail and a tight red halo around highlights, the curve filmic, and grain that is strongest in the middle tones."
      }
    }
  }

  /// A film's look.
  public init(_ type: Kind = .film, glow: Double = 1, halation: Double = 1, grain: Double = 1) {
    (self.type, self.glow, self.halation, self.grain) = (type, glow, halation, grain)
  }
}

extension Post {
  /// The curve that is drawn: the given one, or that of the look.
  package var drawnToneMap: ToneMap { toneMap == .none && look != nil ? .filmic : toneMap }

  /// What is drawn: the effects, and those of the look. Its bloom comes where there is none, its halo where the bloom has none, its
  /// curve where there is none, and its grain after the other filters.
  package var withLook: Post {
    guard let look else { return self }
    var post = self
    post.look = nil
    if bloom == nil, look.glow > 0 {
      post.bloom = Filter.Bloom(threshold: 0.8, radius: 90, strength: AnimatedNumber(0.3 * look.glow), tail: 0.85)
    }
    if let given = post.bloom?.halation, given.isZero { post.bloom?.halation = AnimatedNumber(0.8 * look.halation) }
    post.toneMap = drawnToneMap
    if look.grain > 0 {
      var grain = Filter.Grain()
      grain.amount = AnimatedNumber(0.09 * look.grain)
      grain.size = 1.7
      grain.chroma = 0
      grain.ofLight = true
      post.canvasFilters.append(grain.filter)
    }
    return post
  }
}
