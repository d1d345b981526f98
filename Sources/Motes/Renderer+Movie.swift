import Encoding
import Model
import Raster

/// How far the writing of a movie has come.
public struct MovieProgress: Sendable {
  /// Frames encoded so far, and frames wanted.
  public let frames: Int
  public let total: Int
  /// Bytes of the partial file.
  public let bytes: Int
  /// Particles alive and in sight in the last frame.
  public let particles: Int
}

/// How the writing of a movie ended.
public enum MovieOutcome: Sendable, Equatable {
  /// The whole movie is at its place.
  case finished(path: String, frames: Int)
  /// It was stopped early; the frames so far play from the partial file. `path` is nil when there were none.
  case stopped(path: String?, frames: Int)
}

extension Renderer {
  /// Settings for a movie of this renderer's scene: H.264 that looks like the frames.
  public var movieSettings: MovieSettings {
    let canvas = scene.canvas
    return MovieSettings(
      width: canvas.widthPixels, height: canvas.heightPixels, frameRate: canvas.frameRate, pixelFormat: format)
  }

  /// Renders frames to a movie that appears at `path` whole or not at all.
  ///
  /// - Parameters:
  ///   - frames: both ends included; nil for the whole canvas.
  ///   - settings: nil for `movieSettings`. Its pixel format must be the renderer's.
  ///   - progress: called after each frame; returns whether to go on.
  ///   - notes: gets sentences that a person should see before the work begins, such as a disk that is nearly full.
  /// - Throws: `MediaError`. Nothing is left at `path` then, unless the sentence says what was kept.
  @discardableResult
  public func writeMovie(
    to path: String, frames: ClosedRange<Int>? = nil, settings: MovieSettings? = nil,
    progress: (MovieProgress) -> Bool = { _ in true }, notes: ([String]) -> Void = { _ in }
  ) throws -> MovieOutcome {
    let range = frames ?? 0...max(0, scene.canvas.frameCount - 1)
    var settings = settings ?? movieSettings
    settings.expectedFrames = range.count
    let writer = try MovieWriter(path: path, settings: settings)
    notes(writer.notes)
    var done = 0
    var isStopped = false
    do {
      try render(frames: range) { frame in
        try writer.append(frame.pixels)
        done += 1
        isStopped = !progress(
          MovieProgress(frames: done, total: range.count, bytes: writer.bytesWritten, particles: frame.particles))
        return !isStopped
      }
      if isStopped && done < range.count {
        return .stopped(path: try recordingConsumption(writer.finishEarly), frames: done)
      }
      return .finished(path: try recordingConsumption(writer.finish), frames: done)
    } catch {
      writer.abandon()
      throw error
    }
  }
}
