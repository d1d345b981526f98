import Model
import Testing

// Values of every kind of row: one that no row has as its default, one that changes with time, and whether two are alike.

extension Parameter.Facts {
  /// A number within the range that is no usual default.
  var sample: Double {
    let sample = range.lowerBound + min(range.upperBound - range.lowerBound, 3) * 0.37
    return (sample * 64).rounded() / 64
  }
}

extension Parameter.Value {
  /// A value in the preset language that no row has as its default.
  var sampleText: String {
    switch self {
    case .animatedNumber(_, let facts), .optionalAnimatedNumber(_, let facts), .number(_, let facts),
      .optionalNumber(_, let facts):
      "\(facts.sample)"
    case .animatedPoint(_, let facts), .optionalAnimatedPoint(_, let facts), .animatedPair(_, let facts),
      .optionalAnimatedPair(_, let facts), .point(_, let facts):
      "[\(facts.sample), \(facts.sample + 0.5)]"
    case .animatedColor, .optionalAnimatedColor, .paint, .color, .optionalColor: "\"#123456\""
    case .animatedPoints: "[[0, 0.25], [1, 0.5]]"
    case .animatedNumbers(_, _, let count, _): "[\((0..<count).map { "\($0 + 3)" }.joined(separator: ", "))]"
    case .wholeNumber(_, let range): "\(range.lowerBound + 1)"
    case .flag: "true"
    case .choice(let choice): "\"\(choice.names.last?.name ?? "")\""
    case .stops, .colors: "[\"#123456\", \"#654321\"]"
    case .interpolation: "\"oklch\""
    }
  }

  /// A value that changes with time; nil where nothing can.
  var animatedText: String? {
    func number(_ facts: Parameter.Facts) -> String { "\"= \(facts.sample) + t / 64\"" }
    return switch self {
    case .animatedNumber(_, let facts), .optionalAnimatedNumber(_, let facts): number(facts)
    case .animatedPoint(_, let facts), .optionalAnimatedPoint(_, let facts), .animatedPair(_, let facts),
      .optionalAnimatedPair(_, let facts):
      "[\(number(facts)), \(facts.sample)]"
    case .animatedColor, .optionalAnimatedColor, .paint: "{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }"
    case .animatedPoints: "[[0, \"= t / 64\"], [1, 1]]"
    case .animatedNumbers(_, _, let count, _): "[\"= t\"\(String(repeating: ", 0", count: count - 1))]"
    case .stops: "[{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }, \"white\"]"
    case .number, .optionalNumber, .wholeNumber, .point, .flag, .choice, .color, .optionalColor, .colors,
      .interpolation:
      nil
    }
  }

  /// Expects the sample in the row's property.
  func checkSample(in target: Target, _ name: String) throws {
    switch self {
    case .animatedNumber(let path, let facts):
      // An amount may be clamped to 1.
      let value = try #require(target[keyPath: path].constant)
      #expect(value == facts.sample || value == min(facts.sample, 1), "\(name)")
    case .optionalAnimatedNumber(let path, let facts):
      #expect(target[keyPath: path]?.constant == facts.sample, "\(name)")
    case .animatedPoint(let path, let facts), .animatedPair(let path, let facts):
      let point = target[keyPath: path]
      #expect(point.x.constant == facts.sample && point.y.constant == facts.sample + 0.5, "\(name)")
    case .optionalAnimatedPoint(let path, let facts), .optionalAnimatedPair(let path, let facts):
      let point = try #require(target[keyPath: path])
      #expect(point.x.constant == facts.sample && point.y.constant == facts.sample + 0.5, "\(name)")
    case .animatedColor(let path): #expect(target[keyPath: path].isSample, "\(name)")
    case .optionalAnimatedColor(let path): #expect(target[keyPath: path]?.isSample == true, "\(name)")
    case .animatedPoints(let path, _, _):
      #expect(target[keyPath: path].map { $0.y.constant } == [0.25, 0.5], "\(name)")
    case .animatedNumbers(let path, _, let count, _):
      #expect(target[keyPath: path].map(\.constant) == (0..<count).map { Double($0 + 3) }, "\(name)")
    case .number(let path, let facts): #expect(target[keyPath: path] == facts.sample, "\(name)")
    case .optionalNumber(let path, let facts): #expect(target[keyPath: path] == facts.sample, "\(name)")
    case .point(let path, let facts):
      let point = target[keyPath: path]
      #expect(point.x == facts.sample && point.y == facts.sample + 0.5, "\(name)")
    case .color(let path): #expect(AnimatedColor.constant(target[keyPath: path]).isSample, "\(name)")
    case .optionalColor(let path):
      #expect(target[keyPath: path].map { AnimatedColor.constant($0).isSample } == true, "\(name)")
    case .colors(let path, _):
      #expect(target[keyPath: path].first.map { AnimatedColor.constant($0).isSample } == true, "\(name)")
    case .paint(let path):
      guard case .color(let color) = target[keyPath: path] else {
        Issue.record("\(name) is no colour")
        return
      }
      #expect(color.isSample, "\(name)")
    case .interpolation(let path): #expect(target[keyPath: path].interpolation.space == .oklch, "\(name)")
    case .wholeNumber(let path, let range): #expect(target[keyPath: path] == range.lowerBound + 1, "\(name)")
    case .flag(let path): #expect(target[keyPath: path], "\(name)")
    case .choice(let choice): #expect(choice.read(target) == choice.names.last?.name, "\(name)")
    case .stops(let path): #expect(target[keyPath: path].stops.first?.color.isSample == true, "\(name)")
    }
  }

