import JSON
import Model
import Presets
import Testing

/// The rows of filters, each key of each kind: it is read into its own property, its printed default is the one that is used, and what is
/// animated is reported under a key that the kind has.
@Suite struct FilterRowTests {
  private static let names = Filter.kinds.map { $0.name }

  /// Keys that some kinds need, and keys without rows.
  private static func neededKeys(_ name: String, besides key: String = "") -> String {
    let needed = [
      "colorMatrix": [("matrix", "[1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]")],
      "duotone": [("colors", "[\"#102030\", \"#f0e0d0\"]")], "displace": [("x", "\"= 3\"")],
      "displacementMap": [("map", "{ \"gradient\": { \"stops\": [\"red\", \"blue\"] } }")],
      "heightMap": [("map", "{ \"gradient\": { \"stops\": [\"red\", \"blue\"] } }")],
    ]
    let both = ["startPoint": ("endPoint", "[9, 9]"), "endPoint": ("startPoint", "[9, 9]")]
    let keys = (needed[name] ?? []) + (both[key].map { [$0] } ?? [])
    return keys.filter { $0.0 != key }.map { ", \"\($0.0)\": \($0.1)" }.joined()
  }

  /// The filter that a preset gives.
  private static func filter(_ name: String, _ keys: String) throws -> any FilterDefinition {
    let text =
      "{ \"layers\": [{ \"name\": \"a\", \"gradient\": { \"stops\": [\"red\", \"blue\"] }, \"filters\": [{ \"type\": \"\(name)\"\(keys) }] }] }"
    let filters = try Preset.load(text: Array(text.utf8), named: "x.json").scene.layers[0].filters
    return try #require(filters.first).kind
  }

  /// The keys of a kind as the reference prints them.
  private static func schema(_ name: String) -> ObjectSchema? {
    Declarations.all.first { $0.name == "filter" }?.kinds.first { $0.name == name }
  }

  private static func kind(_ name: String) throws -> any DeclaredFilter.Type {
    try #require(Filter.kinds.first { $0.name == name })
  }

