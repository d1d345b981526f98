import Colorimetry
import Model

// A field layer is declared here and nowhere else in this module: its source in the list, then its keys.

extension Declarations {
  static let fieldSources: [Key<LayerDraft>] = [
    .source("ripples", Declarations.ripples, "drops on water.") { .ripples($0) },
    .source("noise", Declarations.noise, "a field of noise.") { .noise($0) },
    .source("aurora", Declarations.aurora, "curtains of light.") { .aurora($0) },
    .source("rays", Declarations.lightRays, "rays of light.") { .rays($0) },
    .source("pattern", Declarations.pattern, "a pattern that repeats over a plane.") { .pattern($0) },
    .source("stars", Declarations.stars, "stars that twinkle.") { .stars($0) },
  ]

  static let noise = Declaration<Noise>(
    "noise", "A field of noise, coloured by its value.",
    in: { scope in
      var noise = Noise()
      noise.colors.interpolation = scope.defaultInterpolation
      return noise
    },
    [
      .choice(
        "type", \.kind,
        "gradient is soft, value softer and squarer, ridged has sharp crests, billow round clouds; plasma is a sum of sines, caustics the light that waves gather on the ground below."
      ),
      .animatedPair(
        "scale", \.scale, .points, 0.5...1e5, "Points across a cell of the first octave, or [along x, along y]."),
      .whole(
        "octaves", \.octaves, 1...10,
        "Noises that are added, each finer than the one before. Not for plasma and caustics."),
      .number("gain", \.gain, .factor, 0...1, "The weight of an octave as a share of the one before."),
      .number("lacunarity", \.lacunarity, .factor, 1...8, "How much finer an octave is than the one before."),
      .animatedNumber(
        "warp", \.warp, .factor, 0...20,
        "How far the field is bent by noise of its own, in cells; of caustics, how strongly the waves focus."),
      .animatedNumber("rotation", \.rotation, .degrees, "Turns the field, clockwise."),
      .animatedPoint("offset", \.offset, "Moves the field, whose origin is the canvas's middle."),
      .velocity(
        "drift", \.driftX, \.driftY, .pointsPerSecond,
        "How fast the field moves along its own axes, [x, y]; made whole cells in a loop."),
      .number("speed", \.speed, .perSecond, 0...100, "How fast it changes, in cells a second; made whole in a loop."),
      .animatedNumber("contrast", \.contrast, .factor, 0...100, "Spreads the values around the middle of the colours."),
      .animatedNumber(
        "brightness", \.brightness, .none, -10...10,
        "Added to the value: 1 is the whole range from the first colour to the last."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives another field."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let aurora = Declaration<Aurora>(
    "aurora", "Curtains of light with swaying hems and rays.",
    in: { scope in
      var aurora = Aurora(
        position: AnimatedNumber(scope.height * 0.55), spread: AnimatedNumber(scope.height * 0.14),
        height: AnimatedNumber(scope.height * 0.4), sway: AnimatedNumber(scope.height * 0.1))
      aurora.colors.interpolation = scope.defaultInterpolation
      return aurora
    },
    [
      .whole("curtains", \.curtains, 1...8, "Curtains, one before the other."),
      .verticalLength("position", \.position, "The middle of the hems, from the top.").defaults(to: "\"55%\""),
      .verticalLength("spread", \.spread, "How far the hems lie from each other, the first to the last.").defaults(
        to: "\"14%\""),
      .verticalLength("height", \.height, "From a hem to where little is left.").defaults(to: "\"40%\""),
      .verticalLength("sway", \.sway, "How far hems swing up and down.").defaults(to: "\"10%\""),
      .animatedNumber("scale", \.scale, .points, 1...1e5, "From one fold of a curtain to the next."),
      .animatedNumber("rayWidth", \.rayWidth, .points, 1...1e5, "From one ray to the next."),
      .animatedNumber("rays", \.rays, .share, 0...1, "How much darker it is between rays."),
      .animatedNumber(
        "slant", \.slant, .factor, -10...10, "How far rays lean to the right, a point for each point upwards."),
      .number(
        "speed", \.speed, .perSecond, 0...100, "How fast curtains move, in folds a second; made whole in a loop."),
      .animatedNumber("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other curtains."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let lightRays = Declaration<LightRays>(
    "rays", "Rays of light that fan out from a point.",
    in: { scope in
      var rays = LightRays(
        position: AnimatedPoint(AnimatedNumber(scope.width / 2), AnimatedNumber(scope.height * -0.1)),
        length: AnimatedNumber(scope.height * 1.2))
      rays.colors.interpolation = scope.defaultInterpolation
      return rays
    },
    [
      .animatedPoint("position", \.position, "Where they come from, on the canvas or outside.")
        .defaults(to: "[\"50%\", \"-10%\"]"),
      .animatedNumber("angle", \.angle, .degrees, "The middle of the fan: 0 to the right, 90 downwards."),
      .animatedNumber("spread", \.spread, .degrees, 0...360, "The width of the fan."),
      .animatedNumber("length", \.length, .points, 1...1e5, "Until nothing is left.")
        .defaults(to: "120 % of the canvas's height"),
      .animatedNumber("count", \.count, .none, 1...1_000, "Rays in the whole fan."),
      .animatedNumber("contrast", \.contrast, .share, 0...1, "How much darker it is between rays."),
      .number("speed", \.speed, .perSecond, 0...100, "How often they change, a second; made whole in a loop."),
      .animatedNumber("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other rays."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let pattern = Declaration<Pattern>(
    "pattern", "A pattern that repeats over a plane, flat or in perspective.", in: { Pattern(center: $0.center) },
    [
      .choice("type", \.kind, "Lines across each other, dots, stripes, rims of hexagons, or a checkerboard."),
      .animatedPair(
        "size", \.size, .points, 0.5...1e5,
        "Points of one repetition, or [along x, along y]; of hexagons, from side to side."),
      .animatedNumber(
        "thickness", \.thickness, .share, 0...1,
        "Of lines, stripes and rims, or the diameter of dots, as a share of a repetition."),
      .animatedNumber("softness", \.softness, .share, 0...1, "How soft edges are, as a share of a repetition."),
      .animatedNumber("rotation", \.rotation, .degrees, "Turns the pattern in its plane, clockwise."),
      .animatedPoint("offset", \.offset, "Moves the pattern in its plane."),
      .velocity(
        "speed", \.speedX, \.speedY, .perSecond,
        "Repetitions a second along both axes, [x, y]; made whole in a loop."),
      .animatedNumber(
        "tilt", \.tilt, .degrees, -89...89, "Turns the upper side of the plane away from the eye, about a level line."),
      .animatedNumber("perspective", \.perspective, .points, 1...1e6, "From the eye to the plane, as CSS has it."),
      .animatedPoint("center", \.center, "The middle of the pattern, which the eye looks at.")
        .defaults(to: "the canvas's centre"),
      .animatedColor("color", \.color, "Colour of the lines or dots."),
      .animatedColor("background", \.background, "Colour between them; transparent if not given."),
    ])

  static let stars = Declaration<Stars>(
    "stars", "Stars that twinkle.", Stars(),
    [
      .number("density", \.density, .none, 0...100, "Stars in a square of 100 points."),
      .number("size", \.size, .points, 0.1...50, "Points across the brightest ones."),
      .number("smallest", \.smallest, .points, 0.1...50, "Points across the faintest ones."),
      .number("faintness", \.faintness, .none, 0...20, "How many faint stars come with a bright one."),
      .animatedNumber("twinkle", \.twinkle, .share, 0...1, "How much of a star's light comes and goes."),
      .number("twinkleSpeed", \.twinkleSpeed, .hertz, 0...30, "How often; made whole in a loop."),
      .animatedNumber("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other stars."),
      Key("colors", .colors, "Each star has one of these at random.") { node, decoder, stars in
        guard let colors = decoder.colors(node) else { return }
        if colors.isEmpty { decoder.report("needs at least one colour", at: node) } else { stars.colors = colors }
      },
    ])
}
