import Foundation
import Presets
import Testing

extension ObjectSchema: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// The declarations as a whole: every declared object is reachable, and names are unique.
@Suite struct DeclarationTests {
  /// Returns the names of the objects that the source files declare.
  private func declaredNames() throws -> [String] {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../Sources/Language/Presets")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var names: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /static let \w+ = (?:Declaration|ObjectFamily)<[\w., \[\]]+>\(\s*"(\w+)"/) {
        names.append(String(match.1))
      }
    }
    return names
  }

  @Test("Every declared object is reached from the preset, and no two have the same name") func allAreReached() throws {
    let names = try declaredNames()
    #expect(names.count > 30)
    #expect(Set(names).count == names.count)
    #expect(Declarations.all.map(\.name).sorted() == names.sorted())
    #expect(Declarations.all.first?.name == "preset")
  }

  @Test("Keys of an object have different names and a sentence each") func keysAreDistinct() {
    for object in Declarations.all {
      #expect(Set(object.keys.map(\.name)).count == object.keys.count, "\(object.name)")
      for key in object.keys { #expect(key.sentence.hasSuffix("."), "\(key.name)") }
    }
  }

  @Test("The key and values that a key's condition names exist", arguments: Declarations.all)
  func conditionsAreDeclared(object: ObjectSchema) throws {
    for key in object.keys {
      guard let condition = key.condition else { continue }
      let conditionKey = try #require(object.key(named: condition.key), "\(key.name)")
      guard case .choice(let choices) = conditionKey.value else {
        Issue.record("\(object.name).\(condition.key) is no choice")
        continue
      }
      #expect(!condition.values.isEmpty && condition.values.allSatisfy(choices.contains), "\(key.name)")
      #expect(condition.requiredBy.allSatisfy(condition.values.contains), "\(key.name)")
    }
  }

  @Test("Only layers, masks, sides of transitions and maps have sources") func onlyLayersHaveSources() {
    let sources = Declarations.all.flatMap { object in object.sourceKeys.map { "\(object.name).\($0)" } }
    #expect(sources.contains("layer.noise") && sources.contains("layer.group"))
    #expect(
      sources.allSatisfy {
        $0.hasPrefix("layer.") || $0.hasPrefix("mask.") || $0.hasPrefix("side.") || $0.hasPrefix("map.")
      })
  }
}
