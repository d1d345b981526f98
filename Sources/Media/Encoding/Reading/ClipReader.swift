import CFFmpeg
import Model
import Raster

/// The time of a clip's frame, in the clip's own unit (`ClipReader.tick`) from the clip's start.
package struct ClipFrameTime: Sendable, Equatable {
  /// When the frame is shown.
  package let start: Int64
  /// For how long the frame is shown.
  package let duration: Int64

  package init(start: Int64, duration: Int64) {
    self.start = start
    self.duration = duration
  }
}

/// Reads footage: decodes the frames of a movie's video stream, in the order in which they are shown, into backgrounds.
///
/// Damaged files are read as far as possible (`FrameDecoder`). A reader serves one thread at a time.
package final class ClipReader: @unchecked Sendable {
  package let path: String
  /// Width ÷ height of a pixel of the upright picture.
  package var pixelAspect: Rational { converter.pixelAspect }
  /// Width of the upright picture in pixels.
  package var width: Int { converter.width }
  /// Height of the upright picture in pixels.
  package var height: Int { converter.height }
  /// Length of the unit of time stamps in seconds.
  package let tick: Rational
  /// Frames a second, on average if the rate varies.
  package let frameRate: Rational
  /// How many frames there are by the file's index, or else by its duration and frame rate; nil if the file states neither.
  package let expectedFrames: Int?
  /// How many frames the file's index lists; nil if it has no index.
  package let indexedFrames: Int?
  /// The clip's length in seconds as the file states it, which may be the length of its sound; nil if the file does not say.
  package let duration: Rational?
  /// The length of the clip's pictures in seconds; nil if the file does not state it for the pictures alone.
  private let pictureDuration: Rational?
  /// Sentences for a person that say what was guessed or ignored.
  package let notes: [String]
  /// Whether a frame so far had another size than the first, and was scaled to that size.
  package private(set) var changesSize = false

  private let decoder: FrameDecoder
  private let converter: FrameLightConverter
  private let timeline: FrameTimeline
  /// The frame that `next` returned last; empty before its first call.
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// The frame after `frame`, which is decoded early to know for how long `frame` is shown.
  private var following: UnsafeMutablePointer<AVFrame>?
  /// When the frame in `following` is shown.
  private var followingStart: Int64 = 0
  /// Whether `following` holds a frame; false once the clip has ended.
  private var hasFollowing = false

  /// Opens a clip and decodes its first frame.
  package init(_ path: String) throws(MediaError) {
    self.path = path
    do {
      guard let video = VideoStream(of: try InputFile(path)) else {
        throw MediaError(.file, "\(path) has no video.", path: path)
      }
      let (first, other) = (av_frame_alloc(), av_frame_alloc())
      // `deinit` does not run if this throws before all properties are set: then the frames are freed here.
      var isComplete = false
      defer {
        if !isComplete {
          var (first, other) = (first, other)
          av_frame_free(&first)
          av_frame_free(&other)
        }
      }
      _ = try check("av_frame_alloc", other)
      decoder = try FrameDecoder(video, threading: .frames)
      guard try decoder.next(into: try check("av_frame_alloc", first)), let first else {
        throw MediaError(.file, "\(path) has no frame that can be decoded.", path: path)
      }
      converter = try FrameLightConverter(first, of: video)
      notes = converter.notes + (converter.hasAlpha ? ["its transparent parts are shown over black."] : [])
      (tick, frameRate) = (video.tick, video.frameRate)
      (duration, expectedFrames) = (video.statedDuration, video.statedFrames)
      pictureDuration = video.statedPictureDuration
      indexedFrames = video.pointer.pointee.nb_frames > 0 ? Int(clamping: video.pointer.pointee.nb_frames) : nil
      timeline = FrameTimeline(video)
      frame = other
      following = first
      isComplete = true
      hasFollowing = true
      followingStart = timeline.time(of: first, after: nil)
    } catch let error as LibraryError {
      throw MediaError(.file, "\(path) cannot be decoded: \(error.text).", path: path)
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
  }

  deinit {
    av_frame_free(&frame)
    av_frame_free(&following)
  }

  /// Number of frames that have been taken or skipped.
  package private(set) var framesRead = 0

  /// Where the pictures ended, and where they end by what the file states, in seconds. Nil unless the clip was read to its end, and its
  /// pictures ended well before the stated end.
  package private(set) var missingEnd: (end: Rational, stated: Rational)?

  /// Number of packets that could not be decoded, and of frames that were decoded with errors.
  package var damagedCount: Int { decoder.damagedCount }

  /// Why the file could not be read to its end; nil if it could.
  package var readFailure: String? { decoder.readFailure }

  /// Whether backgrounds get sRGB-encoded values, as an `srgb` canvas blends them, in place of linear light.
  package var givesEncoded: Bool {
    get { converter.givesEncoded }
    set { converter.givesEncoded = newValue }
  }

  /// Number of threads that share the conversion of a frame.
  package var threadCount: Int {
    get { converter.threadCount }
    set { converter.threadCount = newValue }
  }

  /// The time of the clip's next frame, and a background that shows the frame.
  ///
  /// - Parameter makeBackground: returns a background of the clip's size, which is then filled. It is called only if there is a frame. Nil
  ///   skips the frame: the result then has no background.
  /// - Returns: nil after the last frame.
  package func next(_ makeBackground: (() -> Background)?) throws(MediaError) -> (
    time: ClipFrameTime, background: Background?
  )? {
    guard hasFollowing else { return nil }
    swap(&frame, &following)
    guard let current = frame, let next = following else { return nil }
    let start = followingStart
    do {
      hasFollowing = try decoder.next(into: next)
      if hasFollowing { followingStart = timeline.time(of: next, after: start) }
      let duration = hasFollowing ? followingStart - start : timeline.durationIfLast(of: current)
      framesRead += 1
      if !hasFollowing { noteEnd(Rational(start + duration) * tick) }
      let background = try makeBackground.map { make in
        let background = make()
        let isScaled = try converter.convert(current, into: LightPlanes(background))
        changesSize = changesSize || isScaled
        return background
      }
      return (ClipFrameTime(start: start, duration: duration), background)
    } catch {
      throw MediaError(error, doing: "decode \(path)", path: path)
    }
  }

  /// Compares the end of a clip's pictures in seconds with the end that its file states.
  private func noteEnd(_ end: Rational) {
    guard let stated = pictureDuration else { return }
    // Files round the length, and may leave out how long the last frame is shown.
    let toleranceSeconds = max(0.1, 2 / frameRate.double)
    if stated.double - end.double > toleranceSeconds { missingEnd = (end, stated) }
  }
}

/// When the frames of a clip are shown, in ticks (units of the stream's time base) from the clip's start.
struct FrameTimeline {
  /// The time stamp that is the clip's time 0.
  private let start: Int64
  /// Duration of a frame at the stated rate.
  private let usualFrameTicks: Int64
  /// The longest duration that a clip may have.
  private let maximumAllowedTicks: Int64

  init(_ video: VideoStream) {
    (start, usualFrameTicks, maximumAllowedTicks) = (video.start, video.usualFrameTicks, video.maximumAllowedTicks)
  }

  /// When a frame is shown. A time stamp that is missing, much too large or not after `previous` is replaced by `previous` plus a
  /// frame's usual duration; for the first frame, by 0.
  func time(of frame: UnsafePointer<AVFrame>, after previous: Int64?) -> Int64 {
    let stamp = frame.pointee.best_effort_timestamp
    let relative = stamp == motes_no_timestamp() ? nil : stamp.subtractingReportingOverflow(start).partialValue
    guard let previous else {
      guard let relative, (0...maximumAllowedTicks).contains(relative) else { return 0 }
      return relative
    }
    guard let relative, relative > previous, relative <= maximumAllowedTicks else { return previous + usualFrameTicks }
    return relative
  }

  /// For how long a frame is shown if it is the clip's last: the duration that the frame states, or the usual one.
  func durationIfLast(of frame: UnsafePointer<AVFrame>) -> Int64 {
    let stated = motes_frame_duration(frame)
    return stated > 0 && stated < maximumAllowedTicks ? stated : usualFrameTicks
  }
}
