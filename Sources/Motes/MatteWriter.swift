import Encoding
import Raster

/// Writes the matte of a movie: the alpha of each frame, in grey.
final class MatteWriter {
  private let writer: MovieWriter
  /// Memory of the grey frame, kept from frame to frame.
  private let grey: PixelBuffer
  var notes: [String] { writer.notes }

  /// - Parameters:
  ///   - settings: where and how it is written.
  ///   - colors: settings of the movie of the colours, whose size and rate it has.
  init(_ settings: MatteSettings, like colors: MovieSettings) throws(MediaError) {
    var movie = settings.movie
    (movie.width, movie.height, movie.frameRate) = (colors.width, colors.height, colors.frameRate)
    movie.expectedFrames = colors.expectedFrames
    writer = try MovieWriter(path: settings.path, settings: movie)
    grey = PixelBuffer(format: movie.pixelFormat, width: movie.width, height: movie.height)
  }

  /// Writes the matte of a frame that was drawn with one.
  func append(_ frame: PixelBuffer) throws(MediaError) {
    guard let matte = frame.matteSource else { preconditionFailure("The frame was drawn without a matte.") }
    grey.fillMatte(from: matte)
    try writer.append(grey)
  }

  func finish() throws(MediaError) { _ = try writer.finish() }
  func finishEarly() throws(MediaError) { _ = try writer.finishEarly() }
  func abandon() { writer.abandon() }
}
