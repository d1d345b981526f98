import Encoding
import Model
import Raster
import Rendering
import Synchronization

/// A clip over which a scene is drawn. The resulting movie has one frame for each frame of the clip, with the same time.
///
/// The scene is drawn at the clip's time, counted from the second of the clip at which the scene begins. The scene is not visible before it
/// begins or after it ends (`FootageClock`).
package final class Footage: @unchecked Sendable {
  package let reader: ClipReader
  private let canvas: Canvas
  private let clock: FootageClock
  /// Decodes the clip; nil before `provider` is called.
  private let queue = Mutex<ClipQueue?>(nil)
  /// The times of frames that are being drawn, by the frames' numbers, in ticks (units of the clip's time stamps) from `origin`.
  /// `origin` is the time of the clip, in ticks, at which the movie begins.
  private let times = Mutex<(origin: Int64?, byFrame: [Int: ClipFrameTime])>((nil, [:]))

  /// Footage under a scene.
  ///
  /// - Parameters:
  ///   - reader: a reader of the clip from which no frame has been taken.
  ///   - canvas: the scene's canvas, which has the clip's size.
  ///   - begin: the time in the clip, in seconds, at which the scene begins.
  ///   - fade: seconds for which the scene fades in at its start, and out at its end.
  package init(_ reader: ClipReader, canvas: Canvas, begin: Rational = .zero, fade: Rational = .zero) {
    precondition(
      reader.width == canvas.widthPixels && reader.height == canvas.heightPixels,
      "The canvas must have the clip's size.")
    self.reader = reader
    self.canvas = canvas
    clock = FootageClock(begin: begin, fade: fade, canvas: canvas, tick: reader.tick, clipDuration: reader.duration)
    reader.givesEncoded = canvas.blending == .srgb
  }

  /// The range of numbers that stands for all frames of any clip.
  package static let everyFrame = 0...(Limits.frames - 1)

  /// Roughly how many frames a movie over the clip's frames with these numbers will have.
  package func expectedFrames(of frames: ClosedRange<Int>) -> Int {
    let clipFrames = reader.expectedFrames ?? Int((reader.duration ?? canvas.duration).double * reader.frameRate.double)
    return max(1, min(frames.count, clipFrames - frames.lowerBound))
  }

  /// The time base and the pixel aspect ratio of the movie.
  var format: FootageFormat { FootageFormat(tick: reader.tick, pixelAspect: reader.pixelAspect) }

  /// Starts decoding, and returns a function that provides the clip's frames, over which the scene is drawn.
  ///
  /// - Parameters:
  ///   - frames: numbers of the clip's frames.
  ///   - threads: threads that may share the conversion of a frame.
  func provider(frames: ClosedRange<Int>, threads: Int) -> FootageProvider {
    let queue = ClipQueue(reader, frames: frames, threads: threads)
    self.queue.withLock { $0 = queue }
    return { number in
      guard let item = queue.frame(number) else { return nil }
      self.times.withLock { times in
        let origin = times.origin ?? (frames.lowerBound == 0 ? 0 : item.time.start)
        times.origin = origin
        times.byFrame[number] = ClipFrameTime(start: item.time.start - origin, duration: item.time.duration)
      }
      let time = self.clock.sceneTime(item.time.start)
      item.background.foregroundOpacity = self.clock.opacity(at: time)
      return FootageFrame(background: item.background, time: time)
    }
  }

  /// Ends the decoding.
  func close() { queue.withLock { $0 }?.close() }

  /// Returns, and then forgets, when a drawn frame is shown, in ticks from the movie's start.
  func takeOutDisplayTime(ofFrame number: Int) -> ClipFrameTime? {
    times.withLock { $0.byFrame.removeValue(forKey: number) }
  }

  /// Why the clip could not be read to its end; nil if there was no failure.
  package var failure: MediaError? { queue.withLock { $0 }?.failure }

  /// The most memory in bytes that the frames of a clip take while a movie is drawn over it.
  package static func bytes(of reader: ClipReader) -> Double {
    ClipQueue.bytes(of: reader, drawnFrames: PixelMemory.maximumConcurrentFrames)
  }

  /// The error for a frame that a clip does not have. `reader` has read the clip to its end.
  static func missingFrameError(_ frame: Int, in reader: ClipReader) -> MediaError {
    let count = reader.framesRead
    return MediaError(
      .settings, "\(reader.path) has no frame \(frame): it has \(count), 0 to \(count - 1).", path: reader.path)
  }

  /// The error if the clip has none of the frames over which a movie was to be drawn; nil if it has some, or if reading it failed
  /// (`failure`).
  ///
  /// - Parameters:
  ///   - frames: the numbers of the frames that were asked for.
  ///   - count: how many of these frames there were.
  package func shortfall(of frames: ClosedRange<Int>, found count: Int) -> MediaError? {
    count == 0 && failure == nil ? Footage.missingFrameError(frames.lowerBound, in: reader) : nil
  }

  /// The time in the clip, in seconds, at which a movie over these frames begins: the time of the first one, or 0 if that is the clip's first.
  package static func start(ofFrames frames: ClosedRange<Int>, in reader: ClipReader) throws(MediaError) -> Rational {
    guard frames.lowerBound > 0 else { return .zero }
    // Only decoding gives a frame's time, so a second reader decodes the clip up to this frame.
    let secondReader = try ClipReader(reader.path)
    for _ in 0..<frames.lowerBound {
      guard try secondReader.next(nil) != nil else { break }
    }
    guard let first = try secondReader.next(nil) else {
      throw Footage.missingFrameError(frames.lowerBound, in: secondReader)
    }
    return Rational(first.time.start) * secondReader.tick
  }
}
