import Encoding
import Raster

/// Writes the matte of a movie: draws each frame once more, with alpha, and shows that in grey.
final class MatteWriter {
  private let writer: MovieWriter
  private let renderer: Renderer
  /// Memory of the grey frame, kept from frame to frame.
  private let grey: PixelBuffer
  var notes: [String] { writer.notes }

  /// - Parameters:
  ///   - settings: where and how it is written.
  ///   - colors: settings of the movie of the colours, whose size and rate it has.
  ///   - renderer: of the same scene, in `PixelBuffer.matteSource`.
  init(_ settings: MatteSettings, like colors: MovieSettings, drawnBy renderer: Renderer) throws(MediaError) {
    var movie = settings.movie
    (movie.width, movie.height, movie.frameRate) = (colors.width, colors.height, colors.frameRate)
    movie.expectedFrames = colors.expectedFrames
    writer = try MovieWriter(path: settings.path, settings: movie)
    grey = PixelBuffer(format: movie.pixelFormat, width: movie.width, height: movie.height)
    self.renderer = renderer
  }

  /// Draws and writes the matte of a frame.
  func append(_ frameNumber: Int) throws(MediaError) {
    grey.fillMatte(from: renderer.frame(number: frameNumber))
    try writer.append(grey)
  }

  func finish() throws(MediaError) { _ = try writer.finish() }
  func finishEarly() throws(MediaError) { _ = try writer.finishEarly() }
  func abandon() { writer.abandon() }
}
