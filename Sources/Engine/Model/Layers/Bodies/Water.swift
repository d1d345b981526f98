import Colorimetry

/// The surface of water, which mirrors and bends what lies below the layer in its stack.
///
/// The surface is a sum of waves: swell, chop and the rings of drops. All of them travel as waves on deep water do, ω² = g·k + (σ/ρ)·k³: long waves faster
/// than short ones, and the shortest ripples faster again. Seen from straight above, the layers below are the bottom. With a `line` the water is seen in
/// perspective: it mirrors what stands above the line. The layers below are drawn first; the water takes their place.
public struct Water: LayerSource, Parametrized {
  /// y of the line at which water that is seen in perspective begins, in points; nil for water that is seen from straight above.
  public var line: Double?
  /// y of the horizon in points; that of the line if nil.
  public var horizon: Double?
  /// Points to a metre, by which waves travel as fast as waves of that size do.
  public var scale = 400.0
  /// Points from the surface to the bottom.
  public var depth: AnimatedNumber = 140
  /// Points of water that colour white light in `tint`.
  public var clarity: AnimatedNumber = 300
  /// What is left of white light after `clarity`.
  public var tint: AnimatedColor = .constant(LinearColor(red: 0.25, green: 0.62, blue: 0.68))
  /// The colour of endlessly deep water.
  public var color: AnimatedColor = .constant(LinearColor(red: 0.006, green: 0.045, blue: 0.06))
  /// Index of refraction.
  public var refraction: AnimatedNumber = 1.333
  /// Factor of the light that the surface mirrors.
  public var reflectivity: AnimatedNumber = 1
  /// The root mean square of slopes that are too small to be drawn.
  public var roughness: AnimatedNumber = 0.02
  /// The sky, where no layer stands that the water would mirror.
  public var sky: AnimatedColor = .constant(LinearColor(red: 0.55, green: 0.7, blue: 0.85))
  /// How much of the light that the surface gathers and scatters is seen on the bottom; 1 is natural.
  public var caustics: AnimatedNumber = 1
  /// Long waves.
  public var swell = Swell()
  /// Short waves of the wind.
  public var chop = Chop()
  /// Drops, which send out rings.
  public var drops = Drops()
  /// The name of the emitter whose particles make rings where they die or bounce; empty for none.
  public var impacts = ""
  /// Selects the random numbers.
  public var variant = 0

  /// The waves have keys of their own.
  package static let parameters: [Parameter<Self>] = [
    .constant(
      "line", \.line, .points,
      "y at which the water begins, from where it reaches to the lower edge in perspective and mirrors what stands above. Without it the water is seen from straight above."
    ).percentages(of: .height),
    .constant(
      "horizon", \.horizon, .points,
      "y of the horizon, at the line or above it: the farther above, the nearer is the shore that stands at the line. The line is the horizon if not given."
    ).percentages(of: .height).effective(beside: "line"),
    .constant(
      "scale", \.scale, .none, in: 1...1e5,
      "Points to a metre, in perspective at the lower edge: waves travel as fast as waves of that size do. Small for a sea, large for a bowl."
    ),
    .animated("depth", \.depth, .points, in: 0...1e5, "How deep the bottom lies, the picture below the layer."),
    .animated(
      "clarity", \.clarity, .points, in: 1...1e6,
      "How much water colours white light in tint; after twice as much water the tint has acted twice (Beer and Lambert)."
    ),
    .animated("tint", \.tint, "What is left of white light after clarity."),
    .animated(
      "color", \.color, "The colour of the water itself, which hides the bottom as the light from there fades."),
    .refraction("refraction", \.refraction),
    .animated(
      "reflectivity", \.reflectivity, .factor, in: 0...50,
      "Multiplies the light that the surface mirrors, which by Fresnel is 2 % from above and all of it at the horizon."),
    .animated(
      "roughness", \.roughness, .none, in: 0...1,
      "The slopes of ripples that are too small to be drawn (root mean square): they smear mirror images and glints."),
    .animated("sky", \.sky, "What is mirrored where no layer stands: the sky overhead."),
    .animated(
      "caustics", \.caustics, .factor, in: 0...4,
      "The net of light on the bottom of water that is seen from above: 1 is that of light from straight above, 0 none."
    ),
    .variant("variant", \.variant, "other waves and drops"),
  ]

  /// Water.
  public init() {}

  package var isSelfAnimated: Bool { true }

