import CFFmpeg
import Glibc
import Raster

/// The first frame of a file, decoded by libavcodec, and what the file says its colours mean.
struct DecodedFrame {
  /// The samples, in the layout that was asked for.
  let pixels: PixelBuffer
  /// Range, matrix, transfer and primaries by FFmpeg's names: "tv", "bt709", "bt709", "bt709".
  let tags: [String]

  /// Decodes a file's first frame.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - format: sample layout of the result. libswscale converts to it from the decoder's layout.
  /// - Throws: the error of a failed call, also where this FFmpeg has no decoder.
  init(firstOf path: String, as format: PixelFormat) throws {
    let first = try FirstFrame(of: path, as: .movie)
    guard first.isWhole else { throw LibraryError(call: "avcodec_receive_frame", code: motes_averror_invalid_data()) }
    // `first` owns the frame's memory.
    defer { withExtendedLifetime(first) {} }
    let (frame, parameters) = (first.frame, first.video.parameters)
    /// FFmpeg's name of the frame's value; if that value is `unknown`, of the container's.
    func name(
      _ libraryName: (UInt32) -> UnsafePointer<CChar>?, _ frameValue: UInt32, _ containerValue: UInt32, unknown: UInt32
    ) -> String {
      libraryName(frameValue == unknown ? containerValue : frameValue).map { String(cString: $0) } ?? "unknown"
    }
    let (decoded, container) = (frame.pointee, parameters.pointee)
    tags = [
      name(
        { av_color_range_name(AVColorRange($0)) }, decoded.color_range.rawValue, container.color_range.rawValue,
        unknown: AVCOL_RANGE_UNSPECIFIED.rawValue),
      name(
        { av_color_space_name(AVColorSpace($0)) }, decoded.colorspace.rawValue, container.color_space.rawValue,
        unknown: AVCOL_SPC_UNSPECIFIED.rawValue),
      name(
        { av_color_transfer_name(AVColorTransferCharacteristic($0)) }, decoded.color_trc.rawValue,
        container.color_trc.rawValue, unknown: AVCOL_TRC_UNSPECIFIED.rawValue),
      name(
        { av_color_primaries_name(AVColorPrimaries($0)) }, decoded.color_primaries.rawValue,
        container.color_primaries.rawValue, unknown: AVCOL_PRI_UNSPECIFIED.rawValue),
    ]
    pixels = PixelBuffer(format: format, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    try Self.copySamples(of: frame, to: pixels)
  }

  /// FFmpeg's name of a frame's sample layout.
  private static func name(of frame: UnsafePointer<AVFrame>) -> String {
    av_get_pix_fmt_name(AVPixelFormat(rawValue: frame.pointee.format)).map { String(cString: $0) } ?? "?"
  }

  /// Copies the samples of a frame, or converts them if `pixels` has another layout.
  static func copySamples(of frame: UnsafeMutablePointer<AVFrame>, to pixels: PixelBuffer) throws {
    let decodedFormat = name(of: frame)
    let source = planes(of: frame)
    // A float frame without alpha is copied too. It has the planes of `floatPlanes` except alpha, which is filled with 1.
    if decodedFormat == pixels.format.rawValue || decodedFormat == "gbrpf32le" && pixels.format == .floatPlanes {
      for plane in 0..<pixels.format.planeCount {
        for row in 0..<pixels.rowCount(ofPlane: plane) {
          let target = pixels.plane(plane) + row * pixels.stride(ofPlane: plane)
          if let base = source[plane].base {
            memcpy(target, base + row * source[plane].stride, pixels.rowBytes(ofPlane: plane))
          } else {
            let floats = UnsafeMutableRawPointer(target).assumingMemoryBound(to: Float.self)
            floats.update(repeating: 1, count: pixels.width)
          }
        }
      }
      return
    }
    let (width, height) = (frame.pointee.width, frame.pointee.height)
    let converter = sws_getContext(
      width, height, AVPixelFormat(rawValue: frame.pointee.format), width, height,
      av_get_pix_fmt(pixels.format.rawValue),
      motes_scaling_flags(), nil, nil, nil)
    guard let converter else { throw LibraryError(call: "sws_getContext", code: motes_averror(EINVAL)) }
    defer { sws_freeContext(converter) }
    var targets: [UnsafeMutablePointer<UInt8>?] = [nil, nil, nil, nil]
    var strides: [Int32] = [0, 0, 0, 0]
    for plane in 0..<pixels.format.planeCount {
      targets[plane] = pixels.plane(plane)
      strides[plane] = Int32(pixels.stride(ofPlane: plane))
    }
    let bases = source.map { UnsafePointer($0.base) }
    let sourceStrides = source.map { Int32($0.stride) }
    try check("sws_scale", sws_scale(converter, bases, sourceStrides, 0, height, targets, strides))
  }

  /// The first byte and the stride of each of a frame's four planes; `base` is nil for a plane that the frame does not have.
  private static func planes(of frame: UnsafeMutablePointer<AVFrame>) -> [(
    base: UnsafeMutablePointer<UInt8>?, stride: Int
  )] {
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    return [
      (data.0, Int(strides.0)), (data.1, Int(strides.1)), (data.2, Int(strides.2)), (data.3, Int(strides.3)),
    ]
  }
}
