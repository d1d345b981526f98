import Model

/// A sprite as written, of any type; each type has some of the keys. Width and height are points, angles degrees clockwise from
/// the sprite's x axis. A property that has not been given is nil: `shapes` has the defaults.
struct SpriteDraft: TypedDraft {
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

extension SpriteDraft.Kind {
  /// The shape for the reference.
  var sentence: String {
    switch self {
    case .disc: "An even disc; an ellipse where width and height differ."
    case .softDisc: "A disc whose light falls off from its middle."
    case .square: "A square, or a rectangle."
    case .capsule: "A rectangle with round ends."
    case .streak: "A line that tapers and fades from its head to its tail."
    case .star: "A star with any number of spikes."
    case .polygon: "A regular polygon."
    case .ring: "A ring."
    case .heart: "A heart, its tip down."
    case .spark: "A glint of four points, bright in the middle."
    case .flake: "A snow crystal; each seed has another."
    case .petal: "A cherry's petal."
    case .leaf: "A leaf with its stem."
    case .paper: "A slightly bent sheet with one corner turned up."
    case .ribbon: "A band that curls."
    case .triangle: "A triangle, its point up."
    case .sector: "A piece of a ring between two angles."
    case .path: "Any outline, from SVG path data."
    }
  }
}

extension Declarations {
  private static let sizes = NumberSchema(.points, 0.01...16_384)

  static let sprite = Declaration<SpriteDraft>(
    "sprite", "The picture of a particle.", SpriteDraft(),
    [
      .choice("type", \.type, "Its shape.").explained(\SpriteDraft.Kind.sentence),
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
        "taper", \.taper, .share, 0...1, "The tail's width as a share of the head's."
      ).defaults(to: "0").applies(to: .streak),
      .optionalWhole("points", \.points, 3...64, "How many spikes.").defaults(to: "5").applies(to: .star),
      .optionalNumber(
        "ratio", \.ratio, .share, 0.01...1, "Inner radius as a share of the outer."
      ).defaults(to: "0.4").applies(to: .star),
      .optionalWhole("sides", \.sides, 3...64, "How many corners.").defaults(to: "6").applies(to: .polygon),
      .optionalNumber(
        "thickness", \.thickness, .share, 0.001...1,
        "Width of the rim as a share of the radius; 0.2 (sector: 0.4) if not given, 1 fills it to the centre."
      ).applies(to: .ring, .sector),
      .optionalNumber(
        "startAngle", \.startAngle, .degrees, -36_000...36_000,
        "Where it begins, clockwise from the sprite's own x axis."
      ).defaults(to: "-60").applies(to: .sector),
      .optionalNumber(
        "endAngle", \.endAngle, .degrees, -36_000...36_000,
        "Where it ends. A whole revolution apart it is a ring."
      ).defaults(to: "60").applies(to: .sector),
      .optionalWhole(
        "variants", \.variants, 1...32,
        "How many different crystals there are; each particle has one of them."
      ).defaults(to: "8").applies(to: .flake),
      .optionalWhole(
        "seed", \.seed, 0...999_999, "Number of the first crystal; the others follow it."
      ).defaults(to: "0").applies(to: .flake),
      .optional(
        "path", \.path, .text,
        "SVG path data, such as \"M0-9L8 7H-8Z\". Its box is centred, and its longer side is the sprite's size."
      ) { $0.pathData($1) }.required(by: .path),
      .optionalChoice(
        "fillRule", \.fillRule, "What is inside where pieces of the path overlap."
      ).defaults(to: "\"nonzero\"").applies(to: .path),
    ])
}

extension SpriteDraft {
  /// The shapes that the draft stands for, several for flakes and otherwise one. Each particle has one of them, all equally likely.
  var shapes: [Sprite.Shape] {
    switch type {
    case .disc: [.disc]
    case .softDisc: [.softDisc]
    case .square: [.square]
    case .capsule: [.capsule]
    case .streak: [.streak(taper: taper ?? 0)]
    case .star: [.star(points: points ?? 5, ratio: ratio ?? 0.4)]
    case .polygon: [.polygon(sides: sides ?? 6)]
    case .ring: [.ring(thickness: thickness ?? 0.2)]
    case .heart: [.heart]
    case .spark: [.spark]
    case .flake: (0..<(variants ?? 8)).map { .flake(seed: (seed ?? 0) + $0) }
    case .petal: [.petal]
    case .leaf: [.leaf]
    case .paper: [.paper]
    case .ribbon: [.ribbon]
    case .triangle: [.triangle]
    case .sector:
      [
        .sector(
          startAngle: startAngle ?? -60, endAngle: endAngle ?? 60, thickness: thickness ?? 0.4)
      ]
    case .path:
      path.map { path in
        var path = path
        path.fillRule = fillRule ?? .nonzero
        return [.path(path)]
      } ?? []
    }
  }
}
