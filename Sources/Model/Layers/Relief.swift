import Colorimetry

/// Light and shade on a body that bulges towards the viewer.
public struct Relief: Sendable, Equatable {
  /// The direction in the canvas's plane from which the light comes, in degrees, 0 along +x, clockwise.
  public var lightAngle: AnimatedNumber
  /// The elevation of the light above the canvas's plane, in degrees.
  public var lightHeight: AnimatedNumber
  /// How strongly the lit side takes the light's colour.
  public var light: AnimatedNumber
  /// How strongly the side away from the light takes the shade's colour.
  public var shade: AnimatedNumber
  /// Colour of the light.
  public var lightColor: LinearColor
  /// Colour of the shade.
  public var shadeColor: LinearColor
  /// The strength of a bright rim inside the edge.
  public var rim: AnimatedNumber
  /// Width of the rim as a share of the radius, if `roundness` is 1; the flatter the body, the narrower its rim.
  public var rimWidth: AnimatedNumber
  /// The strength of the highlight, the light's reflection.
  public var gloss: AnimatedNumber
  /// Sharpness of the highlight: a larger value makes it smaller.
  public var shininess: AnimatedNumber
  /// Roundness: 0 is flat in the middle and round at the edge, 1 round all over like a ball.
  public var roundness: AnimatedNumber
  /// How transparent the middle is: 0 is opaque, 1 a bubble.
  public var hollow: AnimatedNumber

  /// Light and shade with the defaults of presets.
  public init() {
    lightAngle = -60
    lightHeight = 45
    light = 0.5
    shade = 0.4
    lightColor = .white
    shadeColor = .black
    rim = 0
    rimWidth = 0.15
    gloss = 0
    shininess = 40
    roundness = 0.3
    hollow = 0
  }
}

extension Relief {
  var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("lightAngle", lightAngle, period: 360)
    values.add("lightHeight", lightHeight)
    values.add("light", light)
    values.add("shade", shade)
    values.add("rim", rim)
    values.add("rimWidth", rimWidth)
    values.add("gloss", gloss)
    values.add("shininess", shininess)
    values.add("roundness", roundness)
    values.add("hollow", hollow)
    return values
  }
}
