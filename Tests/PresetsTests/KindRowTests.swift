import JSON
import Model
import Presets
import Testing

/// Objects whose key `type` decides their other keys: what each key does, the defaults that are printed, and the names of animated values.
@Suite struct KindRowTests {
  /// A family of objects in a preset: the text around the object, and what is read.
  private struct Family: Sendable {
    let name: String
    /// The preset's layer, in which OBJECT stands for the object.
    let layer: String
    let read: @Sendable (Layer) throws -> any Sendable
  }

  private static let families: [Family] = [
    Family(name: "bound", layer: cell("\"bounds\": [OBJECT]")) { try cell(of: $0).bounds },
    Family(name: "force", layer: cell("\"forces\": [OBJECT]")) { try cell(of: $0).forces },
    Family(name: "sprite", layer: cell("\"sprite\": OBJECT")) { try cell(of: $0).sprites },
    Family(
      name: "emitterShape", layer: "\"emitter\": { \"shape\": OBJECT, \"cells\": [{ \"burst\": 1, \"lifetime\": 1 }] }"
    ) { try emitter(of: $0).shape },
    Family(name: "gradient", layer: "\"gradient\": OBJECT") { try #require($0.source.content) },
    Family(name: "shape", layer: "\"shape\": OBJECT") { try #require($0.source.content) },
    Family(
      name: "figure",
      layer: "\"shape\": { \"type\": \"morph\", \"fill\": \"red\", \"shapes\": [\"M0 0H8V8Z\", OBJECT] }"
    ) { try #require($0.source.content) },
  ]
  private static let names = families.map(\.name)

  private static func cell(_ keys: String) -> String {
    "\"emitter\": { \"cells\": [{ \"burst\": 1, \"lifetime\": 1, \(keys) }] }"
  }

  private static func emitter(of layer: Layer) throws -> Emitter {
    let emitter: Emitter? = if case .emitter(let emitter) = layer.source { emitter } else { nil }
    return try #require(emitter)
  }

  private static func cell(of layer: Layer) throws -> Cell { try #require(try emitter(of: layer).cells.first) }

  /// Kinds that need files or fonts; other tests read them.
  private static let kindsOfFiles = ["image", "text"]

  private static func kinds(of family: String) throws -> [ObjectSchema] {
    let object = try #require(Declarations.all.first { $0.name == family })
    // A morph cannot stand within another.
    return object.kinds.filter { !kindsOfFiles.contains($0.name) && !(family == "figure" && $0.name == "morph") }
  }

  /// Keys without which an object of a kind is refused, except the key that is tried.
  private static func neededKeys(_ kind: ObjectSchema, of family: String, besides key: String) -> [String] {
    var needed: [(String, String)] = [
      ("radius", "9"), ("size", "[8, 9]"), ("points", "[[0, 0], [9, 0], [0, 9]]"), ("from", "[1, 2]"),
      ("to", "[3, 4]"), ("path", "\"M0 0H8V8Z\""), ("density", "\"= u\""), ("shapes", "[\"M0 0H8V8Z\"]"),
      ("stops", "[\"red\", \"blue\"]"),
    ].filter { kind.key(named: $0.0)?.isRequired == true }
    if family == "shape" { needed.append(("fill", "\"red\"")) }
    // A polygon of an emitter has either corners or a number of sides.
    if family == "emitterShape", kind.name == "polygon", key != "points" { needed.append(("sides", "7")) }
    return needed.filter { $0.0 != key }.map { "\"\($0.0)\": \($0.1)" }
  }

  /// What a preset gives for an object.
  private static func value(_ family: Family, _ kind: String, _ keys: [String]) throws -> any Sendable {
    let object = "{ \((["\"type\": \"\(kind)\""] + keys).joined(separator: ", ")) }"
    let layer = family.layer.replacing("OBJECT", with: object)
    return try family.read(try load("{ \"layers\": [{ \"name\": \"a\", \(layer) }] }").scene.layers[0])
  }

  /// A key without which another has no effect.
  private static func companions(of key: String, in family: String) -> [String] {
    let angles = ["startAngle": "\"endAngle\": 50", "endAngle": "\"startAngle\": 5"]
    let points = ["startPoint": "\"endPoint\": [50, 5]", "endPoint": "\"startPoint\": [5, 50]"]
    return (family == "gradient" ? angles[key] ?? points[key] : nil).map { [$0] } ?? []
  }

  /// A value of a key in the preset language that is no default; nil for texts and objects.
  private static func sample(_ key: KeySchema, of kind: String) -> String? {
    // Only edges can wrap.
    if key.name == "action" { return "\"kill\"" }
    // With a size, an ellipse is the same as no shape.
    if key.name == "shape" { return "\"circle\"" }
    // The room around a text needs the text: TextBoxTests has both.
    if key.companions == ["around"] { return nil }
    return sample(key.value, besides: key.defaultText())
  }

