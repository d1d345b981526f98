/// Finds in the text what a check of the finished scene complains about.
///
/// A scene knows its parts by names: `layers.rockets.star.lifetime` is the lifetime of the cell `star` of the layer `rockets`, whatever
/// keys lie between them in the text (`emitter`, `cells`, `group`, `shape`). Unnamed parts are told by position, `[1]`. What is found
/// is the whole way, or the longest part of it.
struct Places {
  struct Place {
    let node: JSONNode
    /// The keys on the way, as issues spell them; what was not found stays as it was.
    let path: String
  }

  private static let mostNesting = 3

  private let root: JSONNode

  init(_ root: JSONNode) { self.root = root }

  func find(_ path: String) -> Place {
    var (node, text) = (root, "")
    var rest = path[...]
    while !rest.isEmpty {
      let (part, next) = Self.first(of: rest)
      guard let step = Self.step(from: node, to: part) else {
        return Place(node: node, path: text + (text.isEmpty || part.isIndex ? "" : ".") + rest)
      }
      node = step.node
      for key in step.keys { text += key.text(after: text) }
      rest = next
    }
    return Place(node: node, path: text)
  }

  private enum Part {
    case name(String)
    case index(Int)

    var isIndex: Bool { if case .index = self { true } else { false } }

    func text(after before: String) -> String {
      switch self {
      case .name(let name): (before.isEmpty ? "" : ".") + shortened(name)
      case .index(let index): "[\(index)]"
      }
    }
  }

  /// The first part of a path, and what comes after it.
  private static func first(of path: Substring) -> (Part, Substring) {
    if path.first == "[", let end = path.firstIndex(of: "]"),
      let index = Int(path[path.index(after: path.startIndex)..<end])
    {
      let rest = path[path.index(after: end)...]
      return (.index(index), rest.first == "." ? rest.dropFirst() : rest)
    }
    let end = path.dropFirst().firstIndex { $0 == "." || $0 == "[" } ?? path.endIndex
    let rest = path[end...]
    return (.name(String(path[..<end])), rest.first == "." ? rest.dropFirst() : rest)
  }

  /// The nearest node of that name: a key of the object, or inside of what its keys hold.
  private static func step(from node: JSONNode, to part: Part) -> (node: JSONNode, keys: [Part])? {
    var level: [(node: JSONNode, keys: [Part])] = [(node, [])]
    for _ in 0...mostNesting {
      for place in level {
        if let found = child(of: place.node, part) { return (found, place.keys + [part]) }
      }
      level = level.flatMap { place in
        (place.node.members ?? []).map { ($0.node, place.keys + [.name($0.key)]) }
      }
    }
    return nil
  }

  private static func child(of node: JSONNode, _ part: Part) -> JSONNode? {
    // Layers and cells are objects; other lists have no names.
    let list = node.elements.flatMap { $0.allSatisfy { $0.members != nil } ? $0 : nil }
    switch part {
    case .name(let name): return node[name] ?? list?.first { $0["name"]?.string == name }
    case .index(let index):
      // Copies, and layers that are not enabled, are counted otherwise in the scene than in the text.
      guard let list, list.indices.contains(index), list[index]["name"] == nil,
        list.allSatisfy({ $0["copies"] == nil && $0["enabled"] == nil })
      else { return nil }
      return list[index]
    }
  }
}
