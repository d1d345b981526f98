import CFFmpeg
import Glibc
import Model
import Raster

/// Reads PNG pictures of the kinds that `PictureWriter` writes.
package enum PictureReader {
  /// Reads a PNG of RGB or RGBA with 8 or 16 bits.
  ///
  /// - Throws: `MediaError` when the file cannot be read, is no PNG, or has other samples.
  package static func read(_ path: String) throws(MediaError) -> PixelBuffer {
    do {
      return try decode(try contents(of: path, maximumBytes: maximumBytes), path: path)
    } catch {
      throw MediaError(error, doing: "read the picture \(path)", path: path)
    }
  }

  /// The most pixels of a picture that is read: as many as a frame may have.
  private static let maximumPixels = Limits.framePixels
  /// The largest file that is read: as large as `maximumPixels` uncompressed pixels of 16-bit RGBA, 8 bytes each.
  private static let maximumBytes = 8 * maximumPixels

  /// Decodes the bytes of a PNG file. `path` is for errors.
  private static func decode(_ bytes: [UInt8], path: String) throws -> PixelBuffer {
    quietLibraries()
    guard let codec = avcodec_find_decoder(AV_CODEC_ID_PNG) else {
      throw MediaError(.codec, "This machine's libavcodec was built without its PNG decoder.")
    }
    var context = try check("avcodec_alloc_context3", avcodec_alloc_context3(codec)) as UnsafeMutablePointer?
    defer { avcodec_free_context(&context) }
    var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    defer { av_frame_free(&frame) }
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer?
    defer { av_packet_free(&packet) }
    guard let context, let frame, let packet else { throw LibraryError(call: "alloc", code: motes_averror(ENOMEM)) }

    // The bytes are copied into a packet: libavcodec reads some bytes past the end, for which av_new_packet leaves room.
    try check("av_new_packet", av_new_packet(packet, Int32(bytes.count)))
    bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(packet.pointee.data, base, $0.count) } }
    context.pointee.thread_count = 1
    context.pointee.max_pixels = Int64(maximumPixels)
    try check("avcodec_open2", avcodec_open2(context, codec, nil))
    try check("avcodec_send_packet", avcodec_send_packet(context, packet))
    try check("avcodec_send_packet", avcodec_send_packet(context, nil))  // no more will come
    try check("avcodec_receive_frame", avcodec_receive_frame(context, frame))

    let name = av_get_pix_fmt_name(AVPixelFormat(rawValue: frame.pointee.format)).map { String(cString: $0) } ?? "?"
    let format: PixelFormat
    switch name {
    case "rgb24": format = .rgb24
    case "rgba": format = .rgba
    case "rgb48be": format = .rgb48
    case "rgba64be": format = .rgba64
    default:
      throw MediaError(.file, "\(path) has \(name) samples; only rgb24, rgba, rgb48 and rgba64 are read.", path: path)
    }
    let pixels = PixelBuffer(format: format, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    guard let base = frame.pointee.data.0 else { throw LibraryError(call: "decode", code: motes_averror(EINVAL)) }
    for row in 0..<pixels.height {
      let source = UnsafeRawBufferPointer(
        start: base + row * Int(frame.pointee.linesize.0), count: pixels.rowBytes(ofPlane: 0))
      let target = pixels.plane(0) + row * pixels.stride(ofPlane: 0)
      if format.bitDepth == 16 {
        copySwappingBytes(source, to: target)
      } else {
        memcpy(target, source.baseAddress!, source.count)
      }
    }
    return pixels
  }
}