  @Test("Kinds have different names, and a sentence each")
  func namesDiffer() {
    #expect(Set(Self.names).count == Filter.kinds.count)
    for kind in Filter.kinds { #expect(kind.about.hasSuffix("."), "\(kind.name)") }
  }

  @Test("Each key is read into its own property, and changes no other", arguments: names)
  func keysAreRead(name: String) throws {
    func check<Kind: DeclaredFilter>(_ kind: Kind.Type) throws {
      for row in Kind.parameters {
        let others = Self.neededKeys(name, besides: row.name)
        // The row's own key may be one that is needed: then there is nothing without it to compare with.
        let isHalfOfLine = ["startPoint", "endPoint"].contains(row.name)
        let own = row.isRequired ? Self.neededKeys(name) : isHalfOfLine ? ", \"\(row.name)\": [1, 1]" : ""
        let plain = try Self.filter(name, others + own)
        let given = try #require(try Self.filter(name, others + ", \"\(row.name)\": \(row.value.sampleText)") as? Kind)
        var reset = given
        try row.value.checkSample(in: given, "\(name).\(row.name)")
        row.value.copy(from: try #require(plain as? Kind), to: &reset)
        #expect(Filter(reset) == Filter(plain), "\(name).\(row.name) changes another property, too")
      }
    }
    try check(Self.kind(name))
  }

  @Test("The printed default of each key is the one that is used", arguments: names)
  func defaultsAreTrue(name: String) throws {
    let schema = try #require(Self.schema(name))
    var compared = 0
    for key in schema.keys {
      guard let text = key.defaultText() else { continue }
      var reader = JSONReader(Array(text.utf8), source: 0)
      // A default in words cannot be written.
      guard reader.read() != nil, reader.problems.isEmpty else { continue }
      let others = Self.neededKeys(name, besides: key.name)
      let given = try Self.filter(name, others + ", \"\(key.name)\": \(text)")
      #expect(Filter(given).isAlike(Filter(try Self.filter(name, others))), "\(name).\(key.name): \(text)")
      compared += 1
    }
    #expect(compared > 0 || ["curves", "colorMatrix", "edges"].contains(name))
  }

  @Test("What is animated has the name of a key of the kind", arguments: names)
  func animatedNamesAreKeys(name: String) throws {
    func check<Kind: DeclaredFilter>(_ kind: Kind.Type) throws {
      let schema = try #require(Self.schema(name))
      for row in Kind.parameters {
        guard let text = row.value.animatedText else { continue }
        let filter = try Self.filter(name, Self.neededKeys(name, besides: row.name) + ", \"\(row.name)\": \(text)")
        let values = filter.animatedValues
        let found = values.numbers.map(\.key) + values.colors.map(\.key)
        #expect(!found.isEmpty, "\(name).\(row.name) is animated, but not reported")
        for path in found {
          let key = String(path.prefix { $0 != "." && $0 != "[" })
          #expect(key == row.name && schema.key(named: key) != nil, "\(name).\(row.name) is reported as \(path)")
        }
      }
    }
    try check(Self.kind(name))
  }
}

extension Filter {
  /// Whether two filters have equal constant values; ranges and the kind of source do not count.
  fileprivate func isAlike(_ other: Filter) -> Bool {
    func check<Kind: DeclaredFilter>(_ first: Kind) -> Bool {
      guard let second = other.kind as? Kind else { return false }
      return Kind.parameters.allSatisfy { $0.value.isAlike(first, second) }
    }
    return (kind as? any DeclaredFilter).map { check($0) } ?? (self == other)
  }
}

extension Parameter.Facts {
  /// A number within the range that is no usual default.
  fileprivate var sample: Double {
    let sample = range.lowerBound + min(range.upperBound - range.lowerBound, 3) * 0.37
    return (sample * 64).rounded() / 64
  }
}

extension Parameter.Value {
  /// A value in the preset language that no row has as its default.
  fileprivate var sampleText: String {
    switch self {
    case .animatedNumber(_, let facts), .optionalAnimatedNumber(_, let facts), .number(_, let facts): "\(facts.sample)"
    case .animatedPoint(_, let facts), .optionalAnimatedPoint(_, let facts), .animatedPair(_, let facts):
      "[\(facts.sample), \(facts.sample + 0.5)]"
    case .animatedColor, .optionalAnimatedColor: "\"#123456\""
    case .animatedPoints: "[[0, 0.25], [1, 0.5]]"
    case .animatedNumbers(_, _, let count, _): "[\((0..<count).map { "\($0 + 3)" }.joined(separator: ", "))]"
    case .wholeNumber(_, let range): "\(range.lowerBound + 1)"
    case .flag: "true"
    case .choice(let choice): "\"\(choice.names.last?.name ?? "")\""
    case .stops: "[\"#123456\", \"#654321\"]"
    }
  }

  /// A value that changes with time; nil where nothing can.
  fileprivate var animatedText: String? {
    func number(_ facts: Parameter.Facts) -> String { "\"= \(facts.sample) + t / 64\"" }
    return switch self {
    case .animatedNumber(_, let facts), .optionalAnimatedNumber(_, let facts): number(facts)
    case .animatedPoint(_, let facts), .optionalAnimatedPoint(_, let facts), .animatedPair(_, let facts):
      "[\(number(facts)), \(facts.sample)]"
    case .animatedColor, .optionalAnimatedColor: "{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }"
    case .animatedPoints: "[[0, \"= t / 64\"], [1, 1]]"
    case .animatedNumbers(_, _, let count, _): "[\"= t\"\(String(repeating: ", 0", count: count - 1))]"
    case .stops: "[{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }, \"white\"]"
    case .number, .wholeNumber, .flag, .choice: nil
    }
  }

  /// Expects the sample in the row's property.
  fileprivate func checkSample(in target: Target, _ name: String) throws {
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
    case .optionalAnimatedPoint(let path, let facts):
      let point = try #require(target[keyPath: path])
      #expect(point.x.constant == facts.sample && point.y.constant == facts.sample + 0.5, "\(name)")
    case .animatedColor(let path): #expect(target[keyPath: path].isSample, "\(name)")
    case .optionalAnimatedColor(let path): #expect(target[keyPath: path]?.isSample == true, "\(name)")
    case .animatedPoints(let path, _, _):
      #expect(target[keyPath: path].map { $0.y.constant } == [0.25, 0.5], "\(name)")
    case .animatedNumbers(let path, _, let count, _):
      #expect(target[keyPath: path].map(\.constant) == (0..<count).map { Double($0 + 3) }, "\(name)")
    case .number(let path, let facts): #expect(target[keyPath: path] == facts.sample, "\(name)")
    case .wholeNumber(let path, let range): #expect(target[keyPath: path] == range.lowerBound + 1, "\(name)")
    case .flag(let path): #expect(target[keyPath: path], "\(name)")
    case .choice(let choice): #expect(choice.read(target) == choice.names.last?.name, "\(name)")
    case .stops(let path): #expect(target[keyPath: path].stops.first?.color.isSample == true, "\(name)")
    }
  }

  /// Copies the row's property.
  fileprivate func copy(from source: Target, to target: inout Target) {
    switch self {
    case .animatedNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .optionalAnimatedNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .animatedPoint(let path, _), .animatedPair(let path, _): target[keyPath: path] = source[keyPath: path]
    case .optionalAnimatedPoint(let path, _): target[keyPath: path] = source[keyPath: path]
    case .animatedColor(let path): target[keyPath: path] = source[keyPath: path]
    case .optionalAnimatedColor(let path): target[keyPath: path] = source[keyPath: path]
    case .animatedPoints(let path, _, _): target[keyPath: path] = source[keyPath: path]
    case .animatedNumbers(let path, _, _, _): target[keyPath: path] = source[keyPath: path]
    case .number(let path, _): target[keyPath: path] = source[keyPath: path]
    case .wholeNumber(let path, _): target[keyPath: path] = source[keyPath: path]
    case .flag(let path): target[keyPath: path] = source[keyPath: path]
    case .choice(let choice): choice.write(&target, choice.read(source))
    case .stops(let path): target[keyPath: path] = source[keyPath: path]
    }
  }

  /// Whether the row's property has equal constant values in two targets.
  fileprivate func isAlike(_ first: Target, _ second: Target) -> Bool {
    func value(_ target: Target) -> String {
      switch self {
      case .animatedNumber(let path, _): "\(target[keyPath: path].constant as Any)"
      case .optionalAnimatedNumber(let path, _): "\(target[keyPath: path]?.constant as Any)"
      case .animatedPoint(let path, _), .animatedPair(let path, _):
        "\(target[keyPath: path].x.constant as Any), \(target[keyPath: path].y.constant as Any)"
      case .optionalAnimatedPoint(let path, _):
        "\(target[keyPath: path]?.x.constant as Any), \(target[keyPath: path]?.y.constant as Any)"
      case .animatedColor(let path): target[keyPath: path].text
      case .optionalAnimatedColor(let path): target[keyPath: path]?.text ?? "nil"
      case .animatedPoints(let path, _, _): "\(target[keyPath: path])"
      case .animatedNumbers(let path, _, _, _): "\(target[keyPath: path].map(\.constant))"
      case .number(let path, _): "\(target[keyPath: path])"
      case .wholeNumber(let path, _): "\(target[keyPath: path])"
      case .flag(let path): "\(target[keyPath: path])"
      case .choice(let choice): choice.read(target)
      case .stops(let path): "\(target[keyPath: path])"
      }
    }
    return value(first) == value(second)
  }
}

extension AnimatedColor {
  /// The colour's components; they differ by rounding where a CSS colour stands for a number.
  fileprivate var text: String {
    let color = value(at: AnimationClock(0))
    return [color.red, color.green, color.blue, color.alpha].map { "\(($0 * 100).rounded())" }.joined(separator: " ")
  }

  /// Whether the colour is #123456: dark, more blue than red.
  fileprivate var isSample: Bool {
    let color = value(at: AnimationClock(0))
    return isConstant && color.red < color.green && color.green < color.blue && color.blue < 0.2
  }
}
