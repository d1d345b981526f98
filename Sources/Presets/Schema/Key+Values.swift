import Colorimetry
import Lanes
import Model

extension Key {
  /// A key whose value replaces that of a property.
  static func value<Value>(
    _ name: String, _ path: Property<Target, Value>, _ value: ValueSchema, _ about: String,
    default text: @escaping @Sendable (Value) -> String? = { _ in nil },
    read: @escaping @Sendable (PresetDecoder, JSONNode) -> Value?
  ) -> Key {
    let defaultText: @Sendable (Target) -> String? = { text($0[keyPath: path]) }
    return Key(name, value, about, default: defaultText) { node, decoder, target in
      if let value = read(decoder, node) { target[keyPath: path] = value }
    }
  }

  /// A key whose value is nil where it is not given.
  static func optional<Value>(
    _ name: String, _ path: Property<Target, Value?>, _ value: ValueSchema, _ about: String,
    read: @escaping @Sendable (PresetDecoder, JSONNode) -> Value?
  ) -> Key {
    Key(name, value, about) { node, decoder, target in
      if let value = read(decoder, node) { target[keyPath: path] = value }
    }
  }
}

// MARK: Text and choices

extension Key {
  static func flag(_ name: String, _ path: Property<Target, Bool>, _ about: String) -> Key {
    .value(name, path, .flag, about, default: { "\($0)" }) { $0.flag($1) }
  }

  static func text(_ name: String, _ path: Property<Target, String>, _ about: String) -> Key {
    .value(name, path, .text, about) { $0.plainText($1) }
  }

  static func texts(_ name: String, _ path: Property<Target, [String]>, _ about: String) -> Key {
    .value(name, path, .list(.text), about) { $0.plainTexts($1) }
  }

  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Property<Target, Choice>, _ about: String
  ) -> Key where Choice.RawValue == String {
    .value(name, path, .choice(Choice.allCases.map(\.rawValue)), about, default: { "\"\($0.rawValue)\"" }) {
      $0.choice($1)
    }
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
  static func paint(_ name: String, _ path: Property<Target, Paint?>, _ about: String) -> Key {
    .optional(name, path, .paint, about) { $0.paint($1) }
  }

  static func curve(
    _ name: String, _ path: Property<Target, [NumberStop]>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .value(name, path, .curve(schema), about) { $0.curve($1, schema) }
  }

  static func colorCurve(_ name: String, _ path: Property<Target, [ColorStop]>, _ about: String) -> Key {
    .value(name, path, .colorCurve, about) { $0.colorCurve($1) }
  }

  static func easing(_ name: String, _ path: Property<Target, Easing?>, _ about: String) -> Key {
    .optional(name, path, .easing, about) { $0.easing($1) }.defaults(to: "\"linear\"")
  }
}

extension ValueSchema {
  static let paint = ValueSchema.anyOf([.animatedColor, .object(Declarations.gradient)])
}

// MARK: Objects

extension Key {
  /// An object that is read on top of what the property has.
  static func object<Value>(
    _ name: String, _ path: Property<Target, Value>,
    _ declaration: @autoclosure @escaping @Sendable () -> Declaration<Value>, _ about: String
  ) -> Key {
    Key(name, .object(declaration()), about) { node, decoder, target in
      decoder.readObject(node, declaration(), into: &target[keyPath: path])
    }
  }

  static func optionalObject<Value>(
    _ name: String, _ path: Property<Target, Value?>,
    _ declaration: @autoclosure @escaping @Sendable () -> Declaration<Value>, _ about: String
  ) -> Key {
    .optional(name, path, .object(declaration()), about) { $0.object($1, declaration()) }
  }
}
