import CFFmpeg
import Raster

/// Colour tags: what the samples of a pixel format mean, as encoders, frames and containers say it.
struct ColorTags {
  /// FFmpeg's names: MPEG is limited range (16 to 235 of 255 for luma), JPEG full range.
  let range: AVColorRange
  let matrix: AVColorSpace
  let transfer: AVColorTransferCharacteristic
  /// All frames have BT.709's primaries, which are sRGB's too.
  let primaries = AVCOL_PRI_BT709
  /// Where halved chroma lies: Raster puts them on the left one of each two columns.
  let chromaLocation: AVChromaLocation

  init(_ format: PixelFormat) {
    switch format.kind {
    case .planarYUV:
      (range, matrix, transfer) = (AVCOL_RANGE_MPEG, AVCOL_SPC_BT709, AVCOL_TRC_BT709)
      chromaLocation = AVCHROMA_LOC_LEFT
    case .packedRGB:
      (range, matrix, transfer) = (AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, AVCOL_TRC_IEC61966_2_1)
      chromaLocation = AVCHROMA_LOC_UNSPECIFIED
    case .floatPlanes:
      (range, matrix, transfer) = (AVCOL_RANGE_JPEG, AVCOL_SPC_RGB, AVCOL_TRC_LINEAR)
      chromaLocation = AVCHROMA_LOC_UNSPECIFIED
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
