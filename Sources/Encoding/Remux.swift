import CFFmpeg
import Glibc
import Raster

/// Copies the frames' packets of a finished fragmented file into an unfragmented one with its index in front: MP4 and QuickTime.
struct Remux {
  let container: Container
  /// The source's demuxer, by FFmpeg's name; nil where the source tells what it is.
  let demuxer: String?
  let tag: Codec.Tag
  /// Path of the fragmented file.
  let sourcePath: String
  /// The encoder's description of the stream: codec, size, colours. Only its `extradata` is replaced by the source's (see
  /// `withParameters`).
  let parameters: UnsafePointer<AVCodecParameters>
  let frameRate: AVRational
  /// The footage's unit of times and the shape of its pixels; nil for frames at the rate.
  var timing: FootageTiming?
  /// What is copied beside the frames, from where it came: the source's own copies may have lost what a fragmented file cannot say.
  var copy: StreamCopy?
  /// For how many ticks each frame of footage is shown, by its time: the source does not say it of the last one.
  var durations: [Int64: Int64] = [:]
  /// Whether what is copied ends with the frames.
  var endsWithFrames = true
  /// Light levels of a movie in HDR10: they are side data of the stream, which `parameters` do not hold.
  var contentLight: ContentLight?
  /// How many packets of frames the source must hold.
  let packetCount: Int
  /// Whether the source may hold more packets, which are left out: those of a broken end.
  var isCut = false

  /// Writes the unfragmented file to `descriptor` and returns its size in bytes.
  func write(to descriptor: Int32) throws -> Int64 {
    try IndexInFront.write(container, to: descriptor) { sink, options in try copy(to: sink, options: options) }
  }

  /// Muxes all packets into `sink`.
  private func copy(to sink: OutputSink, options: [(String, String)]) throws -> IndexInFront.Muxing {
    var input: UnsafeMutablePointer<AVFormatContext>?
    // "file:" keeps a colon in the name from being read as a protocol.
    try check(
      "avformat_open_input",
      avformat_open_input(&input, "file:" + sourcePath, demuxer.flatMap { av_find_input_format($0) }, nil))
    defer { avformat_close_input(&input) }
    guard let input, input.pointee.nb_streams >= 1, let stream = input.pointee.streams[0] else {
      throw LibraryError(call: "avformat_open_input", code: motes_averror(EINVAL))
    }
    for index in 1..<max(1, Int(input.pointee.nb_streams)) {
      input.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
    let muxer = try withParameters(extradataOf: stream.pointee.codecpar) {
      try Muxer(
        container, sink: sink, parameters: $0, tag: tag, frameRate: frameRate, timing: timing,
        copier: try copy.map { try StreamCopier($0, container: container) }, contentLight: contentLight,
        options: options)
    }
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer<AVPacket>?
    defer { av_packet_free(&packet) }
    guard let packet else { throw LibraryError(call: "av_packet_alloc", code: motes_averror(ENOMEM)) }
    var copied = 0
    while !isCut || copied < packetCount {
      let result = av_read_frame(input, packet)
      if result == motes_averror_eof() { break }
      try check("av_read_frame", result)
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == 0 else { continue }
      if let timing {
        let base = AVRational(timing.tick)
        let time = av_rescale_q(packet.pointee.pts, stream.pointee.time_base, base)
        if let duration = durations[time] {
          packet.pointee.duration = av_rescale_q(duration, base, stream.pointee.time_base)
        }
      } else if packet.pointee.duration <= 0 {
        // The last frame of a fragmented file tells no length; sound would end where it begins.
        let frame = AVRational(num: frameRate.den, den: frameRate.num)
        packet.pointee.duration = av_rescale_q(1, frame, stream.pointee.time_base)
      }
      try muxer.write(packet, timeBase: stream.pointee.time_base)
      copied += 1
    }
    // A lost packet would be a lost frame: no movie is better than an incomplete one.
    guard copied == packetCount else {
      throw LibraryError(call: "av_read_frame (\(copied) of \(packetCount))", code: motes_averror(EIO))
    }
    try muxer.finishCopying(endsWithFrames: endsWithFrames)
    let mediaEnd = muxer.position
    try muxer.finish()
    return IndexInFront.Muxing(sink: sink, mediaEnd: mediaEnd, packetCount: muxer.packetCount)
  }

  /// Calls `body` with the encoder's parameters and the source's `extradata`, the data that sets a decoder up.
  ///
  /// The encoder's H.264 `extradata` has the form of Annex B, where start codes stand between the units. Given it, the muxer would
  /// assume that the packets have start codes too, and convert them again. The source's packets have already been converted to
  /// MP4's form, with a length in front of each unit, and the source's `extradata`, in MP4's form too, tells the muxer so.
  private func withParameters<Result>(
    extradataOf source: UnsafePointer<AVCodecParameters>, _ body: (UnsafePointer<AVCodecParameters>) throws -> Result
  ) throws -> Result {
    var merged = try check("avcodec_parameters_alloc", avcodec_parameters_alloc()) as UnsafeMutablePointer?
    defer { avcodec_parameters_free(&merged) }
    var sourceCopy = try check("avcodec_parameters_alloc", avcodec_parameters_alloc()) as UnsafeMutablePointer?
    defer { avcodec_parameters_free(&sourceCopy) }
    guard let merged, let sourceCopy else { throw LibraryError(call: "alloc", code: motes_averror(ENOMEM)) }
    try check("avcodec_parameters_copy", avcodec_parameters_copy(merged, parameters))
    try check("avcodec_parameters_copy", avcodec_parameters_copy(sourceCopy, source))
    // Swapped rather than copied, so that each block of memory is freed exactly once, with the parameters that own it.
    swap(&merged.pointee.extradata, &sourceCopy.pointee.extradata)
    swap(&merged.pointee.extradata_size, &sourceCopy.pointee.extradata_size)
    return try body(merged)
  }
}
