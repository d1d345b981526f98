import JSON
import Model

/// A polygon as written: by its corners, or a regular one by their number.
struct PolygonShape: Sendable {
  var corners: [PlanePoint]?
  var sides: Int?
}

/// A picture as written.
struct PictureShape: Sendable {
  /// The node that names the file.
  var file: JSONNode?
  /// Cells along the longer side of the grid into which the picture is divided.
  var detail = 256
}

/// Words as written.
struct WordsShape: Sendable {
  var words: String?
  var font = FontRequest()
  /// In points.
  var fontSize = 200.0
}

extension Declarations {
  static let emitterShape = ObjectFamily<Void, Emitter.Shape>(
    "emitterShape",
    "The shape of an emitter, with settings. Polygons of given points, and paths where the emitter has no size, are in points relative to its position. A star or regular polygon fills the ellipse of the emitter's size, a heart its box.",
    typeAbout: "What it is.",
    [
      .init(
        Declaration("polygon", "Any polygon, or a regular one.", PolygonShape(), polygonKeys)
      ) { polygon, decoder, node, _ in decoder.polygon(polygon, at: node) },
      .init(Emitter.Star.self) { star, _, _, _ in star.shape },
      .init(Declaration("heart", "A heart in the box of the emitter's size.", (), [])) { _, _, _, _ in .heart },
      .init(Declaration("path", "Any outline, from SVG path data.", PathFigure(), outlineKeys)) { figure, _, _, _ in
        figure.outline.map { .path($0) }
      },
      .init(Declaration("image", "A picture from a file.", PictureShape(), pictureKeys)) { shape, decoder, _, _ in
        shape.file.flatMap { decoder.shapePicture($0, detail: shape.detail) }.map { .picture($0) }
      },
      .init(Declarations.densityShape) { shape, decoder, node, _ in
        decoder.shapePicture(shape, at: node).map { .picture($0) }
      },
      .init(Declaration("text", "Letters and words in a font.", WordsShape(), wordsKeys + fontKeys(\.font))) {
        shape, decoder, node, _ in
        shape.words.flatMap { words in
          decoder.inside(key: "words") { decoder.shape(of: words, shape, at: node["words"] ?? node) }
        }
      },
    ])

  private static let polygonKeys: [Key<PolygonShape>] = [
    Key("points", .list(.constantPoint(NumberSchema(.points))), "Its corners, at least three, relative to position.") {
      node, decoder, polygon in
      if case .number = decoder.resolved(node)?.value {
        decoder.report(
          "a polygon's points are its corners, [[x, y], …]; sides says how many a regular one has", at: node)
        return
      }
      polygon.corners = decoder.list(node, of: "points [x, y]") { decoder.constantPoint($0, NumberSchema(.points)) }
    },
    .optionalWhole(
      "sides", \.sides, 3...Limits.figureCorners, "How many sides a regular polygon has, the first corner at the top."),
  ]

  private static let outlineKeys: [Key<PathFigure>] = [
    .optional(
      "path", \.path, .text,
      "SVG path data, in points relative to position. If the emitter has a size, the path's box is centred at position and as large as fits into that size."
    ) { $0.pathData($1, needsExtent: false) }.required,
    .choice("fillRule", \.fillRule, "What is inside where pieces of the path overlap."),
  ]

  private static let pictureKeys: [Key<PictureShape>] = [
    .optional(
      "file", \.file, .text,
      "Path of a picture, relative to the preset and within its folder, or within a folder named by --assets. Births happen where it is opaque, outlines where its alpha is ½. If the emitter has a size, the picture is as large as fits into that size; otherwise it has a point for each pixel."
    ) { _, node in node }.required,
    .whole(
      "detail", \.detail, 1...Limits.shapePictureCells,
      "Into how many cells the longer side of the picture is divided. Births in a cell are as likely as it is opaque; each cell has one colour."
    ),
  ]

  private static let wordsKeys: [Key<WordsShape>] = [
    .optional(
      "words", \.words, .text,
      "What the letters say. Births fill the letters' outline; words with emoji are a picture, and births happen where it is opaque."
    ) { $0.words($1) }.required,
    .number(
      "fontSize", \.fontSize, NumberSchema(.points, 0.1...1e5),
      "Size of the letters; if the emitter has a size, the letters are as large as fits into that instead."),
  ]
}

extension PresetDecoder {
  /// The shape of words: a path, or a picture if the words contain emoji; nil after reporting an issue.
  fileprivate func shape(of words: String, _ draft: WordsShape, at node: JSONNode) -> Emitter.Shape? {
    switch figure(of: words, draft.font, size: draft.fontSize, keepsMiddle: true, at: node) {
    case nil: return nil
    case .outline(let path): return .path(path)
    case .picture(let wordsWithEmoji):
      do throws(AssetLoader.Failure) {
        guard let assetFinder else { return nil }
        return .picture(try assetFinder.shapePicture(of: wordsWithEmoji, detail: Limits.shapePictureCells))
      } catch {
        report(error.message, at: node)
        return nil
      }
    }
  }

  /// Reads the picture that the node names, as the grid on which particles are born; nil after reporting an issue.
  fileprivate func shapePicture(_ unresolved: JSONNode, detail: Int) -> ShapePicture? {
    guard let clip = clip(unresolved), let node = resolved(unresolved), isSmallEnough(clip, at: node) else {
      return nil
    }
    do throws(AssetLoader.Failure) {
      return try assetFinder?.shapePicture(of: clip, detail: detail)
    } catch {
      report(error.message, at: node)
      return nil
    }
  }

  /// A polygon with the given corners, or a regular one; nil after reporting an issue.
  fileprivate func polygon(_ draft: PolygonShape, at node: JSONNode) -> Emitter.Shape? {
    guard let corners = draft.corners else {
      guard let sides = draft.sides else {
        report("a polygon needs points, [[x, y], …], or a number of sides", at: node)
        return nil
      }
      return .regularPolygon(sides: sides)
    }
    if draft.sides != nil {
      report(
        "points and sides cannot be combined: a regular polygon has sides, any other points", at: node["sides"] ?? node)
      return nil
    }
    guard corners.count >= 3 else {
      report("a polygon needs at least three points, not \(corners.count)", at: node["points"] ?? node)
      return nil
    }
    return .polygon(corners)
  }
}
