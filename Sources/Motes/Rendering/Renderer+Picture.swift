import Model
import Raster

extension Renderer {
  /// Draws the frame at a time for a picture's file, in memory of its own. It is converted to linear light if the file's format holds linear
  /// light and the canvas blends sRGB-encoded values.
  ///
  /// - Parameters:
  ///   - time: time on the canvas in seconds.
  ///   - settings: settings of the picture, whose `pixelFormat` must be the renderer's.
  package func picture(at time: Rational, for settings: PictureSettings) -> PixelBuffer {
    let pixels = frame(at: time)
    if settings.format.isLinearLight, scene.canvas.blending == .srgb { pixels.decodeSRGB() }
    return pixels
  }
}
