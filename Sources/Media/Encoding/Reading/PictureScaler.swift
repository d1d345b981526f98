import CFFmpeg

/// Scales pictures with libswscale.
enum PictureScaler {
  /// Scales a picture to the size of `target` and converts it to the format of `target`, a kind of RGB. Y′CbCr is converted by the matrix
  /// that the picture names; if it names none, by BT.601's, as WebP specifies.
  static func scale(
    _ source: UnsafeMutablePointer<AVFrame>, isFullRange: Bool, to target: UnsafeMutablePointer<AVFrame>
  ) throws {
    let scaler = try check(
      "sws_getContext",
      sws_getContext(
        source.pointee.width, source.pointee.height, AVPixelFormat(rawValue: source.pointee.format),
        target.pointee.width,
        target.pointee.height, AVPixelFormat(rawValue: target.pointee.format), motes_scaling_flags(), nil, nil, nil))
    defer { sws_freeContext(scaler) }
    let matrix: Int32 =
      switch source.pointee.colorspace {
      case AVCOL_SPC_BT709: SWS_CS_ITU709
      case AVCOL_SPC_BT2020_NCL: SWS_CS_BT2020
      case AVCOL_SPC_SMPTE240M: SWS_CS_SMPTE240M
      default: SWS_CS_ITU601
      }
    // This call fails between two kinds of RGB, which need no matrix: its result is ignored. The last three arguments leave brightness (0),
    // contrast and saturation (1 << 16 stands for 1) unchanged.
    _ = sws_setColorspaceDetails(
      scaler, sws_getCoefficients(matrix), isFullRange ? 1 : 0, sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16,
      1 << 16)
    try check("sws_scale_frame", sws_scale_frame(scaler, target, source))
  }
}
