import JSON
import Presets
import Testing

/// How `extends` merges the keys of every declared kind of object.
@Suite struct MergingTests {
  /// A position in a preset at which objects of one kind merge.
  struct Site: CustomStringConvertible {
    var object: ObjectSchema
    /// The text before an object's members.
    var opening = "{"
    /// The text after an object's members.
    var closing = "}"
    /// The keys from the root to the object, with nil for the only element of a list.
    var path: [String?] = []

    var description: String { path.map { $0 ?? "[]" }.joined(separator: ".") }

    /// The site of an object that is the value of a key.
    func inside(_ key: String, _ object: ObjectSchema) -> Site {
      Site(object: object, opening: opening + "\"\(key)\": {", closing: "}" + closing, path: path + [key])
    }

    /// The site of an object that is the only element of a list.
    func insideList(_ key: String, _ object: ObjectSchema) -> Site {
      Site(
        object: object, opening: opening + "\"\(key)\": [{\"name\": \"it\", ", closing: "}]" + closing,
        path: path + [key, nil])
    }

    /// Returns the object at this site after a merge of two presets that have the members `base` and `child` there; `child` extends `base`.
    func merged(_ base: String, _ child: String) throws -> JSONNode {
      var merging = Merging()
      var node = merging.merge(try read(base), with: try read(child))
      for step in path {
        node = try #require(step.map { node[$0] } ?? (node.elements?.count == 1 ? node.elements?.first : nil))
      }
      return node
    }

    /// Reads a preset that has an object with these members at the site.
    private func read(_ members: String) throws -> JSONNode {
      var reader = JSONReader(Array((opening + members + closing).utf8), source: 0)
      let node = reader.read()
      try #require(reader.problems.isEmpty, "\(opening + members + closing)")
      return try #require(node)
    }

    /// The keys of values that every object of this kind may have, whatever its type.
    var commonKeys: [String] {
      object.keys.filter { $0.role == .value && $0.condition == nil && !["before", "after"].contains($0.name) }
        .map(\.name)
    }
  }

  /// Every key that holds an object or a list of named objects. The keys of a kind of object are visited only on the first path
  /// to it.
  static let sites: [Site] = {
    var sites: [Site] = []
    var seen: Set<String> = []
    func visit(_ site: Site) {
      sites.append(site)
      guard seen.insert(site.object.name).inserted else { return }
      for key in site.object.keys { visit(key.value, of: key.name, in: site) }
    }
    func visit(_ value: ValueKind, of key: String, in site: Site) {
      switch value {
      case .object(let object): visit(site.inside(key, object.schema))
      case .dictionary(let object): visit(site.inside(key, object.schema).inside("some", object.schema))
      case .list(.object(let object)) where object.schema.keys.contains { $0.name == "name" }:
        visit(site.insideList(key, object.schema))
      case .anyOf(let alternatives): for alternative in alternatives { visit(alternative, of: key, in: site) }
      default: break
      }
    }
    if let preset = Declarations.all.first { visit(Site(object: preset)) }
    return sites
  }()

  /// Whether every key but the name and the type belongs to some types only: so it is in an emitter's shape and in a light.
  private static func hasOnlyTypedKeys(_ site: Site) -> Bool { ["emitterShape", "light"].contains(site.object.name) }

  @Test("An object keeps the keys of the base that the child does not write", arguments: sites)
  func objectsMerge(site: Site) throws {
    let keys = site.commonKeys
    try #require(keys.count >= 2 || Self.hasOnlyTypedKeys(site))
    for key in keys.dropFirst() {
      let merged = try site.merged("\"\(keys[0])\": 1", "\"\(key)\": 2")
      #expect(merged[keys[0]] != nil && merged[key] != nil, "\(key)")
    }
  }

  @Test("The sites include those for which merging was once forgotten") func sitesIncludeThoseOnceForgotten() {
    let paths = Self.sites.map(\.description)
    for path in [
      "layers.[].noise", "layers.[].mesh", "layers.[].emitter.cells.[].cells.[]", "knobs.some", "layers.[].shape.fill",
      "layers.[].emitter.cells.[].sprite", "post.bloom",
    ] {
      #expect(paths.contains(path), "\(path)")
    }
  }

  @Test("Another source replaces the base's source, and other keys stay") func sourcesReplaceEachOther() throws {
    let layer = try #require(Self.sites.first { $0.object.name == "layer" })
    try #require(layer.object.sourceKeys.count > 10)
    for old in layer.object.sourceKeys {
      for new in layer.object.sourceKeys {
        let merged = try layer.merged("\"\(old)\": {}, \"opacity\": 0.5", "\"\(new)\": {}")
        let keys = try #require(merged.members?.map(\.key))
        #expect(Set(keys) == ["name", "opacity", new], "\(old) → \(new)")
      }
    }
  }

  @Test("Another type drops the keys that do not apply to it, and no others") func typesDropTheirKeys() throws {
    var count = 0
    for site in Self.sites {
      for key in site.object.keys {
        guard let condition = key.condition, let old = condition.values.first else { continue }
        let common = site.commonKeys.first { $0 != condition.key }
        #expect(common != nil || Self.hasOnlyTypedKeys(site), "\(site)")
        let types = site.object.keys.compactMap(\.condition).filter { $0.key == condition.key }.flatMap(\.values)
        for new in Set(types) {
          let base =
            "\"\(condition.key)\": \"\(old)\", \"\(key.name)\": 1" + (common.map { ", \"\($0)\": 2" } ?? "")
          let merged = try site.merged(base, "\"\(condition.key)\": \"\(new)\"")
          #expect((merged[key.name] != nil) == condition.values.contains(new), "\(site) \(key.name) \(new)")
          if let common { #expect(merged[common] != nil, "\(site) \(new)") }
          count += 1
        }
        // A key that the child itself writes stays, and is left for the decoder to check.
        let rewritten = try site.merged(
          "\"\(condition.key)\": \"\(old)\", \"\(key.name)\": 1", "\"\(condition.key)\": \"?\", \"\(key.name)\": 2")
        #expect(rewritten[key.name] != nil)
      }
    }
    #expect(count > 50)
  }

  @Test("A value of another form is replaced, not merged") func valuesOfOtherFormsAreReplaced() throws {
    let fill = try #require(Self.sites.first { $0.description == "layers.[].shape.fill" })
    let merged = try fill.merged(
      "\"type\": \"conic\", \"stops\": [\"red\"]", "\"from\": \"red\", \"to\": \"blue\", \"duration\": 1")
    #expect(merged.members?.map(\.key) == ["from", "to", "duration"])
  }
}
