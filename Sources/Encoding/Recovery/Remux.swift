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
  /// The footage's unit of times and the shape of its pixels; nil for frames at the rate.
  var timing: FootageTiming?
  /// What is copied beside the frames, from where it came: the source's own copies may have lost what a fragmented file cannot say.
  var copy: StreamCopy?
  /// The frame that is shown last, in units of `timing` or of frames: the source may not say how long that is.
  let lastFrame: ClipFrameTime
  /// Whether what is copied ends with the frames.
  var cutsAtVideoEnd = true
  /// Light levels of a movie in HDR10: they are side data of the stream, which `parameters` do not hold.
  var contentLight: ContentLight?
  /// How many packets of frames the source must hold.
  let packetCount: Int
  /// Whether the source may hold more packets, which are left out: those of a broken end.
  var isCut = false

  /// Writes the finished file to `descriptor` and returns its size in bytes.
  func write(to descriptor: Int32) throws -> Int64 {
    try FrontIndex.write(container, to: descriptor) { sink, options in try copy(to: sink, options: options) }
  }

  /// Muxes all packets into `sink`. The index lies at the end unless an option leaves room in front.
  private func copy(to sink: OutputSink, options: [(String, String)]) throws -> FrontIndex.Measured {
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
        container, sink: sink, parameters: $0, tag: tag, frameRate: frameRate, timing: timing,
        copier: try copy.map { try StreamCopier($0, container: container) }, contentLight: contentLight,
        options: container.options + options)
    }
    let unit = AVRational(timing?.tick ?? Rational(Int64(frameRate.den), Int64(frameRate.num)))
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer<AVPacket>?
    defer { av_packet_free(&packet) }
    guard let packet else { return FrontIndex.Measured(indexBytes: 0, mediaEnd: 0, packets: 0) }
    var copied = 0
    while !isCut || copied < packetCount {
      let result = av_read_frame(input, packet)
      if result == motes_averror_eof() { break }
      try check("av_read_frame", result)
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == 0 else { continue }
      if let time = decodingTimes?.next(shown: packet.pointee.pts) { packet.pointee.dts = time }
      let time = av_rescale_q(packet.pointee.pts, stream.pointee.time_base, unit)
      // Sound ends with the last frame; no other is shown beyond the beginning of that.
      let most = time == lastFrame.start ? lastFrame.duration : max(0, lastFrame.start - time)
      let duration = av_rescale_q(most, unit, stream.pointee.time_base)
      packet.pointee.duration = time == lastFrame.start ? duration : min(max(0, packet.pointee.duration), duration)
      try muxer.write(packet, timeBase: stream.pointee.time_base)
      copied += 1
    }
    // A lost packet would be a lost frame: no movie is better than an incomplete one.
    guard copied == packetCount else {
      throw LibraryError(call: "av_read_frame (\(copied) of \(packetCount))", code: motes_averror(EIO))
    }
    try muxer.finishCopying(cutsAtVideoEnd: cutsAtVideoEnd)
    return try muxer.finishAndMeasure()
  }
}
