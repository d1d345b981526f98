import CFFmpeg
import Glibc
import Raster

/// An encoder of libavcodec: frames in, packets out.
final class VideoEncoder {
  private var context: UnsafeMutablePointer<AVCodecContext>?
  /// FFmpeg's frame, which gets the memory of each `PixelBuffer` in turn.
  private var frame: UnsafeMutablePointer<AVFrame>?
  /// FFmpeg's packet, which gets each encoded packet in turn.
  private var packet: UnsafeMutablePointer<AVPacket>?
  /// Description of the stream for a muxer: codec, size, colours, the decoder's setup. Not nil once the encoder is open.
  private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?
  /// Length in seconds of a tick, the unit of times. Over footage it is the footage's time base; otherwise a frame's duration, so
  /// that frame n has the time n.
  let timeBase: AVRational
  /// Frames a second.
  let frameRate: AVRational
  /// The durations of the frames that the encoder still holds, by their times, in ticks.
  private var durations: [Int64: Int64] = [:]
  /// When the first frame begins and the last one ends, in ticks; nil unless `hasOwnTimes`.
  private var shownTicks: (first: Int64, end: Int64)?
  /// Whether each frame comes with a time of its own, as over footage.
  private let hasOwnTimes: Bool
  /// Copies frames into the order of samples that the encoder takes; nil if the encoder reads frames as they are drawn.
  private var frameReorder: FrameReorder?
  /// Reduces frames to a palette; nil for codecs without one.
  private var palette: Palette?
  /// Whether `palette` has a frame from which to choose colours.
  private var hasPreview = false
  /// Number of frames that were sent to the encoder.
  private var framesSent = 0
  /// What has to be done to frames or packets besides encoding them.
  private let extraStep: Codec.ExtraStep
  /// Whether the encoder must still be drained before it is closed.
  private var needsDraining: Bool

  /// Opens the encoder.
  ///
  /// - Parameters:
  ///   - settings: settings that `MovieSettings.validate` accepts.
  ///   - footageFormat: the footage's time base and pixel aspect ratio; nil for the settings' constant frame rate and square pixels.
  init(_ settings: MovieSettings, footageFormat: FootageFormat? = nil) throws {
    quietLibraries()
    // From here on all new memory is filled with zeros.
    _ = zeroedMemory
    frameRate = AVRational(num: Int32(settings.frameRate.numerator), den: Int32(settings.frameRate.denominator))
    timeBase = footageFormat.map { AVRational($0.tick) } ?? AVRational(num: frameRate.den, den: frameRate.num)
    hasOwnTimes = footageFormat != nil
    let codecRow = settings.codec
    extraStep = codecRow.extraStep
    needsDraining = codecRow.needsDrainingBeforeClose
    guard let codec = avcodec_find_encoder_by_name(codecRow.encoder) else {
      throw MediaError(
        .codec,
        "This machine's libavcodec was built without \(codecRow.encoder), which \(codecRow.title) needs; "
          + "Debian's \(codecRow.debianPackage) has it.")
    }
    do {
      try open(
        codec, settings, pixelAspect: footageFormat.map { AVRational($0.pixelAspect) } ?? AVRational(num: 1, den: 1))
    } catch {
      release()
      throw error
    }
  }

  /// Opens the encoder, and makes all that it uses.
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

