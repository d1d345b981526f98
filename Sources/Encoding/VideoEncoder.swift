import CFFmpeg
import Raster

/// An encoder of libavcodec: frames in, packets out.
final class VideoEncoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Parameters for the stream's header.
  private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?
  /// One frame is one tick.
  let timeBase: AVRational
  let frameRate: AVRational

  /// The settings are valid.
  init(_ settings: MovieSettings) throws {
    quietLibraries()
    frameRate = AVRational(num: Int32(settings.frameRate.numerator), den: Int32(settings.frameRate.denominator))
    timeBase = AVRational(num: frameRate.den, den: frameRate.num)
    let row = settings.codec
    guard let codec = avcodec_find_encoder_by_name(row.encoder) else {
      throw MediaError(
        .codec,
        "This machine's libavcodec was built without \(row.encoder), which \(row.title) needs; "
          + "Debian's \(row.debianPackage) has it.")
    }
    do {
      try open(codec, settings)
    } catch {
      release()
      throw error
    }
  }

  private func open(_ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings) throws {
    let context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    self.context = context
    context.pointee.width = Int32(settings.width)
    context.pointee.height = Int32(settings.height)
    context.pointee.pix_fmt = av_get_pix_fmt(settings.pixelFormat.rawValue)
    context.pointee.time_base = timeBase
    context.pointee.framerate = frameRate
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.thread_count = Int32(settings.threads)
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

  /// Encodes a frame, or with nil all that the encoder still holds, and hands out the packets that are ready.
  ///
  /// The encoder copies the picture before this returns, so the caller may draw the next frame into it at once. (The library
  /// would copy it once more if its memory were not counted.)
  func encode(
    _ picture: PixelBuffer?, time: Int, each: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    guard let frame, let packet else { return }
    if let picture {
      frame.pointee.pts = Int64(time)
      frame.pointee.data.0 = picture.plane(0)
      frame.pointee.linesize.0 = Int32(picture.stride(ofPlane: 0))
      try check("av_buffer_create", motes_lend_memory(frame, picture.plane(0), picture.byteCount))
      if picture.format.planeCount >= 3 {
        frame.pointee.data.1 = picture.plane(1)
        frame.pointee.linesize.1 = Int32(picture.stride(ofPlane: 1))
        frame.pointee.data.2 = picture.plane(2)
        frame.pointee.linesize.2 = Int32(picture.stride(ofPlane: 2))
      }
    }
    try withExtendedLifetime(picture) {
      _ = try check("avcodec_send_frame", avcodec_send_frame(context, picture == nil ? nil : frame))
    }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == motes_averror(EAGAIN) || result == motes_averror_eof() { return }
      try check("avcodec_receive_packet", result)
      defer { av_packet_unref(packet) }
      if packet.pointee.duration == 0 { packet.pointee.duration = 1 }
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

/// The libraries print to stderr, across our progress line; every result is checked and told in our own words instead.
func quietLibraries() { av_log_set_level(AV_LOG_QUIET) }
