import Model

/// Keys of field layers that are declared more than once.
extension Key {
  /// A length along y, in points or as a percentage of the canvas's height.
  static func verticalLength(_ name: String, _ path: Property<Target, AnimatedNumber>, _ about: String) -> Key {
    .animatedNumber(name, path, NumberSchema(.points).percentages(of: .height), about)
  }

  /// A velocity `[x, y]` that cannot be animated. Each component is stored in a property of its own.
  static func velocity(
    _ name: String, _ x: Property<Target, Double>, _ y: Property<Target, Double>, _ unit: NumberSchema.Unit,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, -1e5...1e5)
    return Key(name, .constantPoint(schema), about) { node, decoder, target in
      guard let value = decoder.constantPoint(node, schema) else { return }
      (target[keyPath: x], target[keyPath: y]) = (value.x, value.y)
    }.defaults(to: "[0, 0]")
  }

  /// The stops of a field's colours.
  static func stops(_ path: Property<Target, ColorMap>) -> Key {
    Key("stops", .stops, "The colours, as the stops of a gradient, from the field's value 0 to 1.") {
      node, decoder, target in
      if let stops = decoder.gradientStops(node) { target[keyPath: path].stops = stops }
    }
  }

  /// The colour space in which a field's stops are mixed.
  static func interpolation(_ path: Property<Target, ColorMap>) -> Key {
    Key(
      "interpolation", .interpolation,
      "The colour space of the mixture between stops; on an srgb canvas the default is srgb."
    ) { node, decoder, target in
      if let interpolation = decoder.interpolation(node) { target[keyPath: path].interpolation = interpolation }
    }.defaults(to: "\"oklab\"")
  }
}
