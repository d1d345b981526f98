/// How a layer or a particle answers light. Without a material it keeps its own colours, whatever lights there are.
///
/// The layer's own colour is its albedo: the share of each colour that a matt surface throws back.
public struct Material: Parametrized, Equatable {
  /// The form of the surface, from the layer's outline or its brightness.
  public var relief = Relief.flat
  /// Points over which the form rises, from the outline or at a step of brightness.
  public var reliefWidth: AnimatedNumber = 20
  /// How high the form rises, as a share of `reliefWidth`.
  public var reliefHeight: AnimatedNumber = 0.6
  /// A height in points of each place, besides that of the form; nil for none.
  public var height: HeightFormula?
  /// Factor of the ambient light that is thrown back.
  public var ambient: AnimatedNumber = 1
  /// Factor of all other light that is thrown back in all directions.
  public var diffuse: AnimatedNumber = 1
  /// The strength of highlights.
  public var specular: AnimatedNumber = 0
  /// How rough the surface is, 0 to 1: the rougher, the wider and weaker the highlights.
  public var roughness: AnimatedNumber = 0.4
  /// How much it is a metal, 0 to 1: a metal's highlights have its own colour, and it throws back no other light.
  public var metal: AnimatedNumber = 0
  /// How much of the light from behind passes, coloured as by a leaf or paper.
  public var lightThrough: AnimatedNumber = 0
  /// How much the surface shines by itself, as a factor of its own colour.
  public var emission: AnimatedNumber = 0

  /// How much of the light from behind runs through the body, bent by its form: 1 is glass or water. What lies below the layer is seen
  /// through it.
  public var transmission: AnimatedNumber = 0
  /// Index of refraction of the body.
  public var refraction: AnimatedNumber = 1.5
  /// Points of the body below its form.
  public var thickness: AnimatedNumber = 20
  /// Points from the back of the body to what is seen through it.
  public var distance: AnimatedNumber = 60
  /// The body's other side.
  public var back = Back.flat
  /// How rough the body is for what is seen through it: the standard deviation of the blur as a share of the way that light has run.
  public var frost: AnimatedNumber = 0
  /// By what share red is bent less than green, and blue more.
  public var dispersion: AnimatedNumber = 0
  /// Points of the body after which white light has the layer's own colour.
  public var attenuationDistance: AnimatedNumber = 40
  /// How much of the picture around is mirrored; nil for 1 where light runs through the body, else 0.
  public var reflection: AnimatedNumber?
  /// The strength of a window that is mirrored, as in a photographer's studio.
  public var softbox: AnimatedNumber = 0
  /// Where the window stands, in degrees clockwise from the right.
  public var softboxAngle: AnimatedNumber = -60
  /// What is mirrored in place of the picture around: a field's picture of a mirror ball, whose disc fills the square from −1 to 1; nil for the
  /// picture.
  public var environment: FormulaField?
  /// Nanometres of a thin film on the body, whose two faces' images interfere; nil for none.
  public var film: AnimatedNumber?
  /// The share of the film's thickness that follows the layer's brightness.
  public var filmVariation: AnimatedNumber = 0
  /// Index of refraction of the film.
  public var filmRefraction: AnimatedNumber = 1.33

  /// Strength of facets that flash.
  public var glints: AnimatedNumber = 0
  /// Points from facet to facet.
  public var glintSize: AnimatedNumber = 6
  /// How much facets lean to all sides.
  public var glintSpread: AnimatedNumber = 0.35

  /// The thickest film, in nanometres.
  package static let greatestFilmNanometers = 1_500.0

  /// Whether the layer casts shadows on others.
  public var castsShadows = false
  /// Whether the shadows of others fall on it.
  public var acceptsShadows = true
  /// Whether nothing is seen of the layer but the shadows and the light of layers that fall on it.
  public var catcher = false

  /// Forms of a surface.
  public enum Relief: String, DescribedChoice {
    /// Flat everywhere.
    case flat
    /// A straight slope.
    case bevel
    /// A quarter of a circle.
    case round
    /// A soft dome.
    case cushion
    /// As high as each place is bright.
    case brightness

