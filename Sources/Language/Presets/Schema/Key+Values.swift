import Colorimetry
import JSON
import Lanes
import Model

extension Key {
  /// A key whose value is stored in a property. If the key is not given, the property keeps its default.
  ///
  /// - Parameters:
  ///   - kind: what the key may hold.
  ///   - text: writes a value in the preset language, to print the default; returns nil if no default is printed.
  ///   - read: reads the value; returns nil if it has reported an issue instead.
  static func value<Value>(
    _ name: String, _ path: Property<Target, Value>, _ kind: ValueKind, _ about: String,
    default text: @escaping @Sendable (Value) -> String? = { _ in nil },
    read: @escaping @Sendable (PresetDecoder, JSONNode) -> Value?
  ) -> Key {
    let defaultText: @Sendable (Target) -> String? = { text($0[keyPath: path]) }
    return Key(name, kind, about, default: defaultText) { node, decoder, target in
      if let value = read(decoder, node) { target[keyPath: path] = value }
    }
  }

  /// A key whose property stays nil if the key is not given.
  static func optional<Value>(
    _ name: String, _ path: Property<Target, Value?>, _ kind: ValueKind, _ about: String,
    read: @escaping @Sendable (PresetDecoder, JSONNode) -> Value?
  ) -> Key {
    Key(name, kind, about) { node, decoder, target in
      if let value = read(decoder, node) { target[keyPath: path] = value }
    }
  }
}

// MARK: Text and choices

extension Key {
  /// true or false.
  static func flag(_ name: String, _ path: Property<Target, Bool>, _ about: String) -> Key {
    .value(name, path, .flag, about, default: { "\($0)" }) { $0.flag($1) }
  }

  /// A text for people, never a formula.
  static func text(_ name: String, _ path: Property<Target, String>, _ about: String) -> Key {
    .value(name, path, .text, about) { $0.plainText($1) }
  }

  /// A list of texts for people.
  static func texts(_ name: String, _ path: Property<Target, [String]>, _ about: String) -> Key {
    .value(name, path, .list(.text), about) { $0.plainTexts($1) }
  }

  /// One of the raw values of an enumeration.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Property<Target, Choice>, _ about: String
  ) -> Key where Choice.RawValue == String {
    .value(name, path, .choice(Choice.allCases.map(\.rawValue)), about, default: { "\"\($0.rawValue)\"" }) {
      $0.choice($1)
    }
  }

  /// One of the raw values of an enumeration that has a sentence for each.
  static func choice<Choice: DescribedChoice>(
    _ name: String, _ path: Property<Target, Choice>, _ about: String
  ) -> Key {
    .value(name, path, .choice(Choice.allCases.map(\.rawValue)), about, default: { "\"\($0.rawValue)\"" }) {
      $0.choice($1)
    }.explained(\Choice.sentence)
  }

  static func optionalChoice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Property<Target, Choice?>, _ about: String
  ) -> Key where Choice.RawValue == String {
    .optional(name, path, .choice(Choice.allCases.map(\.rawValue)), about) { $0.choice($1) }
  }
}

// MARK: Colours and curves

extension Key {
  static func color(_ name: String, _ path: Property<Target, LinearColor>, _ about: String) -> Key {
    .value(name, path, .color, about) { $0.color($1) }
  }

  static func optionalColor(_ name: String, _ path: Property<Target, LinearColor?>, _ about: String) -> Key {
    .optional(name, path, .color, about) { $0.color($1) }
  }

  static func animatedColor(_ name: String, _ path: Property<Target, AnimatedColor>, _ about: String) -> Key {
    .value(name, path, .animatedColor, about) { $0.animatedColor($1) }
  }

  /// A colour that may be animated, or a gradient.
  static func paint(_ name: String, _ path: Property<Target, Paint>, _ about: String) -> Key {
    .value(name, path, .paint, about) { $0.paint($1) }
  }

  /// A list of colours, or one colour.
  static func colors(
    _ name: String, _ path: Property<Target, [LinearColor]>, minimumCount: Int, _ about: String
  ) -> Key {
    .value(name, path, .colors, about) { decoder, node in
      guard let colors = decoder.colors(node) else { return nil }
      if colors.count >= minimumCount { return colors }
      decoder.report("needs at least one colour", at: node)
      return nil
    }
  }

  /// A colour that may be animated, or a gradient.
  static func paint(_ name: String, _ path: Property<Target, Paint?>, _ about: String) -> Key {
    .optional(name, path, .paint, about) { $0.paint($1) }
  }

  /// A curve of numbers over locations in 0...1, shares of a particle's life or of a ribbon's length.
  static func curve(
    _ name: String, _ path: Property<Target, [NumberStop]>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .value(name, path, .curve(schema), about) { $0.curve($1, schema) }
  }

  /// A curve of colours over locations in 0...1, shares of a particle's life or of a ribbon's length.
  static func colorCurve(_ name: String, _ path: Property<Target, [ColorStop]>, _ about: String) -> Key {
    .value(name, path, .colorCurve, about) { $0.colorCurve($1) }
  }

  static func easing(_ name: String, _ path: Property<Target, Easing?>, _ about: String) -> Key {
    .optional(name, path, .easing, about) { $0.easing($1) }.defaults(to: "\"linear\"")
  }
}

extension ValueKind {
  /// A colour that may be animated, or a gradient.
  static let paint = ValueKind.anyOf([.animatedColor, .object(Declarations.gradient)])
}

// MARK: Objects

extension Key {
  /// An object whose keys are read into the property's current value; keys that are not given change nothing.
  static func object<Value>(
    _ name: String, _ path: Property<Target, Value>,
    _ declaration: @autoclosure @escaping @Sendable () -> Declaration<Value>, _ about: String
  ) -> Key {
    Key(name, .object(declaration()), about) { node, decoder, target in
      decoder.readObject(node, declaration(), into: &target[keyPath: path])
    }
  }

  /// An object whose property stays nil if the key is not given.
  static func optionalObject<Value>(
    _ name: String, _ path: Property<Target, Value?>,
    _ declaration: @autoclosure @escaping @Sendable () -> Declaration<Value>, _ about: String
  ) -> Key {
    .optional(name, path, .object(declaration()), about) { $0.object($1, declaration()) }
  }
}
