import Encoding
import Model
import Raster
import Rendering
import Synchronization

/// A clip that a movie's frames are drawn over: one after the other, once.
///
/// Each frame of the movie is one of the clip's, shown when that is shown. The scene is drawn as it is at that time, counted from its
/// begin, and is not seen before it begins and after it ends (`FootageClock`).
package final class Footage: @unchecked Sendable {
  package let reader: ClipReader
  private let canvas: Canvas
  private let clock: FootageClock
  /// The decoder, once frames are asked for.
  private let queue = Mutex<ClipQueue?>(nil)
  /// The times of frames that are being drawn, by their numbers, in ticks from the movie's start.
  private let times = Mutex<(origin: Int64?, byFrame: [Int: ClipFrameTime])>((nil, [:]))

  /// Footage under a scene.
  ///
  /// - Parameters:
  ///   - reader: the clip, of which no frame has been taken yet.
  ///   - canvas: the scene's, of the clip's size.
  ///   - begin: second of the clip at which the scene begins.
  ///   - fade: seconds for which the scene fades in at its start, and out at its end.
  package init(_ reader: ClipReader, canvas: Canvas, begin: Rational = .zero, fade: Rational = .zero) {
    precondition(
      reader.width == canvas.widthPixels && reader.height == canvas.heightPixels,
      "The canvas must have the clip's size.")
    self.reader = reader
    self.canvas = canvas
    clock = FootageClock(begin: begin, fade: fade, canvas: canvas, tick: reader.tick, clipDuration: reader.duration)
    reader.isEncoded = canvas.blending == .srgb
  }

  /// Numbers of all frames, however many the clip has.
  package static let everyFrame = 0...(Limits.frames - 1)

  /// How many frames a movie of these will have, about.
  package func expectedFrames(of frames: ClosedRange<Int>) -> Int {
    let known = reader.expectedFrames ?? Int((reader.duration ?? canvas.duration).double * reader.frameRate.double)
    return max(1, min(frames.count, known - frames.lowerBound))
  }

  /// The unit of the movie's times, and the shape of its pixels.
  var format: FootageFormat { FootageFormat(tick: reader.tick, pixelAspect: reader.pixelAspect) }

  /// Starts decoding, and gives frames to those that draw.
  ///
  /// - Parameter threads: threads that may share the conversion of a frame.
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
      item.background.overlayOpacity = self.clock.opacity(at: time)
      return FootageFrame(background: item.background, time: time)
    }
  }

  /// Ends the decoding.
  func close() { queue.withLock { $0 }?.close() }

  /// When a frame that has been drawn is shown, in ticks from the movie's start.
  func takeTime(ofFrame number: Int) -> ClipFrameTime? { times.withLock { $0.byFrame.removeValue(forKey: number) } }

  /// Why the clip could not be read to its end; nil where it could.
  package var failure: MediaError? { queue.withLock { $0 }?.failure }

  /// The most bytes that frames of a clip take in memory while a movie is drawn over it.
  package static func bytes(of reader: ClipReader) -> Double {
    ClipQueue.bytes(of: reader, drawnFrames: Scene.maximumConcurrentFrames)
  }

  /// The error of a clip that was read to its end without a frame that was asked for.
  static func missing(_ frame: Int, in reader: ClipReader) -> MediaError {
    let count = reader.framesRead
    return MediaError(
      .settings, "\(reader.path) has no frame \(frame): it has \(count), 0 to \(count - 1).", path: reader.path)
  }

  /// The error of a movie over frames that the clip does not have; nil where there is a failure of another kind.
  ///
  /// - Parameters:
  ///   - frames: the numbers that were asked for.
  ///   - count: how many of them there were.
  package func shortfall(of frames: ClosedRange<Int>, found count: Int) -> MediaError? {
    count == 0 && failure == nil ? Footage.missing(frames.lowerBound, in: reader) : nil
  }

  /// The seconds of the clip at which a movie of these frames begins: that of its first frame, unless it has all of them.
  package static func start(ofFrames frames: ClosedRange<Int>, in reader: ClipReader) throws(MediaError) -> Rational {
    guard frames.lowerBound > 0 else { return .zero }
    // Time stamps are known from decoding alone; a second reader finds the first frame's.
    let scout = try ClipReader(reader.path)
    for _ in 0..<frames.lowerBound {
      guard try scout.next(nil) != nil else { break }
    }
    guard let first = try scout.next(nil) else {
      throw Footage.missing(frames.lowerBound, in: scout)
    }
    return Rational(first.time.start) * scout.tick
  }
}
