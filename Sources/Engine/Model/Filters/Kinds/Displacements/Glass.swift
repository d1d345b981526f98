import Colorimetry

// Filters that show the picture through water or glass.

extension Filter {
  /// A surface of waves in all directions, which refracts light by Snell's law.
  public struct Water: DisplacementFilterKind {
    /// Height of the waves above the mean, in points.
    public var height: AnimatedNumber = 14
    /// Points from one wave to the next.
    public var wavelength: AnimatedNumber = 120
    /// Points from the surface down to the picture.
    public var depth: AnimatedNumber = 240
    /// Index of refraction; 1 changes nothing.
    public var refraction: AnimatedNumber = 1.33
    /// How fast the waves change: cells a second along the time axis of the noise that shapes them.
    public var speed = 0.6
    /// How much brighter slopes towards the upper left are, and how much darker others.
    public var light: AnimatedNumber = 0.25
    /// Another number gives other waves.
    public var variant = 0
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "water"
    package static let about =
      "Shows the picture through moving water, refracted by Snell's law. Its successor is the source water, a layer over the picture, which also mirrors, colours and gathers light."
    package static let parameters: [Parameter<Self>] = [
      .animated("height", \.height, .points, in: 0...500, "Height of the waves."),
      .animated("wavelength", \.wavelength, .points, in: 1...1e5, "The size of the waves."),
      .animated("depth", \.depth, .points, in: 0...2_000, "How deep the picture lies below the surface."),
      .refraction("refraction", \.refraction), .changes("speed", \.speed),
      .light("light", \.light, "How much brighter slopes towards the upper left are, and how much darker others."),
      .variant("variant", \.variant), .dispersion("dispersion", \.dispersion),
    ]

    /// Refracted by a steep wave, a ray leans from the vertical by at most 41°, 90° less the critical angle of water: it is
    /// displaced less to the side than it goes down.
    package func reachPoints(during clocks: ClockRange) -> Double {
      min(
        depth.largestMagnitude(during: clocks) + height.largestMagnitude(during: clocks), maximumDisplacementPoints)
    }

    package var isSelfAnimated: Bool { speed != 0 }

    package var isConstantIdentity: Bool {
      (refraction.constant == 1 || height.isZero) && (light.isZero || height.isZero)
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// Water.
    public init() {}
  }

  /// A dome of glass that lies on the picture and magnifies it by Snell's law.
  public struct Bubble: DisplacementFilterKind {
    /// The middle; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// Radius of the dome's base, in points.
    public var radius: AnimatedNumber = 120
    /// Height of the dome as a share of the radius: 1 is half of a ball.
    public var bulge: AnimatedNumber = 0.8
    /// Index of refraction; 1 is air, which changes nothing.
    public var refraction: AnimatedNumber = 1.5
    /// How much light the glass reflects.
    public var shine: AnimatedNumber = 0.5
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "bubble"
    package static let about = "Shows the picture through a dome of glass, refracted by Snell's law."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The middle of the dome."),
      .animated("radius", \.radius, .points, in: 0...2_000, "The radius of the dome."),
      .animated("bulge", \.bulge, .share, in: 0...1, "Height of the dome: 1 is half of a ball."),
      .refraction("refraction", \.refraction),
      .animated("shine", \.shine, .share, in: 0...4, "How much light the glass mirrors."),
      .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { 0 }

    package var isConstantIdentity: Bool {
      radius.isZero || ((refraction.constant == 1 || bulge.isZero) && (shine.isZero || bulge.isZero))
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A dome in the middle of the canvas.
    public init() {}
  }

  /// A magnifying glass with a rim and a shadow.
  public struct Lens: DisplacementFilterKind {
    /// The middle; that of the canvas if nil.
    public var center: AnimatedPoint?
    /// Radius of the glass with its rim, in points.
    public var radius: AnimatedNumber = 60
    /// How much larger the picture is in the middle; 1 changes nothing.
    public var zoom: AnimatedNumber = 2.5
    /// The share of the radius, from the edge inwards, in which the picture returns to its own size; 0 leaves a hard edge.
    public var falloff: AnimatedNumber = 0
    /// Thickness of the rim, in points; 0 for none.
    public var rim: AnimatedNumber = 3
    /// Colour of the rim.
    public var color = AnimatedColor.constant(.white)
    /// Half of the distance from the edge at which a soft shadow ends, in points; 0 for none.
    public var shadow: AnimatedNumber = 10
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "lens"
    package static let about = "Magnifies in a disc, with a rim and a shadow."
    package static let parameters: [Parameter<Self>] = [
      .center("center", \.center, "The middle of the lens."),
      .animated("radius", \.radius, .points, in: 0...2_000, "The radius of the lens with its rim."),
      .animated("zoom", \.zoom, .factor, in: 0.05...100, "How much larger the picture is."),
      .animated(
        "falloff", \.falloff, .share, in: 0...1,
        "Share of the radius in which the picture returns to its own size; 0 leaves a hard edge."),
      .animated("rim", \.rim, .points, in: 0...1e3, "Thickness of the rim; 0 for none."),
      .animated("color", \.color, "The colour of the rim.").defaults(to: "\"white\""),
      .animated("shadow", \.shadow, .points, in: 0...1e3, "How soft the shadow is; 0 for none."),
      .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { 0 }

    package var isConstantIdentity: Bool {
      radius.isZero || (zoom.constant == 1 && rim.isZero && shadow.isZero)
    }

    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A lens in the middle of the canvas.
    public init() {}
  }

  /// The bulging glass of an old screen: its corners are pulled in.
  public struct Barrel: DisplacementFilterKind {
    /// The share by which the corners are pulled in.
    public var amount: AnimatedNumber = 0.15
    /// By what share red is moved less far than green, and blue farther; 0 moves all colours alike.
    public var dispersion: AnimatedNumber = 0

    package static let name = "barrel"
    package static let about =
      "Bulges the picture as the glass of an old screen does: its corners are round, what lies beyond is transparent."
    package static let parameters: [Parameter<Self>] = [
      .animated(
        "amount", \.amount, .factor, in: 0...100, "The share by which the corners are pulled in; 0 changes nothing."),
      .dispersion("dispersion", \.dispersion),
    ]

    package func reachPoints(during clocks: ClockRange) -> Double { 0 }
    package var isConstantIdentity: Bool { amount.isZero }
    /// The value as an element of a list of filters.
    public var filter: Filter { Filter(self) }
    /// A bulging screen.
    public init() {}
  }
}

extension Parameter {
  static func refraction(_ name: String, _ path: Path<AnimatedNumber>) -> Parameter {
    .animated(name, path, .none, in: 1...4, "Index of refraction: 1 is air, 1.33 water, 1.5 glass, 2.4 diamond.")
  }
}