  /// Copies the row's property.
  func copy(from source: Target, to target: inout Target) {
    switch self {
    case .animatedNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .optionalAnimatedNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .animatedPoint(let path, _), .animatedPair(let path, _): target[keyPath: path] = source[keyPath: path]
    case .optionalAnimatedPoint(let path, _), .optionalAnimatedPair(let path, _):
      target[keyPath: path] = source[keyPath: path]
    case .animatedColor(let path): target[keyPath: path] = source[keyPath: path]
    case .optionalAnimatedColor(let path): target[keyPath: path] = source[keyPath: path]
    case .animatedPoints(let path, _, _): target[keyPath: path] = source[keyPath: path]
    case .animatedNumbers(let path, _, _, _): target[keyPath: path] = source[keyPath: path]
    case .number(let path, _): target[keyPath: path] = source[keyPath: path]
    case .wholeNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .flag(let path): target[keyPath: path] = source[keyPath: path]
    case .choice(let choice): choice.write(&target, choice.read(source))
    case .stops(let path): target[keyPath: path].stops = source[keyPath: path].stops
    case .interpolation(let path): target[keyPath: path].interpolation = source[keyPath: path].interpolation
    case .optionalNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .point(let path, _): target[keyPath: path] = source[keyPath: path]
    case .color(let path): target[keyPath: path] = source[keyPath: path]
    case .optionalColor(let path): target[keyPath: path] = source[keyPath: path]
    case .colors(let path, _): target[keyPath: path] = source[keyPath: path]
    case .paint(let path): target[keyPath: path] = source[keyPath: path]
    }
  }

  /// Whether the row's property has equal constant values in two targets.
  func isAlike(_ first: Target, _ second: Target) -> Bool {
    /// A number without the rounding of percentages.
    func text(_ number: Double?) -> String { number.map { "\(($0 * 1e6).rounded())" } ?? "nil" }
    func value(_ target: Target) -> String {
      switch self {
      case .animatedNumber(let path, _): text(target[keyPath: path].constant)
      case .optionalAnimatedNumber(let path, _): text(target[keyPath: path]?.constant)
      case .animatedPoint(let path, _), .animatedPair(let path, _):
        text(target[keyPath: path].x.constant) + text(target[keyPath: path].y.constant)
      case .optionalAnimatedPoint(let path, _), .optionalAnimatedPair(let path, _):
        text(target[keyPath: path]?.x.constant) + text(target[keyPath: path]?.y.constant)
      case .animatedColor(let path): target[keyPath: path].text
      case .optionalAnimatedColor(let path): target[keyPath: path]?.text ?? "nil"
      case .animatedPoints(let path, _, _): "\(target[keyPath: path])"
      case .animatedNumbers(let path, _, _, _): "\(target[keyPath: path].map(\.constant))"
      case .number(let path, _): "\(target[keyPath: path])"
      case .wholeNumber(let path, _): "\(target[keyPath: path])"
      case .flag(let path): "\(target[keyPath: path])"
      case .choice(let choice): choice.read(target)
      case .stops(let path): "\(target[keyPath: path].stops)"
      case .interpolation(let path): "\(target[keyPath: path].interpolation)"
      case .optionalNumber(let path, _): "\(target[keyPath: path] as Any)"
      case .point(let path, _): "\(target[keyPath: path])"
      case .color(let path): AnimatedColor.constant(target[keyPath: path]).text
      case .optionalColor(let path): target[keyPath: path].map { AnimatedColor.constant($0).text } ?? "nil"
      case .colors(let path, _): "\(target[keyPath: path])"
      case .paint(let path): "\(target[keyPath: path])"
      }
    }
    return value(first) == value(second)
  }
}

extension AnimatedColor {
  /// The colour's components; they differ by rounding where a CSS colour stands for a number.
  var text: String {
    let color = value(at: AnimationClock(0))
    return [color.red, color.green, color.blue, color.alpha].map { "\(($0 * 100).rounded())" }.joined(separator: " ")
  }

  /// Whether the colour is #123456: dark, more blue than red.
  var isSample: Bool {
    let color = value(at: AnimationClock(0))
    return isConstant && color.red < color.green && color.green < color.blue && color.blue < 0.2
  }
}
