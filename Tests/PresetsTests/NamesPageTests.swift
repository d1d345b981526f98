import Foundation
import Lanes
import Presets
import Testing

/// The documentation's page Names.md, which Scripts/specimens writes together with its pictures.
@Suite struct NamesPageTests {
  private static let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "../../Sources/Motes/Motes.docc")

  /// Returns the names in a section of the page, in their order: the first column of tables, and all names of lists.
  private func names(_ title: String) throws -> [String] {
    let page = try String(contentsOf: Self.catalogue.appendingPathComponent("Names.md"), encoding: .utf8)
    let sections = page.split(separator: "\n## ", omittingEmptySubsequences: false)
    let section = try #require(sections.first { $0.hasPrefix(title + "\n") }, "\(title)")
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") || $0.hasPrefix("- `") }
    return rows.flatMap { row in
      let pieces = row.split(separator: "`", omittingEmptySubsequences: false)
      return row.hasPrefix("|") ? [String(pieces[1])] : pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }
    }
  }

  private func choices(_ object: String, _ key: String) throws -> [String] {
    let value = try #require(Declarations.all.first { $0.name == object }?.key(named: key)?.value)
    guard case .choice(let names) = value else { return [] }
    return names
  }

  private let remedy: Comment = "Scripts/specimens --draw draws and writes what is new."

  @Test("The page shows every sprite and every blend mode") func spritesAndBlends() throws {
    let (sprites, blends) = (try choices("sprite", "type"), try choices("layer", "blend"))
    #expect(sprites.count > 10 && blends.count > 3)
    #expect(try names("Sprites") == sprites, remedy)
    #expect(try names("Blend modes") == blends, remedy)
  }

  @Test("The page shows every field, in each of its types") func fields() throws {
    let sourcesThatAreNoFields = [
      "emitter", "gradient", "shape", "mesh", "blob", "metaballs", "video", "image", "text", "transition", "group",
      // Shafts show the light of lamps, which a specimen does not have.
      "shafts",
      // Water shows the layers below it.
      "water",
    ]
    let sources = try #require(Declarations.all.first { $0.name == "layer" }).sourceKeys
    let expected = try sources.filter { !sourcesThatAreNoFields.contains($0) }.flatMap { source in
      let object = try #require(Declarations.all.first { $0.name == source })
      return object.key(named: "type") == nil ? [source] : try choices(source, "type").map { "\(source) \($0)" }
    }
    #expect(expected.count > 10)
    #expect(try names("Fields") == expected, remedy)
  }

  @Test("The page shows every timing curve once, by its CSS name where it has one") func easings() throws {
    let forms = try names("Timing curves").filter { $0.contains("(") }
    for form in forms { #expect(Easing(css: form) != nil, "\(form)") }
    let expected = Easing.keywords.map { $0.names[0] } + forms + NamedEasing.allCases.map(\.rawValue)
    #expect(try names("Timing curves") == expected, remedy)
  }

  @Test("The page's pictures exist and are small", arguments: ["sprites", "blends", "fields", "easings"])
  func picturesAreThere(name: String) throws {
    let picture = try Data(contentsOf: Self.catalogue.appendingPathComponent("Pictures/\(name).jpg"))
    #expect(picture.count > 10_000 && picture.count < 300_000)
    let page = try String(contentsOf: Self.catalogue.appendingPathComponent("Names.md"), encoding: .utf8)
    #expect(page.contains("](Pictures/\(name).jpg)"))
  }
}
