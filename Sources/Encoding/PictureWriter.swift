import CFFmpeg
import Glibc
import Raster

/// A writer of PNG pictures: 8-bit RGB, 8- and 16-bit RGBA with straight alpha, tagged sRGB.
public enum PictureWriter {
  /// Sample layouts that a PNG holds.
  public static let pixelFormats: [PixelFormat] = [.rgb24, .rgba, .rgba64]

  /// Writes a PNG that is whole or absent.
  ///
  /// - Parameters:
  ///   - pixels: the picture, in one of `pixelFormats`.
  ///   - path: where the file will be.
  ///   - allowsReplacing: whether an existing file may be replaced.
  /// - Returns: sentences for a person, such as that a leftover of an interrupted run was replaced.
  /// - Throws: `MediaError`: another pixel format, the target exists, its folder cannot be written, the disk is full.
  @discardableResult
  public static func write(
    _ pixels: PixelBuffer, to path: String, allowsReplacing: Bool = false
  ) throws(MediaError) -> [String] {
    try writeWholeFile(try png(pixels), to: path, allowsReplacing: allowsReplacing)
  }

  /// The bytes of a PNG file.
  ///
  /// - Parameter pixels: the picture, in one of `pixelFormats`.
  /// - Throws: `MediaError` for another pixel format, or when the encoder fails.
  public static func png(_ pixels: PixelBuffer) throws(MediaError) -> [UInt8] {
    guard pixelFormats.contains(pixels.format) else {
      let names = pixelFormats.map(\.rawValue).joined(separator: ", ")
      throw MediaError(.settings, "A PNG cannot hold \(pixels.format.rawValue); it takes \(names).")
    }
    quietLibraries()
    do {
      return try encode(pixels)
    } catch {
      throw MediaError(error, kind: .codec, doing: "encode a PNG", path: nil)
    }
  }

  /// The bytes of a PNG file, by libavcodec's encoder.
  private static func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw MediaError(.codec, "This machine's libavcodec was built without its PNG encoder.")
    }
    var context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer?
    defer { avcodec_free_context(&context) }
    var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    defer { av_frame_free(&frame) }
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer?
    defer { av_packet_free(&packet) }
    guard let context, let frame, let packet else { throw LibraryError(call: "alloc", code: motes_averror(ENOMEM)) }

    // PNG stores 16-bit samples with the high byte first.
    let name = pixels.format == .rgba64 ? "rgba64be" : pixels.format.rawValue
    frame.pointee.format = av_get_pix_fmt(name).rawValue
    frame.pointee.width = Int32(pixels.width)
    frame.pointee.height = Int32(pixels.height)
    // These two make the encoder write the sRGB chunk.
    frame.pointee.color_primaries = AVCOL_PRI_BT709
    frame.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
    frame.pointee.color_range = AVCOL_RANGE_JPEG
    try check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
    copyRows(of: pixels, to: frame)

    context.pointee.width = frame.pointee.width
    context.pointee.height = frame.pointee.height
    context.pointee.pix_fmt = av_get_pix_fmt(name)
    context.pointee.time_base = AVRational(num: 1, den: 1)
    context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    context.pointee.color_primaries = AVCOL_PRI_BT709
    context.pointee.color_trc = AVCOL_TRC_IEC61966_2_1
    // PNG's row filter (predictor), chosen for each row, makes soft gradients a third smaller than no filter.
    try withDictionary([("pred", "mixed")]) { try check("avcodec_open2", avcodec_open2(context, codec, &$0)) }
    try check("avcodec_send_frame", avcodec_send_frame(context, frame))
    try check("avcodec_send_frame", avcodec_send_frame(context, nil))  // no more will come
    try check("avcodec_receive_packet", avcodec_receive_packet(context, packet))
    return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
  }

  private static func copyRows(of pixels: PixelBuffer, to frame: UnsafeMutablePointer<AVFrame>) {
    guard let base = frame.pointee.data.0 else { return }
    var row = base
    pixels.forEachRow { source in
      if pixels.format == .rgba64 {
        copySwappingBytes(source, to: row)
      } else if let start = source.baseAddress {
        memcpy(row, start, source.count)
      }
      row += Int(frame.pointee.linesize.0)
    }
  }
}

/// Copies 16-bit samples and swaps their bytes.
func copySwappingBytes(_ source: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>) {
  for index in stride(from: 0, to: source.count, by: 2) {
    target[index] = source[index + 1]
    target[index + 1] = source[index]
  }
}
