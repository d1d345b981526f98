import Model

extension PresetDecoder {
  /// The sprites of a cell: one, or a list of them.
  func sprites(_ unresolved: JSONNode) -> [Sprite]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = node.elements else { return counted(variants(of: node), node) }
    guard !list.isEmpty else {
      report("needs at least one sprite", at: node)
      return nil
    }
    guard list.count <= Limits.spritesOfCell else {
      report("a list of \(grouped(list.count)) sprites; at most \(grouped(Limits.spritesOfCell)) fit", at: node)
      return nil
    }
    guard let elements = self.list(node, of: "sprites", { variants(of: $0) }) else { return nil }
    // Each particle has one of all sprites, and all sprites are equally likely. The elements of the list are to be equally likely,
    // too, however many variants each has: so each element becomes as many sprites as the one with the most variants has, unless
    // the limit allows only fewer.
    let maximumVariants = elements.reduce(1) { max($0, $1.count) }
    let spritesOfElement = max(min(maximumVariants, Limits.spritesOfCell / elements.count), 1)
    return counted(elements.flatMap { variants in (0..<spritesOfElement).map { variants[$0 % variants.count] } }, node)
  }

  /// The sprites unchanged, added to the preset's count; nil if there are too many, which is reported once.
  private func counted(_ sprites: [Sprite]?, _ node: JSONNode) -> [Sprite]? {
    let before = spriteCount
    spriteCount += sprites?.count ?? 0
    if spriteCount <= Limits.sprites { return sprites }
    if before <= Limits.sprites {
      report("the preset has more than \(grouped(Limits.sprites)) sprites in all", at: node)
    }
    return nil
  }

  /// The sprites that one object or the name of a type stands for, all equally likely: several for flakes, otherwise one.
  private func variants(of unresolved: JSONNode) -> [Sprite]? {
    guard let node = resolved(unresolved) else { return nil }
    let draft: SpriteDraft?
    if case .string = node.value {
      // The type alone.
      guard let type: SpriteDraft.Kind = choice(node) else { return nil }
      draft = SpriteDraft(type: type)
    } else {
      draft = object(node, Declarations.sprite)
    }
    guard let draft else { return nil }
    if draft.type == .path && draft.path == nil {
      report("a path needs an object with the key path, SVG path data such as \"M0-9L8 7H-8Z\"", at: node)
      return nil
    }
    return draft.shapes.map { Sprite($0, width: draft.width, height: draft.height) }
  }
}
