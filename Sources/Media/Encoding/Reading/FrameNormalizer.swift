import CFFmpeg
import Raster

/// Brings decoded frames into one planar layout and size, without converting their colours.
///
/// Most frames have the layout already and are passed on. RGB with four bytes a pixel or a palette is split into planes (`PackedPixels`).
/// Others (packed otherwise, big-endian, with float samples, or of another size than the first frame) are converted by libswscale; range and
/// matrix stay the same. Chroma of another kind than 4:2:0, 4:2:2 and 4:4:4 is scaled up to luma's size.
final class FrameNormalizer {
  /// Bits of a sample in the frames that `withPlanes` gives.
  let bitDepth: Int
  /// Whether `withPlanes` gives planes of red, green and blue.
  let isRGB: Bool
  /// Whether `withPlanes` gives one plane of gray.
  let isGray: Bool
  /// Whether `withPlanes` gives a plane of alpha.
  let hasAlpha: Bool
  /// Whether chroma has half of luma's width.
  let halvesWidth: Bool
  /// Whether chroma has half of luma's height.
  let halvesHeight: Bool
  /// The planar format of the frames that `withPlanes` gives.
  private let targetFormat: AVPixelFormat
  private let width: Int32
  private let height: Int32
  /// The converter; nil until a frame needs it.
  private var scaler: OpaquePointer?
  /// The converter's output; nil until a frame needs it.
  private var output: UnsafeMutablePointer<AVFrame>?
  /// The planes of a frame that was split; nil until a frame needs it.
  private var planes: UnsafeMutablePointer<AVFrame>?

  /// - Parameter frame: the clip's first frame.
  init(_ frame: UnsafePointer<AVFrame>) throws {
    width = frame.pointee.width
    height = frame.pointee.height
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    let description = try check("av_pix_fmt_desc_get", av_pix_fmt_desc_get(format)).pointee
    let flags = Int32(truncatingIfNeeded: description.flags)
    let bits = Int(description.comp.0.depth)
    hasAlpha = flags & (AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
    // Gray with alpha (two components) is converted to RGB with alpha, because FFmpeg has no planar format of gray with alpha.
    isRGB =
      flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) != 0
      || description.nb_components == 2
    isGray = !isRGB && description.nb_components == 1
    halvesWidth = !isRGB && !isGray && description.log2_chroma_w == 1 && description.log2_chroma_h <= 1
    halvesHeight = halvesWidth && description.log2_chroma_h == 1
    if let depth = Self.planarDepth(description) {
      bitDepth = depth
      targetFormat = format
      return
    }
    // The planar format with the same chroma and depth, or with 16 bits if there is none of this depth.
    let family: String
    switch (isRGB, isGray) {
    case (true, _): family = hasAlpha ? "gbrap" : "gbrp"
    case (_, true): family = "gray"
    default: family = (hasAlpha ? "yuva" : "yuv") + (halvesWidth ? (halvesHeight ? "420p" : "422p") : "444p")
    }
    let candidates = bits <= 8 && flags & AV_PIX_FMT_FLAG_FLOAT == 0 ? [8] : bits <= 16 ? [bits, 16] : [16]
    for depth in candidates {
      let found = av_get_pix_fmt(depth == 8 ? family : "\(family)\(depth)le")
      if found != AV_PIX_FMT_NONE {
        (bitDepth, targetFormat) = (depth, found)
        return
      }
    }
    throw LibraryError(call: "av_get_pix_fmt", code: motes_averror(ENOSYS))
  }

  /// Bits of the samples of a planar format that `FootageConverter` reads; nil for any other.
  private static func planarDepth(_ format: AVPixFmtDescriptor) -> Int? {
    let flags = Int32(truncatingIfNeeded: format.flags)
    let unsupportedFlags =
      AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
      | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER
    guard flags & unsupportedFlags == 0, format.nb_components != 2 else { return nil }
    let components = format.components
    guard let depth = components.first?.depth, (8...16).contains(depth) else { return nil }
    let bytes: Int32 = depth == 8 ? 1 : 2
    guard components.allSatisfy({ $0.depth == depth && $0.step == bytes && $0.shift == 0 && $0.offset == 0 }),
      Set(components.map(\.plane)).count == components.count,
      (format.log2_chroma_w, format.log2_chroma_h) == (0, 0) || (format.log2_chroma_w == 1 && format.log2_chroma_h <= 1)
    else { return nil }
    return Int(depth)
  }

