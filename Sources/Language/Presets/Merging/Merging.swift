import Colorimetry
import JSON
import Model

/// Merges a preset (`top`) with the one that it extends (`base`).
///
/// Objects merge key by key. Lists whose elements have names merge by name: an element with a new name is appended, or inserted
/// where its key `before` or `after` says; an element with a known name stays in its place unless one of these keys moves it.
/// Everything else (plain values, other lists) is replaced. Each key's declaration says how the key's value merges.
package struct Merging {
  /// Issues, each with the key path of its value.
  private(set) var problems: [(origin: JSONNode.Position, keyPath: String, message: String)] = []
  /// Names that new elements of lists were probably meant to have, by the elements' positions: each is a name in `base` that is
  /// similar to the element's name and that no element of `top` has.
  private(set) var likelyNames: [JSONNode.Position: String] = [:]

  package init() {}

  /// The tree of `base` with the additions and replacements of `top`. The caller has removed the key `extends` from `top`.
  package mutating func merge(_ base: JSONNode, with top: JSONNode) -> JSONNode {
    mergeObjects(base, top, as: Declarations.preset.schema, keyPath: "")
  }

  // MARK: Objects

  /// Merges two objects of one kind.
  private mutating func mergeObjects(
    _ base: JSONNode, _ top: JSONNode, as objectSchema: ObjectSchema, keyPath: String
  ) -> JSONNode {
    guard var members = base.members, let additions = top.members else { return top }
    members.removeAll { Merging.isObsolete($0.key, of: objectSchema, base, top) }
    mergeMembers(&members, additions, keyPath: keyPath) { objectSchema.key(named: $0)?.value }
    // Issues of the merged object are reported at `top`, in the file that the author edits.
    return JSONNode(.object(members), at: top.origin)
  }

  /// Merges members of `additions` into those of a base object.
  ///
  /// - Parameters:
  ///   - keyPath: key path of the object, for issues.
  ///   - schema: returns the schema of a key's value; nil for an undeclared key, whose value is replaced.
  private mutating func mergeMembers(
    _ members: inout [JSONNode.Member], _ additions: [JSONNode.Member], keyPath: String,
    schema: (String) -> ValueKind?
  ) {
    var indices: [String: Int] = [:]
    for (index, member) in members.enumerated() { indices[member.key] = index }
    var mergedKeys: Set<String> = []
    for addition in additions {
      // A key that occurs twice in `additions` is kept twice, so that the decoder reports the repetition.
      guard let index = indices[addition.key], mergedKeys.insert(addition.key).inserted else {
        members.append(addition)
        continue
      }
      members[index].keyOrigin = addition.keyOrigin
      if let schema = schema(addition.key) {
        let innerKeyPath = keyPath.isEmpty ? addition.key : "\(keyPath).\(addition.key)"
        members[index].node = mergeValues(members[index].node, addition.node, as: schema, keyPath: innerKeyPath)
      } else {
        members[index].node = addition.node
      }
    }
  }

  /// Whether a key of `base` must be dropped from the merged object, because `top` gives the object another source, or another
  /// type to which the key does not apply.
  private static func isObsolete(
    _ name: String, of objectSchema: ObjectSchema, _ base: JSONNode, _ top: JSONNode
  ) -> Bool {
    guard let key = objectSchema.key(named: name), top[name] == nil else { return false }
    if key.role == .source { return objectSchema.sourceKeys.contains { top[$0] != nil } }
    guard let condition = key.condition, let type = top[condition.key]?.string else { return false }
    return base[condition.key]?.string != type && !condition.values.contains(type)
  }

  // MARK: Values

  /// Merges two values that have the form of one schema.
  private mutating func mergeValues(
    _ base: JSONNode, _ top: JSONNode, as schema: ValueKind, keyPath: String
  ) -> JSONNode {
    switch schema {
    case .object(let object):
      return mergeObjects(base, top, as: object.schema, keyPath: keyPath)
    case .dictionary(let object):
      guard var members = base.members, let additions = top.members else { return top }
      mergeMembers(&members, additions, keyPath: keyPath) { _ in .object(object) }
      return JSONNode(.object(members), at: top.origin)
    // As in a dictionary, the author chooses the keys; but the values are plain, so each is replaced as a whole.
    case .freeKeys, .functions:
      guard var members = base.members, let additions = top.members else { return top }
      mergeMembers(&members, additions, keyPath: keyPath) { _ in nil }
      return JSONNode(.object(members), at: top.origin)
    case .list(.object(let object)) where object.schema.isToldApartByName:
      guard let list = base.elements, top.elements != nil else { return top }
      return mergeLists(list, top, as: object.schema, keyPath: keyPath)
    case .anyOf(let alternatives):
      // Two nodes merge if they are written in the same form; otherwise `top` replaces `base`.
      let form = alternatives.first { $0.isForm(of: base) && $0.isForm(of: top) }
      return form.map { mergeValues(base, top, as: $0, keyPath: keyPath) } ?? top
    default:
      return top
    }
  }

  // MARK: Lists

  /// Merges lists of objects by their names.
  private mutating func mergeLists(
    _ base: [JSONNode], _ top: JSONNode, as objectSchema: ObjectSchema, keyPath: String
  ) -> JSONNode {
    var list = base
    // This bounds the work of merging for lists of any kind. The decoder checks each kind's own limit later.
    guard list.count <= Limits.cells, top.elements?.count ?? 0 <= Limits.cells else {
      problems.append((top.origin, keyPath, "more than \(grouped(Limits.cells)) elements"))
      return top
    }
    let baseNames = Set(list.compactMap { $0[SiblingKeys.name]?.string })
    let topNames = Set((top.elements ?? []).compactMap { $0[SiblingKeys.name]?.string })
    var mergedNames: Set<String> = []
    for addition in top.elements ?? [] {
      var element = addition
      let name = addition[SiblingKeys.name]?.string
      let before = element.removeMember(SiblingKeys.before)
      let after = element.removeMember(SiblingKeys.after)
      // An element whose name occurs a second time is added, so that the decoder reports the repetition.
      if let name, baseNames.contains(name), mergedNames.insert(name).inserted,
        let index = list.firstIndex(where: { $0[SiblingKeys.name]?.string == name })
      {
        element = mergeObjects(list[index], element, as: objectSchema, keyPath: "\(keyPath).\(name)")
        guard before != nil || after != nil else {
          list[index] = element
          continue
        }
        list.remove(at: index)
      } else if let name, !baseNames.contains(name),
        let likely = Spelling.nearest(to: name, among: baseNames.subtracting(topNames).sorted())
      {
        likelyNames[addition.origin] = likely
      }
      list.insert(element, at: index(before, after, in: list, keyPath: keyPath, of: addition))
    }
    return JSONNode(.array(list), at: top.origin)
  }

  /// The index at which an element is inserted: as `before` or `after` says, otherwise the end of the list.
  private mutating func index(
    _ before: JSONNode?, _ after: JSONNode?, in list: [JSONNode], keyPath: String, of element: JSONNode
  ) -> Int {
    guard let sibling = before ?? after else { return list.count }
    if before != nil, after != nil {
      problems.append((element.origin, keyPath, "before and after cannot be combined"))
      return list.count
    }
    guard let name = sibling.string else {
      problems.append(
        (
          sibling.origin, keyPath,
          "\(before != nil ? SiblingKeys.before : SiblingKeys.after) should be a name, not \(sibling.messageText)"
        ))
      return list.count
    }
    guard let index = list.firstIndex(where: { $0[SiblingKeys.name]?.string == name }) else {
      let names = list.compactMap { $0[SiblingKeys.name]?.string }
      problems.append(
        (sibling.origin, keyPath, "nothing here is called \(quoted(name)).\(Spelling.hint(name, among: names))"))
      return list.count
    }
    return before != nil ? index : index + 1
  }
}

extension ValueKind {
  /// Whether a node has this form: an object all of whose keys are declared, or a list.
  fileprivate func isForm(of node: JSONNode) -> Bool {
    switch self {
    case .object(let object): node.members?.allSatisfy { object.schema.key(named: $0.key) != nil } ?? false
    case .list: node.elements != nil
    default: false
    }
  }
}

extension JSONNode {
  /// Removes a key from an object and returns the key's value; nil if there is no such key. Of several equal keys the last is
  /// removed.
  mutating func removeMember(_ key: String) -> JSONNode? {
    guard case .object(var members) = value, let index = members.lastIndex(where: { $0.key == key }) else { return nil }
    let removed = members.remove(at: index)
    value = .object(members)
    return removed.node
  }
}
