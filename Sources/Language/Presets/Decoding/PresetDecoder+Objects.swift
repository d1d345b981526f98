import Colorimetry
import JSON
import Model

extension PresetDecoder {
  /// Reads an object of a declared kind into a target with its defaults; nil if the object has issues.
  func object<Target>(_ node: JSONNode, _ declaration: Declaration<Target>) -> Target? {
    let issueCountBefore = issueCount
    var target = declaration.prototype(scope)
    readObject(node, declaration, into: &target)
    return issueCount == issueCountBefore ? target : nil
  }

  /// Reads every key of an object into `target`, whose other properties keep their values. Reports keys that are unknown,
  /// repeated, missing, or not allowed with the value of another key.
  ///
  /// - Parameter family: for an object of a family, whose key `type` has been read: what the family says about its keys.
  func readObject<Target>(
    _ unresolved: JSONNode, _ declaration: Declaration<Target>, into target: inout Target,
    _ family: FamilyMessages? = nil
  ) {
    guard let node = resolved(unresolved) else { return }
    guard let members = node.members else {
      reportMissingObject(declaration.schema.name, at: node)
      return
    }
    let issueCountBefore = issueCount
    // The keys of the object, with the position of each key's first occurrence.
    var keyOrigins: [String: JSONNode.Position] = [:]
    for member in members {
      if let first = keyOrigins[member.key] {
        inside(key: member.key) {
          report(repetitionMessage(first: first), at: member.keyOrigin)
        }
      }
      keyOrigins[member.key] = keyOrigins[member.key] ?? member.keyOrigin
      if family != nil, member.key == ObjectSchema.typeKey { continue }
      guard let key = declaration.key(named: member.key) else {
        inside(key: member.key) {
          report(
            family?.foreignKey(member.key) ?? "no such key.\(keyHint(member.key, in: declaration.schema))",
            at: member.keyOrigin)
        }
        continue
      }
      inside(key: key.name) { key.read(member.node, self, &target) }
    }
    for key in declaration.keys where key.schema.isRequired && keyOrigins[key.name] == nil {
      if let replacement = key.schema.replacement, keyOrigins[replacement] != nil { continue }
      report(family?.missingKey(key.name) ?? "needs the key \(key.name)", at: node)
    }
    guard issueCount == issueCountBefore else { return }
    reportUnmetConditions(declaration, keyOrigins, of: target)
    warnOfIdleKeys(declaration, of: target, in: members)
  }

  /// Reports a value in place of an object, with an example of the object for a text, such as one of CSS, and for a knob's bare value.
  func reportMissingObject(_ name: String, at node: JSONNode) {
    var hint = ""
    if name == Declarations.knob.schema.name {
      let value: String =
        switch node.value {
        case .number(_, let text) where text.utf8.count < 24: text
        case .string(let text): quoted(text)
        case .bool(let flag): "\(flag)"
        default: "…"
        }
      hint = "; write { \"default\": \(value) }"
    } else if node.string != nil, let example = ReferenceExample.line(of: name) {
      hint = "; it is written like \(example)"
    }
    report("should be an object, not \(node.messageText)\(hint)", at: node)
  }

  /// Reports keys that do not apply with the value of another key.
  private func reportUnmetConditions<Target>(
    _ declaration: Declaration<Target>, _ keyOrigins: [String: JSONNode.Position], of target: Target
  ) {
    for key in declaration.keys {
      guard let condition = key.schema.condition, let value = key.conditionValue?(target),
        let origin = keyOrigins[key.name], !condition.values.contains(value)
      else { continue }
      inside(key: key.name) {
        report(
          "does not apply to \(quoted(condition.key)): \(quoted(value)), only to \(listed(condition.values.map(quoted)))",
          at: origin)
      }
    }
  }

  /// The message that a key is written twice.
  ///
  /// - Parameter first: position of the first occurrence.
  private func repetitionMessage(first: JSONNode.Position) -> String {
    // A position is found by counting lines from the start of the file, so it is stated only among the first 20 issues of a preset.
    guard issueCount < 20 else { return "written twice" }
    let (line, column) = sources.lineAndColumn(of: first)
    return "written twice; the first is at line \(line), column \(column)"
  }

  /// The value that a reference to a knob names, `"= knob"` or `"= knob[0]"`; any other node unchanged. A reference to a number,
  /// true or false is returned unchanged, too, because it is read as a formula. Nil after reporting an issue.
  ///
  /// The value keeps its position in the knob's default or in `--set`, so that issues are reported there.
  func resolved(_ node: JSONNode) -> JSONNode? {
    guard let reference = node.string.flatMap(KnobReference.init),
      let knob = scope.knobs.first(where: { $0.name == reference.name }), knob.number == nil
    else { return node }
    let value: JSONNode
    do throws(SyntaxFailure) {
      value = try scope.element(of: knob, at: reference.indices)
    } catch {
      reportOnce(error.message, at: node)
      return nil
    }
    if value.numberInFormulas != nil { return node }
    if let elements = value.elements {
      // A list is read again for each value that names it, so the sum of the elements that are read is limited.
      knobElementCount += elements.count
      if knobElementCount > Limits.knobElements {
        report("knobs that hold lists are used too often", at: node)
        return nil
      }
    }
    return value
  }

  /// The most kinds of objects that a message lists as having a key.
  private static let maximumListedOwners = 3
  /// The most keys of an object that a message lists.
  private static let maximumListedKeys = 24

  /// The end of a message on an unknown key: the key that was probably meant; if no key is similar, the other kinds of objects
  /// that have the unknown key; if none or too many have it, all keys of this kind of object, or where to read about them.
  private func keyHint(_ key: String, in object: ObjectSchema) -> String {
    let names = object.keys.map(\.name)
    let hint = FamiliarNames.hint(key, among: names)
    if !hint.isEmpty { return hint }
    let elsewhere = ([key] + FamiliarNames.meanings(of: key)).lazy.compactMap { name in
      let owners = Declarations.all.filter { $0.key(named: name).map { !$0.isNamedAfterOuterKey } ?? false }.map(\.name)
      return owners.isEmpty || owners.count > Self.maximumListedOwners
        ? nil : " \(listed(owners, conjunction: "and")) \(owners.count == 1 ? "has" : "have") the key \(name)."
    }.first
    if let elsewhere { return elsewhere }
    if names.count > Self.maximumListedKeys { return " motes help \(object.name) lists its \(names.count) keys." }
    return " There are \(listed(names, conjunction: "and"))."
  }
}
