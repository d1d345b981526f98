import CFFmpeg
import Raster

/// Writes one video stream, and streams that are copied from other files, into one file.
final class Muxer {
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let stream: UnsafeMutablePointer<AVStream>
  /// Where the file's bytes go.
  let sink: OutputSink
  /// Copies the packets of the other streams; nil if there are none.
  private let copier: StreamCopier?
  /// The latest time at which a frame so far ends, in the stream's unit.
  private var videoEnd: Int64 = 0
  /// For how long the last frame so far is shown, in the stream's unit.
  private var lastDuration: Int64 = 0
  /// Whether each frame has a time of its own, as over footage.
  private let hasOwnTimes: Bool
  /// Number of packets of all streams so far.
  var packetCount: Int { videoPackets + (copier?.packetsWritten ?? 0) }
  /// Number of packets of the video stream so far.
  private var videoPackets = 0

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - sink: where the file's bytes go.
  ///   - parameters: the encoder's description of the stream: codec, size, colours, decoder's setup data.
  ///   - fourCC: the stream's four-character code, for containers that store such codes.
  ///   - frameRate: frames a second.
  ///   - footageFormat: the footage's time base and pixel aspect ratio; nil for a constant `frameRate` and square pixels.
  ///   - copier: copies the packets of other streams.
  ///   - contentLight: light levels of a movie in HDR10, which are written into the header.
  ///   - options: the muxer's options by FFmpeg's names.
  ///   - addStreams: adds further streams before the header is written.
  /// - Throws: `UnknownOption` for an option that the muxer does not know, or the error of a failed call.
  init(
    _ container: Container, sink: OutputSink, parameters: UnsafePointer<AVCodecParameters>, fourCC: Codec.FourCC,
    frameRate: AVRational, footageFormat: FootageFormat? = nil, copier: StreamCopier? = nil,
    contentLight: ContentLight? = nil,
    options: [(String, String)], addStreams: ((UnsafeMutablePointer<AVFormatContext>) throws -> Void)? = nil
  ) throws {
    self.sink = sink
    self.copier = copier
    hasOwnTimes = footageFormat != nil
    // The format is named, because FFmpeg could not guess it from a name that ends in ".partial".
    try check("avformat_alloc_output_context2", avformat_alloc_output_context2(&context, nil, container.muxer, nil))
    let format = try check("avformat_alloc_output_context2", context)
    do {
      format.pointee.pb = sink.context
      format.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
      stream = try check("avformat_new_stream", avformat_new_stream(format, nil))
      try check("avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, parameters))
      if container.storesFourCC, let code = fourCC.code(of: parameters) {
        stream.pointee.codecpar.pointee.codec_tag = code
      } else {
        stream.pointee.codecpar.pointee.codec_tag = 0  // the muxer chooses
      }
      let tick = container.storesTimes ? footageFormat?.tick : nil
      stream.pointee.time_base = tick.map { AVRational($0) } ?? AVRational(num: frameRate.den, den: frameRate.num)
      stream.pointee.avg_frame_rate = frameRate
      stream.pointee.r_frame_rate = frameRate
      stream.pointee.sample_aspect_ratio =
        footageFormat.map { AVRational($0.pixelAspect) } ?? AVRational(num: 1, den: 1)
      stream.pointee.codecpar.pointee.sample_aspect_ratio = stream.pointee.sample_aspect_ratio
      // Side data is added to the stream: before FFmpeg 6.1 codec parameters cannot hold it.
      if let contentLight { try MasteringDisplay.addSideData(contentLight, to: stream) }
      try copier?.addStreams(to: format)
      try addStreams?(format)
      try withDictionary(options) { try check("avformat_write_header", avformat_write_header(format, &$0)) }
    } catch {
      avformat_free_context(format)
      context = nil
      throw error
    }
  }

  /// Writes a packet whose times are counted in units of `timeBase` seconds.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, timeBase: AVRational) throws {
    av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
    if packet.pointee.pts + packet.pointee.duration >= videoEnd { lastDuration = packet.pointee.duration }
    videoEnd = max(videoEnd, packet.pointee.pts + packet.pointee.duration)
    if let context {
      try copier?.write(into: context, until: packet.pointee.pts, unit: stream.pointee.time_base)
    }
    packet.pointee.stream_index = 0
    packet.pointee.pos = -1  // not known; a copied packet still has its offset in the source file
    try check("av_write_frame", av_write_frame(context, packet))
    videoPackets += 1
    if sink.firstErrorCode != 0 { throw LibraryError(call: "write", code: sink.firstErrorCode) }
  }