  /// Sets what a codec is opened with, except for the time base, the pixel aspect ratio and options.
  static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, _ settings: MovieSettings
  ) {
    context.pointee.width = Int32(settings.width)
    context.pointee.height = Int32(settings.height)
    context.pointee.pix_fmt =
      settings.codec.extraStep == .palette
      ? AV_PIX_FMT_PAL8 : av_get_pix_fmt(settings.codec.encoderFormat(of: settings.pixelFormat))
    context.pointee.thread_count = settings.codec.needsOneThread ? 1 : Int32(settings.threads)
    // libavcodec's own encoders may work on several frames at a time, and would read the caller's memory after `encode` has
    // returned. So their threads share the slices of one frame instead. External libraries copy each frame.
    if codec.pointee.capabilities & AV_CODEC_CAP_FRAME_THREADS != 0 { context.pointee.thread_type = FF_THREAD_SLICE }
    // The decoder's setup goes into `parameters`, and from there into the file's header, not into every key frame.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    ColorTags(settings.pixelFormat, settings.colorEncoding).apply(to: context)
  }

  /// Sets up what frames pass through before the encoder: the reordering of samples, and the palette.
  private func openStages(_ settings: MovieSettings, encoderFormat: String) throws {
    if encoderFormat != settings.pixelFormat.rawValue || settings.codec.retainsFrameBuffers {
      frameReorder = try FrameReorder(
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

  /// Gives the palette, if there is one, a frame to choose colours from, before the first frame is encoded.
  func preview(_ pixels: PixelBuffer) throws {
    guard let palette else { return }
    try withPrepared(pixels, time: 0) { try palette.countColors(of: $0) }
    hasPreview = true
  }

  /// Encodes a frame (nil flushes the encoder), and calls `each` with the packets that are ready.
  ///
  /// The encoder is done with the samples when this returns, so the caller may draw the next frame into the same memory at once.
  /// - Parameters:
  ///   - pixels: the frame, or nil.
  ///   - time: when the frame is shown, in ticks.
  ///   - duration: for how many ticks the frame is shown.
  ///   - each: gets every packet; the encoder frees it afterwards.
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

  /// Calls `body` with a frame in the order of samples that the encoder takes.
  ///
  /// `motes_lend_memory` wraps the caller's memory in a reference-counted buffer: without one, libavcodec would copy the frame once more.
  private func withPrepared(
    _ pixels: PixelBuffer, time: Int64, _ body: (UnsafeMutablePointer<AVFrame>) throws -> Void
  ) throws {
    guard let frame else { return }
    frame.pointee.pts = time
    // Both arrays of an AVFrame have eight elements (AV_NUM_DATA_POINTERS).
    withUnsafeMutablePointer(to: &frame.pointee.data) { data in
      data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
        for plane in 0..<pixels.format.planeCount { data[plane] = pixels.plane(plane) }
      }
    }
    withUnsafeMutablePointer(to: &frame.pointee.linesize) { strides in
      strides.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
        for plane in 0..<pixels.format.planeCount { strides[plane] = Int32(pixels.stride(ofPlane: plane)) }
      }
    }
    try check("av_buffer_create", motes_lend_memory(frame, pixels.plane(0), pixels.byteCount))
    try withExtendedLifetime(pixels) {
      guard let frameReorder else { return try body(frame) }
      var reordered = try frameReorder.reordered(frame) as UnsafeMutablePointer?
      defer { av_frame_free(&reordered) }
      if let reordered { try body(reordered) }
    }
  }

  /// Sends the encoder a frame (nil flushes it), and calls `each` with the packets that are ready.
  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?, _ each: (UnsafeMutablePointer<AVPacket>) throws -> Void
  ) throws {
    guard let packet else { return }
    try check("avcodec_send_frame", avcodec_send_frame(context, frame))
    if frame != nil { framesSent += 1 } else { needsDraining = false }
    while true {
      let result = avcodec_receive_packet(context, packet)
      if result == motes_averror(EAGAIN) || result == motes_averror_eof() { return }
      try check("avcodec_receive_packet", result)
      defer { av_packet_unref(packet) }
      // Encoders give packets no duration, or another duration than the footage's frame has.
      if let duration = durations.removeValue(forKey: packet.pointee.pts) { packet.pointee.duration = duration }
      if packet.pointee.duration == 0 { packet.pointee.duration = 1 }
      // In a movie of one or two frames no frame is reordered, so that each is decoded when it is shown.
      if extraStep == .setDecodingTimes, frame == nil, framesSent <= 2 { packet.pointee.dts = packet.pointee.pts }
      if extraStep == .patchProResHeaders { try ProResHeader.setVersion(in: packet) }
      if extraStep == .onePacket, let shownTicks {
        let unit = AVRational(num: 1, den: 1000)
        let (first, end) = (
          av_rescale_q(shownTicks.first, timeBase, unit), av_rescale_q(shownTicks.end, timeBase, unit)
        )
        try WebPAnimation.setLastDuration(in: packet, totalMilliseconds: end - first)
      }
      try each(packet)
    }
  }

  /// Closes the encoder and frees all that it uses.
  private func release() {
    if needsDraining { Self.drain(context, hasFrames: framesSent > 0) }
    avcodec_parameters_free(&parameters)
    av_packet_free(&packet)
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  /// Tells an encoder that no more frames will come, and drops the packets that it still gives.
  ///
  /// - Parameter hasFrames: whether a frame was sent to it. If not, SVT-AV1 would wait forever, so it gets an arbitrary frame first.
  static func drain(_ context: UnsafeMutablePointer<AVCodecContext>?, hasFrames: Bool) {
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

/// Keeps FFmpeg's libraries from printing to standard error, where the progress line is. Failed calls are reported by `MediaError`
/// instead. SVT-AV1 does not use FFmpeg's log; it reads its level (0 for fatal errors) from the environment.
func quietLibraries() {
  av_log_set_level(AV_LOG_QUIET)
  setenv("SVT_LOG", "0", 0)
}

/// Whether the allocator fills all new memory with zeros. The first use of this constant makes the allocator do so until the process ends.
///
/// x264 (build 164) reads memory that it has not initialized: at 64 × 64 and 320 × 180, for example, the encoded bytes differ between
/// runs if the memory was used before. Parts that several machines encode must be equal byte for byte, so new memory must always
/// have the same contents.
private let zeroedMemory = motes_fill_memory_with_zeros() == 1
