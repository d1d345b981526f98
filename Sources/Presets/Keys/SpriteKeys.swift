import Model

/// A sprite as written; its type decides which parameters mean something.
struct SpriteDraft: Sendable {
  var type = Kind.softDisc
  var width = 64.0
  var height = 64.0
  var taper: Double?
  var points: Int?
  var ratio: Double?
  var sides: Int?
  var thickness: Double?
  var startAngle: Double?
  var endAngle: Double?
  var seed: Int?
  var variants: Int?
  var path: VectorPath?
  var fillRule: VectorPath.FillRule?

  enum Kind: String, Sendable, CaseIterable {
    case disc, softDisc, square, capsule, streak, star, polygon, ring
    case heart, spark, flake, petal, leaf, paper, ribbon, triangle, sector, path
  }
}

extension Declarations {
  private static let sizes = NumberRule(.points, 0.01...16_384)
  private static let corners = NumberRule(.none, 3...64, isWhole: true)
  private static let seeds = NumberRule(.none, 0...999_999, isWhole: true)
  private static let crystals = NumberRule(.none, 1...32, isWhole: true)

  static let sprite = Declaration<SpriteDraft>(
    "sprite", "The picture of a particle.", { SpriteDraft() },
    [
      .choice("type", \.type, "Its shape."),
      Key(
        "size", .anyOf([.number(sizes), .list(.number(sizes))]),
        "Diameter at scale 1, or [width, height]; the width lies along the particle's own x axis.",
        default: { plain($0.width) }
      ) { node, decoder, sprite in
        if node.elements != nil {
          guard let size = decoder.constantPoint(node, sizes) else { return }
          (sprite.width, sprite.height) = (size.x, size.y)
        } else if let size = decoder.number(node, sizes) {
          (sprite.width, sprite.height) = (size, size)
        }
      },
      .optionalNumber(
        "taper", \.taper, .share, 0...1, "streak: the tail's width as a share of the head's; 0 if not given."),
      whole("points", \.points, corners, "star: how many spikes; 5 if not given."),
      .optionalNumber(
        "ratio", \.ratio, .share, 0.01...1, "star: inner radius as a share of the outer; 0.4 if not given."),
      whole("sides", \.sides, corners, "polygon: how many corners; 6 if not given."),
      .optionalNumber(
        "thickness", \.thickness, .share, 0.001...1,
        "ring, sector: width of the rim as a share of the radius; 0.2 (sector: 0.4) if not given, 1 fills it to the centre."
      ),
      .optionalNumber(
        "startAngle", \.startAngle, .degrees, -36_000...36_000,
        "sector: where it begins, clockwise from the sprite's own x axis; -60 if not given."),
      .optionalNumber(
        "endAngle", \.endAngle, .degrees, -36_000...36_000,
        "sector: where it ends; 60 if not given. A whole turn apart it is a ring."),
      whole(
        "variants", \.variants, crystals,
        "flake: how many different crystals there are, of which each particle is given one; 8 if not given."),
      whole("seed", \.seed, seeds, "flake: number of the first crystal; the others follow it. 0 if not given."),
      Key(
        "path", .text,
        "path: SVG path data, such as \"M0-9L8 7H-8Z\". Its box is centred, and its longer side is the sprite's size."
      ) { node, decoder, sprite in
        sprite.path = decoder.pathData(node)
      },
      Key(
        "fillRule", .choice(VectorPath.FillRule.allCases.map(\.rawValue)),
        "path: what is inside where parts of it lie on each other; nonzero if not given."
      ) { node, decoder, sprite in
        sprite.fillRule = decoder.choice(node)
      },
    ])

  private static func whole(
    _ name: String, _ path: Path<SpriteDraft, Int?>, _ rule: NumberRule, _ about: String
  ) -> Key<SpriteDraft> {
    Key(name, .number(rule), about) { node, decoder, sprite in
      sprite[keyPath: path] = decoder.wholeNumber(node, rule)
    }
  }
}

extension PresetDecoder {
  /// One sprite or a list of them.
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
    let groups = list.enumerated().compactMap { index, element in inside(index: index) { sprite(element) } }
    guard groups.count == list.count else { return nil }
    // All of the list are equally likely, however many crystals one of them stands for.
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

