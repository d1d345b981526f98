import CFFmpeg
import Glibc

/// Copies the packets of a finished fragmented file into an ordinary one with its index in front: MP4 and its kin.
///
/// FFmpeg's own `faststart` writes the index last and then moves the whole file up through a second handle. Here the
/// index's size is measured first, by muxing once into nothing, and exactly that much room is left in front
/// (`moov_size`): every byte is written once, and nothing that was written is moved.
struct Remux {
  let container: Container
  let demuxer: String
  let tag: Codec.Tag
  /// The path of the fragmented file.
  let source: String
  /// The encoder's; what packets look like (`extradata`) is taken from the source, where it has MP4's form.
  let parameters: UnsafePointer<AVCodecParameters>
  let frameRate: AVRational
  /// How many packets the source must hold.
  let packets: Int

  /// Writes the ordinary file to `descriptor` and returns its size.
  func write(to descriptor: Int32) throws -> Int64 {
    let measure = try copy(to: OutputSink(descriptor: nil), options: [])
    var reserve = measure.sink.end - measure.mediaEnd + 8  // a "free" atom of at least 8 bytes ends the room
    // Beyond 4 GB an offset takes 8 bytes instead of 4; the room itself may push the last ones beyond.
    if measure.mediaEnd > 0xF000_0000 { reserve += 4 * Int64(packets) }
    guard reserve <= Int64(Int32.max) else { throw LibraryError(call: "movie index", code: motes_averror(EFBIG)) }
    return try copy(to: OutputSink(descriptor: descriptor), options: [("moov_size", "\(reserve)")]).sink.end
  }

  /// Muxes all packets; `mediaEnd` is where the file stood before its index was written.
  private func copy(to sink: OutputSink, options: [(String, String)]) throws -> (sink: OutputSink, mediaEnd: Int64) {
    var input: UnsafeMutablePointer<AVFormatContext>?
    // "file:" keeps a colon in the name from being read as a protocol.
    try check("avformat_open_input", avformat_open_input(&input, "file:" + source, av_find_input_format(demuxer), nil))
    defer { avformat_close_input(&input) }
    guard let input, input.pointee.nb_streams == 1, let stream = input.pointee.streams[0] else {
      throw LibraryError(call: "avformat_open_input", code: motes_averror(EINVAL))
    }
    let muxer = try withParameters(extradataOf: stream.pointee.codecpar) {
      try Muxer(container, sink: sink, parameters: $0, tag: tag, frameRate: frameRate, options: options)
    }
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer<AVPacket>?
    defer { av_packet_free(&packet) }
    guard let packet else { return (sink, 0) }
    var copied = 0
    while true {
      let result = av_read_frame(input, packet)
      if result == motes_averror_eof() { break }
      try check("av_read_frame", result)
      defer { av_packet_unref(packet) }
      try muxer.write(packet, timeBase: stream.pointee.time_base)
      copied += 1
    }
    // A packet that got lost would be a movie with a hole: better no movie.
    guard copied == packets else {
      throw LibraryError(call: "av_read_frame (\(copied) of \(packets))", code: motes_averror(EIO))
    }
    let mediaEnd = muxer.position
    try muxer.finish()
    return (sink, mediaEnd)
  }

  /// The encoder's parameters with the source's extradata. Given the encoder's own (Annex B), the muxer would take the
  /// packets, which have MP4's length fields already, apart once more.
  private func withParameters<Result>(
    extradataOf source: UnsafePointer<AVCodecParameters>, _ body: (UnsafePointer<AVCodecParameters>) throws -> Result
  ) throws -> Result {
    var merged = try check("avcodec_parameters_alloc", avcodec_parameters_alloc()) as UnsafeMutablePointer?
    defer { avcodec_parameters_free(&merged) }
    var kept = try check("avcodec_parameters_alloc", avcodec_parameters_alloc()) as UnsafeMutablePointer?
    defer { avcodec_parameters_free(&kept) }
    guard let merged, let kept else { throw LibraryError(call: "alloc", code: motes_averror(ENOMEM)) }
    try check("avcodec_parameters_copy", avcodec_parameters_copy(merged, parameters))
    try check("avcodec_parameters_copy", avcodec_parameters_copy(kept, source))
    // Swap, so that each block is freed with the parameters that own it.
    swap(&merged.pointee.extradata, &kept.pointee.extradata)
    swap(&merged.pointee.extradata_size, &kept.pointee.extradata_size)
    return try body(merged)
  }
}
