import Colorimetry

/// Light and shade on a body that bulges towards the viewer.
public struct Relief: Parametrized, Adjustable, Equatable {
  /// The direction in the canvas's plane from which the light comes, in degrees, 0 along +x, clockwise.
  public var lightAngle: AnimatedNumber = -60
  /// The elevation of the light above the canvas's plane, in degrees.
  public var lightHeight: AnimatedNumber = 45
  /// How strongly the lit side takes the light's colour.
  public var light: AnimatedNumber = 0.5
  /// How strongly the side away from the light takes the shade's colour.
  public var shade: AnimatedNumber = 0.4
  /// Colour of the light.
  public var lightColor = LinearColor.white
  /// Colour of the shade.
  public var shadeColor = LinearColor.black
  /// The strength of a bright rim inside the edge.
  public var rim: AnimatedNumber = 0
  /// Width of the rim as a share of the radius, if `roundness` is 1; the flatter the body, the narrower its rim.
  public var rimWidth: AnimatedNumber = 0.15
  /// The strength of the highlight, the light's reflection.
  public var gloss: AnimatedNumber = 0
  /// Sharpness of the highlight: a larger value makes it smaller.
  public var shininess: AnimatedNumber = 40
  /// Roundness: 0 is flat in the middle and round at the edge, 1 round all over like a ball.
  public var roundness: AnimatedNumber = 0.3
  /// How transparent the middle is: 0 is opaque, 1 a bubble.
  public var hollow: AnimatedNumber = 0

  package static let parameters: [Parameter<Self>] = [
    .animated("lightAngle", \.lightAngle, .degrees, "Where the light comes from, clockwise from the right.").repeating(
      every: 360),
    .animated("lightHeight", \.lightHeight, .degrees, in: 0...90, "The light's angle above the canvas's plane."),
    .animated("light", \.light, .share, in: 0...4, "How strongly the lit side takes the light's colour."),
    .animated(
      "shade", \.shade, .share, in: 0...4, "How strongly the side away from the light takes the shade's colour."),
    .constant("lightColor", \.lightColor, "Colour of the light."),
    .constant("shadeColor", \.shadeColor, "Colour of the shade."),
    .animated("rim", \.rim, .share, in: 0...1, "Strength of a line of light inside the edge."),
    .animated("rimWidth", \.rimWidth, .share, in: 0.001...1, "Width of the rim, as a share of the body."),
    .animated("gloss", \.gloss, .share, in: 0...1, "Strength of the highlight, the light's reflection."),
    .animated(
      "shininess", \.shininess, .none, in: 1...1_000, "Sharpness of the highlight: the larger, the smaller it is."),
    .animated(
      "roundness", \.roundness, .share, in: 0...1, "0: flat in the middle, round at the edge; 1: a ball."),
    .animated(
      "hollow", \.hollow, .share, in: 0...1, "How transparent the middle is: 0 is opaque, 1 a bubble."),
  ]

  /// Light and shade with the defaults of presets.
  public init() {}
}
