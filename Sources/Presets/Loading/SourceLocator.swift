import Model

/// What a check of a finished scene found: the way to what is wrong, and why.
struct SceneProblem {
  let place: [ScenePathComponent]
  let message: String
}

/// Finds in the text of a preset what is wrong with the scene that was made of it: the whole way, or the longest part of it.
///
/// A scene knows a layer's values by keys without those that hold them (`radius`, not `blob.radius`): of several the outermost is taken.
struct SourceLocator {
  struct Place {
    let node: JSONNode
    let path: [PresetDecoder.Part]
    /// What was not found of the way.
    let rest: String
  }

  private static let mostNesting = 3

  private let root: JSONNode

  init(_ root: JSONNode) { self.root = root }

  func find(_ way: [ScenePathComponent]) -> Place {
    var node = root
    var path: [PresetDecoder.Part] = []
    var found = 0
    for part in way {
      let step: (node: JSONNode, path: [PresetDecoder.Part], isWhole: Bool)?
      switch part {
      case .layer(let name, let index): step = member(of: node, lists: [["layers"], ["group"]], name, index)
      case .cell(let name, let index): step = member(of: node, lists: [["emitter", "cells"], ["cells"]], name, index)
      case .key(let key): step = value(of: node, key).map { ($0.node, $0.path, true) }
      case .item(let index):
        // Lists that hold something else than objects are counted in other ways: hints stand between stops.
        let list = node.elements.flatMap { $0.allSatisfy { $0.members != nil } ? $0 : nil }
        step = list.flatMap { $0.indices.contains(index) ? ($0[index], [.index(index)], true) : nil }
      }
      guard let step else { break }
      node = step.node
      path += step.path
      if !step.isWhole { break }
      found += 1
    }
    return Place(node: node, path: path, rest: Self.text(way[found...]))
  }

  private static func text(_ way: ArraySlice<ScenePathComponent>) -> String {
    way.reduce("") { text, part in
      switch part {
      case .layer("", let index), .cell("", let index), .item(let index): "\(text)[\(index)]"
      case .layer(let name, _), .cell(let name, _), .key(let name): text + (text.isEmpty ? "" : ".") + shortened(name)
      }
    }
  }

  /// A layer or cell; the list itself if it cannot be told which of those in it is meant.
  private func member(
    of node: JSONNode, lists: [[String]], _ name: String, _ index: Int
  ) -> (node: JSONNode, path: [PresetDecoder.Part], isWhole: Bool)? {
    for keys in lists {
      guard let list = keys.reduce(node as JSONNode?, { $0?[$1] }), let elements = list.elements else { continue }
      let path = keys.map { PresetDecoder.Part.key($0) }
      if !name.isEmpty {
        guard let found = elements.first(where: { $0["name"]?.string == name }) else { return (list, path, false) }
        return (found, path + [.key(name)], true)
      }
      // Copies, and layers that are not enabled, are counted otherwise in the scene than in the text.
      guard elements.indices.contains(index), elements.allSatisfy({ $0["copies"] == nil && $0["enabled"] == nil })
      else { return (list, path, false) }
      return (elements[index], path + [.index(index)], true)
    }
    return nil
  }

  /// What a key holds, of the object or of those in it.
  private func value(of node: JSONNode, _ key: String) -> (node: JSONNode, path: [PresetDecoder.Part])? {
    var level: [(node: JSONNode, path: [PresetDecoder.Part])] = [(node, [])]
    for _ in 0..<Self.mostNesting {
      for place in level {
        if let found = place.node[key] { return (found, place.path + [.key(key)]) }
      }
      level = level.flatMap { place in
        (place.node.members ?? []).map { ($0.node, place.path + [.key($0.key)]) }
      }
    }
    return nil
  }
}

extension PresetDecoder {
  /// Reports a problem where the text has it.
  func report(_ problem: SceneProblem, _ places: SourceLocator) {
    // Those that are only counted need no place.
    let place = isFull ? nil : places.find(problem.place)
    let rest = place.map { $0.rest.isEmpty ? "" : $0.rest + ": " } ?? ""
    inside(place?.path[...] ?? []) {
      report(rest + problem.message, at: place?.node.origin ?? JSONNode.Origin(source: 0, offset: 0))
    }
  }

  private func inside(_ parts: ArraySlice<Part>, _ body: () -> Void) {
    switch parts.first {
    case .key(let key): inside(key: key) { inside(parts.dropFirst(), body) }
    case .index(let index): inside(index: index) { inside(parts.dropFirst(), body) }
    case nil: body()
    }
  }
}
