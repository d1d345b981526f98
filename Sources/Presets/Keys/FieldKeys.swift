import Colorimetry
import Model

extension Declarations {
  static let noise = Declaration<Noise>(
    "noise", "A field of noise, coloured by its value.", { Noise() },
    [
      .choice(
        "type", \.kind,
        "gradient is soft, value softer and squarer, ridged has sharp crests, billow round clouds; plasma is a sum of sines, caustics the light that waves gather on the ground below."
      ),
      .pair("scale", \.scale, 0.5...1e5, "Points across a cell of the first octave, or [along x, along y]."),
      .whole(
        "octaves", \.octaves, 1...10,
        "Noises that are added, each finer than the one before. Not for plasma and caustics."),
      .number("gain", \.gain, .factor, 0...1, "The weight of an octave as a share of the one before."),
      .number("lacunarity", \.lacunarity, .factor, 1...8, "How much finer an octave is than the one before."),
      .moving(
        "warp", \.warp, .factor, 0...20,
        "How far the field is bent by noise of its own, in cells; of caustics, how strongly the waves focus."),
      .moving("rotation", \.rotation, .degrees, "Turns the field, clockwise."),
      .point("offset", \.offset, "Moves the field, whose origin is the canvas's middle."),
      .velocity(
        "drift", "How fast the field moves along its own axes, [x, y]; made whole cells in a loop.", .pointsPerSecond
      ) {
        ($0.driftX, $0.driftY) = ($1.x, $1.y)
      },
      .number("speed", \.speed, .perSecond, 0...100, "How fast it changes, in cells a second; made whole in a loop."),
      .moving("contrast", \.contrast, .factor, 0...100, "Spreads the values around the middle of the colours."),
      .moving(
        "brightness", \.brightness, .none, -10...10,
        "Added to the value: 1 is the whole way from the first colour to the last."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives another field."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let aurora = Declaration<Aurora>(
    "aurora", "Curtains of light with swaying hems and rays.", { Aurora() },
    [
      .whole("curtains", \.curtains, 1...8, "Curtains, one before the other."),
      .vertical("position", \.position, "The middle of the hems, from the top."),
      .vertical("spread", \.spread, "How far the hems lie from each other, the first to the last."),
      .vertical("height", \.height, "From a hem to where little is left."),
      .vertical("sway", \.sway, "How far hems swing up and down."),
      .moving("scale", \.scale, .points, 1...1e5, "From one fold of a curtain to the next."),
      .moving("rayWidth", \.rayWidth, .points, 1...1e5, "From one ray to the next."),
      .moving("rays", \.rays, .share, 0...1, "How much darker it is between rays."),
      .moving("slant", \.slant, .factor, -10...10, "How far rays lean to the right, a point for each point upwards."),
      .number(
        "speed", \.speed, .perSecond, 0...100, "How fast curtains move, in folds a second; made whole in a loop."),
      .moving("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other curtains."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let lightRays = Declaration<LightRays>(
    "rays", "Rays of light that fan out from a point.", { LightRays() },
    [
      .point("position", \.position, "Where they come from, on the canvas or outside."),
      .moving("angle", \.angle, .degrees, "The middle of the fan: 0 to the right, 90 downwards."),
      .moving("spread", \.spread, .degrees, 0...360, "The width of the fan."),
      .moving("length", \.length, .points, 1...1e5, "Until nothing is left."),
      .moving("count", \.count, .none, 1...1_000, "Rays in the whole fan."),
      .moving("contrast", \.contrast, .share, 0...1, "How much darker it is between rays."),
      .number("speed", \.speed, .perSecond, 0...100, "How often they change, a second; made whole in a loop."),
      .moving("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other rays."),
      .stops(\.colors), .interpolation(\.colors),
    ])

  static let pattern = Declaration<Pattern>(
    "pattern", "A pattern that repeats over a plane, flat or in perspective.", { Pattern() },
    [
      .choice("type", \.kind, "Lines across each other, dots, stripes, rims of hexagons, or a checkerboard."),
      .pair(
        "size", \.size, 0.5...1e5, "Points of one repetition, or [along x, along y]; of hexagons, from side to side."),
      .moving(
        "thickness", \.thickness, .share, 0...1,
        "Of lines, stripes and rims, or the diameter of dots, as a share of a repetition."),
      .moving("softness", \.softness, .share, 0...1, "How soft edges are, as a share of a repetition."),
      .moving("rotation", \.rotation, .degrees, "Turns the pattern in its plane, clockwise."),
      .point("offset", \.offset, "Moves the pattern in its plane."),
      .velocity("speed", "Repetitions a second along both axes, [x, y]; made whole in a loop.", .perSecond) {
        ($0.speedX, $0.speedY) = ($1.x, $1.y)
      },
      .moving(
        "tilt", \.tilt, .degrees, -89...89, "Turns the upper side of the plane away from the eye, about a level line."),
      .moving("perspective", \.perspective, .points, 1...1e6, "From the eye to the plane, as CSS has it."),
      .point("center", \.center, "The middle of the pattern, where the eye looks at."),
      .movingColor("color", \.color, "Colour of the lines or dots."),
      .movingColor("background", \.background, "Colour between them; transparent if not given."),
    ])

  static let stars = Declaration<Stars>(
    "stars", "Stars that twinkle.", { Stars() },
    [
      .number("density", \.density, .none, 0...100, "Stars in a square of 100 points."),
      .number("size", \.size, .points, 0.1...50, "Points across the brightest ones."),
      .number("smallest", \.smallest, .points, 0.1...50, "Points across the faintest ones."),
      .number("faintness", \.faintness, .none, 0...20, "How many faint stars come with a bright one."),
      .moving("twinkle", \.twinkle, .share, 0...1, "How much of a star's light comes and goes."),
      .number("twinkleSpeed", \.twinkleSpeed, .hertz, 0...30, "How often; made whole in a loop."),
      .moving("intensity", \.intensity, .factor, 0...100, "Multiplies the light."),
      .whole("variant", \.variant, 0...1_000_000, "Another number gives other stars."),
      Key("colors", .colors, "One of these is drawn for each star.") { node, decoder, stars in
        guard let colors = decoder.colors(node) else { return }
        if colors.isEmpty { decoder.report("needs at least one colour", at: node) } else { stars.colors = colors }
      },
    ])
}

// MARK: The keys of fields

extension Key {
  /// A moving length, or one for each axis.
  fileprivate static func pair(
    _ name: String, _ path: Path<Target, AnimatedPoint>, _ range: ClosedRange<Double>, _ about: String
  ) -> Key {
    let rule = NumberRule(.points, range)
    let text: @Sendable (Target) -> String? = { $0[keyPath: path].x.constant.map(plain) }
    return Key(name, .anyOf([.moving(rule), .point(rule)]), about, default: text) { node, decoder, target in
      if node.elements != nil || node.members != nil && decoder.holdsPoints(node) {
        if let value = decoder.movingPoint(node, rule) { target[keyPath: path] = value }
      } else if let value = decoder.movingNumber(node, rule) {
        target[keyPath: path] = AnimatedPoint(value, value)
      }
    }
  }

  /// A moving length along y.
  fileprivate static func vertical(_ name: String, _ path: Path<Target, AnimatedNumber>, _ about: String) -> Key {
    let rule = NumberRule(.points).along(.vertical)
    return Key(name, .moving(rule), about) { node, decoder, target in
      if let value = decoder.movingNumber(node, rule) { target[keyPath: path] = value }
    }
  }

  fileprivate static func whole(
    _ name: String, _ path: Path<Target, Int>, _ range: ClosedRange<Double>, _ about: String
  ) -> Key {
    let rule = NumberRule(.none, range, isWhole: true)
    let text: @Sendable (Target) -> String? = { "\($0[keyPath: path])" }
    return Key(name, .number(rule), about, default: text) { node, decoder, target in
      if let value = decoder.wholeNumber(node, rule) { target[keyPath: path] = value }
    }
  }

  /// Two numbers that are read once.
  fileprivate static func velocity(
    _ name: String, _ about: String, _ unit: NumberRule.Unit,
    set: @escaping @Sendable (inout Target, PlanePoint) -> Void
  ) -> Key {
    let rule = NumberRule(unit, -1e5...1e5)
    return Key(name, .point(rule), about, fixed: "[0, 0]") { node, decoder, target in
      if let value = decoder.constantPoint(node, rule) { set(&target, value) }
    }
  }

  fileprivate static func movingColor(_ name: String, _ path: Path<Target, AnimatedColor>, _ about: String) -> Key {
    Key(name, .movingColor, about) { node, decoder, target in
      if let value = decoder.movingColor(node) { target[keyPath: path] = value }
    }
  }

  fileprivate static func stops(_ path: Path<Target, ColorMap>) -> Key {
    Key("stops", .stops, "The colours, as a gradient's, from the value 0 to 1.") { node, decoder, target in
      if let stops = decoder.gradientStops(node) { target[keyPath: path].stops = stops }
    }
  }

  fileprivate static func interpolation(_ path: Path<Target, ColorMap>) -> Key {
    Key(
      "interpolation", .interpolation, "The colour space of the mixture between stops; srgb on an srgb canvas.",
      fixed: "\"oklab\""
    ) { node, decoder, target in
      if let interpolation = decoder.interpolation(node) { target[keyPath: path].interpolation = interpolation }
    }
  }
}
