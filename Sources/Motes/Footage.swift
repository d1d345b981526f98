import Encoding
import Model
import Raster
import Rendering
import Synchronization

/// A clip that a movie's frames are drawn over: one after the other, once.
///
/// Each frame of the movie is one of the clip's, shown when that is shown. The scene is drawn as it is at that time, counted from
/// `begin`, and is not seen before it begins and after it ends.
package final class Footage: @unchecked Sendable {
  package let reader: ClipReader
  /// Second of the clip at which the scene begins.
  package let begin: Rational
  /// Seconds for which the scene fades in at its start, and out at its end.
  package let fade: Rational
  private let canvas: Canvas
  /// The decoder, once frames are asked for.
  private let queue = Mutex<ClipQueue?>(nil)
  /// The times of frames that are being drawn, by their numbers, in ticks from the movie's start.
  private let times = Mutex<(origin: Int64?, byFrame: [Int: ClipFrameTime])>((nil, [:]))

  /// Footage under a scene.
  ///
  /// - Parameters:
  ///   - reader: the clip, of which no frame has been taken yet.
  ///   - canvas: the scene's, of the clip's size.
  package init(_ reader: ClipReader, canvas: Canvas, begin: Rational = .zero, fade: Rational = .zero) {
    precondition(
      reader.width == canvas.widthPixels && reader.height == canvas.heightPixels,
      "The canvas must have the clip's size.")
    self.reader = reader
    self.canvas = canvas
    self.begin = begin
    self.fade = fade
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
  var timing: FootageTiming { FootageTiming(tick: reader.tick, pixelAspect: reader.pixelAspect) }

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
      let time = self.sceneTime(item.time.start)
      item.background.overlayOpacity = self.opacity(at: time)
      return FootageFrame(background: item.background, time: time)
    }
  }

  /// Ends the decoding.
  func close() { queue.withLock { $0 }?.close() }

  /// When a frame that has been drawn is shown, in ticks from the movie's start.
  func takeTime(ofFrame number: Int) -> ClipFrameTime? { times.withLock { $0.byFrame.removeValue(forKey: number) } }

  /// Why the clip could not be read to its end; nil where it could.
  package var failure: MediaError? { queue.withLock { $0 }?.failure }

  /// The seconds of the clip at which a movie of these frames begins: that of its first frame, unless it has all of them.
  package static func start(ofFrames frames: ClosedRange<Int>, in reader: ClipReader) throws(MediaError) -> Rational {
    guard frames.lowerBound > 0 else { return .zero }
    // Time stamps are known from decoding alone; a second reader finds the first frame's.
    let scout = try ClipReader(reader.path)
    for _ in 0..<frames.lowerBound {
      guard try scout.next(nil) != nil else { break }
    }
    guard let first = try scout.next(nil) else {
      throw MediaError(.settings, "\(reader.path) has no frame \(frames.lowerBound).", path: reader.path)
    }
    return Rational(first.time.start) * scout.tick
  }

  // MARK: The scene's time

  /// Canvas seconds of a time of the clip, in ticks: exact where its terms allow, otherwise to a microsecond.
  private func sceneTime(_ ticks: Int64) -> Rational {
    let tick = reader.tick
    // Of the longest clip, and of the period of a loop, the products of terms must fit 64 bits.
    var product = tick.denominator
    var isExact = product <= 1 << 31
    for denominator in [begin.denominator, canvas.duration.denominator] where isExact {
      let (next, overflow) = product.multipliedReportingOverflow(by: denominator)
      (product, isExact) = (next, !overflow && next <= 9_000_000_000_000)
    }
    guard isExact else {
      let microseconds = (Double(ticks) * tick.double * 1_000_000).rounded()
      return Rational(Int64(microseconds), 1_000_000) - begin
    }
    return Rational(ticks) * tick - begin
  }

  /// How strongly the scene is seen at one of its times.
  private func opacity(at time: Rational) -> Float {
    guard time >= .zero else { return 0 }
    var end: Rational?
    if !canvas.loops {
      guard time < canvas.duration else { return 0 }
      end = canvas.duration
    }
    if let clipEnd = reader.duration.map({ $0 - begin }) { end = min(end ?? clipEnd, clipEnd) }
    guard fade > .zero else { return 1 }
    let sinceStart = time.double / fade.double
    let untilEnd = end.map { ($0.double - time.double) / fade.double } ?? 1
    return Float(max(0, min(1, sinceStart, untilEnd)))
  }
}
