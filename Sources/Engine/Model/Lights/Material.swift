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

  package static let parameters: [Parameter<Self>] = [
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
      "How rough it is: the rougher, the wider and weaker highlights are."
    ).effective(beside: "specular"),
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

  /// A matt, flat surface.
  public init() {}

  package var animatedValues: AnimatedValues {
    var values = valuesOfParameters
    for value in height?.values ?? [] { values.add(value.isSignal ? "height" : "let.\(value.name)", value.number) }
    return values
  }

  /// Whether the surface is not flat.
  package var hasRelief: Bool { relief != .flat || height != nil }
}
