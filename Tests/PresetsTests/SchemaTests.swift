import JSON
import Model
import Presets
import Testing

@Suite struct SchemaTests {
  @Test("The schema is JSON and knows every key") func theSchemaIsJSONAndKnowsEveryKey() throws {
    var reader = JSONReader(Array(JSONSchema.json().utf8), source: 0)
    let node = reader.read()
    let root = try #require(node)
    #expect(reader.problems.isEmpty)
    let definitions = try #require(root["$defs"])
    for object in Declarations.all {
      let properties = try #require(definitions[object.name]?["properties"])
      #expect(properties.members?.map(\.key) == object.keys.map(\.name))
    }
    // Every reference has a definition.
    func check(_ node: JSONNode) {
      for member in node.members ?? [] {
        if member.key == "$ref", let name = member.node.string {
          #expect(definitions[String(name.dropFirst("#/$defs/".count))] != nil, "\(name)")
        }
        check(member.node)
      }
      for element in node.elements ?? [] { check(element) }
    }
    check(root)
  }

  @Test("The reference has a line for every key") func theReferenceHasALineForEveryKey() {
    let text = Reference.markdown()
    #expect(
      text.contains(
        "| `birthRate` | animatable number, 0 to 10000000 (particles a second) | 0 | Births a second. |")
    )
    for object in Declarations.all {
      // A key that several kinds have stands in the table of each.
      for key in object.kinds.isEmpty ? object.keys : object.kinds.flatMap(\.keys) {
        #expect(text.contains("`\(key.name)`") && text.contains(key.sentence.split(separator: "|")[0]))
      }
    }
  }

  @Test("No object requires a key that a base preset may supply") func requiredKeysMayComeFromABase() throws {
    var reader = JSONReader(Array(JSONSchema.json().utf8), source: 0)
    let definitions = try #require(reader.read()?["$defs"])
    func required(_ name: String) -> [String]? { definitions[name]?["required"]?.elements?.compactMap(\.string) }
    #expect(required("gradient") == nil && required("knob") == nil && required("mesh") == nil)
    #expect(required("ball") == ["center", "radius"] && required("force") == ["type"])
    let choices = definitions["preset"]?["anyOf"]?.elements?.map { $0["required"]?.elements?.compactMap(\.string) }
    #expect(choices == [["layers"], ["extends"]])
  }

  /// Returns the definitions of the schema.
  private func definitions() throws -> JSONNode {
    var reader = JSONReader(Array(JSONSchema.json().utf8), source: 0)
    return try #require(reader.read()?["$defs"])
  }

  /// Returns a node and all nodes within it.
  private func descendants(of node: JSONNode) -> [JSONNode] {
    [node] + ((node.members ?? []).map(\.node) + (node.elements ?? [])).flatMap(descendants)
  }

  @Test("A key has its default where that can be written in JSON") func defaultsAreGiven() throws {
    let definitions = try definitions()
    func defaultValue(_ object: String, _ key: String) -> JSONNode.Value? {
      definitions[object]?["properties"]?[key]?["default"]?.value
    }
    guard case .number(1, _)? = defaultValue("cell", "intensity"),
      case .string("normal")? = defaultValue("layer", "blend"),
      case .number(0.4, _)? = defaultValue("sprite", "ratio"), case .array? = defaultValue("emitter", "position")
    else {
      Issue.record("a default is missing")
      return
    }
    // A default in words is only in the description.
    #expect(defaultValue("camera", "center") == nil && defaultValue("cell", "sprite") == nil)
    var count = 0
    for object in Declarations.all {
      for key in object.keys where definitions[object.name]?["properties"]?[key.name]?["default"] != nil { count += 1 }
    }
    #expect(count > 250)
  }

  @Test(
    "An animatable value has a list of types with one set of rules instead of alternatives")
  func alternativesAreFew() throws {
    for (name, key) in [("cell", "velocity"), ("sprite", "size"), ("layer", "opacity"), ("emitter", "position")] {
      let node = try #require(try definitions()[name]?["properties"]?[key])
      #expect(node["anyOf"] == nil && node["type"] != nil, "\(name).\(key)")
    }
    let velocity = try #require(try definitions()["cell"]?["properties"]?["velocity"])
    #expect(velocity["type"]?.elements?.compactMap(\.string) == ["number", "string", "object"])
    #expect(velocity["maximum"] != nil && velocity["pattern"]?.string == "^=")
  }

  @Test("The schema offers the names of a choice, each with its sentence") func namesAreOffered() throws {
    let blend = try #require(try definitions()["layer"]?["properties"]?["blend"])
    #expect(blend["examples"]?.elements?.compactMap(\.string) == BlendMode.allCases.map(\.rawValue))
    let choice = try #require(descendants(of: blend).first { $0["enum"] != nil })
    #expect(choice["enumDescriptions"]?.elements?.count == 18)
    #expect(choice["enumDescriptions"]?.elements?.allSatisfy { $0.string?.isEmpty == false } == true)
  }
}
