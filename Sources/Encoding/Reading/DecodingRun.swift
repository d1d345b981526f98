import CFFmpeg
import Model

/// Frames of a clip that are decoded one after the other from some frame on.
final class DecodingRun: @unchecked Sendable {
  private let decoder: FrameDecoder
  /// The frame that was decoded last, if any was.
  let frame: UnsafeMutablePointer<AVFrame>
  /// Its number.
  private(set) var number: Int?
  /// Whether decoding began at the clip's first frame.
  let beganAtFirst: Bool
  /// The number of the frame at which it began: what is shown before it may need frames that were not decoded.
  private let firstNumber: Int
  /// What the decoder had counted before.
  private let damagedBefore: Int
  /// A frame that was decoded after it, and is shown later than what was wanted.
  private let following: UnsafeMutablePointer<AVFrame>
  private var followingNumber: Int?

  var video: VideoStream { decoder.video }

  /// A run from the first frame of a file on.
  convenience init(_ file: InputFile) throws {
    try self.init(try Self.decoder(of: file), firstNumber: 0, atFirst: true)
  }

  /// A run of the same clip from a key on; from the first frame for nil, or where the file cannot be entered there. This one is over.
  func restarted(at key: ClipIndex.Key?) throws -> DecodingRun {
    let path = video.file.path
    guard let key, key.number > 0 else { return try DecodingRun(try InputFile(path)) }
    decoder.dropPendingPacket()
    decoder.flush()
    if try Self.enter(decoder, at: key) { return try DecodingRun(decoder, firstNumber: key.number, atFirst: false) }
    // Seeking is a demuxer's best guess: where it fails, the file is read from its start, and nothing decoded on the way.
    let anew = try Self.decoder(of: try InputFile(path))
    guard try anew.skipPackets(until: { $0.pointee.pts == key.presentation }) else {
      return try DecodingRun(try InputFile(path))
    }
    return try DecodingRun(anew, firstNumber: key.number, atFirst: false)
  }

  private init(_ decoder: FrameDecoder, firstNumber: Int, atFirst: Bool) throws {
    self.decoder = decoder
    self.firstNumber = firstNumber
    damagedBefore = decoder.damagedCount
    beganAtFirst = atFirst
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

  /// Moves a decoder's file to a key. Returns false where it is somewhere else afterwards.
  private static func enter(_ decoder: FrameDecoder, at key: ClipIndex.Key) throws -> Bool {
    let video = decoder.video
    guard
      av_seek_frame(video.file.format, video.pointer.pointee.index, key.decoding, AVSEEK_FLAG_BACKWARD) >= 0
    else { return false }
    var isThere = false
    _ = try decoder.skipPackets { packet in
      isThere = packet.pointee.pts == key.presentation
      return isThere || packet.pointee.dts > key.decoding
    }
    return isThere
  }

  /// Whether anything was decoded with errors, which later frames may show in ways that depend on what came before.
  var isDamaged: Bool { decoder.damagedCount > damagedBefore }

  /// Decodes the next frame. Returns false at the end, or where the next one comes after `last`; then the frame stays.
  func advance(_ index: ClipIndex, upTo last: Int = .max) throws -> Bool {
    while true {
      if followingNumber == nil {
        guard try decoder.next(into: following) else { return false }
        followingNumber = number(of: following, index)
      }
      guard let next = followingNumber else { return false }
      if next < firstNumber || next <= number ?? -1 {
        // Shown before what decoding began with.
        followingNumber = nil
        continue
      }
      // Nothing comes before a clip's first frame: what is decoded first is shown until then.
      if next > last, number != nil || !beganAtFirst { return false }
      av_frame_unref(frame)
      av_frame_move_ref(frame, following)
      (number, followingNumber) = (next, nil)
      return true
    }
  }

  private func number(of frame: UnsafePointer<AVFrame>, _ index: ClipIndex) -> Int {
    guard index.hasStamps else { return (number ?? -1) + 1 }
    let stamp = frame.pointee.pts != motes_no_timestamp() ? frame.pointee.pts : frame.pointee.best_effort_timestamp
    guard stamp != motes_no_timestamp() else { return (number ?? firstNumber - 1) + 1 }
    return index.number(at: stamp.subtractingReportingOverflow(video.start).partialValue)
  }
}
