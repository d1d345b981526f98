import Scenes

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

  enum Kind: String, Sendable, CaseIterable {
    case disc, softDisc, square, capsule, streak, star, polygon, ring
  }
}

extension Declarations {
  private static let sizes = NumberRule(.points, 0.01...16_384)
  private static let corners = NumberRule(.none, 3...64, isWhole: true)

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
      whole("points", \.points, "star: how many spikes; 5 if not given."),
      .optionalNumber(
        "ratio", \.ratio, .share, 0.01...1, "star: inner radius as a share of the outer; 0.4 if not given."),
      whole("sides", \.sides, "polygon: how many corners; 6 if not given."),
      .optionalNumber(
        "thickness", \.thickness, .share, 0.001...1,
        "ring: width of the rim as a share of the radius; 0.2 if not given."),
    ])

  private static func whole(_ name: String, _ path: Path<SpriteDraft, Int?>, _ about: String) -> Key<SpriteDraft> {
    Key(name, .number(corners), about) { node, decoder, sprite in
      sprite[keyPath: path] = decoder.wholeNumber(node, corners)
    }
  }
}

extension Decoder {
  /// One sprite or a list of them.
  func sprites(_ unresolved: JSONNode) -> [Sprite]? {
    guard let node = resolved(unresolved) else { return nil }
    guard let list = node.elements else { return sprite(node).map { [$0] } }
    guard !list.isEmpty else {
      report("needs at least one sprite", at: node)
      return nil
    }
    let sprites = list.enumerated().compactMap { index, element in inside(index: index) { sprite(element) } }
    return sprites.count == list.count ? sprites : nil
  }

  private func sprite(_ unresolved: JSONNode) -> Sprite? {
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
    let owners: [(String, Bool, SpriteDraft.Kind)] = [
      ("taper", draft.taper != nil, .streak), ("points", draft.points != nil, .star),
      ("ratio", draft.ratio != nil, .star),
      ("sides", draft.sides != nil, .polygon), ("thickness", draft.thickness != nil, .ring),
    ]
    for (name, isGiven, owner) in owners where isGiven && owner != draft.type {
      report("\(name) means nothing to a \(draft.type.rawValue)", at: node)
    }
    let shape: Sprite.Shape =
      switch draft.type {
      case .disc: .disc
      case .softDisc: .softDisc
      case .square: .square
      case .capsule: .capsule
      case .streak: .streak(taper: draft.taper ?? 0)
      case .star: .star(points: draft.points ?? 5, ratio: draft.ratio ?? 0.4)
      case .polygon: .polygon(sides: draft.sides ?? 6)
      case .ring: .ring(thickness: draft.thickness ?? 0.2)
      }
    return Sprite(shape, width: draft.width, height: draft.height)
  }
}
