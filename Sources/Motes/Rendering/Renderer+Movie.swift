@preconcurrency import Dispatch
import Encoding
import Model
import Raster
import Synchronization

/// Progress of a movie that is being written.
public struct MovieProgress: Sendable {
  /// Frames encoded so far.
  public let frames: Int
  /// Frames that the movie will have.
  public let total: Int
  /// Frames whose light has been measured, while an HDR10 movie is measured before its first frame is encoded; 0 afterwards, and for other
  /// movies.
  public var framesMeasured = 0
  /// Bytes written so far to the partial file (`NAME.partial`).
  public let bytes: Int
  /// How many particles are alive and in view in the last encoded frame.
  public let particles: Int
}

/// How the writing of a movie ended.
public enum MovieOutcome: Sendable, Equatable {
  /// The whole movie is at its path.
  case finished(path: String, frames: Int)
  /// The writing was stopped early. The frames so far are in the partial file at `path`, which is whole; nil if there were no frames.
  case stopped(path: String?, frames: Int)
}

extension Renderer {
  /// Settings for an H.264 movie of this renderer's scene, with the renderer's pixel format if H.264 takes it.
  public var movieSettings: MovieSettings {
    let canvas = scene.canvas
    var settings = MovieSettings(
      width: canvas.widthPixels, height: canvas.heightPixels, frameRate: canvas.frameRate,
      pixelFormat: Codec.h264.pixelFormats.contains(format) ? format : nil)
    settings.colorEncoding = colorEncoding
    return settings
  }

  /// Renders frames to a movie with sound, over footage if the renderer has any, and returns when it is done. `writeMovie` is the form for
  /// programs.
  ///
  /// - Parameters:
  ///   - frames: numbers of frames, counted in the footage if there is any; nil for all.
  ///   - sound: sound and subtitles that are copied into the movie; nil for none.
  ///   - progress: called after each frame; returns whether to go on.
  ///   - notes: gets sentences for a person before the work begins, such as that the disk is nearly full.
  ///   - observe: gets each frame, in the movie's samples, before it is encoded; nil if nobody wants to see them.
  /// - Returns: the finished movie, or the frames that were kept when `progress` stopped it.
  @discardableResult
  package func writeMovieAndWait(
    to path: String, matte: MatteSettings? = nil, frames: ClosedRange<Int>? = nil, settings: MovieSettings? = nil,
    sound: StreamCopy? = nil, progress: (MovieProgress) -> Bool = { _ in true }, notes: ([String]) -> Void = { _ in },
    observe: ((PixelBuffer) -> Void)? = nil
  ) throws(MediaError) -> MovieOutcome {
    let footage = sharedState.footage
    let range = frames ?? (footage == nil ? scene.frameRange : Footage.everyFrame)
    guard Renderer.possibleFrames.contains(range.lowerBound), Renderer.possibleFrames.contains(range.upperBound) else {
      throw MediaError(
        .settings,
        "Frames \(range.lowerBound) to \(range.upperBound) are not possible; a movie's frames have numbers from "
          + "\(Renderer.possibleFrames.lowerBound) to \(Renderer.possibleFrames.upperBound).", path: path)
    }
    var settings = settings ?? movieSettings
    let expected = footage?.expectedFrames(of: range) ?? range.count
    settings.expectedFrames = expected
    let canvas = scene.canvas
    guard settings.width == canvas.widthPixels, settings.height == canvas.heightPixels else {
      throw MediaError(
        .settings,
        "A movie of \(settings.width) x \(settings.height) pixels does not fit a canvas of "
          + "\(canvas.widthPixels) x \(canvas.heightPixels).", path: path)
    }
    guard try measureLight(for: &settings, path: path, frames: range, progress, notes) else {
      return .stopped(path: nil, frames: 0)
    }
    let writer = try MovieWriter(path: path, settings: settings, footageFormat: footage?.format, copying: sound)
    let drawsSameSamples =
      settings.pixelFormat == format && settings.colorEncoding == colorEncoding
      && sharedState.drawsMatte == (matte != nil)
    let renderer =
      drawsSameSamples
      ? self
      : Renderer(
        self, format: settings.pixelFormat, colorEncoding: settings.colorEncoding, drawsMatte: matte != nil)
    let matteWriter = try matte.map { matte throws(MediaError) in try MatteWriter(matte, like: settings) }
    notes(writer.notes + (matteWriter?.notes ?? []))
    var framesDone = 0
    var isStopped = false
    do throws(MediaError) {
      // Footage can be read only once: a codec with one palette for all frames then chooses it from the first frame alone.
      if footage == nil { try renderer.preview(frames: range, in: writer) }
      try renderer.render(frames: range) { (frame) throws(MediaError) in
        observe?(frame.pixels)
        try writer.append(frame.pixels, at: footage?.takeOutDisplayTime(ofFrame: frame.number))
        try matteWriter?.append(frame.pixels)
        framesDone += 1
        let state = MovieProgress(
          frames: framesDone, total: max(expected, framesDone), bytes: writer.bytesWritten, particles: frame.particles)
        isStopped = !progress(state)
        return !isStopped
      }
      if let failure = footage?.failure ?? footage?.shortfall(of: range, found: framesDone), !isStopped {
        throw failure
      }
      if isStopped && framesDone < expected {
        let partial = try sharedState.timedAsEncoding { () throws(MediaError) in
          try matteWriter?.finishEarly()
          return try writer.finishEarly()
        }
        return .stopped(path: partial, frames: framesDone)
      }
      let path = try sharedState.timedAsEncoding { () throws(MediaError) in
        try matteWriter?.finish()
        return try writer.finish()
      }
      return .finished(path: path, frames: framesDone)
    } catch {
      writer.abandon()
      matteWriter?.abandon()
      throw error
    }
  }

