import Model

/// A picture that a layer shows: premultiplied light, or encoded values on an `srgb` canvas.
package final class LightPicture: @unchecked Sendable {
  /// Size in pixels.
  package let width: Int
  package let height: Int
  /// Whether every pixel is opaque; alpha is then undefined.
  package let isOpaque: Bool
  /// The pixels. Columns from `width` on are undefined.
  package let pixels: TileBuffer

  /// Makes a picture without content: its pixels must be written before other threads use it.
  package init(width: Int, height: Int, isOpaque: Bool) {
    self.width = width
    self.height = height
    self.isOpaque = isOpaque
    pixels = TileBuffer(width: width, height: height)
  }
}

/// The frames of an open clip, which a video layer shows.
///
/// A frame depends only on its number, not on earlier requests. Any number of threads may request frames.
package protocol ClipFrames: AnyObject, Sendable {
  /// Returns the number of the frame that is shown at a time of the clip in seconds: the first frame's number before the clip's
  /// start, the last frame's number after the clip's end.
  func number(at seconds: Double) -> Int
  /// Returns a frame; nil if nothing of the clip can be decoded.
  func picture(_ number: Int) -> LightPicture?
}

/// The open files that the layers of a scene show.
package protocol SceneFiles: Sendable {
  /// Returns the frames of one of the scene's clips.
  func frames(of clip: Clip) -> any ClipFrames
}
