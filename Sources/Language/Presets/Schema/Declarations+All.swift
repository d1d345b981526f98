extension Declarations {
  /// Every kind of object that a preset may contain, in the order in which a reader meets them: each kind is followed by the
  /// kinds that its keys hold. Animations come last, because almost any number may be animated.
  package static let all: [ObjectSchema] = {
    var found: [ObjectSchema] = []
    // Appends a kind of object and, depth first, the kinds that `references` finds in the values of its keys.
    func visit(_ object: ObjectSchema, following references: (ValueKind) -> [ObjectReference]) {
      if !found.contains(where: { $0.name == object.name }) { found.append(object) }
      for reference in object.keys.flatMap({ references($0.value) }) {
        let inner = reference.schema
        if !found.contains(where: { $0.name == inner.name }) { visit(inner, following: references) }
      }
    }
    visit(preset.schema, following: \.objects)
    // A second walk from each of the kinds found so far adds animations, and the kinds that these hold.
    for object in found { visit(object, following: { $0.animations + $0.objects }) }
    return found
  }()
}