  /// Offset of the next byte in the file. Between `flush` and `finish` it is the end of the media data.
  var position: Int64 { avio_seek(sink.context, 0, SEEK_CUR) }

  /// Writes the remaining packets of the copied streams.
  ///
  /// - Parameter cutsAtVideoEnd: whether copied streams are cut off where the last frame ends.
  func finishCopying(cutsAtVideoEnd: Bool) throws {
    guard let context else { return }
    try copier?.write(
      into: context, until: cutsAtVideoEnd ? videoEnd : nil, presentationEnd: cutsAtVideoEnd ? videoEnd : nil,
      unit: stream.pointee.time_base)
  }

  /// Writes the packets that the muxer still holds, such as Matroska's last cluster.
  func flush() throws { try check("av_write_frame", av_write_frame(context, nil)) }

  /// Writes the index and everything that is still buffered.
  func finish() throws {
    if hasOwnTimes { setFinalDelay() }
    try check("av_write_trailer", av_write_trailer(context))
    try sink.flush()
  }

  /// Gives the muxers of GIF and APNG the last frame's duration. The duration of an earlier frame follows from the next frame's time.
  private func setFinalDelay() {
    guard let options = context?.pointee.priv_data, let name = context?.pointee.oformat?.pointee.name else { return }
    let delay = AVRational(
      num: Int32(clamping: lastDuration * Int64(stream.pointee.time_base.num)), den: stream.pointee.time_base.den)
    switch String(cString: name) {
    case "gif": av_opt_set_int(options, "final_delay", av_rescale_q(1, delay, AVRational(num: 1, den: 100)), 0)
    case "apng":
      var (numerator, denominator): (Int32, Int32) = (0, 0)
      // APNG stores both terms in 16 bits.
      av_reduce(&numerator, &denominator, Int64(delay.num), Int64(delay.den), 0xFFFF)
      av_opt_set_q(options, "final_delay", AVRational(num: numerator, den: denominator), 0)
    default: break
    }
  }

  /// Finishes the file, and measures its index. The measurement is right only if the index was written last.
  func finishAndMeasure() throws -> FrontIndexKind.Measurements {
    try flush()
    let mediaEnd = position
    try finish()
    return FrontIndexKind.Measurements(
      indexBytes: sink.fileSize - mediaEnd, mediaEnd: mediaEnd, packetCount: packetCount)
  }

  deinit { avformat_free_context(context) }
}

extension Codec.FourCC {
  /// The four-character code as libavformat stores it, the first character in the lowest byte; nil for the muxer's own choice.
  func code(of parameters: UnsafePointer<AVCodecParameters>) -> UInt32? {
    switch self {
    case .chosenByMuxer: nil
    case .ofParameters: parameters.pointee.codec_tag
    case .code(let text): text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}

/// Calls `body` with an FFmpeg dictionary of the entries.
///
/// FFmpeg removes the entries that it has used.
/// - Throws: `UnknownOption` for an entry that is left after `body`.
func withDictionary(
  _ entries: [(String, String)], _ body: (inout OpaquePointer?) throws -> Void
) throws {
  var dictionary: OpaquePointer?
  defer { av_dict_free(&dictionary) }
  for (key, value) in entries { try check("av_dict_set", av_dict_set(&dictionary, key, value, 0)) }
  try body(&dictionary)
  // With AV_DICT_IGNORE_SUFFIX an empty key matches every entry, so that the first remaining one is found.
  if let unused = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
    throw UnknownOption(name: String(cString: unused.pointee.key))
  }
}

/// The error for an option that the codec, or the muxer, does not know.
struct UnknownOption: Error {
  let name: String
}