  /// Long waves that travel together.
  public struct Swell: Parametrized, Equatable {
    /// Points from trough to crest of the higher waves: four times the root mean square.
    public var height = 5.0
    /// Points from crest to crest of the longest waves.
    public var wavelength = 320.0
    /// Where they travel to, in degrees, clockwise from the right.
    public var direction = 70.0
    /// Degrees to either side within which single waves travel.
    public var spread = 40.0

    package static let parameters: [Parameter<Self>] = [
      .constant(
        "height", \.height, .points, in: 0...1e4,
        "From trough to crest of the higher waves; in perspective at the lower edge."),
      .constant("wavelength", \.wavelength, .points, in: 4...1e5, "From crest to crest of the longest waves."),
      .constant("direction", \.direction, .degrees, "Where the waves travel to, clockwise from the right."),
      .constant("spread", \.spread, .degrees, in: 0...180, "How far single waves turn off to either side."),
    ]

    /// Swell.
    public init() {}
  }

  /// Short waves in all directions, most of them with the wind.
  public struct Chop: Parametrized, Equatable {
    /// Points from trough to crest of the higher waves.
    public var height = 2.0
    /// Points from crest to crest of the main waves.
    public var wavelength = 90.0
    /// Where the wind blows to, in degrees, clockwise from the right.
    public var direction = 40.0
    /// How uneven the wind is, 0 to 1: patches of higher and of lower waves.
    public var gusts = 0.4

    package static let parameters: [Parameter<Self>] = [
      .constant("height", \.height, .points, in: 0...1e4, "From trough to crest of the higher waves."),
      .constant("wavelength", \.wavelength, .points, in: 4...1e5, "From crest to crest of the main waves."),
      .constant("direction", \.direction, .degrees, "Where the wind blows to, clockwise from the right."),
      .constant("gusts", \.gusts, .share, in: 0...1, "How uneven the wind is: patches of rough and of smooth water."),
    ]

    /// Chop.
    public init() {}
  }

  /// Drops that fall into the water.
  public struct Drops: Parametrized, Equatable {
    /// Drops a second at random places.
    public var rate = 0.0
    /// Radius in points of the crater that a drop makes. Most of its waves are two and a half times as long.
    public var size = 12.0
    /// The share by which sizes of random drops differ, 0 to 1.
    public var sizeRange = 0.6
    /// Factor of the depth of craters: at 1 a crater is half as deep as its radius.
    public var strength = 1.0
    /// Seconds until a drop's rings have faded.
    public var lifetime = 3.0
    /// Drops at given times and places, besides the random ones.
    public var listed: [Drop] = []

    /// The listed drops have no row: they are objects with rows of their own.
    package static let parameters: [Parameter<Self>] = [
      .constant("rate", \.rate, .perSecond, in: 0...100, "Drops a second at random places; in a loop at least one."),
      .constant(
        "size", \.size, .points, in: 1...1e3,
        "Radius of the crater that a drop makes; most of its waves are two and a half times as long."),
      .constant("sizeRange", \.sizeRange, .share, in: 0...1, "How much the sizes of random drops differ."),
      .constant(
        "strength", \.strength, .factor, in: 0...20, "Multiplies the depth of craters, which is half their radius."),
      .constant("lifetime", \.lifetime, .seconds, in: 0.1...30, "How long a drop's rings last."),
    ]

    /// No drops.
    public init() {}
  }

  /// A drop that falls at a given time and place.
  public struct Drop: Parametrized, Equatable {
    /// Seconds of the layer's own time.
    public var time: Double
    /// Place on the canvas, in points.
    public var position: PlanePoint
    /// Factor of the size of drops.
    public var size = 1.0

    package static let parameters: [Parameter<Self>] = [
      .constant("time", \.time, .seconds, "When it falls, in seconds of the layer."),
      .constant("position", \.position, .points, "Where it falls; the middle of the canvas if not given.")
        .defaults(toShares: 0.5, 0.5),
      .constant("size", \.size, .factor, in: 0.1...10, "Multiplies the size of drops."),
    ]

    /// A drop.
    public init(time: Double, at position: PlanePoint) {
      (self.time, self.position) = (time, position)
    }
  }
}

extension Scene {
  /// Whether any layer shows water, in groups and masks too.
  package var hasWater: Bool {
    func hasWater(_ layer: Layer) -> Bool {
      if case .water = layer.source { return true }
      return layer.innerLayers.contains { hasWater($0.layer) }
    }
    return layers.contains(where: hasWater)
  }
}
