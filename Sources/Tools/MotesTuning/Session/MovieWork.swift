@preconcurrency import Dispatch
import Encoding
import Motes
import Presets
import Raster
import Synchronization

/// Renders a movie for a page, in the background, into the preset's folder.
package final class MovieWork: Sendable {
  private let isCancelled = Atomic<Bool>(false)

  /// Asks the work to end after the current frame.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// The least time between two reports, in seconds.
  private static let reportSeconds = 0.2

  /// Renders a movie.
  ///
  /// - Parameters:
  ///   - preset: the preset at its own size.
  ///   - path: the movie's path, whose extension chooses the codec, as for `motes render`.
  ///   - keepsAlpha: whether transparency is kept.
  ///   - replaces: whether an existing file is replaced.
  ///   - song: a sound that becomes the movie's track, where its file may have one; nil for none.
  ///   - clock: seconds of a clock that only goes forward.
  ///   - report: called now and then with the progress, and at the end with the result.
  func start(
    _ preset: Preset, to path: String, keepsAlpha: Bool, replaces: Bool, song: String?,
    clock: @escaping @Sendable () -> Double, report: @escaping @Sendable (TuningReply.Movie) -> Void
  ) {
    DispatchQueue.global(qos: .utility).async {
      var movie = TuningReply.Movie(path: path)
      do {
        var lastReport = 0.0
        var notes: [String] = []
        let outcome = try Self.write(
          preset, to: path, keepsAlpha: keepsAlpha, replaces: replaces, song: song, note: { notes.append($0) }
        ) { progress in
          movie.frames = progress.frames
          movie.total = progress.total
          let now = clock()
          if now - lastReport > Self.reportSeconds {
            lastReport = now
            report(movie)
          }
          return !self.isCancelled.load(ordering: .relaxed)
        }
        if !notes.isEmpty { movie.note = notes.joined(separator: " ") }
        switch outcome {
        case .finished(let path, let frames): (movie.path, movie.frames) = (path, frames)
        case .stopped(let partial, let frames):
          (movie.path, movie.frames, movie.isStopped) = (partial ?? path, frames, true)
        }
      } catch let error as MediaError where error.kind == .exists && !replaces {
        movie.alreadyExists = true
        movie.problem = "\(path) exists."
      } catch {
        movie.problem = "\(error)"
      }
      movie.isFinished = true
      report(movie)
    }
  }

  /// Renders a movie with the usual settings of its file's format, and returns when it is done.
  ///
  /// - Parameters:
  ///   - path: the movie's path, whose extension chooses the codec, as for `motes render`.
  ///   - keepsAlpha: whether transparency is kept.
  ///   - replaces: whether an existing file is replaced.
  ///   - song: a sound that becomes the movie's track, where its file may have one; nil for none.
  ///   - note: gets sentences about a song that is encoded anew.
  ///   - progress: called after each frame; returns whether to go on.
  package static func write(
    _ preset: Preset, to path: String, keepsAlpha: Bool, replaces: Bool, song: String? = nil,
    note: (String) -> Void = { _ in }, progress: (MovieProgress) -> Bool
  ) throws -> MovieOutcome {
    let codec = try Codec(forFile: path, keepingAlpha: keepsAlpha)
    let formats = codec.pixelFormats(forFile: path)
    guard
      let format = formats.first(where: { $0.hasAlpha == keepsAlpha })
        ?? formats.first(where: { !keepsAlpha || $0.hasAlpha })
    else {
      throw MediaError(.settings, "\(path): a file of this name holds no transparency.", path: path)
    }
    let renderer = try Renderer(preset, format: format, backdrop: keepsAlpha ? .nothing : .layers)
    let canvas = preset.scene.canvas
    var settings = MovieSettings(
      width: canvas.widthPixels, height: canvas.heightPixels, frameRate: canvas.frameRate, codec: codec,
      pixelFormat: format)
    settings.allowsReplacing = replaces
    var track: StreamCopy?
    if let song, codec.takesSound(inFile: path) {
      track = try StreamCopy(path: song, copiesAllStreams: false, cutsAtVideoEnd: true)
        .fitted(to: settings, path: path, seconds: canvas.duration.double, note: note)
    }
    return try renderer.writeMovieAndWait(to: path, settings: settings, sound: track, progress: progress)
  }
}
