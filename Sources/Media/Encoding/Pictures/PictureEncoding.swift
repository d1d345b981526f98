import CFFmpeg
import Glibc
import Raster

/// Encodes a picture with libavcodec, and returns the bytes of its file.
func encodePicture(_ pixels: PixelBuffer, _ settings: PictureSettings) throws -> [UInt8] {
  quietLibraries()
  let format = settings.format
  guard let codec = avcodec_find_encoder_by_name(format.encoder) else {
    throw MediaError(
      .codec,
      "This machine's libavcodec was built without \(format.encoder), which \(format.title) needs; "
        + "Debian's \(format.debianPackage) has it.")
  }
  var context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer?
  defer { avcodec_free_context(&context) }
  var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
  defer { av_frame_free(&frame) }
  var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer?
  defer { av_packet_free(&packet) }
  guard let context, let frame, let packet else { throw LibraryError(call: "alloc", code: motes_averror(ENOMEM)) }

  frame.pointee.format = av_get_pix_fmt(settings.encoderFormat).rawValue
  frame.pointee.width = Int32(pixels.width)
  frame.pointee.height = Int32(pixels.height)
  frame.pointee.quality = FF_QP2LAMBDA  // a quantiser of 1: a JPEG's quality lies in its tables (`JPEGTables`)
  // The tags follow from the samples of the drawn frame (`pixelFormat`), not from those that the encoder gets (`encoderFormat`). They also
  // make PNG's encoder write an sRGB chunk.
  let tags = ColorTags(settings.pixelFormat)
  tags.apply(to: frame)
  tags.apply(to: context)
  try check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
  storeSamples(of: pixels, settings, in: frame)

  context.pointee.width = frame.pointee.width
  context.pointee.height = frame.pointee.height
  context.pointee.pix_fmt = AVPixelFormat(rawValue: frame.pointee.format)
  context.pointee.time_base = AVRational(num: 1, den: 1)
  context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
  context.pointee.thread_count = 1
  // Keeps the library's version out of the file, so that equal pictures make equal bytes.
  context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
  if format == .jpeg, let quality = settings.qualityInEffect {
    frame.pointee.colorspace = AVCOL_SPC_BT470BG
    context.pointee.colorspace = AVCOL_SPC_BT470BG
    context.pointee.flags |= AV_CODEC_FLAG_QSCALE
    context.pointee.global_quality = FF_QP2LAMBDA
    try JPEGTables(quality: quality).apply(to: context)
  }
  try withDictionary(format.options(settings)) { try check("avcodec_open2", avcodec_open2(context, codec, &$0)) }
  try check("avcodec_send_frame", avcodec_send_frame(context, frame))
  try check("avcodec_send_frame", avcodec_send_frame(context, nil))  // no more will come
  try check("avcodec_receive_packet", avcodec_receive_packet(context, packet))
  return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
}

extension PictureSettings {
  /// From this quality on, a JPEG keeps the full resolution of chroma.
  private static let minimumQualityOfFullChroma = 90.0

  /// The format of the samples that the encoder gets, by FFmpeg's name. `storeSamples` makes these samples from those of the drawn frame,
  /// whose format is `pixelFormat`.
  var encoderFormat: String {
    if format == .jpeg, (qualityInEffect ?? 0) < Self.minimumQualityOfFullChroma { return "yuvj420p" }
    return layout.encoderFormat
  }
}

extension PictureFormat {
  /// The most pixels along a side: WebP's header has 14 bits for this number, and libavcodec's JPEG encoder takes at most 65,500
  /// pixels. The encoders of the other formats take more than any frame has.
  var maximumSide: Int {
    switch name {
    case "webp": 16_383
    case "jpeg": 65_500
    default: Int(Int16.max)
    }
  }
}
