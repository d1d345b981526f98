import CFFmpeg

/// Puts the samples of frames into the order that an encoder takes: R G B A to B G R A, little-endian to big-endian.
///
/// For encoders that keep references to frames, it also copies frames whose samples are in order already. The frames themselves keep their
/// order, and samples their values: libswscale only moves bytes here, which a test checks for every pair of layouts in the table of codecs.
final class FrameReorder {
  private let context: OpaquePointer
  private let format: AVPixelFormat
  private let (width, height): (Int32, Int32)

  init(from source: AVPixelFormat, to target: AVPixelFormat, width: Int32, height: Int32) throws {
    format = target
    (self.width, self.height) = (width, height)
    context = try check(
      "sws_getContext",
      sws_getContext(
        width, height, source, width, height, target, SWS_POINT | SWS_ACCURATE_RND | SWS_BITEXACT, nil, nil, nil))
  }

  /// A new frame in memory of its own, with the samples, the time and the colour tags of `source`. The caller frees it.
  func reordered(_ source: UnsafePointer<AVFrame>) throws -> UnsafeMutablePointer<AVFrame> {
    var frame = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
    guard let target = frame else { throw LibraryError(call: "av_frame_alloc", code: motes_averror(ENOMEM)) }
    do {
      target.pointee.format = format.rawValue
      target.pointee.width = width
      target.pointee.height = height
      try check("av_frame_get_buffer", av_frame_get_buffer(target, 0))
      try check("av_frame_copy_props", av_frame_copy_props(target, source))
      try check("sws_scale", motes_convert(context, source, target))
    } catch {
      av_frame_free(&frame)
      throw error
    }
    return target
  }

  deinit { sws_freeContext(context) }
}
