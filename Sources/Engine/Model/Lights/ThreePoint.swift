import Colorimetry

extension Light {
  /// The three lights of a portrait in one: a key light from above and one side, a weak fill light from the other side, which keeps
  /// shade from being black, and a strong rim light from behind, which draws the edges of what has a relief. All are parallel light.
  public struct ThreePoint: LightKind {
    /// By which layers of shafts name it; empty for none.
    public var name = ""
    /// The key light's colour.
    public var color: AnimatedColor = .constant(LinearColor(red: 1, green: 0.87, blue: 0.72, alpha: 1))
    /// Factor of all three lights.
    public var intensity: AnimatedNumber = 1
    /// Degrees from where in the picture the key light comes: 0 from above, 90 from the right. The others turn with it.
    public var angle: AnimatedNumber = -40
    /// Strength of the fill light, as a share of the key light's.
    public var fill: AnimatedNumber = 0.2
    /// The fill light's colour.
    public var fillColor: AnimatedColor = .constant(LinearColor(red: 0.5, green: 0.68, blue: 1, alpha: 1))
    /// Strength of the rim light, as a multiple of the key light's.
    public var rim: AnimatedNumber = 3
    /// The rim light's colour.
    public var rimColor: AnimatedColor = .constant(LinearColor(red: 0.75, green: 0.85, blue: 1, alpha: 1))
    /// How dark the key light's shadows are, 0 to 1.
    public var shadow: AnimatedNumber = 0
    /// Degrees across the key light as it is seen, which softens its shadows.
    public var size: AnimatedNumber = 8

    package static let name = "threePoint"
    package static let about =
      "Three lights in one, as for a portrait: a warm key light from the upper left, a weak cool fill light from the other side, and a strong rim light from behind."
    package static let parameters: [Parameter<Self>] = [
      .animated("color", \.color, "The key light's colour."),
      .animated(
        "intensity", \.intensity, .factor, in: 0...1e4,
        "Factor of all three lights: at 1 a white surface that faces the eye is about white."),
      .animated(
        "angle", \.angle, .degrees,
        "From where in the picture the key light comes: 0 from above, 90 from the right. The others turn with it."
      ).repeating(every: 360),
      .animated(
        "fill", \.fill, .share, in: 0...10,
        "How strong the fill light is, as a share of the key light: 0.5 for a friendly picture, 0.1 for a dramatic one."
      ),
      .animated("fillColor", \.fillColor, "The fill light's colour."),
      .animated(
        "rim", \.rim, .factor, in: 0...100,
        "How strong the rim light is, as a multiple of the key light. It is seen on reliefs, on sheets that turn, and through leaves."
      ),
      .animated("rimColor", \.rimColor, "The rim light's colour."),
      .animated(
        "shadow", \.shadow, .share, in: 0...1,
        "How dark the key light's shadows are; 0: it casts none. The others cast none."
      ),
      .animated(
        "size", \.size, .degrees, in: 0...120, "How wide the key light is seen: the wider, the softer its shadows."
      )
      .effective(beside: "shadow"),
    ]

    /// Three lights, with the key light at the upper left.
    public init() {}
    package var asLight: Light { .threePoint(self) }

    /// The key light of intensity 1 and the fill light together make a white surface white that faces the eye.
    private static let keyFactor = 1.25

    /// The three lights.
    package var lights: [Parallel] {
      let key = intensity.times(AnimatedNumber(Self.keyFactor))
      var lights = [Parallel](repeating: Parallel(), count: 3)
      for index in lights.indices { lights[index].name = name }
      (lights[0].color, lights[0].intensity, lights[0].angle, lights[0].elevation) = (color, key, angle, 42)
      (lights[0].shadow, lights[0].size) = (shadow, size)
      (lights[1].color, lights[1].intensity) = (fillColor, key.times(fill))
      (lights[1].angle, lights[1].elevation) = (angle.plus(140), 30)
      (lights[2].color, lights[2].intensity) = (rimColor, key.times(rim))
      (lights[2].angle, lights[2].elevation) = (angle.plus(140), -20)
      return lights
    }
  }

  /// The lights that shine: the three of a `threePoint`, of any other kind the light itself.
  package var parts: [Light] {
    if case .threePoint(let light) = self { light.lights.map { .parallel($0) } } else { [self] }
  }

  /// Number of `parts`.
  package var partCount: Int { if case .threePoint = self { 3 } else { 1 } }

  /// Calls `body` with each of `parts`, without a list of them.
  package func forEachPart(_ body: (Light) -> Void) {
    if case .threePoint = self { parts.forEach(body) } else { body(self) }
  }
}

extension AnimatedNumber {
  /// The product of two numbers that are not below 0.
  fileprivate func times(_ other: AnimatedNumber) -> AnimatedNumber {
    if let a = constant, let b = other.constant { return AnimatedNumber(a * b) }
    return AnimatedNumber(.product(source, other.source), in: 0...1e6)
  }

  /// The sum of a number and a constant.
  fileprivate func plus(_ other: Double) -> AnimatedNumber {
    constant.map { AnimatedNumber($0 + other) } ?? AnimatedNumber(.sum([source, .constant(other)]))
  }
}
