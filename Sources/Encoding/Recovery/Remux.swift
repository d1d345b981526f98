import CFFmpeg
import Glibc
import Model
import Raster

/// Copies the frames' packets of a partial file into a finished one; where the container has a `FrontIndex`, with its index in front.
///
/// FFmpeg's own `faststart` and `cues_to_front` write the index last and then move the whole file up through a second handle. Here the
/// index's size is measured first, by muxing once into nothing, and as much room is left in front: every byte is written once, and
/// nothing that was written is moved.
struct Remux {
  let container: Container
  let tag: Codec.Tag
  /// Path of the partial file.
  let sourcePath: String
  /// The encoder's description of the stream: codec, size, colours. Only its `extradata` is replaced by the source's (see
  /// `withParameters`).
  let parameters: UnsafePointer<AVCodecParameters>
  let frameRate: AVRational
  /// The footage's time base and pixel aspect ratio; nil for a constant frame rate and square pixels.
  var footageFormat: FootageFormat?
  /// What is copied beside the frames: from the file it first came from, because the partial's copies may have lost what a
  /// fragmented file cannot say; in recovery, where that file is not known, from the partial.
  var otherStreams: StreamCopy?
  /// The frame that is shown last, in units of `footageFormat` or of frames: the source may not say how long that is.
  let lastFrame: ClipFrameTime
  /// Whether what is copied ends with the frames.
  var cutsAtVideoEnd = true
  /// Light levels of a movie in HDR10: they are side data of the stream, which `parameters` do not hold.
  var contentLight: ContentLight?
  /// How many packets of frames the source must hold.
  let packetCount: Int
  /// Whether the source may hold more packets, which are left out: those of a broken end.
  var ignoresFurtherPackets = false

  /// Writes the finished file to `descriptor` and returns its size in bytes.
  func write(to descriptor: Int32) throws -> Int64 {
    try FrontIndex.write(container, to: descriptor) { sink, options in try mux(into: sink, options: options) }
  }

  /// Muxes all packets into `sink`. The index lies at the end unless an option leaves room in front.
  private func mux(into sink: OutputSink, options: [(String, String)]) throws -> FrontIndex.Measured {
    var input: UnsafeMutablePointer<AVFormatContext>?
    // "file:" keeps a colon in the name from being read as a protocol.
    try check(
      "avformat_open_input",
      avformat_open_input(
        &input, "file:" + sourcePath, container.frontIndex.flatMap { av_find_input_format($0.demuxer) }, nil))
    defer { avformat_close_input(&input) }
    guard let input, input.pointee.nb_streams >= 1, let stream = input.pointee.streams[0] else {
      throw LibraryError(call: "avformat_open_input", code: motes_averror(EINVAL))
    }
    for index in 1..<max(1, Int(input.pointee.nb_streams)) {
      input.pointee.streams[index]?.pointee.discard = AVDISCARD_ALL
    }
    var decodingTimes = container.frontIndex == .cues ? DecodingTimes(parameters) : nil
    let muxer = try withParameters(parameters, extradataOf: stream.pointee.codecpar) {
      try Muxer(
        container, sink: sink, parameters: $0, tag: tag, frameRate: frameRate, footageFormat: footageFormat,
        copier: try otherStreams.map { try StreamCopier($0, container: container) }, contentLight: contentLight,
        options: container.options + options)
    }
    let unit = AVRational(footageFormat?.tick ?? Rational(Int64(frameRate.den), Int64(frameRate.num)))
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer<AVPacket>?
    defer { av_packet_free(&packet) }
    guard let packet else { return FrontIndex.Measured(indexBytes: 0, mediaEnd: 0, packets: 0) }
    var packetsCopied = 0
    while !ignoresFurtherPackets || packetsCopied < packetCount {
      let result = av_read_frame(input, packet)
      if result == motes_averror_eof() { break }
      try check("av_read_frame", result)
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == 0 else { continue }
      if let time = decodingTimes?.next(shown: packet.pointee.pts) { packet.pointee.dts = time }
      let time = av_rescale_q(packet.pointee.pts, stream.pointee.time_base, unit)
      // The last frame keeps the duration that is known of it; no frame before is shown for longer than until the last one
      // begins. Sound is cut off at the end of these durations.
      let longest = time == lastFrame.start ? lastFrame.duration : max(0, lastFrame.start - time)
      let duration = av_rescale_q(longest, unit, stream.pointee.time_base)
      packet.pointee.duration = time == lastFrame.start ? duration : min(max(0, packet.pointee.duration), duration)
      try muxer.write(packet, timeBase: stream.pointee.time_base)
      packetsCopied += 1
    }
    // A lost packet would be a lost frame: no movie is better than an incomplete one.
    guard packetsCopied == packetCount else {
      throw LibraryError(call: "av_read_frame (\(packetsCopied) of \(packetCount))", code: motes_averror(EIO))
    }
    try muxer.finishCopying(cutsAtVideoEnd: cutsAtVideoEnd)
    return try muxer.finishAndMeasure()
  }
}
