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
    // Every reference leads somewhere.
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
      for key in object.keys {
        #expect(text.contains("`\(key.name)`") && text.contains(key.sentence.split(separator: "|")[0]))
      }
    }
  }

  @Test("What a base preset may supply is required of no object") func requiredKeysMayComeFromABase() throws {
    var reader = JSONReader(Array(JSONSchema.json().utf8), source: 0)
    let definitions = try #require(reader.read()?["$defs"])
    func required(_ name: String) -> [String]? { definitions[name]?["required"]?.elements?.compactMap(\.string) }
    #expect(required("gradient") == nil && required("knob") == nil && required("mesh") == nil)
    #expect(required("ball") == ["center", "radius"] && required("force") == ["type"])
    let choices = definitions["preset"]?["anyOf"]?.elements?.map { $0["required"]?.elements?.compactMap(\.string) }
    #expect(choices == [["layers"], ["extends"]])
  }
}
