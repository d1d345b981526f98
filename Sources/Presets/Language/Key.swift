import Colorimetry
import Lanes
import Model

/// The declaration of one key: what it is called, what it may hold, what it means, and where the value goes. Decoding,
/// validation, the JSON Schema and the reference page all come from it.
struct Key<Target>: Sendable {
  let name: String
  let shape: ValueSchema
  let about: String
  /// The default's text, taken from the object as it is before anything is read.
  let defaultText: @Sendable (Target) -> String?
  let read: @Sendable (JSONNode, PresetDecoder, inout Target) -> Void
  var isRequired = false

  init(
    _ name: String, _ shape: ValueSchema, _ about: String,
    default text: @escaping @Sendable (Target) -> String? = { _ in nil },
    read: @escaping @Sendable (JSONNode, PresetDecoder, inout Target) -> Void
  ) {
    self.name = name
    self.shape = shape
    self.about = about
    self.defaultText = text
    self.read = read
  }

  /// With a default that is not a property of the target.
  init(
    _ name: String, _ shape: ValueSchema, _ about: String, fixed text: String,
    read: @escaping @Sendable (JSONNode, PresetDecoder, inout Target) -> Void
  ) {
    self.init(name, shape, about, default: { _ in text }, read: read)
  }

  var required: Key {
    var key = self
    key.isRequired = true
    return key
  }
}

/// The keys of one kind of object.
struct Declaration<Target>: Sendable {
  let name: String
  let about: String
  let keys: [Key<Target>]
  /// The object with every default, for the reference page.
  let prototype: @Sendable () -> Target

  init(_ name: String, _ about: String, _ prototype: @escaping @Sendable () -> Target, _ keys: [Key<Target>]) {
    self.name = name
    self.about = about
    self.keys = keys
    self.prototype = prototype
  }

  func described() -> DescribedObject {
    let prototype = prototype()
    return DescribedObject(
      name: name, about: about,
      keys: keys.map {
        DescribedObject.Key(
          name: $0.name, shape: $0.shape, about: $0.about, defaultText: $0.defaultText(prototype),
          isRequired: $0.isRequired)
      })
  }
}

/// A declaration without its types.
package struct DescribedObject: Sendable {
  package var name: String
  var about: String
  package var keys: [Key]

  package struct Key: Sendable {
    package var name: String
    var shape: ValueSchema
    package var about: String
    var defaultText: String?
    var isRequired: Bool
  }
}

typealias Path<Root, Value> = WritableKeyPath<Root, Value> & Sendable

// MARK: The usual kinds of keys

extension Key {
  /// A number that may move.
  static func moving(
    _ name: String, _ path: Path<Target, AnimatedNumber>, _ unit: NumberRule.Unit = .none,
    _ range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    let text: @Sendable (Target) -> String? = { $0[keyPath: path].constant.map(plain) }
    return Key(name, .moving(rule), about, default: text) {
      node, decoder, target in
      if let value = decoder.movingNumber(node, rule) { target[keyPath: path] = value }
    }
  }

  /// A number that is read once.
  static func number(
    _ name: String, _ path: Path<Target, Double>, _ unit: NumberRule.Unit = .none,
    _ range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    let text: @Sendable (Target) -> String? = { plain($0[keyPath: path]) }
    return Key(name, .number(rule), about, default: text) { node, decoder, target in
      if let value = decoder.number(node, rule) { target[keyPath: path] = value }
    }
  }

  static func optionalNumber(
    _ name: String, _ path: Path<Target, Double?>, _ unit: NumberRule.Unit = .none,
    _ range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return Key(name, .number(rule), about) { node, decoder, target in
      if let value = decoder.number(node, rule) { target[keyPath: path] = value }
    }
  }

  /// A number that may move, and whose default is not a property of the target.
  static func optionalMoving(
    _ name: String, _ path: Path<Target, AnimatedNumber?>, _ unit: NumberRule.Unit = .none,
    _ range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return Key(name, .moving(rule), about) { node, decoder, target in
      if let value = decoder.movingNumber(node, rule) { target[keyPath: path] = value }
    }
  }

  /// `[x, y]`; percentages are of the width and of the height.
  static func point(
    _ name: String, _ path: Path<Target, AnimatedPoint>, _ unit: NumberRule.Unit = .points,
    _ range: ClosedRange<Double> = Limits.numbers, _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    let text: @Sendable (Target) -> String? = { target in
      let point = target[keyPath: path]
      guard let x = point.x.constant, let y = point.y.constant else { return nil }
      return "[\(plain(x)), \(plain(y))]"
    }
    return Key(name, .point(rule), about, default: text) { node, decoder, target in
      if let value = decoder.movingPoint(node, rule) { target[keyPath: path] = value }
    }
  }

  static func flag(_ name: String, _ path: Path<Target, Bool>, _ about: String) -> Key {
    let text: @Sendable (Target) -> String? = { $0[keyPath: path] ? "true" : "false" }
    return Key(name, .flag, about, default: text) { node, decoder, target in
      if let value = decoder.flag(node) { target[keyPath: path] = value }
    }
  }

  static func text(_ name: String, _ path: Path<Target, String>, _ about: String) -> Key {
    Key(name, .text, about) { node, decoder, target in
      if let value = decoder.plainText(node) { target[keyPath: path] = value }
    }
  }

  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Target, Choice>, _ about: String
  ) -> Key where Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue)
    let text: @Sendable (Target) -> String? = { "\"\($0[keyPath: path].rawValue)\"" }
    return Key(name, .choice(names), about, default: text) { node, decoder, target in
      if let value: Choice = decoder.choice(node) { target[keyPath: path] = value }
    }
  }

  static func curve(
    _ name: String, _ path: Path<Target, [NumberStop]>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return Key(name, .curve(rule), about) { node, decoder, target in
      if let value = decoder.curve(node, rule) { target[keyPath: path] = value }
    }
  }

  static func color(_ name: String, _ path: Path<Target, LinearColor>, _ about: String) -> Key {
    Key(name, .color, about) { node, decoder, target in
      if let value = decoder.color(node) { target[keyPath: path] = value }
    }
  }

  /// A key that holds an object of a declared kind, read on top of what the target has.
  static func object<Value>(
    _ name: String, _ path: Path<Target, Value>, _ declaration: @escaping @Sendable () -> Declaration<Value>,
    kind: String, _ about: String
  ) -> Key {
    Key(name, .object(kind), about) { node, decoder, target in
      decoder.readObject(node, declaration(), into: &target[keyPath: path])
    }
  }
}
