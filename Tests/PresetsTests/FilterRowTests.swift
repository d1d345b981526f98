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
    let both = ["startPoint": ("endPoint", "[9, 9]"), "endPoint": ("startPoint", "[9, 9]"), "x": ("y", "\"= 3\"")]
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
        // The ring of a drop has a time that runs by default.
        #expect(found.contains { $0.hasPrefix(row.name) }, "\(name).\(row.name) is animated, but not reported")
        for path in found {
          let key = String(path.prefix { $0 != "." && $0 != "[" })
          #expect(schema.key(named: key) != nil, "\(name).\(row.name) is reported as \(path)")
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
