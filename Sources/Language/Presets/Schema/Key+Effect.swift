import JSON

// Idle keys: keys that have no effect because of the object's other keys. The decoder only warns of idle keys, since an author may
// want to use the value later.

extension Key {
  /// States that the key has an effect only if at least one of the companions, other keys of the object, is given and not 0.
  func effective(beside companions: String...) -> Key { changed { $0.companions = companions } }

  /// States that the key has no effect if the key `replacement` of the object is given.
  func replaced(by replacement: String) -> Key { changed { $0.replacement = replacement } }

  /// States that the key has an effect only if the key `decidingKey`, which is read into `path`, has one of the values.
  func effective<Choice: RawRepresentable & Sendable>(
    where decidingKey: String, _ path: Property<Target, Choice>, is values: Choice...
  ) -> Key where Choice.RawValue == String {
    effective(where: decidingKey, is: values.map(\.rawValue)) { $0[keyPath: path].rawValue }
  }

  /// States that the key has an effect only if the key `decidingKey`, whose value in a target `value` returns, has one of the values.
  func effective(
    where decidingKey: String, is values: [String], value: @escaping @Sendable (Target) -> String
  ) -> Key {
    withIdleReason { target in
      let value = value(target)
      if values.contains(value) { return nil }
      return "has no effect with \(decidingKey) \(quoted(value)), only with \(listed(values.map(quoted)))"
    }
  }
}

extension PresetDecoder {
  /// Warns of keys of an object that have no effect because of its other keys.
  func warnOfIdleKeys<Target>(_ declaration: Declaration<Target>, of target: Target, in members: [JSONNode.Member]) {
    for member in members {
      guard let key = declaration.key(named: member.key) else { continue }
      let companions = key.schema.companions
      if !companions.isEmpty, !key.needsNoCompanions(target),
        !companions.contains(where: { isActive($0, in: members, beside: member) })
      {
        inside(key: key.name) { warn("has no effect without \(listed(companions))", at: member.keyOrigin) }
      }
      // No warning if the keys come from different sources: a preset that extends another may give the replacement on purpose.
      if let replacement = key.schema.replacement,
        members.contains(where: {
          $0.key == replacement && !isZero($0.node) && $0.keyOrigin.source == member.keyOrigin.source
        })
      {
        inside(key: key.name) {
          warn("has no effect: \(replacement) is given, too, and takes its place", at: member.keyOrigin)
        }
      }
      if let reason = key.idleReason?(target) { inside(key: key.name) { warn(reason, at: member.keyOrigin) } }
    }
  }

  /// Whether a key is given and is not 0. A 0 that comes from another source than `member` (another preset, or `--set`) makes the
  /// key active, too: its author turns something off on purpose.
  private func isActive(_ key: String, in members: [JSONNode.Member], beside member: JSONNode.Member) -> Bool {
    guard let companion = members.last(where: { $0.key == key }) else { return false }
    return companion.node.origin.source != member.keyOrigin.source || !isZero(companion.node)
  }

  /// Whether a value is written as 0, as false, or as a list of such values. A formula does not count as 0, because its value may
  /// depend on knobs.
  private func isZero(_ node: JSONNode) -> Bool {
    switch node.value {
    case .number(let value, _): value == 0
    case .bool(let value): !value
    case .array(let elements): elements.allSatisfy(isZero)
    default: false
    }
  }
}
