import CFFmpeg
import Model
import Raster

/// The position of a clip's frame in time, counted in the clip's own unit (`ClipReader.tick`) from the clip's start.
package struct ClipFrameTime: Sendable, Equatable {
  /// When the frame is shown.
  package let start: Int64
  /// For how long.
  package let duration: Int64

  package init(start: Int64, duration: Int64) {
    self.start = start
    self.duration = duration
  }
}

/// A reader of footage: the frames of a movie's video stream, in the order in which they are shown, as backgrounds.
///
/// Files are read as players read them (`FrameDecoder`). A reader serves one thread at a time.
package final class ClipReader: @unchecked Sendable {
  package let path: String
  /// Width ÷ height of a pixel of the upright picture.
  package var pixelAspect: Rational { light.pixelAspect }
  /// Size of the upright picture in pixels.
  package var width: Int { light.width }
  package var height: Int { light.height }
  /// Seconds of a unit of time stamps.
  package let tick: Rational
  /// Frames a second, on average where they vary.
  package let frameRate: Rational
  /// How many frames there are about; nil where the file does not say.
  package let expectedFrames: Int?
  /// How many frames the file's index lists; nil where it has none.
  package let exactFrames: Int?
  /// Seconds from the clip's start to the end of its pictures, about; nil where the file does not say.
  package let duration: Rational?
  /// Seconds to the end of the pictures, where the file states it of them and not of longer sound.
  private let pictureDuration: Rational?
  /// Sentences for a person: what was guessed and what is not as it may seem.
  package let notes: [String]
  /// Whether frames changed their size, and were scaled to the first one's.
  package private(set) var changesSize = false

  private let decoder: FrameDecoder
  private let light: FrameLight
  private let timeline: FrameTimeline
  /// The frame that was decoded last.
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// The frame after it, decoded to know for how long that one is shown.
  private var following: UnsafeMutablePointer<AVFrame>?
  /// When the frame that `following` holds is shown.
  private var followingStart: Int64 = 0
  private var hasFollowing = false

  /// Opens a clip and decodes its first frame.
  package init(_ path: String) throws(MediaError) {
    self.path = path
    do {
      guard let video = VideoStream(of: try InputFile(path)) else {
        throw MediaError(.file, "\(path) has no video.", path: path)
      }
      let (first, other) = (av_frame_alloc(), av_frame_alloc())
      // Released here where a property is still missing, as there is no `deinit` then.
      var isOpen = false
      defer {
        if !isOpen {
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
      light = try FrameLight(first, of: video)
      notes = light.notes + (light.hasAlpha ? ["its transparent parts are shown over black."] : [])
      (tick, frameRate) = (video.tick, video.frameRate)
      (duration, expectedFrames) = (video.statedDuration, video.statedFrames)
      pictureDuration = video.statedPictureDuration
      exactFrames = video.pointer.pointee.nb_frames > 0 ? Int(clamping: video.pointer.pointee.nb_frames) : nil
      timeline = FrameTimeline(video)
      frame = other
      following = first
      isOpen = true
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

  /// Frames that have been taken or passed over.
  package private(set) var framesRead = 0

  /// Where the pictures of a clip that was read to its end stop, if that is well before the end that its file states, in seconds.
  package private(set) var cutOff: (end: Rational, stated: Rational)?

  /// Packets that could not be decoded, and frames that were decoded with errors.
  package var damagedCount: Int { decoder.damagedCount }

  /// Why the file could not be read to its end; nil where it could.
  package var earlyEnd: String? { decoder.earlyEnd }

  /// Whether backgrounds hold sRGB-encoded values, as an `srgb` canvas blends them, in place of linear light.
  package var isEncoded: Bool {
    get { light.givesEncoded }
    set { light.givesEncoded = newValue }
  }

  /// Threads that share the conversion of a frame.
  package var threadCount: Int {
    get { light.threadCount }
    set { light.threadCount = newValue }
  }

  /// The next frame of the clip.
  ///
  /// - Parameter makeBackground: gives a background of the clip's size to be filled, once it is known that there is a frame; nil for a frame
  ///   that is only passed over.
  /// - Returns: nil after the last frame.
  package func next(_ makeBackground: (() -> Background)?) throws(MediaError) -> (
    time: ClipFrameTime, background: Background?
  )? {
    guard hasFollowing else { return nil }
    swap(&frame, &following)
    guard let current = frame, let after = following else { return nil }
    let shown = followingStart
    do {
      hasFollowing = try decoder.next(into: after)
      if hasFollowing { followingStart = timeline.time(of: after, after: shown) }
      let duration = hasFollowing ? followingStart - shown : timeline.ownDuration(of: current)
      framesRead += 1
      if !hasFollowing { noteEnd(Rational(shown + duration) * tick) }
      let background = try makeBackground.map { make in
        let background = make()
        let isScaled = try light.convert(current, into: LightPlanes(background))
        changesSize = changesSize || isScaled
        return background
      }
      return (ClipFrameTime(start: shown, duration: duration), background)
    } catch {
      throw MediaError(error, doing: "decode \(path)", path: path)
    }
  }

  /// Compares a clip's end with what its file states.
  private func noteEnd(_ end: Rational) {
    guard let stated = pictureDuration else { return }
    // Files round, and leave out how long the last frame is shown.
    let slack = max(0.1, 2 / frameRate.double)
    if stated.double - end.double > slack { cutOff = (end, stated) }
  }
}

/// When the frames of a clip are shown, in units of its stream from its start.
struct FrameTimeline {
  private let start: Int64
  private let usualTicks: Int64
  private let maximumTicks: Int64

  init(_ video: VideoStream) {
    (start, usualTicks, maximumTicks) = (video.start, video.usualFrameTicks, video.maximumTicks)
  }

  /// When a frame is shown. A time stamp that is missing, far off or not after the frame before is replaced by a frame's
  /// usual duration after that one.
  func time(of frame: UnsafePointer<AVFrame>, after previous: Int64?) -> Int64 {
    let stamp = frame.pointee.best_effort_timestamp
    let relative = stamp == motes_no_timestamp() ? nil : stamp.subtractingReportingOverflow(start).partialValue
    guard let previous else {
      guard let relative, (0...maximumTicks).contains(relative) else { return 0 }
      return relative
    }
    guard let relative, relative > previous, relative <= maximumTicks else { return previous + usualTicks }
    return relative
  }

  /// For how long a frame without a following one is shown.
  func ownDuration(of frame: UnsafePointer<AVFrame>) -> Int64 {
    let own = motes_frame_duration(frame)
    return own > 0 && own < maximumTicks ? own : usualTicks
  }
}
