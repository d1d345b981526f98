import CFFmpeg
import Glibc
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
  /// When the first frame begins and the last one ends, in ticks, of frames that have times of their own.
  private var shownTicks: (first: Int64, end: Int64)?
  private let hasOwnTimes: Bool
  /// Puts samples into the encoder's order, where that is another than drawn.
  private var reorder: FrameReorder?
  /// Reduces frames to a palette, for codecs that have one.
  private var palette: Palette?
  /// Whether a frame has been shown or encoded, from which the palette can be chosen.
  private var hasPreview = false
  /// Frames that the encoder has been given.
  private var framesSent = 0
  private let extraStep: Codec.ExtraStep
  /// Whether the encoder is still to be told, before it is closed, that no more frames will come.
  private var needsEnd: Bool

  /// Opens the encoder.
  ///
  /// - Parameters:
  ///   - settings: checked by `MovieSettings.validate` before.
  ///   - footageFormat: the footage's time base and pixel aspect ratio; nil for the settings' constant frame rate and square pixels.
  init(_ settings: MovieSettings, footageFormat: FootageFormat? = nil) throws {
    quietLibraries()
    _ = zeroedMemory
    frameRate = AVRational(num: Int32(settings.frameRate.numerator), den: Int32(settings.frameRate.denominator))
    timeBase = footageFormat.map { AVRational($0.tick) } ?? AVRational(num: frameRate.den, den: frameRate.num)
    hasOwnTimes = footageFormat != nil
    let row = settings.codec
    extraStep = row.extraStep
    needsEnd = row.needsFlushBeforeClose
    guard let codec = avcodec_find_encoder_by_name(row.encoder) else {
      throw MediaError(
        .codec,
        "This machine's libavcodec was built without \(row.encoder), which \(row.title) needs; "
          + "Debian's \(row.debianPackage) has it.")
    }
    do {
      try open(
        codec, settings, pixelAspect: footageFormat.map { AVRational($0.pixelAspect) } ?? AVRational(num: 1, den: 1))
    } catch {
      release()
      throw error
    }
  }

  private func open(_ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings, pixelAspect: AVRational) throws {
    let context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec))
    self.context = context
    context.pointee.time_base = timeBase
    context.pointee.framerate = frameRate
    context.pointee.sample_aspect_ratio = pixelAspect
    Self.configure(context, codec, settings)
    try Self.openCodec(context, codec, settings)
    try openStages(settings, encoderFormat: settings.codec.encoderFormat(of: settings.pixelFormat))

    let frame = try check("av_frame_alloc", av_frame_alloc())
    self.frame = frame
    frame.pointee.format = av_get_pix_fmt(settings.pixelFormat.rawValue).rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    frame.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
    ColorTags(settings.pixelFormat, settings.colorEncoding).apply(to: frame)
    packet = try check("av_packet_alloc", av_packet_alloc())
    parameters = try check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    try check("avcodec_parameters_from_context", avcodec_parameters_from_context(parameters, context))
  }

  /// Sets what a codec is opened with, but for times, the pixels' shape and options.
  static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings
  ) {
    context.pointee.width = Int32(settings.width)
    context.pointee.height = Int32(settings.height)
    context.pointee.pix_fmt =
      settings.codec.extraStep == .palette
      ? AV_PIX_FMT_PAL8 : av_get_pix_fmt(settings.codec.encoderFormat(of: settings.pixelFormat))
    context.pointee.thread_count = settings.codec.needsOneThread ? 1 : Int32(settings.threads)
    // Encoders of libavcodec's own may work on several frames at a time, and would read the caller's memory after `encode` has
    // returned: they share out the slices of one frame instead. Libraries behind it copy each frame.
    if codec.pointee.capabilities & AV_CODEC_CAP_FRAME_THREADS != 0 { context.pointee.thread_type = FF_THREAD_SLICE }
    // The data that sets a decoder up goes into `parameters`, and so into the file's header, not into every key frame.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    ColorTags(settings.pixelFormat, settings.colorEncoding).apply(to: context)
  }

  /// Opens what frames pass through before the encoder.
  private func openStages(_ settings: MovieSettings, encoderFormat: String) throws {
    if encoderFormat != settings.pixelFormat.rawValue || settings.codec.retainsFrameBuffers {
      reorder = try FrameReorder(
        from: av_get_pix_fmt(settings.pixelFormat.rawValue), to: av_get_pix_fmt(encoderFormat),
        width: Int32(settings.width), height: Int32(settings.height))
    }
    guard extraStep == .palette else { return }
    let options = settings.encoderOptions.filter { Palette.hasOption($0.key) }
    do {
      palette = try Palette(
        format: encoderFormat, width: settings.width, height: settings.height, timeBase: timeBase, options: options)
    } catch {
      guard !options.isEmpty else { throw error }
      let text = options.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
      throw MediaError(.settings, "FFmpeg's filters palettegen and paletteuse do not take \(text).")
    }
  }

  /// Shows a frame before the first is encoded, for a codec that chooses something for all frames together.
  func preview(_ pixels: PixelBuffer) throws {
    guard let palette else { return }
    try withPrepared(pixels, time: 0) { try palette.preview($0) }
    hasPreview = true
  }

  /// Encodes a frame, or with nil all that the encoder still holds, and calls `each` with the packets that are ready.
  ///
  /// The encoder copies the samples before this returns, so the caller may draw the next frame into the same memory at once.
  /// - Parameters:
  ///   - time: when the frame is shown, in ticks.
  ///   - duration: for how many ticks.
  func encode(
    _ pixels: PixelBuffer?, time: Int64, duration: Int64 = 1, each: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    if pixels != nil {
      durations[time] = duration
      if hasOwnTimes { shownTicks = (shownTicks?.first ?? time, time + duration) }
    }
    guard let palette else {
      guard let pixels else { return try send(nil, each) }
      return try withPrepared(pixels, time: time) { try send($0, each) }
    }
    if let pixels, !hasPreview { try preview(pixels) }
    if let pixels {
      try withPrepared(pixels, time: time) { try palette.reduce($0) { try send($0, each) } }
    } else {
      try palette.reduce(nil) { try send($0, each) }
      try send(nil, each)
    }
  }

  /// Calls `body` with a frame in the order of samples that the encoder wants.
  ///
  /// `motes_lend_memory` wraps the caller's memory in a buffer with a count of references: memory without one would be copied once
  /// more by libavcodec.
  private func withPrepared(
    _ pixels: PixelBuffer, time: Int64, _ body: (UnsafeMutablePointer<AVFrame>) throws -> Void
  ) throws {
    guard let frame else { return }
    frame.pointee.pts = time
    withUnsafeMutablePointer(to: &frame.pointee.data) { data in
      data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
        for plane in 0..<pixels.format.planeCount { data[plane] = pixels.plane(plane) }
      }
    }
    withUnsafeMutablePointer(to: &frame.pointee.linesize) { sizes in
      sizes.withMemoryRebound(to: Int32.self, capacity: 8) { sizes in
        for plane in 0..<pixels.format.planeCount { sizes[plane] = Int32(pixels.stride(ofPlane: plane)) }
      }
    }
    try check("av_buffer_create", motes_lend_memory(frame, pixels.plane(0), pixels.byteCount))
    try withExtendedLifetime(pixels) {
      guard let reorder else { return try body(frame) }
      var reordered = try reorder.reorder(frame) as UnsafeMutablePointer?
      defer { av_frame_free(&reordered) }
      if let reordered { try body(reordered) }
    }
  }

  /// Gives the encoder a frame, or with nil word that no more will come, and calls `each` with the packets that are ready.
  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?, _ each: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    guard let packet else { return }
    try check("avcodec_send_frame", avcodec_send_frame(context, frame))
    if frame != nil { framesSent += 1 } else { needsEnd = false }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == motes_averror(EAGAIN) || result == motes_averror_eof() { return }
      try check("avcodec_receive_packet", result)
      defer { av_packet_unref(packet) }
      // Encoders leave the duration out, or do not know that of footage.
      if let duration = durations.removeValue(forKey: packet.pointee.pts) { packet.pointee.duration = duration }
      if packet.pointee.duration == 0 { packet.pointee.duration = 1 }
      // So few frames are never reordered: each is decoded when it is shown.
      if extraStep == .decodingTimes, frame == nil, framesSent <= 2 { packet.pointee.dts = packet.pointee.pts }
      if extraStep == .proResVersion { try ProResHeader.setVersion(in: packet) }
      if extraStep == .onePacket, let shownTicks {
        let unit = AVRational(num: 1, den: 1000)
        let (first, end) = (
          av_rescale_q(shownTicks.first, timeBase, unit), av_rescale_q(shownTicks.end, timeBase, unit)
        )
        try WebPAnimation.setLength(of: packet, milliseconds: end - first)
      }
      try each(packet)
    }
  }

  private func release() {
    if needsEnd { Self.end(context, hasFrames: framesSent > 0) }
    avcodec_parameters_free(&parameters)
    av_packet_free(&packet)
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  /// Tells an encoder that no more frames will come, and drops what it still gives.
  ///
  /// - Parameter hasFrames: whether it was given one. Without any it would wait for ever: then it gets an empty one first.
  static func end(_ context: UnsafeMutablePointer<AVCodecContext>?, hasFrames: Bool) {
    guard let context, avcodec_is_open(context) != 0 else { return }
    if !hasFrames {
      var frame = av_frame_alloc()
      defer { av_frame_free(&frame) }
      guard let frame else { return }
      (frame.pointee.width, frame.pointee.height) = (context.pointee.width, context.pointee.height)
      frame.pointee.format = context.pointee.pix_fmt.rawValue
      frame.pointee.pts = 0
      guard av_frame_get_buffer(frame, 0) >= 0, avcodec_send_frame(context, frame) >= 0 else { return }
    }
    guard avcodec_send_frame(context, nil) >= 0 else { return }
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    while let packet, avcodec_receive_packet(context, packet) >= 0 { av_packet_unref(packet) }
  }

  deinit { release() }
}

/// Keeps FFmpeg's libraries from printing to stderr, across our progress line. Their results are checked and told in our own
/// words instead. SVT-AV1 prints past FFmpeg's log, and reads its level (0 for fatal errors) from the environment.
func quietLibraries() {
  av_log_set_level(AV_LOG_QUIET)
  setenv("SVT_LOG", "0", 0)
}

/// Has the allocator hand out memory that is filled with zeros, for the rest of the process, where it can.
///
/// x264 (164) reads memory that it has not set: at 64 × 64 and 320 × 180, say, its bytes differ from one run to the next where memory was used
/// before. What is to be equal byte for byte, as parts that many machines encode, needs memory that is always the same.
private let zeroedMemory = motes_fill_memory_with_zeros() == 1
