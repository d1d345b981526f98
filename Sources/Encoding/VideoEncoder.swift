import CFFmpeg
import Raster

/// An encoder of libavcodec: frames in, packets out.
final class VideoEncoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Description of the stream for a muxer: codec, size, colours, decoder's setup data. Not nil once the encoder is open.
  private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?
  /// Seconds of one tick, the unit of times: the duration of a frame, so that frame n has the time n, or that of the footage.
  let timeBase: AVRational
  /// Frames a second.
  let frameRate: AVRational
  /// How long the frames are shown that the encoder still holds, by their times.
  private var durations: [Int64: Int64] = [:]

  /// Opens the encoder.
  ///
  /// - Parameters:
  ///   - settings: checked by `MovieSettings.validate` before.
  ///   - timing: the footage's unit of times and the shape of its pixels; nil for frames at the settings' rate.
  init(_ settings: MovieSettings, timing: FootageTiming? = nil) throws {
    quietLibraries()
    frameRate = AVRational(num: Int32(settings.frameRate.numerator), den: Int32(settings.frameRate.denominator))
    timeBase = timing.map { AVRational($0.tick) } ?? AVRational(num: frameRate.den, den: frameRate.num)
    let row = settings.codec
    guard let codec = avcodec_find_encoder_by_name(row.encoder) else {
      throw MediaError(
        .codec,
        "This machine's libavcodec was built without \(row.encoder), which \(row.title) needs; "
          + "Debian's \(row.debianPackage) has it.")
    }
    do {
      try open(codec, settings, pixelAspect: timing.map { AVRational($0.pixelAspect) } ?? AVRational(num: 1, den: 1))
    } catch {
      release()
      throw error
    }
  }

  private func open(_ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings, pixelAspect: AVRational) throws {
    let context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    self.context = context
    context.pointee.width = Int32(settings.width)
    context.pointee.height = Int32(settings.height)
    context.pointee.pix_fmt = av_get_pix_fmt(settings.pixelFormat.rawValue)
    context.pointee.time_base = timeBase
    context.pointee.framerate = frameRate
    context.pointee.sample_aspect_ratio = pixelAspect
    context.pointee.thread_count = Int32(settings.threads)
    // The data that sets a decoder up goes into `parameters`, and so into the file's header, not into every key frame.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    let tags = ColorTags(settings.pixelFormat)
    tags.apply(to: context)
    do {
      try withDictionary(settings.options) {
        try check("avcodec_open2", avcodec_open2(context, codec, &$0))
      }
    } catch let option as UnknownOption {
      throw MediaError(
        .settings, "The encoder \(String(cString: codec.pointee.name)) has no option \"\(option.name)\".")
    }

    let frame = try check("av_frame_alloc", av_frame_alloc())
    self.frame = frame
    frame.pointee.format = context.pointee.pix_fmt.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    frame.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
    tags.apply(to: frame)
    packet = try check("av_packet_alloc", av_packet_alloc())
    parameters = try check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    try check("avcodec_parameters_from_context", avcodec_parameters_from_context(parameters, context))
  }

  /// Encodes a frame, or with nil all that the encoder still holds, and calls `each` with the packets that are ready.
  ///
  /// The encoder copies the samples before this returns, so the caller may draw the next frame into the same memory at once.
  /// `motes_lend_memory` wraps that memory in a buffer with a count of references: memory without one would be copied once more by
  /// libavcodec.
  /// - Parameters:
  ///   - time: when the frame is shown, in ticks.
  ///   - duration: for how many ticks.
  func encode(
    _ pixels: PixelBuffer?, time: Int64, duration: Int64 = 1, each: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    guard let frame, let packet else { return }
    if let pixels {
      frame.pointee.pts = time
      durations[time] = duration
      frame.pointee.data.0 = pixels.plane(0)
      frame.pointee.linesize.0 = Int32(pixels.stride(ofPlane: 0))
      try check("av_buffer_create", motes_lend_memory(frame, pixels.plane(0), pixels.byteCount))
      if pixels.format.planeCount >= 3 {
        frame.pointee.data.1 = pixels.plane(1)
        frame.pointee.linesize.1 = Int32(pixels.stride(ofPlane: 1))
        frame.pointee.data.2 = pixels.plane(2)
        frame.pointee.linesize.2 = Int32(pixels.stride(ofPlane: 2))
      }
    }
    try withExtendedLifetime(pixels) {
      _ = try check("avcodec_send_frame", avcodec_send_frame(context, pixels == nil ? nil : frame))
    }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == motes_averror(EAGAIN) || result == motes_averror_eof() { return }
      try check("avcodec_receive_packet", result)
      defer { av_packet_unref(packet) }
      // Encoders leave the duration out.
      if let duration = durations.removeValue(forKey: packet.pointee.pts) { packet.pointee.duration = duration }
      try each(packet)
    }
  }

  private func release() {
    avcodec_parameters_free(&parameters)
    av_packet_free(&packet)
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  deinit { release() }
}

/// Keeps FFmpeg's libraries from printing to stderr, across our progress line. Their results are checked and told in our own
/// words instead.
func quietLibraries() { av_log_set_level(AV_LOG_QUIET) }
