import JSON
import Model

// Each function declares a key by its name, the property that receives its value, the unit and range (both ends included) of its
// numbers, and a sentence. The range defaults to `Limits.numbers`. The property of an "optional" key stays nil if the key is not
// given. In a point [x, y] a percentage of x refers to the canvas's width, one of y to its height.

// MARK: Numbers that cannot be animated

extension Key {
  static func number(
    _ name: String, _ path: Property<Target, Double>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .value(name, path, .number(schema), about, default: plain) { $0.number($1, schema) }
  }

  static func number(
    _ name: String, _ path: Property<Target, Double>, _ schema: NumberSchema, _ about: String
  ) -> Key {
    .value(name, path, .number(schema), about, default: plain) { $0.number($1, schema) }
  }

  static func number(_ name: String, _ path: Property<Target, Double>, _ unit: NumberSchema.Unit, _ about: String)
    -> Key
  {
    .number(name, path, unit, Limits.numbers, about)
  }

  static func optionalNumber(
    _ name: String, _ path: Property<Target, Double?>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    .optionalNumber(name, path, NumberSchema(unit, range), about)
  }

  static func optionalNumber(
    _ name: String, _ path: Property<Target, Double?>, _ schema: NumberSchema, _ about: String
  ) -> Key {
    .optional(name, path, .number(schema), about) { $0.number($1, schema) }
  }

  static func whole(
    _ name: String, _ path: Property<Target, Int>, _ range: ClosedRange<Int>, _ about: String
  ) -> Key {
    let schema = NumberSchema(whole: range)
    return .value(name, path, .number(schema), about, default: { "\($0)" }) { $0.wholeNumber($1, schema) }
  }

  static func optionalWhole(
    _ name: String, _ path: Property<Target, Int?>, _ range: ClosedRange<Int>, _ about: String
  ) -> Key {
    let schema = NumberSchema(whole: range)
    return .optional(name, path, .number(schema), about) { $0.wholeNumber($1, schema) }
  }

  /// A number of cycles, or "forever", which is stored as infinity. The declared default is 1, so the property's default must be
  /// 1, too.
  static func cycleCount(
    _ name: String, _ about: String, set: @escaping @Sendable (inout Target, Double) -> Void
  ) -> Key {
    let schema = NumberSchema(.none, 0...1e6)
    return Key(name, .anyOf([.number(schema), .choice(["forever"])]), about) { node, decoder, target in
      if node.string == "forever" {
        set(&target, .infinity)
      } else if let count = decoder.number(node, schema) {
        set(&target, count)
      }
    }.defaults(to: "1")
  }

  static func constantPoint(
    _ name: String, _ path: Property<Target, PlanePoint>, _ schema: NumberSchema, _ about: String
  ) -> Key {
    .value(name, path, .constantPoint(schema), about, default: { "[\(plain($0.x)), \(plain($0.y))]" }) {
      $0.constantPoint($1, schema)
    }
  }

  static func optionalConstantPoint(_ name: String, _ path: Property<Target, PlanePoint?>, _ about: String) -> Key {
    let schema = NumberSchema(.points)
    return .optional(name, path, .constantPoint(schema), about) { $0.constantPoint($1, schema) }
  }
}

// MARK: Numbers that may be animated

extension Key {
  static func animatedNumber(
    _ name: String, _ path: Property<Target, AnimatedNumber>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    .animatedNumber(name, path, NumberSchema(unit, range), about)
  }

  static func animatedNumber(
    _ name: String, _ path: Property<Target, AnimatedNumber>, _ unit: NumberSchema.Unit, _ about: String
  ) -> Key {
    .animatedNumber(name, path, NumberSchema(unit), about)
  }

  static func animatedNumber(
    _ name: String, _ path: Property<Target, AnimatedNumber>, _ schema: NumberSchema, _ about: String
  ) -> Key {
    .value(name, path, .animatedNumber(schema), about, default: { $0.constant.map(plain) }) {
      $0.animatedNumber($1, schema)
    }
  }

  static func optionalAnimatedNumber(
    _ name: String, _ path: Property<Target, AnimatedNumber?>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .optional(name, path, .animatedNumber(schema), about) { $0.animatedNumber($1, schema) }
  }

  /// A point `[x, y]`.
  static func animatedPoint(
    _ name: String, _ path: Property<Target, AnimatedPoint>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .value(name, path, .animatedPoint(schema), about, default: { $0.constantText }) {
      $0.animatedPoint($1, schema)
    }
  }

  static func animatedPoint(
    _ name: String, _ path: Property<Target, AnimatedPoint>, _ unit: NumberSchema.Unit, _ about: String
  ) -> Key {
    .animatedPoint(name, path, unit, Limits.numbers, about)
  }

  static func animatedPoint(_ name: String, _ path: Property<Target, AnimatedPoint>, _ about: String) -> Key {
    .animatedPoint(name, path, .points, Limits.numbers, about)
  }

  static func optionalAnimatedPoint(_ name: String, _ path: Property<Target, AnimatedPoint?>, _ about: String) -> Key {
    .optionalAnimatedPoint(name, path, .points, Limits.numbers, about)
  }

  static func optionalAnimatedPoint(
    _ name: String, _ path: Property<Target, AnimatedPoint?>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .optional(name, path, .animatedPoint(schema), about) { $0.animatedPoint($1, schema) }
  }

  /// One number for both axes, or `[along x, along y]`.
  static func animatedPair(
    _ name: String, _ path: Property<Target, AnimatedPoint>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .value(
      name, path, .animatedPair(schema), about,
      default: { $0.x.constant == $0.y.constant ? $0.x.constant.map(plain) : $0.constantText }
    ) {
      $0.animatedPair($1, schema)
    }
  }

  static func optionalAnimatedPair(
    _ name: String, _ path: Property<Target, AnimatedPoint?>, _ unit: NumberSchema.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let schema = NumberSchema(unit, range)
    return .optional(name, path, .animatedPair(schema), about) { $0.animatedPair($1, schema) }
  }
}

extension ValueKind {
  /// One number for both axes, or a point.
  static func animatedPair(_ schema: NumberSchema) -> ValueKind {
    .anyOf([.animatedNumber(schema), .animatedPoint(schema.withoutNamedPoints)])
  }
}

extension AnimatedPoint {
  /// The point in the preset language; nil if it is animated.
  fileprivate var constantText: String? {
    guard let x = x.constant, let y = y.constant else { return nil }
    return "[\(plain(x)), \(plain(y))]"
  }
}
