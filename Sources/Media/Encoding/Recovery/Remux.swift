import CFFmpeg
import Glibc
import Model
import Raster

/// Copies the video packets of a partial file (`NAME.partial`, see `MovieWriter`) into a finished movie, with the index in front if the
/// container has a `FrontIndexKind`.
///
/// FFmpeg's own `faststart` and `cues_to_front` write the index last, and then move the whole file through a second handle to make room in
/// front. Here the packets are muxed twice. The first time only measures the index, and its bytes are discarded; the second time leaves
/// as much room in front. So every byte is written once, and nothing is moved.
struct Remux {
  let container: Container
  /// The codec's four-character code in the container.
  let fourCC: Codec.FourCC
  /// Path of the partial file.
  let partialPath: String
  /// The encoder's description of the stream: codec, size, colours. Only its `extradata` is replaced by the partial file's
  /// (see `withParameters`).
  let parameters: UnsafePointer<AVCodecParameters>
  let frameRate: AVRational
  /// The time base and pixel aspect ratio of the footage, or in recovery of the partial file; nil for a constant frame rate and square
  /// pixels.
  var timeBaseAndAspect: FootageFormat?
  /// Sound and subtitles that are copied beside the frames. They come from their original file, because a fragmented partial file may have
  /// lost some of their properties. Recovery does not know the original file, and takes them from the partial file.
  var otherStreams: StreamCopy?
  /// The time of the frame that is shown last, in units of `timeBaseAndAspect` or of frames: the partial file may not state its duration.
  let lastFrame: ClipFrameTime
  /// Whether the other streams are cut off where the last frame ends.
  var cutsAtVideoEnd = true
  /// Light levels of a movie in HDR10: they are side data of the stream, which `parameters` do not hold.
  var contentLight: ContentLight?
  /// How many video packets the partial file must hold.
  let packetCount: Int
  /// Whether the partial file may hold more video packets, as after a gap in a broken file. They are left out.
  var ignoresFurtherPackets = false

  /// Writes the finished file to `descriptor` and returns its size in bytes.
  func write(to descriptor: Int32) throws -> Int64 {
    try FrontIndexKind.write(container, to: descriptor) { sink, options in try mux(into: sink, options: options) }
  }

  /// Muxes all packets into `sink`. The index lies at the end unless an option leaves room in front.
  private func mux(into sink: OutputSink, options: [(String, String)]) throws -> FrontIndexKind.Measurements {
    let input = try PartialInput(path: partialPath, container: container)
    let stream = input.video
    var decodingTimes = container.frontIndexKind == .matroskaCues ? DecodingTimes(parameters) : nil
    let muxer = try withParameters(parameters, extradataOf: stream.pointee.codecpar) {
      try Muxer(
        container, sink: sink, parameters: $0, fourCC: fourCC, frameRate: frameRate, footageFormat: timeBaseAndAspect,
        copier: try otherStreams.map { try StreamCopier($0, container: container) }, contentLight: contentLight,
        options: container.options + options)
    }
    let unit = AVRational(timeBaseAndAspect?.tick ?? Rational(Int64(frameRate.den), Int64(frameRate.num)))
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer<AVPacket>?
    defer { av_packet_free(&packet) }
    guard let packet else { return FrontIndexKind.Measurements(indexBytes: 0, mediaEnd: 0, packetCount: 0) }
    var packetsCopied = 0
    while !ignoresFurtherPackets || packetsCopied < packetCount {
      let result = av_read_frame(input.demuxer, packet)
      if result == motes_averror_eof() { break }
      try check("av_read_frame", result)
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == 0 else { continue }
      if let time = decodingTimes?.next(shown: packet.pointee.pts) { packet.pointee.dts = time }
      let frameStart = av_rescale_q(packet.pointee.pts, stream.pointee.time_base, unit)
      // The last frame gets the duration of `lastFrame`. No earlier frame may end after the last one begins, because sound is cut off
      // where the frame that ends last ends.
      let longestDuration = frameStart == lastFrame.start ? lastFrame.duration : max(0, lastFrame.start - frameStart)
      let longestInStreamUnit = av_rescale_q(longestDuration, unit, stream.pointee.time_base)
      packet.pointee.duration =
        frameStart == lastFrame.start ? longestInStreamUnit : min(max(0, packet.pointee.duration), longestInStreamUnit)
      try muxer.write(packet, timeBase: stream.pointee.time_base)
      packetsCopied += 1
    }
    // A lost packet would be a lost frame: then no movie is made.
    guard packetsCopied == packetCount else {
      throw LibraryError(call: "av_read_frame (\(packetsCopied) of \(packetCount))", code: motes_averror(EIO))
    }
    try muxer.finishCopying(cutsAtVideoEnd: cutsAtVideoEnd)
    return try muxer.finishAndMeasure()
  }
}
