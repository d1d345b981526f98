import CFFmpeg

/// One video stream going into one file of a container.
final class Muxer {
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let stream: UnsafeMutablePointer<AVStream>
  let sink: OutputSink

  /// Writes the header. `options` are the muxer's own; one that it does not know is an error.
  init(
    _ container: Container, sink: OutputSink, parameters: UnsafePointer<AVCodecParameters>, tag: Codec.Tag,
    frameRate: AVRational, options: [(String, String)]
  ) throws {
    self.sink = sink
    // The format is named: the file's own name ends in ".partial".
    try check("avformat_alloc_output_context2", avformat_alloc_output_context2(&context, nil, container.muxer, nil))
    let format = try check("avformat_alloc_output_context2", context)
    do {
      format.pointee.pb = sink.context
      format.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
      stream = try check("avformat_new_stream", avformat_new_stream(format, nil))
      try check("avcodec_parameters_copy", avcodec_parameters_copy(stream.pointee.codecpar, parameters))
      if container.hasCodecTags, let code = tag.code(of: parameters) {
        stream.pointee.codecpar.pointee.codec_tag = code
      } else {
        stream.pointee.codecpar.pointee.codec_tag = 0
      }
      stream.pointee.time_base = AVRational(num: frameRate.den, den: frameRate.num)
      stream.pointee.avg_frame_rate = frameRate
      stream.pointee.r_frame_rate = frameRate
      stream.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
      try withDictionary(options) { try check("avformat_write_header", avformat_write_header(format, &$0)) }
    } catch {
      avformat_free_context(format)
      context = nil
      throw error
    }
  }

  /// Writes a packet whose times count in `timeBase`.
  func write(_ packet: UnsafeMutablePointer<AVPacket>, timeBase: AVRational) throws {
    av_packet_rescale_ts(packet, timeBase, stream.pointee.time_base)
    packet.pointee.stream_index = 0
    packet.pointee.pos = -1
    try check("av_write_frame", av_write_frame(context, packet))
    if sink.firstError != 0 { throw LibraryError(call: "write", code: sink.firstError) }
  }

  /// Bytes before the index, once all packets are written.
  var position: Int64 { avio_seek(sink.context, 0, SEEK_CUR) }

  /// Writes the index and everything that is still buffered.
  func finish() throws {
    try check("av_write_trailer", av_write_trailer(context))
    try sink.flush()
  }

  deinit { avformat_free_context(context) }
}

extension Codec.Tag {
  /// The four characters as libavformat keeps them, the first one lowest; nil for the muxer's own choice.
  func code(of parameters: UnsafePointer<AVCodecParameters>) -> UInt32? {
    switch self {
    case .muxer: nil
    case .encoder: parameters.pointee.codec_tag
    case .code(let text): text.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}

/// Calls `body` with an FFmpeg dictionary; whatever it leaves in it was not understood and is an error.
func withDictionary(
  _ entries: [(String, String)], _ body: (inout OpaquePointer?) throws -> Void
) throws {
  var dictionary: OpaquePointer?
  defer { av_dict_free(&dictionary) }
  for (key, value) in entries { try check("av_dict_set", av_dict_set(&dictionary, key, value, 0)) }
  try body(&dictionary)
  if let left = av_dict_get(dictionary, "", nil, AV_DICT_IGNORE_SUFFIX) {
    throw UnknownOption(name: String(cString: left.pointee.key))
  }
}

/// An option that neither codec nor muxer knows.
struct UnknownOption: Error {
  let name: String
}
