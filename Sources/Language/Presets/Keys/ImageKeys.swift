import JSON
import Model

/// A picture as written.
struct PictureDraft: Sendable {
  /// The picture, opened as a clip of one frame; nil if the preset names no file, or one that cannot be read.
  var clip: Clip?
  var fit = Picture.Fit.contain
  var center, size: AnimatedPoint
  var scaling = Picture.Scaling.smooth
  var tileSize: AnimatedPoint?
}

extension Declarations {
  static let picture = Declaration<PictureDraft>(
    "image", "A picture in a box: PNG, JPEG, WebP and what else FFmpeg reads, turned upright as its EXIF data say.",
    defaults: { scope in
      PictureDraft(
        center: scope.center, size: AnimatedPoint(AnimatedNumber(scope.width), AnimatedNumber(scope.height)))
    },
    [
      .optional(
        "file", \.clip, .text,
        "Path of the picture, relative to the preset and within its folder, or within a folder named by --assets; of a movie, the first frame."
      ) { $0.clip($1) }.required,
      .choice("fit", \.fit, "How the picture lies in the box, as CSS's object-fit."),
      .animatedPoint("center", \.center, "The middle of the box.").defaults(to: "the canvas's centre"),
      .animatedPair("size", \.size, .points, 0...1e5, "Width and height of the box, or one number for both.")
        .defaults(to: "the canvas's size"),
      .choice("scaling", \.scaling, "How pixels are mixed where the picture is drawn larger or smaller than it is."),
      .optionalAnimatedPair(
        "tileSize", \.tileSize, .points, 1...1e5,
        "With fit tile: width and height of each copy of the picture, or one number for both; if not given, as many points as the picture has pixels."
      ).effective(where: "fit", \.fit, is: .tile),
    ])
}

extension PresetDecoder {
  /// Reads the picture of a layer.
  func picture(_ node: JSONNode) -> Picture? {
    guard let draft = object(node, Declarations.picture), let clip = draft.clip else { return nil }
    return Picture(
      clip, center: draft.center, size: draft.size, fit: draft.fit, scaling: draft.scaling, tileSize: draft.tileSize)
  }
}
