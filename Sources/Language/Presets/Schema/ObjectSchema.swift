/// The description of one kind of object, without Swift types: a `Declaration` without the functions that read it.
package struct ObjectSchema: Sendable {
  package let name: String
  let about: String
  package let keys: [KeySchema]
  /// Where each key lies, since searching `keys` would copy one after another, which took a tenth of the time of reading a preset.
  private let indices: [String: Int]
  /// For objects whose key `type` decides which other keys they have: each kind with its own keys, named after the value of `type`. `keys`
  /// then has `type` and the keys of all kinds. Empty for all other objects.
  package private(set) var kinds: [ObjectSchema] = []

  init(name: String, about: String, keys: [KeySchema]) {
    (self.name, self.about, self.keys) = (name, about, keys)
    indices = Dictionary(zip(keys.map(\.name), keys.indices)) { first, _ in first }
  }

  package func key(named name: String) -> KeySchema? { index(ofKey: name).map { keys[$0] } }

  /// The index in `keys` of the key of a name.
  func index(ofKey name: String) -> Int? { indices[name] }

  /// Names of the keys of role `source`, exactly one of which must be given.
  package var sourceKeys: [String] { keys.filter { $0.role == .source }.map(\.name) }

  /// Whether the elements of a list of these objects are told apart by their names.
  package var isToldApartByName: Bool { keys.contains { $0.role == .identity } }

  /// The key that names a preset from which missing keys are taken (`extends`); nil for all kinds of objects but presets.
  var extendsKey: KeySchema? { keys.first { $0.role == .extends } }
}

extension ObjectSchema {
  /// The key that says which kind an object is.
  static let typeKey = "type"

  /// The schema of objects of several kinds.
  ///
  /// - Parameters:
  ///   - typeAbout: the sentence on the key `type`.
  ///   - defaultKind: the kind of objects without the key `type`; nil if every object needs it.
  init(name: String, about: String, typeAbout: String, kinds: [ObjectSchema], defaultKind: String?) {
    var type = KeySchema(name: Self.typeKey, value: .choice(kinds.map(\.name)), about: typeAbout)
    type.isRequired = defaultKind == nil
    if let defaultKind { type.defaultText = { "\"\(defaultKind)\"" } }
    type.choiceSentences = kinds.map { ($0.name, $0.about) }
    let merged = Self.mergedOrder(of: kinds.map { $0.keys.map(\.name) }).map { name in
      KeySchema(merging: kinds.compactMap { kind in kind.key(named: name).map { (kind.name, $0) } }, of: kinds.count)
    }
    self.init(name: name, about: about, keys: [type] + merged)
    self.kinds = kinds
  }

  /// The names in several lists, each once. A name stands after those that it stands after in any list, as far as the lists agree; where
  /// they leave a choice, the one that comes first in the earliest list is first.
  private static func mergedOrder(of lists: [[String]]) -> [String] {
    var predecessors: [String: Set<String>] = [:]
    for list in lists {
      for (index, name) in list.enumerated() { predecessors[name, default: []].formUnion(list[..<index]) }
    }
    var waiting = lists.flatMap(\.self).uniqued()
    var order: [String] = []
    while !waiting.isEmpty {
      let names = Set(waiting)
      let next = waiting.firstIndex { predecessors[$0]?.isDisjoint(with: names) ?? true } ?? 0
      order.append(waiting.remove(at: next))
    }
    return order
  }

  /// The keys that all kinds have, with one meaning; empty for an object without kinds.
  var keysOfAllKinds: [KeySchema] {
    kinds.isEmpty ? [] : keys.filter { $0.name != Self.typeKey && $0.condition?.key != Self.typeKey }
  }

  /// The keys of a kind that not all kinds have, or that mean something else in others.
  func ownKeys(of kind: ObjectSchema) -> [KeySchema] {
    let common = Set(keysOfAllKinds.map(\.name))
    return kind.keys.filter { !common.contains($0.name) }
  }
}

extension KeySchema {
  /// A key that several kinds of an object have, each with its own meaning, default and range.
  ///
  /// - Parameters:
  ///   - owners: the key of each kind that has it, at least one.
  ///   - kindCount: the number of kinds.
  fileprivate init(merging owners: [(kind: String, key: KeySchema)], of kindCount: Int) {
    let first = owners[0].key
    // The value of a key that only one kind has is not described: it may be an object of the family that is being declared.
    let descriptions = owners.count == 1 ? [""] : owners.map { Reference.description(of: $0.key.value) }
    let distinct = owners.indices.filter { descriptions.firstIndex(of: descriptions[$0]) == $0 }
    // The kinds in which the key means the same, and has the same default.
    var meanings: [(text: String, about: String, kinds: [String])] = []
    for (kind, key) in owners {
      let text = key.about + (key.defaultText().map { " Default: \($0)." } ?? "")
      if let index = meanings.firstIndex(where: { $0.text == text }) {
        meanings[index].kinds.append(kind)
      } else {
        meanings.append((text, key.about, [kind]))
      }
    }
    let isOne = meanings.count == 1
    if isOne, distinct.count == 1, owners.count == kindCount {
      self = first
      return
    }
    self.init(
      name: first.name, value: distinct.count == 1 ? first.value : .anyOf(distinct.map { owners[$0].key.value }),
      about: isOne
        ? first.about : meanings.map { "\($0.kinds.joined(separator: ", ")): \($0.text)" }.joined(separator: " "))
    if isOne { defaultText = first.defaultText }
    statesItsKinds = !isOne
    choiceSentences = first.choiceSentences
    condition = Condition(
      key: ObjectSchema.typeKey, values: owners.map(\.kind), requiredBy: owners.filter(\.key.isRequired).map(\.kind))
  }
}

/// A lazy reference to a kind of object: it is resolved when it is used, because kinds refer to each other and to themselves.
package struct ObjectReference: Sendable {
  private let resolve: @Sendable () -> ObjectSchema

  init(_ schema: @escaping @Sendable () -> ObjectSchema) { resolve = schema }

  init<Target>(_ declaration: @autoclosure @escaping @Sendable () -> Declaration<Target>) {
    self.init { declaration().schema }
  }

  package var schema: ObjectSchema { resolve() }
}
