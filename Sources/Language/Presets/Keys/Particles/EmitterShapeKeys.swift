import JSON
import Model

/// An emitter's shape with settings as written; each type uses some of the properties.
struct EmitterShapeDraft: TypedDraft {
  var type = Kind.polygon
  /// The corners of a polygon; nil for a regular one.
  var corners: [PlanePoint]?
  /// How many points a star has.
  var pointCount: Int?
  /// Inner radius of a star ÷ its outer radius.
  var ratio = 0.4
  var sides: Int?
  var path: VectorPath?
  var fillRule = VectorPath.FillRule.nonzero
  /// The node that names the file of a picture.
  var file: JSONNode?
  /// Cells along the longer side of the grid into which a picture is divided.
  var detail = 256

  var words: String?
  var font = FontRequest()
  /// In points.
  var fontSize = 200.0

  enum Kind: String, Sendable, CaseIterable { case polygon, star, heart, path, image, text }
}

extension Declarations {
  /// How many points a star may have.
  private static let starPointCounts = NumberSchema(whole: 2...Limits.figureCorners)

  static let emitterShape = Declaration<EmitterShapeDraft>(
    "emitterShape",
    "The shape of an emitter, with settings. Polygons of given points, and paths where the emitter has no size, are in points relative to its position. A star or regular polygon fills the ellipse of the emitter's size, a heart its box.",
    EmitterShapeDraft(),
    [
      .choice("type", \.type, "What it is.").required,
      Key(
        "points", .anyOf([.number(starPointCounts), .list(.constantPoint(NumberSchema(.points)))]),
        "Of a polygon: its corners, at least three, relative to position. Of a star: how many points it has, 5 if not given."
      ) { node, decoder, shape in
        if decoder.resolved(node)?.elements == nil {
          shape.pointCount = decoder.wholeNumber(node, starPointCounts)
        } else {
          shape.corners = decoder.list(node, of: "points [x, y]") { decoder.constantPoint($0, NumberSchema(.points)) }
        }
      }.applies(to: .polygon, .star),
      .optionalWhole(
        "sides", \.sides, 3...Limits.figureCorners, "How many sides a regular polygon has, the first corner at the top."
      )
      .applies(to: .polygon),
      .number("ratio", \.ratio, .share, 0...1, "Inner radius as a share of the outer.").applies(to: .star),
      .optional(
        "path", \.path, .text,
        "SVG path data, in points relative to position. If the emitter has a size, the path's box is centred at position and as large as fits into that size."
      ) { $0.pathData($1, needsExtent: false) }.required(by: .path),
      .choice("fillRule", \.fillRule, "What is inside where pieces of the path overlap.").applies(to: .path),
      .optional(
        "file", \.file, .text,
        "Path of a picture, relative to the preset and within its folder, or within a folder named by --assets. Births happen where it is opaque, outlines where its alpha is ½. If the emitter has a size, the picture is as large as fits into that size; otherwise it has a point for each pixel."
      ) { _, node in node }.required(by: .image),
      .whole(
        "detail", \.detail, 1...Limits.shapePictureCells,
        "Into how many cells the longer side of the picture is divided. Births in a cell are as likely as it is opaque; each cell has one colour."
      ).applies(to: .image),
      .optional(
        "words", \.words, .text,
        "What the letters say. Births fill the letters' outline; words with emoji are a picture, and births happen where it is opaque."
      ) { $0.words($1) }.required(by: .text),
      .number(
        "fontSize", \.fontSize, NumberSchema(.points, 0.1...1e5),
        "Size of the letters; if the emitter has a size, the letters are as large as fits into that instead."
      ).applies(to: .text),
    ] + fontKeys(\.font).map { $0.applies(to: .text) })
}

extension PresetDecoder {
  /// The shape that a draft describes; nil if a required key is missing, or after reporting an issue.
  ///
  /// - Parameter draft: has only keys that apply to its type.
  func emitterShape(_ draft: EmitterShapeDraft, at node: JSONNode) -> Emitter.Shape? {
    switch draft.type {
    case .heart: return .heart
    case .star:
      guard draft.corners == nil else {
        report("a star has a number of points, such as 5", at: node["points"] ?? node)
        return nil
      }
      return .star(points: draft.pointCount ?? 5, ratio: draft.ratio)
    case .path:
      return draft.path.map { path in
        var path = path
        path.fillRule = draft.fillRule
        return .path(path)
      }
    case .image: return draft.file.flatMap { shapePicture($0, detail: draft.detail) }.map { .picture($0) }
    case .text:
      return draft.words.flatMap { words in
        inside(key: "words") { shape(of: words, draft, at: node["words"] ?? node) }
      }
    case .polygon: return polygon(draft, at: node)
    }
  }

  /// The shape of words: a path, or a picture if the words contain emoji; nil after reporting an issue.
  private func shape(of words: String, _ draft: EmitterShapeDraft, at node: JSONNode) -> Emitter.Shape? {
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
  private func shapePicture(_ unresolved: JSONNode, detail: Int) -> ShapePicture? {
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
  private func polygon(_ draft: EmitterShapeDraft, at node: JSONNode) -> Emitter.Shape? {
    guard let corners = draft.corners else {
      if draft.pointCount != nil {
        report(
          "a polygon's points are its corners, [[x, y], …]; sides says how many a regular one has",
          at: node["points"] ?? node)
        return nil
      }
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