    package var sentence: String {
      switch self {
      case .flat: "Flat, as a sheet."
      case .bevel: "A straight slope along the outline, then flat."
      case .round: "A quarter of a circle along the outline, then flat."
      case .cushion: "A soft dome that rises from the outline."
      case .brightness: "As high as each place is bright: 0 where it is black or transparent."
      }
    }
  }

  /// Forms of the back of a body through which light runs.
  public enum Back: String, DescribedChoice {
    /// Flat.
    case flat
    /// The mirror image of the front.
    case mirrored
    /// None: the body is a thin shell.
    case hollow

    package var sentence: String {
      switch self {
      case .flat: "Flat: a pane, a cabochon, a drop on a window."
      case .mirrored: "The front's mirror image: a lens, and with a round relief as wide as a disc, a ball."
      case .hollow:
        "None: a shell as thin as a soap bubble's, through which light runs straight, and whose far wall mirrors once more, upside down."
      }
    }
  }

  package static let parameters: [Parameter<Self>] = ofSurface + ofBody + ofGlints

  private static let ofSurface: [Parameter<Self>] = [
    .choice(
      "relief", \.relief,
      "The form of the surface, from the outline that the layer's alpha draws, or from the brightness of its colours, counted as encoded by sRGB."
    ),
    .animated(
      "reliefWidth", \.reliefWidth, .points, in: 0.5...1_000,
      "Over which the form rises: from the outline, or from black to white at a step of brightness, which is smoothed that far; at most 256 pixels."
    ).effective(where: "relief", \.relief, is: .bevel, .round, .cushion, .brightness),
    .animated(
      "reliefHeight", \.reliefHeight, .share, in: 0...4,
      "How high the form rises, at the outline or from black to white, as a share of reliefWidth."
    ).effective(where: "relief", \.relief, is: .bevel, .round, .cushion, .brightness),
    .animated("ambient", \.ambient, .factor, in: 0...100, "How much of ambient light it throws back."),
    .animated("diffuse", \.diffuse, .factor, in: 0...100, "How much of all other light it throws back to all sides."),
    .animated(
      "specular", \.specular, .factor, in: 0...100, "How strong highlights are; about 0.05 for paper, 1 for lacquer."),
    .animated(
      "roughness", \.roughness, .share, in: 0.02...1,
      "How rough it is: the rougher, the wider and weaker highlights are, and the softer what it mirrors."
    ).effective(beside: "specular", "reflection", "transmission"),
    .animated(
      "metal", \.metal, .share, in: 0...1,
      "How much it is a metal, whose highlights have its own colour, and which throws back no other light."),
    .animated(
      "lightThrough", \.lightThrough, .factor, in: 0...10,
      "How much of the light from behind comes through, in the square of its own colour: leaves, paper, petals."),
    .flag(
      "castsShadows", \.castsShadows,
      "Whether it casts the shadows of lights whose shadow is above 0 on other layers with a material."),
    .flag("acceptsShadows", \.acceptsShadows, "Whether the shadows of other layers fall on it."),
    .flag(
      "catcher", \.catcher,
      "Whether nothing is seen of the layer but the shadows, and the light of other layers, that fall on it: for overlays, whose shadows then fall on the clip below."
    ),
    .animated("emission", \.emission, .factor, in: 0...1e4, "How much it shines by itself, in its own colour."),
  ]

