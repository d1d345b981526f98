import Model

/// Finds the text of a preset that a value of its scene was read from: by the whole path, or by as much of it as is found.
///
/// A scene knows a layer's values by keys without those that hold them (`radius`, not `blob.radius`): of several the
/// outermost is taken.
struct SourceLocator {
  /// A position in the text.
  struct Location {
    let node: JSONNode
    let path: [PathStep]
    /// The end of the path, as text, that was not found.
    let remainder: String
  }

  private static let mostNesting = 3

  private let root: JSONNode

  init(_ root: JSONNode) { self.root = root }

  func find(_ scenePath: [ScenePathComponent]) -> Location {
    var node = root
    var path: [PathStep] = []
    var found = 0
    for part in scenePath {
      let step: (node: JSONNode, path: [PathStep], isWhole: Bool)?
      switch part {
      case .layer(let name, let index): step = member(of: node, lists: [["layers"], ["group"]], name, index)
      case .cell(let name, let index): step = member(of: node, lists: [["emitter", "cells"], ["cells"]], name, index)
      case .key(let key): step = value(of: node, key).map { ($0.node, $0.path, true) }
      case .item(let index):
        // Lists that hold something else than objects are counted otherwise: hints stand between stops.
        let list = node.elements.flatMap { $0.allSatisfy { $0.members != nil } ? $0 : nil }
        step = list.flatMap { $0.indices.contains(index) ? ($0[index], [.index(index)], true) : nil }
      }
      guard let step else { break }
      node = step.node
      path += step.path
      if !step.isWhole { break }
      found += 1
    }
    return Location(node: node, path: path, remainder: Self.text(scenePath[found...]))
  }

  private static func text(_ path: ArraySlice<ScenePathComponent>) -> String {
    path.reduce("") { text, part in
      switch part {
      case .layer("", let index), .cell("", let index), .item(let index): "\(text)[\(index)]"
      case .layer(let name, _), .cell(let name, _), .key(let name): text + (text.isEmpty ? "" : ".") + shortened(name)
      }
    }
  }

  /// A layer or cell; the list itself if it cannot be told which of those in it is meant.
  private func member(
    of node: JSONNode, lists: [[String]], _ name: String, _ index: Int
  ) -> (node: JSONNode, path: [PathStep], isWhole: Bool)? {
    for keys in lists {
      guard let list = keys.reduce(node as JSONNode?, { $0?[$1] }), let elements = list.elements else { continue }
      let path = keys.map { PathStep.key($0) }
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

  /// The value of a key of the object or of those in it.
  private func value(of node: JSONNode, _ key: String) -> (node: JSONNode, path: [PathStep])? {
    var level: [(node: JSONNode, path: [PathStep])] = [(node, [])]
    for _ in 0..<Self.mostNesting {
      for object in level {
        if let found = object.node[key] { return (found, object.path + [.key(key)]) }
      }
      level = level.flatMap { object in
        (object.node.members ?? []).map { ($0.node, object.path + [.key($0.key)]) }
      }
    }
    return nil
  }
}

extension PresetDecoder {
  /// Reports a problem of the scene at its position in the text.
  func report(_ problem: SceneProblem, _ locator: SourceLocator) {
    // Those that are only counted need no position.
    let location = isFull ? nil : locator.find(problem.path)
    let remainder = location.map { $0.remainder.isEmpty ? "" : $0.remainder + ": " } ?? ""
    inside(location?.path[...] ?? []) {
      report(remainder + problem.message, at: location?.node.origin ?? JSONNode.Origin(source: 0, offset: 0))
    }
  }

  private func inside(_ steps: ArraySlice<PathStep>, _ body: () -> Void) {
    switch steps.first {
    case .key(let key): inside(key: key) { inside(steps.dropFirst(), body) }
    case .index(let index): inside(index: index) { inside(steps.dropFirst(), body) }
    case nil: body()
    }
  }
}
