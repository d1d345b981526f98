import Model

/// Lays a preset on the one that it extends.
///
/// Objects that are made of keys merge key by key; layers and cells merge by name, new ones go last or where `before` and
/// `after` say; everything else (values, other lists) is replaced.
struct Merging {
  private(set) var problems: [(origin: JSONNode.Origin, path: String, message: String)] = []

  /// Keys whose objects merge key by key.
  private static let mergedObjects: Set<String> = [
    "canvas", "camera", "knobs", "post", "bloom", "emitter", "gradient", "shape", "stroke", "transform", "ripples",
    "links", "trail", "copies", "blob", "metaballs", "relief",
  ]
  /// Keys whose lists merge by name.
  private static let mergedLists: Set<String> = ["layers", "group", "cells"]

  mutating func merge(_ base: JSONNode, with top: JSONNode) -> JSONNode {
    merge(base, top, path: "", isKnobs: false)
  }

  private mutating func merge(_ base: JSONNode, _ top: JSONNode, path: String, isKnobs: Bool) -> JSONNode {
    guard var members = base.members, let additions = top.members else { return top }
    // Another source or type makes the old one's keys meaningless.
    let newSources = additions.filter { Declarations.sourceKeys.contains($0.key) }.map(\.key)
    if !newSources.isEmpty {
      members.removeAll { Declarations.sourceKeys.contains($0.key) && !newSources.contains($0.key) }
    }
    var places: [String: Int] = [:]
    for (index, member) in members.enumerated() { places[member.key] = index }
    let known = members.count
    var seen: Set<String> = []
    for addition in additions {
      // A key that is written twice stays so, for the decoder to complain about.
      guard let place = places[addition.key], place < known, seen.insert(addition.key).inserted else {
        members.append(addition)
        continue
      }
      let old = members[place].node
      let inner = path.isEmpty ? addition.key : "\(path).\(addition.key)"
      members[place].keyOrigin = addition.keyOrigin
      if Merging.mergedLists.contains(addition.key), old.elements != nil, addition.node.elements != nil {
        members[place].node = mergeLists(old, addition.node, path: inner)
      } else if isKnobs || Merging.mergedObjects.contains(addition.key), !Merging.changesType(old, addition.node) {
        members[place].node = merge(old, addition.node, path: inner, isKnobs: addition.key == "knobs" && path.isEmpty)
      } else {
        members[place].node = addition.node
      }
    }
    // The merged object stands where the upper file's does: that is the file being worked on.
    return JSONNode(.object(members), at: top.origin)
  }

  private static func changesType(_ old: JSONNode, _ new: JSONNode) -> Bool {
    guard let before = old["type"]?.string, let after = new["type"]?.string else { return false }
    return before != after
  }

  private mutating func mergeLists(_ base: JSONNode, _ top: JSONNode, path: String) -> JSONNode {
    var list = base.elements ?? []
    guard list.count <= Limits.cells, top.elements?.count ?? 0 <= Limits.cells else {
      problems.append((top.origin, path, "more than \(grouped(Limits.cells)) elements"))
      return top
    }
    let known = Set(list.compactMap { $0["name"]?.string })
    var merged: Set<String> = []
    for addition in top.elements ?? [] {
      var element = addition
      let name = addition["name"]?.string
      let before = element.removeMember("before")
      let after = element.removeMember("after")
      // A name that comes a second time is left for the decoder to complain about.
      if let name, known.contains(name), merged.insert(name).inserted,
        let place = list.firstIndex(where: { $0["name"]?.string == name })
      {
        element = merge(list[place], element, path: "\(path).\(name)", isKnobs: false)
        guard before != nil || after != nil else {
          list[place] = element
          continue
        }
        list.remove(at: place)
      }
      list.insert(element, at: place(before, after, in: list, path: path, of: addition))
    }
    return JSONNode(.array(list), at: top.origin)
  }

  /// Where `before` or `after` puts an element; the end without them.
  private mutating func place(
    _ before: JSONNode?, _ after: JSONNode?, in list: [JSONNode], path: String, of element: JSONNode
  ) -> Int {
    guard let wanted = before ?? after else { return list.count }
    if before != nil, after != nil {
      problems.append((element.origin, path, "before and after exclude each other"))
      return list.count
    }
    guard let name = wanted.string else {
      problems.append(
        (wanted.origin, path, "\(before != nil ? "before" : "after") should be a name, not \(wanted.kind)"))
      return list.count
    }
    guard let place = list.firstIndex(where: { $0["name"]?.string == name }) else {
      let names = list.compactMap { $0["name"]?.string }
      problems.append(
        (wanted.origin, path, "nothing here is called \(quoted(name)).\(Spelling.hint(name, among: names))"))
      return list.count
    }
    return before != nil ? place : place + 1
  }
}

extension JSONNode {
  /// Takes a key out of an object and gives its value.
  mutating func removeMember(_ key: String) -> JSONNode? {
    guard case .object(var members) = value, let index = members.lastIndex(where: { $0.key == key }) else { return nil }
    let removed = members.remove(at: index)
    value = .object(members)
    return removed.node
  }
}
