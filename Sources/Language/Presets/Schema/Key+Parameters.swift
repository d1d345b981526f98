import JSON
import Model

// Keys of objects whose rows are in Model (`Parametrized`).

extension Declaration where Target: Parametrized {
  /// A declaration of the rows of a type, and of keys that have no rows and stand before or after them.
  init(
    _ name: String, _ about: String, first: [Key<Target>] = [], rows prototype: @escaping @Sendable () -> Target,
    and keys: [Key<Target>] = []
  ) {
    self.init(
      name, about,
      defaults: { scope in
        var target = prototype()
        target.setCanvasDefaults(in: scope)
        return target
      }, first + Target.parameters.map { Key($0) } + keys)
  }
}

extension Parametrized {
  /// Gives the values whose defaults depend on the canvas these defaults.
  mutating func setCanvasDefaults(in scope: Scope) {
    setCanvasDefaults(width: scope.width, height: scope.height, interpolation: scope.defaultInterpolation)
  }
}

extension Key {
  /// The key of a row.
  init(_ row: Parameter<Target>) {
    var key = Key.reading(row)
    if let text = row.defaultText ?? row.canvasDefaultText { key = key.defaults(to: text) }
    if let condition = row.condition {
      key =
        condition.isStrict
        ? key.restricted(
          to: KeySchema.Condition(key: condition.key, values: condition.names), value: condition.choice)
        : key.effective(where: condition.key, is: condition.names, value: condition.choice)
    }
    if row.isRequired { key = key.required }
    self = key.changed {
      $0.companions = row.companions
      $0.replacement = row.replacement
      $0.counterpart = row.counterpart
    }
  }

  private static func reading(_ row: Parameter<Target>) -> Key {
    let (name, about) = (row.name, row.about)
    switch row.value {
    case .animatedNumber(let path, let facts):
      let schema = row.schema(facts)
      let key = Key.animatedNumber(name, path, schema, about)
      guard let range = row.clampedRange else { return key }
      return Key(name, key.schema.value, about, default: key.defaultText) { node, decoder, target in
        guard let number = decoder.animatedNumber(node, schema) else { return }
        target[keyPath: path] = number.clamped(to: range)
      }
    case .optionalAnimatedNumber(let path, let facts):
      return .optionalAnimatedNumber(name, path, facts.unit, facts.range, about)
    case .animatedPoint(let path, let facts): return .animatedPoint(name, path, facts.unit, facts.range, about)
    case .optionalAnimatedPoint(let path, let facts):
      return .optionalAnimatedPoint(name, path, facts.unit, facts.range, about)
    case .animatedPair(let path, let facts): return .animatedPair(name, path, facts.unit, facts.range, about)
    case .optionalAnimatedPair(let path, let facts):
      return .optionalAnimatedPair(name, path, facts.unit, facts.range, about)
    case .animatedColor(let path): return .animatedColor(name, path, about)
    case .optionalAnimatedColor(let path): return .optional(name, path, .animatedColor, about) { $0.animatedColor($1) }
    case .animatedPoints(let path, let facts, let maximumCount):
      let schema = row.schema(facts)
      return .value(name, path, .list(.animatedPoint(schema)), about) { decoder, node in
        decoder.list(node, of: "points", maximum: maximumCount) { decoder.animatedPoint($0, schema) }
      }
    case .animatedNumbers(let path, let facts, let count, let shape):
      let schema = row.schema(facts)
      return .value(name, path, .list(.animatedNumber(schema)), about) { decoder, node in
        guard let values = decoder.list(node, of: "numbers", { decoder.animatedNumber($0, schema) }) else { return nil }
        if values.count == count { return values }
        decoder.report("should have \(count) numbers, \(shape), not \(values.count)", at: node)
        return nil
      }
    case .paint(let path): return .paint(name, path, about)
    case .number(let path, let facts): return .number(name, path, row.schema(facts), about)
    case .optionalNumber(let path, let facts): return .optionalNumber(name, path, row.schema(facts), about)
    case .point(let path, let facts): return .constantPoint(name, path, row.schema(facts), about)
    case .wholeNumber(let path, let range): return .whole(name, path, range, about)
    case .flag(let path): return .flag(name, path, about)
    case .choice(let choice):
      let names = choice.names.map(\.name)
      return Key(
        name, .choice(names), about, default: { "\"\(choice.read($0))\"" },
        read: { node, decoder, target in
          if let name = decoder.choice(node, among: names) { choice.write(&target, name) }
        }
      ).changed { $0.choiceSentences = choice.names }
    case .color(let path): return .color(name, path, about)
    case .optionalColor(let path): return .optionalColor(name, path, about)
    case .colors(let path, let minimumCount): return .colors(name, path, minimumCount: minimumCount, about)
    case .interpolation(let path):
      return Key(name, .interpolation, about) { node, decoder, target in
        if let interpolation = decoder.interpolation(node) { target[keyPath: path].interpolation = interpolation }
      }
    case .stops(let path):
      return Key(name, .stops, about) { node, decoder, target in
        if let stops = decoder.gradientStops(node) { target[keyPath: path].stops = stops }
      }
    }
  }

  /// The key of a part of a larger target, such as a draft.
  func within<Whole>(_ path: Property<Whole, Target>) -> Key<Whole> {
    let (read, defaultText) = (read, defaultText)
    var key = Key<Whole>(
      name, schema.value, schema.about, default: { defaultText($0[keyPath: path]) },
      read: { node, decoder, whole in read(node, decoder, &whole[keyPath: path]) }
    ).changed { [schema] in $0 = schema }
    if let idleReason { key = key.withIdleReason { idleReason($0[keyPath: path]) } }
    if let condition = schema.condition, let conditionValue {
      key = key.restricted(to: condition) { conditionValue($0[keyPath: path]) }
    }
    return key
  }
}

extension Parameter {
  fileprivate func schema(_ facts: Facts) -> NumberSchema {
    NumberSchema(facts.unit, facts.range).percentages(of: percentageBasis)
  }

  /// A default that depends on the canvas, in the preset language or in words; nil for all others.
  fileprivate var canvasDefaultText: String? {
    func percentage(_ share: Double) -> String { plain((share * 100).rounded()) }
    switch canvasDefault {
    case .length(let share, let length):
      // A percentage would be one of another length.
      if length != percentageBasis { return "\(percentage(share)) % of the canvas's \(length)" }
      return "\"\(percentage(share))%\""
    case .point(0.5, 0.5): return "the canvas's centre"
    case .point(1, 1): return "the canvas's size"
    case .point(let x, let y): return "[\"\(percentage(x))%\", \"\(percentage(y))%\"]"
    case nil: return nil
    }
  }
}

extension AnimatedNumber {
  /// The number with its values clamped to `range` as well as to its own range, as CSS clamps amounts above 100 %.
  fileprivate func clamped(to range: ClosedRange<Double>) -> AnimatedNumber {
    AnimatedNumber(
      source, in: max(self.range.lowerBound, range.lowerBound)...min(self.range.upperBound, range.upperBound))
  }
}

extension Array {
  /// The keys with others after the one that has a name.
  func inserting<Target>(_ keys: [Key<Target>], after name: String) -> [Key<Target>] where Element == Key<Target> {
    flatMap { key in key.name == name ? [key] + keys : [key] }
  }
}
