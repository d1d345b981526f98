import JSON
import Model

extension PresetDecoder {
  /// Reads the sprites of a cell: one, or a list of them.
  func sprites(_ unresolved: JSONNode) -> [Sprite]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = node.elements else {
      return countedTowardsLimit(Declarations.sprite.readNameOrObject(node, self, ()), node)
    }
    guard !list.isEmpty else {
      report("needs at least one sprite", at: node)
      return nil
    }
    guard list.count <= Limits.spritesOfCell else {
      report("a list of \(grouped(list.count)) sprites; at most \(grouped(Limits.spritesOfCell)) are allowed", at: node)
      return nil
    }
    guard let elements = self.list(node, of: "sprites", { Declarations.sprite.readNameOrObject($0, self, ()) }) else {
      return nil
    }
    // Each particle gets one of the cell's sprites, all of which are equally likely. The elements of the list must be equally
    // likely, too, although they have different numbers of variants. So each element becomes the same number of sprites, its
    // variants in turn.
    let spritesPerElement = Self.commonSpriteCount(
      elements.map(\.count), maximum: Limits.spritesOfCell / elements.count)
    let sprites = elements.flatMap { variants in (0..<spritesPerElement).map { variants[$0 % variants.count] } }
    return countedTowardsLimit(sprites, node)
  }

  /// The greatest common multiple of variant counts that is searched for.
  private static let maximumCommonMultiple = 64

  /// The number of sprites that each element of a list becomes: the least common multiple of all variant counts if it is at most
  /// `maximumCommonMultiple` and `maximum`, so that an element's variants are equally likely; otherwise the largest count or
  /// `maximum`, whichever is less.
  ///
  /// - Parameters:
  ///   - variantCounts: the number of variants of each element.
  ///   - maximum: the most sprites of an element; 1 or more.
  private static func commonSpriteCount(_ variantCounts: [Int], maximum: Int) -> Int {
    let largest = variantCounts.max() ?? 1
    let leastCommonMultiple = (1...maximumCommonMultiple).first { candidate in
      variantCounts.allSatisfy { candidate.isMultiple(of: $0) }
    }
    if let leastCommonMultiple, leastCommonMultiple <= maximum { return leastCommonMultiple }
    return min(largest, maximum)
  }

  /// Adds sprites to the preset's count and returns them; nil if there are too many now, which is reported once.
  private func countedTowardsLimit(_ sprites: [Sprite]?, _ node: JSONNode) -> [Sprite]? {
    let spriteCountBefore = spriteCount
    spriteCount += sprites?.count ?? 0
    if puffs.count <= Limits.puffs {
      puffs.formUnion((sprites ?? []).compactMap(\.shape.puff))
      if puffs.count > Limits.puffs {
        report(
          "the preset has more than \(Limits.puffs) forms of puffs in total: give its cells fewer variants", at: node)
        return nil
      }
    }
    if spriteCount <= Limits.sprites { return sprites }
    if spriteCountBefore <= Limits.sprites {
      report("the preset has more than \(grouped(Limits.sprites)) sprites in total", at: node)
    }
    return nil
  }

  /// Whether a flip-book has pictures that are small enough, and valid keys; reports what is wrong.
  func isValid(_ draft: FlipBook, at node: JSONNode) -> Bool {
    let issueCountBefore = issueCount
    guard !draft.pictures.isEmpty else {
      // If a file is named but could not be read, that has been reported already.
      if node["file"] == nil, node["files"] == nil || draft.files?.isEmpty == true {
        report("an image needs the key file, the path of a picture, or files, several of them", at: node)
      }
      return false
    }
    for picture in draft.pictures {
      guard isSmallEnough(picture.file, at: node["file"] ?? node["files"] ?? node) else { return false }
      if picture.columns > picture.file.width || picture.rows > picture.file.height {
        report(
          "\(picture.columns) columns and \(picture.rows) rows of frames do not fit into a picture of \(picture.file.width) × \(picture.file.height) pixels",
          at: node["columns"] ?? node["rows"] ?? node)
      }
    }
    let gridCellCount = draft.columns * draft.rows
    let frameCount = draft.frameCount ?? gridCellCount
    if frameCount > gridCellCount || gridCellCount > Limits.flipBookFrames {
      report(
        frameCount > gridCellCount
          ? "\(grouped(frameCount)) frames do not fit into \(draft.columns) columns and \(draft.rows) rows"
          : "a flip-book of \(grouped(gridCellCount)) frames; at most \(grouped(Limits.flipBookFrames)) are allowed",
        at: node["frames"] ?? node["columns"] ?? node)
    }
    let flipBookKeys = ["framesPerSecond", "play", "startFrame", "crossfade"]
    if frameCount == 1, let key = flipBookKeys.first(where: { node[$0] != nil }) {
      report(
        "\(key) is for flip-books, and this picture has one frame: columns and rows say how many frames lie in a picture",
        at: node[key] ?? node)
    }
    if draft.play == .life, draft.framesPerSecond != nil {
      report(
        "framesPerSecond and play \"life\" cannot be combined: \"life\" spreads the frames over the particle's life",
        at: node["framesPerSecond"] ?? node)
    }
    if case .number(let start) = draft.startFrame, start >= frameCount {
      report(
        "there is no frame \(start): the last of \(frameCount) is \(frameCount - 1)", at: node["startFrame"] ?? node)
    }
    return issueCount == issueCountBefore
  }

  /// Whether a picture for particles has at most `Limits.spritePicturePixels` pixels; reports if it has more.
  func isSmallEnough(_ clip: Clip, at node: JSONNode) -> Bool {
    let pixels = clip.width * clip.height
    if pixels <= Limits.spritePicturePixels { return true }
    report(
      "a picture of \(grouped(clip.width)) × \(grouped(clip.height)) pixels; for particles it has at most \(grouped(Limits.spritePicturePixels)) pixels, as 4,096 × 4,096",
      at: node)
    return false
  }

  /// Reads the texts of a sprite: one, or a list of them.
  func spriteTexts(_ unresolved: JSONNode) -> [String]? {
    guard let node = resolved(unresolved) else { return nil }
    guard node.elements != nil else { return words(unresolved).map { [$0] } }
    return list(node, of: "texts", maximum: Limits.spritesOfCell) { words($0) }
  }

  /// A sprite for each text, or for each part of a text: the outline of the letters, or a picture if there are emoji among them.
  func textSprites(_ draft: SpriteDraft<TextFigure>, at node: JSONNode) -> [Sprite]? {
    let figure = draft.figure
    guard !figure.texts.isEmpty else {
      report("a text needs an object with the key text, such as \"€\"", at: node)
      return nil
    }
    let texts = figure.partKind.map { kind in figure.texts.flatMap { kind.parts(of: $0) } } ?? figure.texts
    guard !texts.isEmpty, texts.count <= Limits.spritesOfCell else {
      inside(key: "text") {
        report(
          texts.isEmpty
            ? "needs at least one letter"
            : "has \(grouped(texts.count)) parts; at most \(Limits.spritesOfCell) are allowed",
          at: node["text"] ?? node)
      }
      return nil
    }
    // In points. Any size would do, since the typeset text is scaled to the sprite's size when it is drawn.
    let typesettingSize = 100.0
    let shapes: [Sprite.Shape] = inside(key: "text") {
      texts.compactMap { text in
        switch self.figure(of: text, figure.font, size: typesettingSize, keepsMiddle: false, at: node["text"] ?? node) {
        case .outline(let path): .path(path)
        case .picture(let words): .words(words)
        case nil: nil
        }
      }
    }
    return shapes.count == texts.count ? draft.sprites(shapes) : nil
  }
}
