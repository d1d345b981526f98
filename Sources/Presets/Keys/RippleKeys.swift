import Colorimetry
import Model

extension Declarations {
  static let ripples = Declaration<Ripples>(
    "ripples", "Drops on water: damped rings that interfere and are lit from one side.", Ripples(),
    [
      .number("rate", \.rate, .perSecond, 0...200, "Drops a second at random positions."),
      .number("amplitude", \.amplitude, .points, 0...1_000, "Height of a drop's first ring."),
      .number(
        "amplitudeRange", \.amplitudeRange, .points, 0...2_000,
        "Each amplitude is random, from amplitude − amplitudeRange/2 to amplitude + amplitudeRange/2."),
      .number("wavelength", \.wavelength, .points, 1...1e4, "From crest to crest."),
      .number("packet", \.packetWidth, .points, 1...1e5, "Width of the packet of ring waves that a drop sends out."),
      .number("speed", \.speed, .pointsPerSecond, 0...1e5, "How fast the rings grow."),
      .number("decay", \.decay, .perSecond, 0...100, "How fast the rings fade: by e to the power −decay · age."),
      .number(
        "lifetime", \.lifetime, .seconds, 0.01...120,
        "How long a drop's rings last. They fade to 0 by then, in addition to decay."),
      .animatedNumber("lightAngle", \.lightAngle, .degrees, "Where the light comes from, clockwise from the right."),
      .animatedNumber("lightHeight", \.lightHeight, .degrees, 0...90, "The light's angle above the water."),
      .animatedNumber("relief", \.relief, .factor, 0...100, "How strongly the slope of the water changes brightness."),
      .animatedNumber("glint", \.glint, .factor, 0...100, "Strength of the glints, the light's reflections."),
      .animatedNumber(
        "shininess", \.shininess, .none, 1...1_000, "Sharpness of the glints: the larger, the smaller they are."),
      .color("lightColor", \.lightColor, "Colour of the lit side and of the glints."),
      .color("shadeColor", \.shadeColor, "Colour of the shaded side."),
      .number(
        "tilt", \.verticalScale, .factor, 0.05...1,
        "Height ÷ width of a ring: at 1 the water is seen from straight above, below 1 at an angle."),
      .number(
        "rebound", \.rebound, .factor, 0...1,
        "Height of the second packet of waves as a share of the first one's; 0 for none."),
      .number("reboundDelay", \.reboundDelay, .seconds, 0...10, "How long after a drop its second packet starts."),
      .value(
        "drops", \.drops, .list(.object(Declarations.drop)),
        "Drops at given positions and times, besides the random ones."
      ) { decoder, node in
        decoder.list(node, of: "drops") { decoder.object($0, Declarations.drop) }
      },
    ])

  static let drop = Declaration<Ripples.Drop>(
    "drop", "One drop.", defaults: { scope in Ripples.Drop(time: 0, x: scope.width / 2, y: scope.height / 2) },
    [
      .number("time", \.time, .seconds, "When it falls, in seconds of the layer."),
      Key(
        "position", .constantPoint(NumberSchema(.points)), "Where it falls; the middle of the canvas if not given."
      ) { node, decoder, drop in
        guard let point = decoder.constantPoint(node, NumberSchema(.points)) else { return }
        (drop.x, drop.y) = (point.x, point.y)
      },
      .number("strength", \.strength, .factor, -100...100, "Multiplies the amplitude."),
    ])
}
