import JSON
import Model
import Presets
import Testing

/// The rows of layers' sources: each key is read into its own property, its printed default is the one that is used, and what is animated is
/// reported under a key that the source has.
@Suite struct SourceRowTests {
  typealias Source = LayerSource & Parametrized

  /// The sources whose keys are rows, by their keys of a layer.
  private static let kinds: [(name: String, kind: any Source.Type)] = [
    ("noise", Noise.self), ("aurora", Aurora.self), ("flame", Flame.self), ("rays", LightRays.self),
    ("pattern", Pattern.self),
    ("stars", Stars.self), ("ripples", Ripples.self), ("blob", Blob.self), ("metaballs", Metaballs.self),
    ("image", Picture.self), ("video", Video.self), ("shafts", Shafts.self), ("water", Water.self),
  ]
  private static let names = kinds.map(\.name)

  private static func kind(_ name: String) throws -> any Source.Type {
    try #require(kinds.first { $0.name == name }).kind
  }

  /// The source that a preset gives.
  private static func source(_ name: String, _ keys: [String]) throws -> any LayerSource {
    // Shafts need a lamp.
    let light = name == "shafts" ? "\"lights\": [{ \"type\": \"point\", \"position\": [0, 0] }], " : ""
    let text = "{ \(light)\"layers\": [{ \"name\": \"a\", \"\(name)\": { \(keys.joined(separator: ", ")) } }] }"
    let folder = try TemporaryFolder()
    _ = try folder.write("a.mp4", "")
    let path = try folder.write("x.json", text)
    var settings = PresetSettings()
    settings.assetLoader = AssetLoader(
      clip: { (path) throws(AssetLoader.Failure) in
        Clip(path: "a.mp4", width: 8, height: 8, pixelAspect: 1, hasAlpha: false, frameCount: 99, duration: 99)
      })
    return try #require(try Preset.load(file: path, settings).scene.layers[0].source.content)
  }

  /// Keys without which a row's key is refused: that on which it depends, the balls of metaballs, and files.
  private static func condition<Kind: Source>(of row: Parameter<Kind>) -> [String] {
    let balls = Kind.self == Metaballs.self ? ["\"balls\": [{ \"center\": [9, 9], \"radius\": 5 }]"] : []
    let file = Kind.self == Picture.self || Kind.self == Video.self ? ["\"file\": \"a.mp4\""] : []
    return balls + file + (row.condition.map { ["\"\($0.key)\": \"\($0.names[0])\""] } ?? [])
  }

  @Test("Each key is read into its own property, and changes no other", arguments: names)
  func keysAreRead(name: String) throws {
    func check<Kind: Source>(_ kind: Kind.Type) throws {
      for row in Kind.parameters {
        let others = Self.condition(of: row)
        let plain = try #require(try Self.source(name, others) as? Kind)
        let text = "\"\(row.name)\": \(row.value.sampleText)"
        var given = try #require(try Self.source(name, others + [text]) as? Kind)
        try row.value.checkSample(in: given, "\(name).\(row.name)")
        row.value.copy(from: plain, to: &given)
        #expect(given == plain, "\(name).\(row.name) changes another property, too")
      }
    }
    try check(Self.kind(name))
  }

  @Test("The printed default of each key is the one that is used", arguments: names)
  func defaultsAreTrue(name: String) throws {
    func check<Kind: Source>(_ kind: Kind.Type) throws {
      let schema = try #require(Self.schema(name))
      var compared = 0
      for row in Kind.parameters {
        guard let text = schema.key(named: row.name)?.defaultText() else { continue }
        var reader = JSONReader(Array(text.utf8), source: 0)
        guard reader.read() != nil, reader.problems.isEmpty else { continue }
        let others = Self.condition(of: row)
        let plain = try #require(try Self.source(name, others) as? Kind)
        let given = try #require(try Self.source(name, others + ["\"\(row.name)\": \(text)"]) as? Kind)
        #expect(row.value.isAlike(given, plain), "\(name).\(row.name): \(text)")
        compared += 1
      }
      // Of pictures only two defaults are no words.
      #expect(compared > (name == "image" ? 1 : 3))
    }
    try check(Self.kind(name))
  }

  @Test("What is animated has the name of a key of the source", arguments: names)
  func animatedNamesAreKeys(name: String) throws {
    func check<Kind: Source>(_ kind: Kind.Type) throws {
      let schema = try #require(Self.schema(name))
      for row in Kind.parameters {
        guard let text = row.value.animatedText else { continue }
        let values = try Self.source(name, Self.condition(of: row) + ["\"\(row.name)\": \(text)"]).animatedValues
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

  /// The keys of a source as the reference prints them.
  private static func schema(_ name: String) -> ObjectSchema? {
    Declarations.all.first { $0.name == name }
  }
}
