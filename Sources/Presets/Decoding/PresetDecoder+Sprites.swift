import Model

extension PresetDecoder {
  /// The sprites of a cell: one, or a list of them.
  func sprites(_ unresolved: JSONNode) -> [Sprite]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = node.elements else { return counted(sprite(node), node) }
    guard !list.isEmpty else {
      report("needs at least one sprite", at: node)
      return nil
    }
    guard list.count <= Limits.spritesOfCell else {
      report("a list of \(grouped(list.count)) sprites; at most \(grouped(Limits.spritesOfCell)) fit", at: node)
      return nil
    }
    guard let groups = self.list(node, of: "sprites", { sprite($0) }) else { return nil }
    // All elements of the list are equally likely, however many crystals one of them stands for.
    let most = groups.reduce(1) { max($0, $1.count) }
    let copies = max(min(most, Limits.spritesOfCell / groups.count), 1)
    return counted(groups.flatMap { group in (0..<copies).map { group[$0 % group.count] } }, node)
  }

  private func counted(_ sprites: [Sprite]?, _ node: JSONNode) -> [Sprite]? {
    let before = spriteCount
    spriteCount += sprites?.count ?? 0
    if spriteCount <= Limits.sprites { return sprites }
    if before <= Limits.sprites {
      report("the preset has more than \(grouped(Limits.sprites)) sprites in all", at: node)
    }
    return nil
  }

  /// The sprites of one object, each equally likely: several for flakes.
  private func sprite(_ unresolved: JSONNode) -> [Sprite]? {
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