  /// The keys of bodies through which light runs, and of surfaces that mirror.
  private static let ofBody: [Parameter<Self>] = [
    .animated(
      "transmission", \.transmission, .share, in: 0...1,
      "How much of the light from behind runs through the body, bent by its form: 1 is glass or water. What lies below the layer in its stack is seen through it; glass directly above other glass does not show that glass."
    ),
    .refraction("refraction", \.refraction).effective(beside: "transmission", "reflection"),
    .animated(
      "thickness", \.thickness, .points, in: 0...2_000, "How thick the body is below its form."
    ).effective(beside: "transmission"),
    .animated(
      "distance", \.distance, .points, in: 0...2_000,
      "From the back of the body to what is seen through it: the farther, the more it is moved and blurred."
    ).effective(beside: "transmission"),
    .choice("back", \.back, "The body's other side.").effective(beside: "transmission"),
    .animated(
      "frost", \.frost, .share, in: 0...1,
      "How much what is seen through it is blurred: the standard deviation as a share of the way from the surface."
    ).effective(beside: "transmission"),
    .dispersion("dispersion", \.dispersion).effective(beside: "transmission"),
    .animated(
      "attenuationDistance", \.attenuationDistance, .points, in: 0.1...1e5,
      "How thick the body is where white light has taken on the layer's own colour; thicker places are darker and purer. A white layer is clear."
    ).effective(beside: "transmission"),
    .animated(
      "reflection", \.reflection, .factor, in: 0...10,
      "How much of the picture around it is mirrored, by Fresnel's law: little where it faces the eye, all at its rim; a metal mirrors in its own colour. Where it is not given, 1 with a transmission, else 0."
    ),
    .animated(
      "softbox", \.softbox, .factor, in: 0...100,
      "How bright a window is that it mirrors, as in a photographer's studio; about 1 for glass."
    ).effective(beside: "transmission", "reflection"),
    .animated(
      "softboxAngle", \.softboxAngle, .degrees, "Where the window stands, clockwise from the right."
    ).repeating(every: 360).effective(beside: "softbox"),
    .animated(
      "film", \.film, .nanometers, in: 0...greatestFilmNanometers,
      "How thick a film is that lies on the body, whose two faces' images interfere: 100 to 600 has colours, as soap and oil. It also colours what a metal mirrors."
    ).effective(beside: "transmission", "reflection"),
    .animated(
      "filmVariation", \.filmVariation, .share, in: 0...1,
      "How much the film's thickness follows the layer's brightness, counted as encoded by sRGB: at 1 it is 0 where the layer is black, and whole where it is white."
    ).effective(beside: "film"),
    .refraction("filmRefraction", \.filmRefraction).effective(beside: "film"),
  ]

  /// The keys of facets that flash.
  private static let ofGlints: [Parameter<Self>] = [
    .animated(
      "glints", \.glints, .factor, in: 0...1_000,
      "How strong the flashes of small facets are, each of which mirrors a light when it stands right for the eye: snow, glitter, metal flakes."
    ),
    .animated("glintSize", \.glintSize, .points, in: 1...200, "From facet to facet.").effective(beside: "glints"),
    .animated(
      "glintSpread", \.glintSpread, .share, in: 0.02...2,
      "How much the facets lean to all sides: little, and they flash only beside a highlight; much, and they flash everywhere, each more seldom."
    ).effective(beside: "glints"),
  ]

  /// A matt, flat surface.
  public init() {}

  package var animatedValues: AnimatedValues {
    var values = valuesOfParameters
    for value in height?.values ?? [] { values.add(value.isSignal ? "height" : "let.\(value.name)", value.number) }
    if let environment { values.add("environment", environment.animatedValues) }
    return values
  }

  /// Whether the layer is drawn over what it bends or mirrors.
  package var seesBackdrop: Bool { !transmission.isZero || !(reflection?.isZero ?? true) }

  /// Whether what is seen of lights depends on where the eye is.
  package var hasHighlights: Bool { !specular.isZero || !glints.isZero }

  /// Whether the surface is not flat.
  package var hasRelief: Bool { relief != .flat || height != nil }

  /// How many numbers a pixel of the surface needs besides its colour: what the form is made from (alpha and distances, or brightness and what smooths it) and its
  /// heights; the formula's heights; smoothed heights and normals.
  package var reliefPlaneCount: Int {
    guard hasRelief else { return 0 }
    let ofForm =
      switch relief {
      case .flat: 0
      case .brightness: 3
      case .bevel, .round, .cushion: 5
      }
    return ofForm + (height == nil ? 0 : 1) + 3
  }
}
