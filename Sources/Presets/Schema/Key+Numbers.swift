import Model

// MARK: Numbers that are read once

extension Key {
  static func number(
    _ name: String, _ path: Property<Target, Double>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return .value(name, path, .number(rule), about, default: plain) { $0.number($1, rule) }
  }

  static func number(_ name: String, _ path: Property<Target, Double>, _ unit: NumberRule.Unit, _ about: String) -> Key
  {
    .number(name, path, unit, Limits.numbers, about)
  }

  static func optionalNumber(
    _ name: String, _ path: Property<Target, Double?>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    .optionalNumber(name, path, NumberRule(unit, range), about)
  }

  static func optionalNumber(
    _ name: String, _ path: Property<Target, Double?>, _ rule: NumberRule, _ about: String
  ) -> Key {
    .optional(name, path, .number(rule), about) { $0.number($1, rule) }
  }

  static func whole(
    _ name: String, _ path: Property<Target, Int>, _ range: ClosedRange<Int>, _ about: String
  ) -> Key {
    let rule = NumberRule(whole: range)
    return .value(name, path, .number(rule), about, default: { "\($0)" }) { $0.wholeNumber($1, rule) }
  }

  static func optionalWhole(
    _ name: String, _ path: Property<Target, Int?>, _ range: ClosedRange<Int>, _ about: String
  ) -> Key {
    let rule = NumberRule(whole: range)
    return .optional(name, path, .number(rule), about) { $0.wholeNumber($1, rule) }
  }

  /// A number of cycles, or "forever".
  static func cycleCount(
    _ name: String, _ about: String, set: @escaping @Sendable (inout Target, Double) -> Void
  ) -> Key {
    let rule = NumberRule(.none, 0...1e6)
    return Key(name, .anyOf([.number(rule), .choice(["forever"])]), about) { node, decoder, target in
      if node.string == "forever" {
        set(&target, .infinity)
      } else if let count = decoder.number(node, rule) {
        set(&target, count)
      }
    }.defaults(to: "1")
  }

  static func optionalConstantPoint(_ name: String, _ path: Property<Target, PlanePoint?>, _ about: String) -> Key {
    let rule = NumberRule(.points)
    return .optional(name, path, .constantPoint(rule), about) { $0.constantPoint($1, rule) }
  }
}

// MARK: Numbers that may be animated

extension Key {
  static func moving(
    _ name: String, _ path: Property<Target, AnimatedNumber>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    .moving(name, path, NumberRule(unit, range), about)
  }

  static func moving(
    _ name: String, _ path: Property<Target, AnimatedNumber>, _ unit: NumberRule.Unit, _ about: String
  ) -> Key {
    .moving(name, path, NumberRule(unit), about)
  }

  static func moving(
    _ name: String, _ path: Property<Target, AnimatedNumber>, _ rule: NumberRule, _ about: String
  ) -> Key {
    .value(name, path, .moving(rule), about, default: { $0.constant.map(plain) }) { $0.movingNumber($1, rule) }
  }

  static func optionalMoving(
    _ name: String, _ path: Property<Target, AnimatedNumber?>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return .optional(name, path, .moving(rule), about) { $0.movingNumber($1, rule) }
  }

  /// A point `[x, y]`; percentages are of the width and of the height.
  static func point(
    _ name: String, _ path: Property<Target, AnimatedPoint>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    let text: @Sendable (AnimatedPoint) -> String? = { point in
      guard let x = point.x.constant, let y = point.y.constant else { return nil }
      return "[\(plain(x)), \(plain(y))]"
    }
    return .value(name, path, .point(rule), about, default: text) { $0.movingPoint($1, rule) }
  }

  static func point(
    _ name: String, _ path: Property<Target, AnimatedPoint>, _ unit: NumberRule.Unit, _ about: String
  ) -> Key {
    .point(name, path, unit, Limits.numbers, about)
  }

  static func point(_ name: String, _ path: Property<Target, AnimatedPoint>, _ about: String) -> Key {
    .point(name, path, .points, Limits.numbers, about)
  }

  static func optionalPoint(_ name: String, _ path: Property<Target, AnimatedPoint?>, _ about: String) -> Key {
    .optionalPoint(name, path, .points, Limits.numbers, about)
  }

  static func optionalPoint(
    _ name: String, _ path: Property<Target, AnimatedPoint?>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return .optional(name, path, .point(rule), about) { $0.movingPoint($1, rule) }
  }

  /// One length for both axes, or `[along x, along y]`.
  static func pair(
    _ name: String, _ path: Property<Target, AnimatedPoint>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return .value(name, path, .pair(rule), about, default: { $0.x.constant.map(plain) }) { $0.movingPair($1, rule) }
  }

  static func optionalPair(
    _ name: String, _ path: Property<Target, AnimatedPoint?>, _ unit: NumberRule.Unit, _ range: ClosedRange<Double>,
    _ about: String
  ) -> Key {
    let rule = NumberRule(unit, range)
    return .optional(name, path, .pair(rule), about) { $0.movingPair($1, rule) }
  }
}

extension ValueSchema {
  static func pair(_ rule: NumberRule) -> ValueSchema { .anyOf([.moving(rule), .point(rule)]) }
}