  private static func sample(_ value: ValueKind, besides defaultText: String?) -> String? {
    func number(_ schema: NumberSchema) -> String {
      let extent = schema.range.upperBound - schema.range.lowerBound
      let samples = [0.375, 0.5].map { schema.range.lowerBound + min(extent, 16) * $0 }.map {
        schema.isWhole ? "\(Int($0))" : "\($0)"
      }
      return samples.first { $0 != defaultText } ?? samples[0]
    }
    return switch value {
    case .number(let schema), .animatedNumber(let schema): number(schema)
    case .constantPoint(let schema), .animatedPoint(let schema): "[\(number(schema)), \(number(schema))]"
    case .choice(let names): names.map { "\"\($0)\"" }.last { $0 != defaultText }
    case .flag: defaultText == "true" ? "false" : "true"
    case .anyOf(let alternatives): alternatives.lazy.compactMap { sample($0, besides: defaultText) }.first
    case .animatedColor: "\"#123456\""
    case .interpolation: "\"oklch\""
    case .list(.animatedPoint), .list(.constantPoint): "[[0, 0], [7, 0], [0, 5]]"
    default: nil
    }
  }

  @Test("Each key of each kind changes what is read, and no two change the same", arguments: names)
  func keysAreRead(name: String) throws {
    let family = try #require(Self.families.first { $0.name == name })
    for kind in try Self.kinds(of: name) {
      let plain = "\(try Self.value(family, kind.name, Self.neededKeys(kind, of: name, besides: "")))"
      var results: [String: String] = [:]
      for key in kind.keys {
        guard let sample = Self.sample(key, of: kind.name) else { continue }
        let others = Self.neededKeys(kind, of: name, besides: key.name) + Self.companions(of: key.name, in: name)
        let given = "\(try Self.value(family, kind.name, others + ["\"\(key.name)\": \(sample)"]))"
        let hasChanged = given != plain
        #expect(hasChanged, "\(name).\(kind.name).\(key.name) changes nothing")
        if let other = results.updateValue(key.name, forKey: given) {
          Issue.record("\(name).\(kind.name): \(other) and \(key.name) are read alike")
        }
      }
      #expect(!results.isEmpty || !kind.keys.contains { Self.sample($0, of: kind.name) != nil })
    }
  }

  @Test("The printed default of each key is the one that is used", arguments: names)
  func defaultsAreTrue(name: String) throws {
    let family = try #require(Self.families.first { $0.name == name })
    for kind in try Self.kinds(of: name) {
      for key in kind.keys where !key.isRequired {
        guard let text = key.defaultText() else { continue }
        var reader = JSONReader(Array(text.utf8), source: 0)
        // A default in words cannot be written.
        guard reader.read() != nil, reader.problems.isEmpty else { continue }
        let others = Self.neededKeys(kind, of: name, besides: key.name)
        let given = Self.text(try Self.value(family, kind.name, others + ["\"\(key.name)\": \(text)"]))
        let isSame = given == Self.text(try Self.value(family, kind.name, others))
        #expect(isSame, "\(name).\(kind.name).\(key.name): \(text)")
      }
    }
  }

  /// A value without what a written number has and a default has not: its range.
  private static func text(_ value: any Sendable) -> String {
    // No radii of corners are the same as a radius of 0.
    "\(value)".replacing(/range: ClosedRange\([^)]*\)/, with: "").replacing(/radii: \[[^\]]*\]/, with: "")
  }

  @Test(
    "What is animated in a figure or a gradient has the name of a key of its kind", arguments: ["shape", "gradient"])
  func animatedNamesAreKeys(name: String) throws {
    let family = try #require(Self.families.first { $0.name == name })
    for kind in try Self.kinds(of: name) {
      for key in kind.keys {
        guard case .animatedNumber = key.value else { continue }
        let keys = Self.neededKeys(kind, of: name, besides: key.name) + ["\"\(key.name)\": \"= t / 64 + 0.5\""]
        let both = ["startAngle": "endAngle", "endAngle": "startAngle"]
        let other = name == "gradient" ? both[key.name].map { ["\"\($0)\": 5"] } ?? [] : []
        let source = try #require(try Self.value(family, kind.name, keys + other) as? any LayerSource)
        let found = source.animatedValues.numbers.map(\.key)
        #expect(found.contains(key.name), "\(name).\(kind.name).\(key.name) is reported as \(found)")
        #expect(
          found.allSatisfy { kind.key(named: String($0.prefix { $0 != "." && $0 != "[" })) != nil },
          "\(name).\(kind.name): \(found)")
      }
    }
  }
}
