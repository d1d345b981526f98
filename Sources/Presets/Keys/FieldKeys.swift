import Colorimetry
import Model

// All that this module knows of a field layer is declared in this file: a source in the list `fieldSources`, and a declaration of
// the keys. (The keys of ripples are in RippleKeys.swift, those of `field` in FormulaFieldKeys.swift.)

extension Declarations {
  static let fieldSources: [Key<LayerDraft>] = [
    .source("ripples", Declarations.ripples, "drops on water.") { .ripples($0) },
    .source("noise", Declarations.noise, "a field of noise.") { .noise($0) },
    .source("aurora", Declarations.aurora, "curtains of light.") { .aurora($0) },
    .source("rays", Declarations.lightRays, "rays of light.") { .rays($0) },
    .source("pattern", Declarations.pattern, "a pattern that repeats over a plane.") { .pattern($0) },
    .source("field", .object(Declarations.formulaField), "a formula for each pixel.") { node, decoder, _ in
      decoder.formulaField(node).map { .field($0) }
    },
    .source("stars", Declarations.stars, "stars that twinkle.") { .stars($0) },
  ]

  static let noise = Declaration<Noise>(
    "noise", "A field of noise, coloured by its value.",
    defaults: { scope in
      var noise = Noise()
      noise.colors.interpolation = scope.defaultInterpolation
      return noise
    },
    [
      .choice(
        "type", \.kind,
        "What the noise looks like."
      ).explained { (kind: Noise.Kind) in kind.sentence },
      .animatedPair(
        "scale", \.scale, .points, 0.5...1e5, "Points across a cell of the first octave, or [along x, along y]."),
      .whole(
        "octaves", \.octaves, 1...10,
        "How many noises are added, each finer than the one before. Not for plasma and caustics."
      ).effective(where: "type", \.kind, is: .gradient, .value, .ridged, .billow),
      .number("gain", \.gain, .factor, 0...1, "The weight of an octave as a share of the previous octave's.")
        .effective(where: "type", \.kind, is: .gradient, .value, .ridged, .billow),
      .number("lacunarity", \.lacunarity, .factor, 1...8, "How much finer an octave is than the one before.")
        .effective(where: "type", \.kind, is: .gradient, .value, .ridged, .billow),
      .animatedNumber(
        "warp", \.warp, .factor, 0...20,
        "How far the field is distorted by a noise of its own, in cells; of caustics, how strongly the waves focus."),
      .animatedNumber("rotation", \.rotation, .degrees, "How far the field is rotated, clockwise."),
      .animatedPoint("offset", \.offset, "How far the field is moved; without it, its origin is the canvas's centre."),
      .velocity(
        "drift", \.driftX, \.driftY, .pointsPerSecond,
        "How fast the field moves along its own axes, [x, y]; in a loop, a number other than 0 is rounded to a whole number of cells in each loop, at least one."
      ),
      .number(
        "speed", \.speed, .perSecond, 0...100,
        "How fast it changes, in cells a second; in a loop, a speed other than 0 is rounded to a whole number of cells in each loop, at least one."
      ),
      .animatedNumber("contrast", \.contrast, .factor, 0...100, "Spreads the values around the middle of the colours."),
      .animatedNumber(
        "brightness", \.brightness, .none, -10...10,
        "Added to the value: 1 is the whole range from the first colour to the last."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives another field."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let aurora = Declaration<Aurora>(
    "aurora", "Curtains of light with swaying hems and rays.",
    defaults: { scope in
      var aurora = Aurora(
        position: AnimatedNumber(scope.height * 0.55), spread: AnimatedNumber(scope.height * 0.14),
        height: AnimatedNumber(scope.height * 0.4), sway: AnimatedNumber(scope.height * 0.1))
      aurora.colors.interpolation = scope.defaultInterpolation
      return aurora
    },
    [
      .whole("curtains", \.curtains, 1...8, "How many curtains there are, one before the other."),
      .verticalLength("position", \.position, "The middle of the hems, from the top.").defaults(to: "\"55%\""),
      .verticalLength("spread", \.spread, "From the first curtain's hem to the last one's.").defaults(to: "\"14%\""),
      .verticalLength("height", \.height, "From a hem to where the light has nearly faded.").defaults(to: "\"40%\""),
      .verticalLength("sway", \.sway, "By how much hems swing up and down.").defaults(to: "\"10%\""),
      .animatedNumber("scale", \.scale, .points, 1...1e5, "From one fold of a curtain to the next."),
      .animatedNumber("rayWidth", \.rayWidth, .points, 1...1e5, "From one ray to the next."),
      .animatedNumber("rays", \.rays, .share, 0...1, "How much darker it is between rays."),
      .animatedNumber(
        "slant", \.slant, .factor, -10...10, "How far rays lean to the right, a point for each point upwards."),
      .number(
        "speed", \.speed, .perSecond, 0...100,
        "How fast curtains move, in folds a second; in a loop, a speed other than 0 is rounded to a whole number of folds in each loop, at least one."
      ),
      .animatedNumber("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other curtains."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let lightRays = Declaration<LightRays>(
    "rays", "Rays of light that fan out from a point.",
    defaults: { scope in
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
      .animatedNumber("length", \.length, .points, 1...1e5, "The distance at which the rays have faded to nothing.")
        .defaults(to: "120 % of the canvas's height"),
      .animatedNumber("count", \.count, .none, 1...1_000, "How many rays the whole fan has."),
      .animatedNumber("contrast", \.contrast, .share, 0...1, "How much darker it is between rays."),
      .number(
        "speed", \.speed, .perSecond, 0...100,
        "How often a second rays brighten and fade; in a loop, a speed other than 0 is rounded to a whole number of changes in each loop, at least one."
      ),
      .animatedNumber("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other rays."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let pattern = Declaration<Pattern>(
    "pattern", "A pattern that repeats over a plane, flat or in perspective.",
    defaults: { scope in Pattern(center: scope.center) },
    [
      .choice(
        "type", \.kind,
        "What the pattern is made of."
      ).explained { (kind: Pattern.Kind) in kind.sentence },
      .animatedPair(
        "size", \.size, .points, 0.5...1e5,
        "Points of one repetition, or [along x, along y]; of hexagons, from one side to the opposite one."),
      .animatedNumber(
        "thickness", \.thickness, .share, 0...1,
        "Width of the lines or diameter of the dots, as a share of a repetition."),
      .animatedNumber(
        "softness", \.softness, .share, 0...1, "Width over which edges fade, as a share of a repetition."),
      .animatedNumber("rotation", \.rotation, .degrees, "How far the pattern is rotated in its plane, clockwise."),
      .animatedPoint("offset", \.offset, "How far the pattern is moved in its plane."),
      .velocity(
        "speed", \.speedX, \.speedY, .perSecond,
        "Repetitions a second along its own axes, [x, y]; in a loop, a number other than 0 is rounded to a whole number of periods in each loop, at least one."
      ),
      .animatedNumber(
        "tilt", \.tilt, .degrees, -89...89,
        "Tips the upper half of the plane away from the eye, about a horizontal line through center."),
      .animatedNumber(
        "perspective", \.perspective, .points, 1...1e6, "Distance from the eye to the plane, like perspective in CSS."),
      .animatedPoint("center", \.center, "The middle of the pattern, which the eye looks at.")
        .defaults(to: "the canvas's centre"),
      .animatedColor("color", \.color, "Colour of the lines, dots or checks."),
      .animatedColor("background", \.background, "Colour between the lines, dots or checks; transparent if not given."),
    ])

  static let stars = Declaration<Stars>(
    "stars", "Stars that twinkle.", Stars(),
    [
      .number("density", \.density, .none, 0...100, "Stars in 100 × 100 points."),
      .number("size", \.size, .points, 0.1...50, "Diameter of the brightest stars."),
      .number("smallest", \.smallest, .points, 0.1...50, "Diameter of the faintest stars."),
      .number(
        "faintness", \.faintness, .none, 0...20,
        "Exponent of the random brightness, u^faintness with u from 0 to 1: a larger one gives more faint stars."),
      .animatedNumber("twinkle", \.twinkle, .share, 0...1, "The share of a star's light that comes and goes."),
      .number(
        "twinkleSpeed", \.twinkleSpeed, .hertz, 0...30,
        "Flickers a second; in a loop, a speed other than 0 is rounded to a whole number of flickers in each loop, at least one."
      ),
      .animatedNumber("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other stars."),
      Key("colors", .colors, "Each star has one of these at random.") { node, decoder, stars in
        guard let colors = decoder.colors(node) else { return }
        if colors.isEmpty { decoder.report("needs at least one colour", at: node) } else { stars.colors = colors }
      },
    ])
}

extension Noise.Kind {
  /// The sentence on this noise in the reference.
  fileprivate var sentence: String {
    switch self {
    case .gradient: "Soft clouds."
    case .value: "Clouds that are softer and squarer."
    case .ridged: "Sharp crests."
    case .billow: "Round, billowing clouds."
    case .plasma: "A sum of sines."
    case .caustics: "The light that waves gather on the ground below."
    }
  }
}

extension Pattern.Kind {
  /// The sentence on this pattern in the reference.
  fileprivate var sentence: String {
    switch self {
    case .grid: "Lines both ways."
    case .dots: "Discs in rows."
    case .stripes: "Lines one way."
    case .hexagons: "The lines of a honeycomb."
    case .checkerboard: "Squares of two colours in turn."
    }
  }
}
