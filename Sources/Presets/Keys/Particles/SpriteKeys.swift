import JSON
import Model

/// A sprite of any type as written; each type uses some of the properties. Width and height are in points, angles in degrees
/// clockwise from the sprite's x axis. An optional property is nil if not given; `shapes` has the defaults.
struct SpriteDraft: TypedDraft {
  var type = Kind.softDisc
  var width = 64.0
  var height = 64.0
  var taper: Double?
  var pointCount: Int?
  var ratio: Double?
  var sides: Int?
  var thickness: Double?
  var startAngle: Double?
  var endAngle: Double?
  var seed: Int?
  var variants: Int?
  var path: VectorPath?
  var fillRule: VectorPath.FillRule?
  /// Whether width and height are given separately, so that a picture is stretched to them. Otherwise both are the one size that
  /// is given.
  var hasWidthAndHeight = false
  /// The picture of an image, opened as a clip of one frame.
  var file: Clip?
  /// Several pictures of an image.
  var files: [Clip]?
  var columns = 1
  var rows = 1
  var frameCount: Int?
  var framesPerSecond: Double?
  var play = SpritePicture.Play.loop
  var startFrame: StartFrame?
  var crossfade: Bool?

  /// The frame of a flip-book that a particle begins with.
  enum StartFrame: Sendable, Equatable {
    case number(Int)
    case random
  }

  var texts: [String] = []
  /// The kind of parts into which texts are split, one for each particle; nil if each particle shows a whole text.
  var partKind: LetterUnits.Kind?
  var font = FontRequest()

  enum Kind: String, Sendable, CaseIterable {
    case disc, softDisc, square, capsule, streak, star, polygon, ring
    case heart, spark, flake, petal, leaf, paper, ribbon, triangle, sector, path, image, text
  }
}

extension SpriteDraft.Kind {
  /// The sentence on this shape in the reference.
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
    case .image: "A picture from a file, or a flip-book."
    case .text: "A letter or a word in a font, or one of several at random."
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
        "Diameter at scale 1, of a picture its longer side, or [width, height]; the width lies along the particle's own x axis.",
        default: { plain($0.width) }
      ) { node, decoder, sprite in
        if node.elements != nil {
          guard let size = decoder.constantPoint(node, sizes) else { return }
          (sprite.width, sprite.height) = (size.x, size.y)
          sprite.hasWidthAndHeight = true
        } else if let size = decoder.number(node, sizes) {
          (sprite.width, sprite.height) = (size, size)
        }
      },
      .optionalNumber(
        "taper", \.taper, .share, 0...1, "The tail's width as a share of the head's."
      ).defaults(to: "0").applies(to: .streak),
      .optionalWhole("points", \.pointCount, 3...64, "How many spikes.").defaults(to: "5").applies(to: .star),
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
        "Where it ends; with the two angles 360° apart it is a ring."
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
      Key(
        "text", .anyOf([.text, .list(.text)]),
        "What it says: a letter, a word, or a list of which each particle has one. Its box is centred, and its longer side is the sprite's size. A text with emoji is a picture, in which its letters are white; the picture is multiplied by the particle's colour."
      ) { node, decoder, sprite in
        sprite.texts = decoder.spriteTexts(node) ?? []
      }.required(by: .text),
      .optionalChoice(
        "by", \.partKind, "Parts of the text of which each particle has one, in place of the whole."
      ).explained { (kind: LetterUnits.Kind) in
        switch kind {
        case .letter: "A letter with its marks, or an emoji."
        case .word: "Letters between spaces."
        case .line: "A line."
        }
      }.applies(to: .text),
    ] + fontKeys(\.font).map { $0.applies(to: .text) } + pictureKeys)

  private static let pictureKeys: [Key<SpriteDraft>] = [
    .optional(
      "file", \.file, .text,
      "Path of a picture (PNG, JPEG, WebP, …), relative to the preset and within its folder, or within a folder named by --assets. It is multiplied by the particle's colour."
    ) { $0.clip($1) }.applies(to: .image),
    .optional(
      "files", \.files, .list(.text), "Paths of several pictures, of which each particle shows one."
    ) { decoder, node in decoder.list(node, of: "paths of pictures") { decoder.clip($0) } }.applies(
      to: .image),
    .whole("columns", \.columns, 1...256, "How many frames of a flip-book lie side by side in the picture.")
      .applies(to: .image),
    .whole("rows", \.rows, 1...256, "How many frames of a flip-book lie one below the other in the picture.")
      .applies(to: .image),
    .optionalWhole(
      "frames", \.frameCount, 1...Limits.flipBookFrames, "How many frames there are, counted row by row."
    ).defaults(to: "columns × rows").applies(to: .image),
    .optionalNumber(
      "framesPerSecond", \.framesPerSecond, .framesPerSecond, 0...1000,
      "How fast a flip-book is; 0 keeps each particle on its first frame. Not with play \"life\"."
    ).defaults(to: "12").applies(to: .image),
    .choice("play", \.play, "How the frames follow each other.").applies(to: .image),
    .optional(
      "startFrame", \.startFrame,
      .anyOf([.number(startFrames), .choice(["random"])]),
      "The frame that a particle begins with, counted from 0, or \"random\" for any."
    ) { decoder, node in
      if decoder.resolved(node)?.string == "random" { return .random }
      return decoder.wholeNumber(node, startFrames).map { .number($0) }
    }.defaults(to: "0").applies(to: .image),
    .optional("crossfade", \.crossfade, .flag, "Whether a frame turns gradually into the next.") { $0.flag($1) }
      .defaults(to: "false").applies(to: .image),
  ]

  private static let startFrames = NumberSchema(whole: 0...Limits.flipBookFrames - 1)
}

extension SpriteDraft {
  /// The shapes, of which each particle gets one at random: several for a flake or for several files, otherwise one. Empty for a
  /// text, whose shapes `PresetDecoder.textSprites` makes. Empty also where the path or file that the type requires is missing.
  var shapes: [Sprite.Shape] {
    switch type {
    case .disc: [.disc]
    case .softDisc: [.softDisc]
    case .square: [.square]
    case .capsule: [.capsule]
    case .streak: [.streak(taper: taper ?? 0)]
    case .star: [.star(points: pointCount ?? 5, ratio: ratio ?? 0.4)]
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
    case .text: []
    case .path:
      path.map { path in
        var path = path
        path.fillRule = fillRule ?? .nonzero
        return [.path(path)]
      } ?? []
    case .image: pictures.map { .picture($0) }
    }
  }

  /// The pictures of all files.
  var pictures: [SpritePicture] {
    ((file.map { [$0] } ?? []) + (files ?? [])).map { file in
      // Nil for a random frame.
      var firstFrame: Int? = 0
      switch startFrame {
      case .number(let number): firstFrame = number
      case .random: firstFrame = nil
      case nil: break
      }
      return SpritePicture(
        file, columns: columns, rows: rows, frameCount: frameCount, framesPerSecond: framesPerSecond ?? 12, play: play,
        startFrame: firstFrame, blendsFrames: crossfade ?? false)
    }
  }

  /// Width and height of a shape in points. A picture, or words drawn as a picture, keep their proportions unless width and
  /// height are given separately; the one size that is given is then that of the longer side.
  func size(of shape: Sprite.Shape) -> (width: Double, height: Double) {
    guard let aspect = shape.picture?.aspect ?? shape.words?.aspect, !hasWidthAndHeight else { return (width, height) }
    return aspect > 1 ? (width, height / aspect) : (width * aspect, height)
  }
}
