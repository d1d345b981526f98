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
    /// - Parameter otherKinds: returns the message on a key that only other kinds have; nil for keys that no kind has.
    let read:
      @Sendable (
        _ node: JSONNode, _ decoder: PresetDecoder, _ context: Context, _ otherKinds: @escaping (String) -> String?
      ) -> Value?
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
      read = { node, decoder, context, otherKinds in
        let issueCountBefore = decoder.issueCount
        var target = declaration.prototype(decoder.scope)
        decoder.readObject(node, declaration, into: &target, otherKinds: otherKinds)
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
      decoder.report("should be an object, not \(node.messageText)", at: node)
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
    return kind.read(node, decoder, context) { key in
      let owners = kinds.filter { $0.schema.key(named: key) != nil }.map { quoted($0.schema.name) }
      return owners.isEmpty
        ? nil : "does not apply to \(quoted(typeKey)): \(quoted(kind.schema.name)), only to \(listed(owners))"
    }
  }
}

extension ValueKind {
  /// An object of one of several kinds.
  static func object<Context, Value>(
    _ family: @autoclosure @escaping @Sendable () -> ObjectFamily<Context, Value>
  ) -> ValueKind {
    .object(ObjectReference { family().schema })
  }
}
