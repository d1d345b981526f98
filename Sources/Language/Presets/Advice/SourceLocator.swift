import JSON
import Model

/// Finds the node of a preset's tree from which a value of the scene was read, or the innermost enclosing node that can be found.
///
/// Scene paths leave out the objects that hold a layer's values (`radius`, not `blob.radius`). So a key is searched several
/// levels down from the layer, and the outermost key of that name is taken.
struct SourceLocator {
  /// The result of a search.
  struct Location {
    let node: JSONNode
    /// Key path of the node from the root.
    let path: [PathStep]
    /// The end of the scene path that was not found, as text; empty if all of it was found.
    let remainder: String
    /// Whether a layer on the scene path is a copy of a layer in the text.
    var isCopy = false
  }

  /// Levels of nested objects, counted from a layer or cell, in which a key is searched.
  private static let searchedLevels = 3

  private let root: JSONNode

  init(_ root: JSONNode) { self.root = root }

  /// Finds the node of the value at a scene path.
  func find(_ scenePath: [ScenePathComponent]) -> Location {
    var node = root
    var path: [PathStep] = []
    // How many components of the scene path have been found.
    var foundCount = 0
    for component in scenePath {
      // The node that the component leads to. If the right element of a list cannot be determined, the node is the list itself,
      // and `isElement` is false.
      let step: (node: JSONNode, path: [PathStep], isElement: Bool)?
      switch component {
      case .layer(let name, let index): step = element(of: node, lists: [["layers"], ["group"]], name, index)
      case .cell(let name, let index): step = element(of: node, lists: [["emitter", "cells"], ["cells"]], name, index)
      case .key(let key): step = value(of: node, key).map { ($0.node, $0.path, true) }
      case .item(let index):
        // Indices in the scene and in the text agree only for lists of objects. A list of stops may also contain numbers, the
        // hints between two colours, which are no elements in the scene.
        let list = node.elements.flatMap { $0.allSatisfy { $0.members != nil } ? $0 : nil }
        step = list.flatMap { $0.indices.contains(index) ? ($0[index], [.index(index)], true) : nil }
      }
      guard let step else { break }
      node = step.node
      path += step.path
      if !step.isElement { break }
      foundCount += 1
    }
    let isCopy = scenePath[..<foundCount].contains {
      if case .layer(let name, _) = $0 { Self.originalName(ofCopy: name) != nil } else { false }
    }
    return Location(node: node, path: path, remainder: Self.text(scenePath[foundCount...]), isCopy: isCopy)
  }

  /// A scene path as messages show it.
  private static func text(_ path: ArraySlice<ScenePathComponent>) -> String {
    path.reduce("") { text, component in
      switch component {
      case .layer("", let index), .cell("", let index), .item(let index): "\(text)[\(index)]"
      case .layer(let name, _), .cell(let name, _), .key(let name): text + (text.isEmpty ? "" : ".") + shortened(name)
      }
    }
  }

  /// Finds a layer or cell by its name, or by its index if it has no name. Returns the list itself, and false for `isElement`, if
  /// the right element cannot be determined; nil if there is no list.
  ///
  /// - Parameter lists: the ways, as keys from object to object, that may lead from `node` to the list; the first that exists is
  ///   followed.
  private func element(
    of node: JSONNode, lists: [[String]], _ name: String, _ index: Int
  ) -> (node: JSONNode, path: [PathStep], isElement: Bool)? {
    for keys in lists {
      guard let list = keys.reduce(node as JSONNode?, { $0?[$1] }), let elements = list.elements else { continue }
      let path = keys.map { PathStep.key($0) }
      if !name.isEmpty {
        if let found = elements.first(where: { $0["name"]?.string == name }) {
          return (found, path + [.key(name)], true)
        }
        guard let original = Self.originalIndex(ofCopy: name, in: elements) else { return (list, path, false) }
        let step: PathStep = elements[original]["name"]?.string.map { .key($0) } ?? .index(original)
        return (elements[original], path + [step], true)
      }
      // If earlier elements have copies, or elements may be disabled, indices in the scene differ from those in the text.
      guard elements.indices.contains(index), elements[..<index].allSatisfy({ $0["copies"] == nil }),
        elements[...index].allSatisfy({ $0["enabled"] == nil })
      else { return (list, path, false) }
      return (elements[index], path + [.index(index)], true)
    }
    return nil
  }

  /// The name of the layer from which a copy was made: `dots` for `dots[2]`; nil if the name is not that of a copy.
  private static func originalName(ofCopy name: String) -> Substring? {
    guard name.hasSuffix("]"), let bracket = name.lastIndex(of: "[") else { return nil }
    return name[..<bracket]
  }

  /// The index of the layer from which a copy was made: `dots[2]` of `dots`, or `[2]` of a layer without a name; nil if several
  /// layers qualify, or none.
  private static func originalIndex(ofCopy name: String, in elements: [JSONNode]) -> Int? {
    guard let originalName = originalName(ofCopy: name) else { return nil }
    let indices = elements.indices.filter {
      elements[$0]["copies"] != nil && (elements[$0]["name"]?.string ?? "") == originalName
    }
    return indices.count == 1 ? indices[0] : nil
  }

  /// The problems without repetitions: if copies of a layer give several values of the scene the same place in the text, only the
  /// problems of the first of these values stay.
  func unrepeated(_ problems: [SceneProblem]) -> [SceneProblem] {
    var firstPaths: [JSONNode.Position: [ScenePathComponent]] = [:]
    return problems.filter { problem in
      let location = find(problem.path)
      guard location.remainder.isEmpty else { return true }
      if let first = firstPaths[location.node.origin] { return first == problem.path }
      firstPaths[location.node.origin] = problem.path
      return true
    }
  }

  /// The value of a key in an object or, if the object does not have the key, in the objects nested in it, searched level by
  /// level; nil if none of them has the key.
  private func value(of node: JSONNode, _ key: String) -> (node: JSONNode, path: [PathStep])? {
    var level: [(node: JSONNode, path: [PathStep])] = [(node, [])]
    for _ in 0..<Self.searchedLevels {
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
  /// Reports a problem of the scene at the position of its value in the text.
  func report(_ problem: SceneProblem, _ locator: SourceLocator) {
    // A full decoder only counts issues, and needs no position.
    let location = hasMaximumIssues ? nil : locator.find(problem.path)
    let remainder = location.map { $0.remainder.isEmpty ? "" : $0.remainder + ": " } ?? ""
    inside(location?.path[...] ?? []) {
      report(remainder + problem.message, at: location?.node.origin ?? JSONNode.Position(source: 0, offset: 0))
    }
  }

  /// Runs `body` with a key path added to the current location.
  private func inside(_ steps: ArraySlice<PathStep>, _ body: () -> Void) {
    switch steps.first {
    case .key(let key): inside(key: key) { inside(steps.dropFirst(), body) }
    case .index(let index): inside(index: index) { inside(steps.dropFirst(), body) }
    case nil: body()
    }
  }
}