  /// The most frames that are previewed for a codec that chooses one palette for all frames.
  private static let maximumPreviews = 32

  /// Draws frames spread over a range as previews for the writer, if its codec needs them (`Codec.needsPreview`).
  private func preview(frames: ClosedRange<Int>, in writer: MovieWriter) throws(MediaError) {
    guard writer.settings.codec.needsPreview else { return }
    let count = min(frames.count, Renderer.maximumPreviews)
    // The range is divided into `count` equal parts; the middle frame of each part is drawn.
    for index in 0..<count {
      try writer.preview(frame(number: frames.lowerBound + (2 * index + 1) * frames.count / (2 * count)))
    }
  }

  /// Renders frames to a movie, which appears whole or not at all, without blocking the caller's thread.
  ///
  /// A cancelled task stops the writing after the current frame. The frames so far then play from the partial file, and the
  /// outcome is `stopped`.
  /// - Parameters:
  ///   - path: path of the movie. Its extension chooses the container.
  ///   - matte: a second movie that shows alpha in grey; nil for none. With a matte, the pixel format of `settings` should have
  ///     no alpha.
  ///   - frames: numbers of frames, both ends included; nil for the whole canvas.
  ///   - settings: settings of the movie; nil for `movieSettings`. They must have the canvas's size. Frames are drawn in the
  ///     settings' pixel format and colour encoding. A movie in PQ without `contentLight` is drawn twice: encoders need its light
  ///     levels before the first frame.
  ///   - progress: called after each frame, on another thread.
  /// - Returns: the finished movie, or the frames that were kept when the task was cancelled.
  /// - Throws: `MediaError`. No movie is at `path` then; the sentence says so if a partial file was kept.
  @discardableResult
  public func writeMovie(
    to path: String, matte: MatteSettings? = nil, frames: ClosedRange<Int>? = nil, settings: MovieSettings? = nil,
    progress: @escaping @Sendable (MovieProgress) -> Void = { _ in }
  ) async throws(MediaError) -> MovieOutcome {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<MovieOutcome, MediaError>, Never>) in
        DispatchQueue.global().async {
          let result = Result { () throws(MediaError) in
            try self.writeMovieAndWait(to: path, matte: matte, frames: frames, settings: settings) { state in
              progress(state)
              return !cancellation.isRequested
            }
          }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      cancellation.request()
    }
    return try result.get()
  }
}

/// A flag that tells the working thread to stop when its task is cancelled.
private final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isRequested: Bool { flag.load(ordering: .relaxed) }

  func request() { flag.store(true, ordering: .relaxed) }
}
