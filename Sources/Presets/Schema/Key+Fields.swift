import Model

/// Kinds of keys that several field layers share.
extension Key {
  /// A length along y: percentages are of the height.
  static func vertical(_ name: String, _ path: Property<Target, AnimatedNumber>, _ about: String) -> Key {
    .moving(name, path, NumberRule(.points).along(.vertical), about)
  }

  /// Two numbers that are read once, for properties of x and y.
  static func velocity(
    _ name: String, _ x: Property<Target, Double>, _ y: Property<Target, Double>, _ unit: NumberRule.Unit,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, -1e5...1e5)
    return Key(name, .constantPoint(rule), about) { node, decoder, target in
      guard let value = decoder.constantPoint(node, rule) else { return }
      (target[keyPath: x], target[keyPath: y]) = (value.x, value.y)
    }.defaults(to: "[0, 0]")
  }

  static func stops(_ path: Property<Target, ColorMap>) -> Key {
    Key("stops", .stops, "The colours, as a gradient's, from the value 0 to 1.") { node, decoder, target in
      if let stops = decoder.gradientStops(node) { target[keyPath: path].stops = stops }
    }
  }

  static func interpolation(_ path: Property<Target, ColorMap>) -> Key {
    Key("interpolation", .interpolation, "The colour space of the mixture between stops; srgb on an srgb canvas.") {
      node, decoder, target in
      if let interpolation = decoder.interpolation(node) { target[keyPath: path].interpolation = interpolation }
    }.defaults(to: "\"oklab\"")
  }
}
