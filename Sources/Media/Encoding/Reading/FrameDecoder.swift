import CFFmpeg
import Glibc
import Model

/// Decodes the frames of one stream, in the order in which they are shown.
///
/// Damaged files are read as players read them: packets that cannot be decoded are left out, and frames that are decoded with errors are
/// shown; both are counted. Every machine gets the same samples. A decoder serves one thread at a time.
final class FrameDecoder {
  let video: VideoStream
  /// Number of packets that could not be decoded, and of frames that were decoded with errors.
  private(set) var damagedCount = 0
  /// Why the file could not be read to its end. Nil if it could, or if decoding gave up before.
  private(set) var readFailure: String?
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Whether all packets were sent, so that the decoder only gives the frames that it still holds.
  private var isDraining = false
  /// Number of packets that were sent to the decoder before its first frame.
  private var packetsBeforeFrame = 0
  /// Whether the decoder has given a frame.
  private var hasGivenFrame = false

  /// The most packets at the start of a clip that may pass without a frame before decoding gives up.
  private static let maximumPacketsBeforeFrame = 10_000

  /// How a decoder uses threads.
  enum Threading {
    /// Several frames at a time, as many threads as there are cores: for a clip that is read from its start to its end.
    case frames
    /// Several slices of one frame at a time, so that no frame waits for packets after its own.
    case slices
    /// No other thread than the caller's.
    case one
  }

  /// - Throws: `MediaError` where this FFmpeg has no decoder, or `LibraryError`.
  init(_ video: VideoStream, threading: Threading) throws {
    self.video = video
    let codec = try video.decoder()
    context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    packet = try check("av_packet_alloc", av_packet_alloc())
    try check("avcodec_parameters_to_context", avcodec_parameters_to_context(context, video.parameters))
    guard let context else { return }
    context.pointee.pkt_timebase = video.pointer.pointee.time_base
    context.pointee.thread_count = threading == .one ? 1 : 0  // 0: as many as there are cores
    if threading == .slices { context.pointee.thread_type = FF_THREAD_SLICE }
    context.pointee.max_pixels = Int64(Limits.framePixels)
    // Some codecs do not define the inverse transform exactly: these settings make the samples the same on every machine.
    context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    context.pointee.idct_algo = FF_IDCT_SIMPLE
    // Damaged frames are shown, as players do, rather than left out.
    context.pointee.flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT
    try check("avcodec_open2", avcodec_open2(context, codec, nil))
  }

  deinit {
    avcodec_free_context(&context)
    av_packet_free(&packet)
  }

  /// Decodes the next frame. Returns false at the end, and if decoding gives up.
  ///
  /// - Throws: `MediaError` if there is no frame at all and the file states a size that is too large, or `LibraryError`.
  func next(into frame: UnsafeMutablePointer<AVFrame>) throws -> Bool {
    if try decodeNext(into: frame) { return true }
    if !hasGivenFrame { try video.file.checkSize(orOf: video.parameters) }
    return false
  }

  private func decodeNext(into frame: UnsafeMutablePointer<AVFrame>) throws -> Bool {
    guard let context, let packet else { return false }
    while true {
      let result = avcodec_receive_frame(context, frame)
      if result >= 0 {
        if Self.isDamaged(frame) { damagedCount += 1 }
        hasGivenFrame = true
        return true
      }
      if result == motes_averror_eof() { return false }
      if result != motes_averror(EAGAIN) {
        if result == motes_averror(ENOMEM) { throw LibraryError(call: "avcodec_receive_frame", code: result) }
        damagedCount += 1
      }
      if isDraining {
        // A decoder that neither gives frames nor ends would keep this loop running forever.
        if result == motes_averror(EAGAIN) { return false }
        continue
      }
      guard try readPacket(packet) else {
        isDraining = true
        avcodec_send_packet(context, nil)
        continue
      }
      defer { av_packet_unref(packet) }
      if !hasGivenFrame {
        packetsBeforeFrame += 1
        if packetsBeforeFrame > Self.maximumPacketsBeforeFrame { return false }
      }
      let sent = avcodec_send_packet(context, packet)
      if sent == motes_averror(ENOMEM) { throw LibraryError(call: "avcodec_send_packet", code: sent) }
      if sent < 0 { damagedCount += 1 }
    }
  }

  /// Whether a frame was decoded with errors, or without the frames that it refers to.
  static func isDamaged(_ frame: UnsafePointer<AVFrame>) -> Bool {
    frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  /// Makes the decoder forget all packets that were sent and all frames that were not taken yet. It is called before decoding goes on at
  /// another place of the file. A pending packet stays (`dropPendingPacket`).
  func flush() {
    guard let context else { return }
    avcodec_flush_buffers(context)
    isDraining = false
  }

  // MARK: Packets

  /// Whether `packet` holds a packet that `skipPackets` found and that is not decoded yet.
  private var hasPendingPacket = false

  /// Reads the next packet of the stream, or leaves the pending one in place. Returns false at the end.
  private func readPacket(_ packet: UnsafeMutablePointer<AVPacket>) throws -> Bool {
    if hasPendingPacket {
      hasPendingPacket = false
      return true
    }
    while true {
      let result = av_read_frame(video.file.demuxer, packet)
      guard result >= 0 else {
        if result != motes_averror_eof() { readFailure = libraryText(result) }
        return false
      }
      if packet.pointee.stream_index == video.pointer.pointee.index { return true }
      av_packet_unref(packet)
    }
  }

  /// Skips packets until `isWanted` returns true for one, which is decoded next. Returns false if there is none.
  func skipPackets(until isWanted: (UnsafePointer<AVPacket>) -> Bool) throws -> Bool {
    guard let packet else { return false }
    while try readPacket(packet) {
      if isWanted(packet) {
        hasPendingPacket = true
        return true
      }
      av_packet_unref(packet)
    }
    return false
  }

  /// Drops the packet that `skipPackets` has found.
  func dropPendingPacket() {
    if hasPendingPacket { av_packet_unref(packet) }
    hasPendingPacket = false
  }
}

/// The first frame of a file: a picture, or the beginning of a clip.
final class FirstFrame {
  let video: VideoStream
  let frame: UnsafeMutablePointer<AVFrame>
  /// Whether the frame was decoded without errors.
  let isWhole: Bool

  /// - Throws: `MediaError` whose sentence says what is wrong with the file.
  init(of path: String, as kind: InputFile.Kind) throws {
    let file = try InputFile(path, as: kind)
    guard let video = VideoStream(of: file) else {
      throw MediaError(.file, "\(path) has no \(kind == .movie ? "video" : "picture").", path: path)
    }
    self.video = video
    let decoder = try FrameDecoder(video, threading: .one)
    var decoded = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    guard let made = decoded, try decoder.next(into: made) else {
      av_frame_free(&decoded)
      throw MediaError(.file, "\(path) has no frame that can be decoded.", path: path)
    }
    frame = made
    isWhole = decoder.damagedCount == 0
  }

  deinit {
    var frame = frame as UnsafeMutablePointer?
    av_frame_free(&frame)
  }
}
