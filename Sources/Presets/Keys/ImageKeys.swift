import Model

/// A picture as written. `file` is nil if the preset names none that can be read.
struct ImageDraft: Sendable {
  var file: Clip?
  var fit = Picture.Fit.contain
  var center, size: AnimatedPoint
  var scaling = Picture.Scaling.smooth
  var tileSize: AnimatedPoint?
}

extension Declarations {
  static let image = Declaration<ImageDraft>(
    "image", "A picture in a box: PNG, JPEG, WebP and what else FFmpeg reads, turned upright as its EXIF data say.",
    defaults: { scope in
      ImageDraft(
        center: scope.center, size: AnimatedPoint(AnimatedNumber(scope.width), AnimatedNumber(scope.height)))
    },
    [
      .optional(
        "file", \.file, .text,
        "Path of the picture, relative to the preset and within its folder, or within a folder named by --assets; of a movie, the first frame."
      ) { $0.clipOrPicture($1) }.required,
      .choice("fit", \.fit, "How the picture lies in the box, as CSS's object-fit.")
        .explained { (fit: Picture.Fit) in fit.sentence },
      .animatedPoint("center", \.center, "The middle of the box.").defaults(to: "the canvas's centre"),
      .animatedPair("size", \.size, .points, 0...1e5, "Width and height of the box, or one number for both.")
        .defaults(to: "the canvas's size"),
      .choice("scaling", \.scaling, "How pixels are mixed where the picture is drawn larger or smaller than it is.")
        .explained { (scaling: Picture.Scaling) in scaling.sentence },
      .optionalAnimatedPair(
        "tileSize", \.tileSize, .points, 1...1e5,
        "Width and height of a tile, or one number for both; a point for each pixel if not given."
      ).effective(where: "fit", \.fit, is: .tile),
    ])
}

extension Picture.Fit {
  /// What the fit does, as a sentence of the reference page.
  fileprivate var sentence: String {
    switch self {
    case .fill: "Its sides become those of the box."
    case .contain: "It lies in the box as a whole."
    case .cover: "It covers the box; what reaches beyond is cut off."
    case .none: "A point for each pixel, in the middle of the box, where it is cut off."
    case .tile: "Repeated over the box, from its upper left corner on."
    }
  }
}

extension Picture.Scaling {
  /// What the scaling does, as a sentence of the reference page.
  fileprivate var sentence: String {
    switch self {
    case .smooth: "Interpolated, or means of all covered pixels."
    case .nearest: "The nearest pixel: pixels stay squares, as in pixel art."
    }
  }
}

extension PresetDecoder {
  func image(_ node: JSONNode) -> Picture? {
    guard let draft = object(node, Declarations.image), let file = draft.file else { return nil }
    return Picture(
      file, center: draft.center, size: draft.size, fit: draft.fit, scaling: draft.scaling, tileSize: draft.tileSize)
  }
}
