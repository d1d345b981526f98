import CFFmpeg
import Model
import Raster

/// Encodes parts that were stored without loss into one movie, for formats whose packets cannot be joined: GIF, whose colours are chosen
/// for all frames together; WebP, APNG and AVIF, whose files state how many frames they have; uncompressed samples.
package struct MovieReencoding {
  private let parts: [MoviePartFile]
  private let settings: MovieSettings

  /// The most frames that are previewed for a codec that chooses one palette for all frames.
  private static let maximumPreviews = 32

  /// - Parameters:
  ///   - parts: lossless movies, in the order in which they are shown.
  ///   - settings: settings of the movie.
  package init(parts: [MoviePartFile], settings: MovieSettings) {
    (self.parts, self.settings) = (parts, settings)
  }

  /// Writes the movie, which is whole or absent.
  ///
  /// - Parameters:
  ///   - path: path of the movie.
  ///   - progress: called after each frame with the share, 0 ... 1, that is done; returns whether to go on.
  /// - Returns: whether the movie is there; false where `progress` stopped the work.
  /// - Throws: `MediaError` for a part that cannot be read or has changed, and for a file that cannot be written.
  package func write(to path: String, progress: (Double) -> Bool) throws(MediaError) -> Bool {
    let frameCount = parts.reduce(0) { $0 + $1.facts.frameCount }
    var settings = settings
    settings.expectedFrames = frameCount
    let writer = try MovieWriter(path: path, settings: settings)
    let pixels = PixelBuffer(format: settings.pixelFormat, width: settings.width, height: settings.height)
    do {
      let passCount = settings.codec.needsPreview ? 2.0 : 1
      var isStopped = false
      if settings.codec.needsPreview {
        // The middle one of every `interval` frames is previewed.
        let interval = max(1, (frameCount + Self.maximumPreviews - 1) / Self.maximumPreviews)
        try forEachFrame(into: pixels) { number in
          if number % interval == interval / 2 { try writer.preview(pixels) }
          isStopped = !progress(Double(number) / Double(frameCount) / passCount)
          return !isStopped
        }
      }
      if !isStopped {
        try forEachFrame(into: pixels) { number in
          try writer.append(pixels)
          isStopped = !progress((passCount - 1 + Double(number + 1) / Double(frameCount)) / passCount)
          return !isStopped
        }
      }
      if isStopped {
        writer.abandon()
        return false
      }
      _ = try writer.finish()
      return true
    } catch {
      writer.abandon()
      throw MediaError(error, doing: "write \(path)", path: path)
    }
  }

  /// Decodes all frames into `pixels`, one after the other. `body` gets the number of each frame and returns whether to go on.
  private func forEachFrame(into pixels: PixelBuffer, _ body: (Int) throws -> Bool) throws {
    var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    defer { av_frame_free(&frame) }
    guard let frame else { return }
    var number = 0
    for part in parts {
      let file = try InputFile(part.path)
      guard let video = VideoStream(of: file) else {
        throw MediaError(.file, "\(part.path) has no video.", path: part.path)
      }
      let decoder = try FrameDecoder(video, threading: .slices)
      var count = 0
      while try decoder.next(into: frame) {
        try DecodedFrame.copySamples(of: frame, to: pixels)
        av_frame_unref(frame)
        count += 1
        guard try body(number) else { return }
        number += 1
      }
      guard count == part.facts.frameCount, decoder.damagedCount == 0 else {
        throw MediaError(.file, "\(part.path) was changed since it was rendered.", path: part.path)
      }
    }
  }
}
