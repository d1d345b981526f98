import JSON
import Model

/// A sprite of any figure as written. Width and height are in points.
struct SpriteDraft<Figure: Sendable>: Sendable {
  var figure: Figure
  var width = 64.0
  var height = 64.0
  /// Whether width and height are given separately, so that a picture is stretched to them. Otherwise both are the one size that
  /// is given.
  var hasWidthAndHeight = false

  /// A sprite for each of some shapes.
  func sprites(_ shapes: [Sprite.Shape]) -> [Sprite] {
    shapes.map { shape in
      // A picture, words drawn as a picture, or a sheet keep their proportions unless width and height are given separately; the one size
      // that is given is then that of the longer side.
      guard let aspect = shape.picture?.aspect ?? shape.words?.aspect ?? shape.sheet?.aspect, !hasWidthAndHeight else {
        return Sprite(shape, width: width, height: height)
      }
      return aspect > 1
        ? Sprite(shape, width: width, height: height / aspect) : Sprite(shape, width: width * aspect, height: height)
    }
  }
}

/// An outline from path data.
struct PathFigure: Sendable {
  var path: VectorPath?
  var fillRule = VectorPath.FillRule.nonzero

  /// The path with its rule.
  var outline: VectorPath? {
    var outline = path
    outline?.fillRule = fillRule
    return outline
  }
}

/// Letters and words.
struct TextFigure: Sendable {
  var texts: [String] = []
  /// The kind of parts into which texts are split, one for each particle; nil if each particle shows a whole text.
  var partKind: LetterUnits.Kind?
  var font = FontRequest()
}

extension Declarations {
  /// Sprites, each of which may be several that are equally likely: the variants of a flake, the pictures of an image, the texts of a
  /// text.
  static let sprite = ObjectFamily<Void, [Sprite]>(
    "sprite", "The picture of a particle.", typeAbout: "Its shape.", default: "softDisc",
    Sprite.figures.map { figure in
      switch figure {
      case .plain(let name, let about, let shape):
        kind(name, about, figure: ()) { draft, _, _ in draft.sprites([shape]) }
      case .keyed(let figure): kind(figure)
      }
    } + [
      kind("path", "Any outline, from SVG path data.", figure: PathFigure(), pathKeys) { draft, decoder, node in
        guard let outline = draft.figure.outline else {
          decoder.report(
            "a path needs an object with the key path, SVG path data such as \"M0-9L8 7H-8Z\"", at: node)
          return nil
        }
        return draft.sprites([.path(outline)])
      },
      kind("image", "A picture from a file, or a flip-book.", figure: FlipBook(), flipBookKeys) {
        draft, decoder, node in
        decoder.isValid(draft.figure, at: node) ? draft.sprites(draft.figure.pictures.map { .picture($0) }) : nil
      },
      kind(
        "text", "A letter or a word in a font, or one of several at random.", figure: TextFigure(),
        textKeys + fontKeys(\.font)
      ) { draft, decoder, node in decoder.textSprites(draft, at: node) },
    ])

  private static func kind<Figure: SpriteFigure>(_ figure: Figure.Type) -> ObjectFamily<Void, [Sprite]>.Kind {
    kind(Figure.name, Figure.about, figure: Figure(), Figure.parameters.map { Key($0) }) { draft, _, _ in
      draft.sprites(draft.figure.shapes)
    }
  }

  private static func kind<Figure: Sendable>(
    _ name: String, _ about: String, figure: Figure, _ keys: [Key<Figure>] = [],
    _ make: @escaping @Sendable (SpriteDraft<Figure>, PresetDecoder, JSONNode) -> [Sprite]?
  ) -> ObjectFamily<Void, [Sprite]>.Kind {
    .init(Declaration(name, about, SpriteDraft(figure: figure), [size()] + keys.map { $0.within(\.figure) })) {
      draft, decoder, node, _ in make(draft, decoder, node)
    }
  }

  private static func size<Figure>() -> Key<SpriteDraft<Figure>> {
    let schema = NumberSchema(.points, 0.01...16_384)
    return Key(
      "size", .anyOf([.number(schema), .list(.number(schema))]),
      "Diameter at scale 1, of a picture its longer side, or [width, height]; the width lies along the particle's own x axis.",
      default: { plain($0.width) }
    ) { node, decoder, sprite in
      if node.elements != nil {
        guard let size = decoder.constantPoint(node, schema) else { return }
        (sprite.width, sprite.height) = (size.x, size.y)
        sprite.hasWidthAndHeight = true
      } else if let size = decoder.number(node, schema) {
        (sprite.width, sprite.height) = (size, size)
      }
    }
  }

  private static let pathKeys: [Key<PathFigure>] = [
    .optional(
      "path", \.path, .text,
      "SVG path data, such as \"M0-9L8 7H-8Z\". Its box is centred, and its longer side is the sprite's size."
    ) { $0.pathData($1) }.required,
    .choice("fillRule", \.fillRule, "What is inside where pieces of the path overlap."),
  ]

  private static let textKeys: [Key<TextFigure>] = [
    Key(
      "text", .anyOf([.text, .list(.text)]),
      "What it says: a letter, a word, or a list of which each particle has one. Its box is centred, and its longer side is the sprite's size. A text with emoji is a picture, in which its letters are white; the picture is multiplied by the particle's colour."
    ) { node, decoder, figure in
      figure.texts = decoder.spriteTexts(node) ?? []
    }.required,
    .optionalChoice("by", \.partKind, "Parts of the text of which each particle has one, in place of the whole.")
      .explained { (kind: LetterUnits.Kind) in
        switch kind {
        case .letter: "A letter with its marks, or an emoji."
        case .word: "Letters between spaces."
        case .line: "A line."
        }
      },
  ]
}