  /// The number of planes that `withPlanes` gives: one of gray or three of colour, and alpha if there is any.
  private var planeCount: Int { (isGray ? 1 : 3) + (hasAlpha ? 1 : 0) }

  /// Calls `body` with a frame's samples. Returns whether the frame had another size than the clip's first frame, and was scaled.
  func withPlanes(_ frame: UnsafePointer<AVFrame>, _ body: (SamplePlanes) -> Void) throws -> Bool {
    let isScaled = frame.pointee.width != width || frame.pointee.height != height
    let planar = try separated(frame) ?? frame
    let source = isScaled || planar.pointee.format != targetFormat.rawValue ? try converted(planar) : planar
    // Alpha is the fourth plane in all these formats, also after G, B and R.
    let data = [source.pointee.data.0, source.pointee.data.1, source.pointee.data.2, source.pointee.data.3]
    let strides = [
      source.pointee.linesize.0, source.pointee.linesize.1, source.pointee.linesize.2, source.pointee.linesize.3,
    ]
    let base = data.prefix(planeCount).compactMap { $0.map { UnsafePointer($0) } }
    guard base.count == planeCount else { throw LibraryError(call: "decode", code: motes_averror(EINVAL)) }
    body(SamplePlanes(base: base, strides: strides.prefix(planeCount).map(Int.init)))
    return isScaled
  }

  /// The frame in `targetFormat` and the first frame's size. Its memory is overwritten by the next call.
  private func converted(_ frame: UnsafePointer<AVFrame>) throws -> UnsafePointer<AVFrame> {
    let source = frame.pointee
    let isScaled = source.width != width || source.height != height
    scaler = sws_getCachedContext(
      scaler, source.width, source.height, AVPixelFormat(rawValue: source.format), width, height, targetFormat,
      (isScaled ? SWS_BICUBIC : SWS_POINT) | SWS_ACCURATE_RND | SWS_BITEXACT | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP,
      nil, nil, nil)
    let scaler = try check("sws_getContext", scaler)
    // The same matrix and range on both sides: nothing but the layout changes.
    let fullRange: Int32 = source.color_range == AVCOL_RANGE_JPEG || isRGB ? 1 : 0
    let matrix = sws_getCoefficients(SWS_CS_DEFAULT)
    // The last three are brightness 0, contrast 1 and saturation 1, in units of 2⁻¹⁶.
    sws_setColorspaceDetails(scaler, matrix, fullRange, matrix, fullRange, 0, 1 << 16, 1 << 16)
    let target = try Self.frame(output, targetFormat, width, height)
    output = target
    try check("sws_scale_frame", sws_scale_frame(scaler, target, frame))
    return UnsafePointer(target)
  }

  /// The frame's samples in planes; nil if the frame is not of a kind that `PackedPixels` splits. Its memory is overwritten by the next call.
  private func separated(_ frame: UnsafePointer<AVFrame>) throws -> UnsafePointer<AVFrame>? {
    guard let pixels = PackedPixels(AVPixelFormat(rawValue: frame.pointee.format)) else { return nil }
    let target = try Self.frame(planes, pixels.planarFormat, frame.pointee.width, frame.pointee.height)
    planes = target
    target.pointee.color_range = frame.pointee.color_range
    try pixels.split(frame, into: target)
    return UnsafePointer(target)
  }

  /// `old` if it is of this format and size; otherwise a new frame, in place of `old`.
  private static func frame(
    _ old: UnsafeMutablePointer<AVFrame>?, _ format: AVPixelFormat, _ width: Int32, _ height: Int32
  ) throws -> UnsafeMutablePointer<AVFrame> {
    let frame = try check("av_frame_alloc", old ?? av_frame_alloc())
    if frame.pointee.format == format.rawValue && (frame.pointee.width, frame.pointee.height) == (width, height) {
      return frame
    }
    av_frame_unref(frame)
    (frame.pointee.format, frame.pointee.width, frame.pointee.height) = (format.rawValue, width, height)
    do { try check("av_frame_get_buffer", av_frame_get_buffer(frame, 0)) } catch {
      // The frame is still without memory, so it must not pass for one of this size.
      av_frame_unref(frame)
      if old == nil {
        var frame = frame as UnsafeMutablePointer?
        av_frame_free(&frame)
      }
      throw error
    }
    return frame
  }

  deinit {
    sws_freeContext(scaler)
    av_frame_free(&output)
    av_frame_free(&planes)
  }
}
