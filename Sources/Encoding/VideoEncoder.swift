import CFFmpeg
import Raster

/// libx264 behind libavcodec: frames in, packets out.
final class VideoEncoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// What the stream's header says.
  private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?
  /// One frame is one tick.
  let timeBase: AVRational
  let frameRate: AVRational

  /// The settings are valid.
  init(_ settings: MovieSettings) throws {
    quietLibraries()
    frameRate = AVRational(num: Int32(settings.frameRate.num), den: Int32(settings.frameRate.den))
    timeBase = AVRational(num: frameRate.den, den: frameRate.num)
    guard let codec = avcodec_find_encoder_by_name("libx264") else {
      throw VideoError(
        .codec, "This machine's libavcodec was built without libx264, which H.264 needs; install one that has it.")
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
    context.pointee.color_range = AVCOL_RANGE_MPEG
    context.pointee.colorspace = AVCOL_SPC_BT709
    context.pointee.color_primaries = AVCOL_PRI_BT709
    context.pointee.color_trc = AVCOL_TRC_BT709
    context.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    do {
      try withDictionary(VideoEncoder.options(settings)) {
        try check("avcodec_open2", avcodec_open2(context, codec, &$0))
      }
    } catch let option as UnknownOption {
      throw VideoError(
        .settings, "The encoder \(String(cString: codec.pointee.name)) has no option \"\(option.name)\".")
    }

    let frame = try check("av_frame_alloc", av_frame_alloc())
    self.frame = frame
    frame.pointee.format = context.pointee.pix_fmt.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    frame.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
    frame.pointee.color_range = AVCOL_RANGE_MPEG
    frame.pointee.colorspace = AVCOL_SPC_BT709
    frame.pointee.color_primaries = AVCOL_PRI_BT709
    frame.pointee.color_trc = AVCOL_TRC_BT709
    frame.pointee.chroma_location = AVCHROMA_LOC_LEFT
    packet = try check("av_packet_alloc", av_packet_alloc())
    parameters = try check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    try check("avcodec_parameters_from_context", avcodec_parameters_from_context(parameters, context))
  }

  /// aq-mode 3 gives dark areas the bits that dithered night skies need, and with the usual strength of 1 not quite enough: a
  /// ramp from 5 to 19 of 255 across 1920 pixels then comes out in bands. Lossless is asked for by quantiser 0, because
  /// crf 0 is lossless for 8 bits only.
  private static func options(_ settings: MovieSettings) -> [(String, String)] {
    var options = [("preset", settings.encoderPreset), ("aq-mode", "3"), ("aq-strength", "1.4")]
    options.append(settings.crf == 0 ? ("qp", "0") : ("crf", "\(settings.crf)"))
    for key in settings.encoderOptions.keys.sorted() { options.append((key, settings.encoderOptions[key] ?? "")) }
    return options
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
      if picture.format.planeCount == 3 {
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
