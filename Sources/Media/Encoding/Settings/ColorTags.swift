import CFFmpeg
import Raster

/// The colour tags by which encoders, frames and containers say what samples mean.
struct ColorTags {
  /// Which codes stand for black and white. FFmpeg calls limited range (16 to 235 of 255 for luma) MPEG, and full range JPEG.
  let range: AVColorRange
  /// How luma and chroma are computed from red, green and blue, or that the samples are red, green and blue.
  let matrix: AVColorSpace
  /// The curve by which samples encode light.
  let transfer: AVColorTransferCharacteristic
  /// Which colours red, green and blue are.
  let primaries: AVColorPrimaries
  /// Where a chroma sample lies that several pixels share: Raster puts it on the left one of two columns.
  let chromaLocation: AVChromaLocation

  init(_ format: PixelFormat, _ encoding: ColorEncoding = ColorEncoding()) {
    let isHDR = encoding.dynamicRange.isHigh
    // sRGB has the same primaries as BT.709.
    primaries = isHDR ? AVCOL_PRI_BT2020 : AVCOL_PRI_BT709
    switch format.kind {
    case .planarYUV:
      (range, matrix) = (AVCOL_RANGE_MPEG, isHDR ? AVCOL_SPC_BT2020_NCL : AVCOL_SPC_BT709)
      chromaLocation = AVCHROMA_LOC_LEFT
    case .packedRGB, .floatPlanes:
      (range, matrix) = (AVCOL_RANGE_JPEG, AVCOL_SPC_RGB)
      chromaLocation = AVCHROMA_LOC_UNSPECIFIED
    }
    transfer =
      switch (encoding.dynamicRange, format.kind) {
      case (_, .floatPlanes): AVCOL_TRC_LINEAR
      case (.pq, _): AVCOL_TRC_SMPTE2084
      case (.hlg, _): AVCOL_TRC_ARIB_STD_B67
      case (.standard, .planarYUV): AVCOL_TRC_BT709
      case (.standard, .packedRGB): AVCOL_TRC_IEC61966_2_1
      }
  }

  func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.color_range = range
    context.pointee.colorspace = matrix
    context.pointee.color_primaries = primaries
    context.pointee.color_trc = transfer
    context.pointee.chroma_sample_location = chromaLocation
  }

  func apply(to frame: UnsafeMutablePointer<AVFrame>) {
    frame.pointee.color_range = range
    frame.pointee.colorspace = matrix
    frame.pointee.color_primaries = primaries
    frame.pointee.color_trc = transfer
    frame.pointee.chroma_location = chromaLocation
  }
}