  /// What one object stands for, each equally likely: several for flakes.
  private func sprite(_ unresolved: JSONNode) -> [Sprite]? {
    guard let node = resolved(unresolved) else { return nil }
    var draft = SpriteDraft()
    let before = issueCount
    if case .string = node.value {
      // The type alone.
      guard let type: SpriteDraft.Kind = choice(node) else { return nil }
      draft.type = type
    } else {
      readObject(node, Declarations.sprite, into: &draft)
    }
    guard issueCount == before else { return nil }
    reportStrayKeys(draft, node)
    if draft.type == .path && draft.path == nil {
      report("a path needs the key path, SVG path data such as \"M0-9L8 7H-8Z\"", at: node)
      return nil
    }
    return shapes(draft).map { Sprite($0, width: draft.width, height: draft.height) }
  }

  private func reportStrayKeys(_ draft: SpriteDraft, _ node: JSONNode) {
    let owners: [(String, Bool, [SpriteDraft.Kind])] = [
      ("taper", draft.taper != nil, [.streak]), ("points", draft.points != nil, [.star]),
      ("ratio", draft.ratio != nil, [.star]), ("sides", draft.sides != nil, [.polygon]),
      ("thickness", draft.thickness != nil, [.ring, .sector]), ("startAngle", draft.startAngle != nil, [.sector]),
      ("endAngle", draft.endAngle != nil, [.sector]), ("variants", draft.variants != nil, [.flake]),
      ("seed", draft.seed != nil, [.flake]), ("path", draft.path != nil, [.path]),
      ("fillRule", draft.fillRule != nil, [.path]),
    ]
    for (name, isGiven, kinds) in owners where isGiven && !kinds.contains(draft.type) {
      report("\(name) means nothing to a \(draft.type.rawValue)", at: node)
    }
  }

  private func shapes(_ draft: SpriteDraft) -> [Sprite.Shape] {
    switch draft.type {
    case .disc: [.disc]
    case .softDisc: [.softDisc]
    case .square: [.square]
    case .capsule: [.capsule]
    case .streak: [.streak(taper: draft.taper ?? 0)]
    case .star: [.star(points: draft.points ?? 5, ratio: draft.ratio ?? 0.4)]
    case .polygon: [.polygon(sides: draft.sides ?? 6)]
    case .ring: [.ring(thickness: draft.thickness ?? 0.2)]
    case .heart: [.heart]
    case .spark: [.spark]
    case .flake: (0..<(draft.variants ?? 8)).map { .flake(seed: (draft.seed ?? 0) + $0) }
    case .petal: [.petal]
    case .leaf: [.leaf]
    case .paper: [.paper]
    case .ribbon: [.ribbon]
    case .triangle: [.triangle]
    case .sector:
      [
        .sector(
          startAngle: draft.startAngle ?? -60, endAngle: draft.endAngle ?? 60, thickness: draft.thickness ?? 0.4)
      ]
    case .path:
      draft.path.map { path in
        var path = path
        path.fillRule = draft.fillRule ?? .nonzero
        return [.path(path)]
      } ?? []
    }
  }

  /// SVG path data, by default such as encloses something.
  func pathData(_ unresolved: JSONNode, needsExtent: Bool = true) -> VectorPath? {
    guard let node = resolved(unresolved) else { return nil }
    guard case .string(let text) = node.value else {
      report("should be SVG path data such as \"M0-9L8 7H-8Z\", not \(node.kind)", at: node)
      return nil
    }
    do throws(PathDataParser.Failure) {
      let path = try PathDataParser.path(text)
      pathElements += path.elements.count
      guard pathElements <= Limits.pathElements else {
        report("the preset's paths have more than \(grouped(Limits.pathElements)) pieces in all", at: node)
        return nil
      }
      guard path.hasExtent || !needsExtent else {
        report("this path has no extent: it needs at least three points that are not on one line", at: node)
        return nil
      }
      return path
    } catch {
      // Point at the character inside the text.
      report(error.message, at: sources.origin(ofByte: error.offset, inStringAt: node.origin))
      return nil
    }
  }
}
