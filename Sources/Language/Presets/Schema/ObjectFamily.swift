import JSON
import Model

/// Objects of several kinds. The key `type` says which kind an object is; each kind has a declaration, and so keys, of its own.
struct ObjectFamily<Context, Value>: Sendable {
  let schema: ObjectSchema
  private let kinds: [Kind]
  /// The kind of objects without the key `type`; nil if every object needs it.
  private let defaultKind: String?

  /// The names of all kinds.
  var names: [String] { kinds.map(\.schema.name) }

  /// One kind of object.
  struct Kind: Sendable {
    let schema: ObjectSchema
    /// Reads an object of this kind; nil after reporting an issue.
    ///
    /// - Parameter messages: what the family says about the object's keys.
    let read:
      @Sendable (_ node: JSONNode, _ decoder: PresetDecoder, _ context: Context, _ messages: FamilyMessages) -> Value?
    /// Makes a value with all defaults, which a preset gives by its name alone; nil after reporting an issue.
    let makeDefault: @Sendable (_ node: JSONNode, _ decoder: PresetDecoder, _ context: Context) -> Value?

    /// - Parameters:
    ///   - declaration: the kind's keys, without `type`. Its name is the value of `type`.
    ///   - make: makes the value of what was read; returns nil after reporting an issue, or for an object that is left out.
    init<Target>(
      _ declaration: Declaration<Target>,
      _ make: @escaping @Sendable (Target, PresetDecoder, JSONNode, Context) -> Value?
    ) {
      schema = declaration.schema
      read = { node, decoder, context, messages in
        let issueCountBefore = decoder.issueCount
        var target = declaration.prototype(decoder.scope)
        decoder.readObject(node, declaration, into: &target, messages)
        return decoder.issueCount == issueCountBefore ? make(target, decoder, node, context) : nil
      }
      makeDefault = { node, decoder, context in make(declaration.prototype(decoder.scope), decoder, node, context) }
    }

    /// A kind all of whose keys are rows.
    init<Target: DeclaredKind>(
      _ kind: Target.Type, _ make: @escaping @Sendable (Target, PresetDecoder, JSONNode, Context) -> Value?
    ) {
      self.init(Declaration(Target.name, Target.about, rows: { Target() }), make)
    }
  }

  /// - Parameters:
  ///   - name: name of the objects in the JSON Schema and the reference page.
  ///   - about: a sentence that describes the objects.
  ///   - typeAbout: the sentence on the key `type`.
  ///   - defaultKind: the kind of objects without the key `type`; nil if every object needs it.
  init(_ name: String, _ about: String, typeAbout: String, default defaultKind: String? = nil, _ kinds: [Kind]) {
    schema = ObjectSchema(
      name: name, about: about, typeAbout: typeAbout, kinds: kinds.map(\.schema), defaultKind: defaultKind)
    self.kinds = kinds
    self.defaultKind = defaultKind
  }

  /// Reads an object, or the name of a kind, which stands for an object with all defaults; nil after reporting an issue.
  func readNameOrObject(_ unresolved: JSONNode, _ decoder: PresetDecoder, _ context: Context) -> Value? {
    guard let node = decoder.resolved(unresolved) else { return nil }
    guard case .string = node.value else { return read(node, decoder, context) }
    return decoder.choice(node, among: names).flatMap { kind(named: $0)?.makeDefault(node, decoder, context) }
  }

  private func kind(named name: String) -> Kind? { kinds.first { $0.schema.name == name } }

  /// Reads an object; nil after reporting an issue, or for an object that is left out.
  func read(_ unresolved: JSONNode, _ decoder: PresetDecoder, _ context: Context) -> Value? {
    guard let node = decoder.resolved(unresolved) else { return nil }
    guard let members = node.members else {
      decoder.reportMissingObject(schema.name, at: node)
      return nil
    }
    let typeKey = ObjectSchema.typeKey
    var name = defaultKind
    if let type = members.first(where: { $0.key == typeKey }) {
      name = decoder.inside(key: typeKey) { decoder.choice(type.node, among: names) }
    } else if defaultKind == nil {
      decoder.report("needs the key \(typeKey)", at: node)
    }
    guard let kind = name.flatMap(kind(named:)) else { return nil }
    return kind.read(node, decoder, context, messages(for: kind.schema))
  }

  private func messages(for kind: ObjectSchema) -> FamilyMessages {
    let type = "\(quoted(ObjectSchema.typeKey)): \(quoted(kind.name))"
    return FamilyMessages(
      foreignKey: { name in
        let owners = kinds.filter { $0.schema.key(named: name) != nil }
        guard let owner = owners.first else { return nil }
        // Advice to use another key, if this kind has it.
        let advice = owner.schema.key(named: name)?.counterpart.flatMap {
          kind.key(named: $0.key) == nil ? nil : "; \($0.advice)"
        }
        // The kinds that have the key help less than the key of this kind that other programs call so.
        let meant = FamiliarNames.meanings(of: name).filter { kind.key(named: $0) != nil }
        if advice == nil, !meant.isEmpty { return "does not apply to \(type). Did you mean \(listed(meant))?" }
        return "does not apply to \(type), only to \(listed(owners.map { quoted($0.schema.name) }))\(advice ?? "")"
      },
      missingKey: { name in
        schema.key(named: name)?.isRequired == true ? "needs the key \(name)" : "\(type) needs the key \(name)"
      })
  }
}

/// What a family says about the keys of an object of one of its kinds.
struct FamilyMessages {
  /// Returns the message on a key that only other kinds have; nil for keys that no kind has.
  let foreignKey: (String) -> String?
  /// Returns the message on a key that the kind needs and the object has not.
  let missingKey: (String) -> String
}

extension ValueKind {
  /// An object of one of several kinds.
  static func object<Context, Value>(
    _ family: @autoclosure @escaping @Sendable () -> ObjectFamily<Context, Value>
  ) -> ValueKind {
    .object(ObjectReference { family().schema })
  }
}
