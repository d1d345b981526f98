import Colorimetry
import Model

extension PresetDecoder {
  /// An object of a declared kind, read on top of its defaults; nil if it has issues.
  func object<Target>(_ node: JSONNode, _ declaration: Declaration<Target>) -> Target? {
    let before = issueCount
    var target = declaration.prototype(scope)
    readObject(node, declaration, into: &target)
    return issueCount == before ? target : nil
  }

  /// Reads every key of an object into `target`. Keys that are unknown, written twice, missing or of another type are
  /// reported.
  func readObject<Target>(_ unresolved: JSONNode, _ declaration: Declaration<Target>, into target: inout Target) {
    guard let node = resolved(unresolved) else { return }
    guard let members = node.members else {
      report("should be an object, not \(node.kind)", at: node)
      return
    }
    let before = issueCount
    var given: [String: JSONNode.Origin] = [:]
    for member in members {
      if let first = given[member.key] {
        inside(key: member.key) {
          report(doubled(first), at: member.keyOrigin)
        }
      }
      given[member.key] = given[member.key] ?? member.keyOrigin
      guard let key = declaration.keys.first(where: { $0.name == member.key }) else {
        inside(key: member.key) {
          report(
            "no such key.\(Spelling.hint(member.key, among: declaration.keys.map(\.name)))", at: member.keyOrigin)
        }
        continue
      }
      inside(key: key.name) { key.read(member.node, self, &target) }
    }
    for key in declaration.keys where key.schema.isRequired && given[key.name] == nil {
      report("needs the key \(key.name)", at: node)
    }
    if issueCount == before { reportConditions(declaration, given, of: target, at: node) }
  }

  /// Reports keys that do not apply to the object's type, and those that are missing from objects of its type.
  private func reportConditions<Target>(
    _ declaration: Declaration<Target>, _ given: [String: JSONNode.Origin], of target: Target, at node: JSONNode
  ) {
    for key in declaration.keys {
      guard let condition = key.schema.condition, let value = key.conditionValue?(target) else { continue }
      if let origin = given[key.name] {
        if condition.values.contains(value) { continue }
        inside(key: key.name) {
          let others = listed(condition.values.map(quoted))
          report("does not apply to \(quoted(condition.key)): \(quoted(value)), only to \(others)", at: origin)
        }
      } else if condition.requiredBy.contains(value) {
        report("\(quoted(condition.key)): \(quoted(value)) needs the key \(key.name)", at: node)
      }
    }
  }

  private func doubled(_ first: JSONNode.Origin) -> String {
    // Counting lines takes time: the first few are enough.
    guard issueCount < 20 else { return "written twice" }
    let (line, column) = sources.position(of: first)
    return "written twice; the first is at line \(line), column \(column)"
  }

  /// The node itself, or the value of a knob if its text is `"= knob"` and that knob is no number.
  ///
  /// The value takes the position of the text that names the knob: that is the text to be corrected.
  func resolved(_ node: JSONNode) -> JSONNode? {
    guard case .string(let text) = node.value, let name = Scope.bareName(in: text) else { return node }
    guard let knob = scope.knobs.first(where: { $0.name == name }), knob.number == nil else { return node }
    if let elements = knob.node.elements {
      // One list that is named a hundred thousand times would be read as often.
      knobElements += elements.count
      if knobElements > Limits.knobElements {
        report("knobs that hold lists are used too often", at: node)
        return nil
      }
    }
    return JSONNode(knob.node.value, at: node.origin)
  }
}
