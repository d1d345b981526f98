import CFFmpeg
import Model

/// Decodes the frames of a clip one after the other, from some frame on. To go back or to skip frames, a run is replaced by a new one
/// (`restarted`).
final class DecodingRun: @unchecked Sendable {
  private let decoder: FrameDecoder
  /// The frame that `decodeNext` decoded last; empty before.
  let frame: UnsafeMutablePointer<AVFrame>
  /// The number of `frame`; nil before the first `decodeNext`.
  private(set) var number: Int?
  /// Whether decoding began at the clip's first frame.
  let beganAtFirstFrame: Bool
  /// The number of the frame at which decoding began. Frames that are shown before it may need frames that were not decoded.
  private let firstNumber: Int
  /// The decoder's count of damaged packets and frames when this run began.
  private let damagedBefore: Int
  /// The decoded frame that will be the next `frame`. It waits here while it comes after the last frame that `decodeNext` is asked for.
  private let following: UnsafeMutablePointer<AVFrame>
  /// The number of `following`; nil while that is empty.
  private var followingNumber: Int?

  var video: VideoStream { decoder.video }

  /// A run that begins at the first frame of a file.
  convenience init(_ file: InputFile) throws {
    try self.init(try Self.decoder(of: file), firstNumber: 0, atFirstFrame: true)
  }

  /// Whether `restarted` was called. The new run may use this run's decoder, so this run must decode nothing more. If no new run could be
  /// made, this one can be restarted again.
  private(set) var wasRestarted = false

  /// A new run of the same clip, in place of this one. It begins at a key frame, or at the first frame if `keyFrame` is nil or is
  /// not found in the file. This run cannot go on even if no new run can be made.
  func restarted(at keyFrame: ClipIndex.KeyFrame?) throws -> DecodingRun {
    wasRestarted = true
    let path = video.file.path
    guard let keyFrame, keyFrame.number > 0 else { return try DecodingRun(try InputFile(path)) }
    decoder.dropPendingPacket()
    decoder.flush()
    if try Self.seek(decoder, to: keyFrame) {
      return try DecodingRun(decoder, firstNumber: keyFrame.number, atFirstFrame: false)
    }
    // Some demuxers only guess where a key frame is. If seeking fails, all packets before the key frame are read, but not decoded.
    let newDecoder = try Self.decoder(of: try InputFile(path))
    guard try newDecoder.skipPackets(until: { $0.pointee.pts == keyFrame.presentationStamp }) else {
      return try DecodingRun(try InputFile(path))
    }
    return try DecodingRun(newDecoder, firstNumber: keyFrame.number, atFirstFrame: false)
  }

  private init(_ decoder: FrameDecoder, firstNumber: Int, atFirstFrame: Bool) throws {
    self.decoder = decoder
    self.firstNumber = firstNumber
    damagedBefore = decoder.damagedCount
    beganAtFirstFrame = atFirstFrame
    frame = try check("av_frame_alloc", av_frame_alloc())
    following = try check("av_frame_alloc", av_frame_alloc())
  }

  deinit {
    for frame in [frame, following] {
      var frame = frame as UnsafeMutablePointer?
      av_frame_free(&frame)
    }
  }

  private static func decoder(of file: InputFile) throws -> FrameDecoder {
    guard let video = VideoStream(of: file) else {
      throw MediaError(.file, "\(file.path) has no video.", path: file.path)
    }
    return try FrameDecoder(video, threading: .slices)
  }

  /// Seeks in a decoder's file, so that the packet of a key frame is decoded next. Returns false if the demuxer went past this packet.
  private static func seek(_ decoder: FrameDecoder, to keyFrame: ClipIndex.KeyFrame) throws -> Bool {
    let video = decoder.video
    guard
      av_seek_frame(video.file.demuxer, video.pointer.pointee.index, keyFrame.decodingStamp, AVSEEK_FLAG_BACKWARD) >= 0
    else { return false }
    var isFound = false
    _ = try decoder.skipPackets { packet in
      isFound = packet.pointee.pts == keyFrame.presentationStamp
      return isFound || packet.pointee.dts > keyFrame.decodingStamp
    }
    return isFound
  }

  /// Whether this run decoded anything with errors. Its later frames may then depend on where decoding began.
  var isDamaged: Bool { decoder.damagedCount > damagedBefore }

  /// Decodes the next frame. Returns false, and leaves `frame` as it is, at the end of the clip or if the next frame comes after `last`.
  ///
  /// - Parameter index: gives the frame its number.
  func decodeNext(numberedBy index: ClipIndex, upTo last: Int = .max) throws -> Bool {
    while true {
      if followingNumber == nil {
        guard try decoder.next(into: following) else { return false }
        followingNumber = number(of: following, index)
      }
      guard let next = followingNumber else { return false }
      if next < firstNumber || next <= number ?? -1 {
        // The next frame is dropped: it is shown before the key frame at which decoding began, or not after `frame`.
        followingNumber = nil
        continue
      }
      // A run from the clip's start takes its first frame even if that comes after `last`: no other frame could be shown.
      if next > last, number != nil || !beganAtFirstFrame { return false }
      av_frame_unref(frame)
      av_frame_move_ref(frame, following)
      (number, followingNumber) = (next, nil)
      return true
    }
  }

  /// The number of a decoded frame by its time stamp. A frame without a time stamp gets the number after that of `frame`.
  private func number(of frame: UnsafePointer<AVFrame>, _ index: ClipIndex) -> Int {
    guard index.hasTimeStamps else { return (number ?? -1) + 1 }
    let stamp = frame.pointee.pts != motes_no_timestamp() ? frame.pointee.pts : frame.pointee.best_effort_timestamp
    guard stamp != motes_no_timestamp() else { return (number ?? (firstNumber - 1)) + 1 }
    return index.frameNumber(atTicks: stamp.subtractingReportingOverflow(video.start).partialValue)
  }
}
