import Model

/// A picture that layers are made of: premultiplied light, or encoded values on an `srgb` canvas.
package final class LightPicture: @unchecked Sendable {
  /// Size in pixels.
  package let width: Int
  package let height: Int
  /// Whether every pixel is opaque: alpha is undefined then.
  package let isOpaque: Bool
  /// The pixels, from the first column and row on; columns from `width` on are undefined.
  package let pixels: TileBuffer

  /// A picture whose pixels are still to be written, before anybody else sees it.
  package init(width: Int, height: Int, isOpaque: Bool) {
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    pixels = TileBuffer(width: width, height: height)
  }
}

/// The frames of a clip that is open: what a video layer shows.
///
/// A frame depends on its number alone, whichever were asked for before. Any number of threads may ask.
package protocol ClipFrames: AnyObject, Sendable {
  /// The number of the frame that is shown at a second of the clip: the first before the clip's start, the last after its end.
  func number(at seconds: Double) -> Int
  /// A frame, which is kept for as long as it is referred to; nil where nothing of the clip can be decoded.
  func picture(_ number: Int) -> LightPicture?
}

/// The files that the layers of a scene show, opened.
package protocol SceneFiles: Sendable {
  /// The frames of one of the scene's clips.
  func frames(of clip: Clip) -> any ClipFrames
}
