import Encoding
import Raster

/// Writes the matte of a movie: a second movie that shows the alpha of each frame in grey.
final class MatteWriter {
  private let writer: MovieWriter
  /// The grey frame, whose memory is reused for every frame.
  private let grey: PixelBuffer
  /// Sentences for a person (see `MovieWriter.notes`).
  var notes: [String] { writer.notes }

  /// - Parameters:
  ///   - settings: path and settings of the matte.
  ///   - colors: settings of the movie with the colours, whose size and rate the matte gets.
  init(_ settings: MatteSettings, like colors: MovieSettings) throws(MediaError) {
    var matte = settings.movie
    (matte.width, matte.height, matte.frameRate) = (colors.width, colors.height, colors.frameRate)
    matte.expectedFrames = colors.expectedFrames
    writer = try MovieWriter(path: settings.path, settings: matte)
    grey = PixelBuffer(format: matte.pixelFormat, width: matte.width, height: matte.height)
  }

  /// Writes the matte of a frame. The frame must have been drawn with a `matteSource`, from which the alpha is taken.
  func append(_ frame: PixelBuffer) throws(MediaError) {
    guard let matte = frame.matteSource else { preconditionFailure("The frame was drawn without a matte.") }
    grey.fillMatte(from: matte)
    try writer.append(grey)
  }

  func finish() throws(MediaError) { _ = try writer.finish() }
  func finishEarly() throws(MediaError) { _ = try writer.finishEarly() }
  func abandon() { writer.abandon() }
}
