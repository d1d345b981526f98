import CFFmpeg
import Colorimetry
import Raster

/// What a clip's tags say about its colours, with defaults where they say nothing. `ColorTags` explains the tags.
struct ClipColors {
  let range: AVColorRange
  let matrix: AVColorSpace
  let transfer: AVColorTransferCharacteristic
  let primaries: AVColorPrimaries
  let chromaLocation: AVChromaLocation
  /// Sentences for a person that say what was guessed. They begin with "it": the clip, whose name is printed before them.
  let notes: [String]

  /// From this many rows on, a clip without tags is taken for BT.709, as in players.
  private static let rowsOfHighDefinition = 720

  /// - Parameters:
  ///   - frame: a decoded frame. A tag that it has prevails over the container's.
  ///   - stream: the container's tags.
  init(_ frame: UnsafePointer<AVFrame>, stream: UnsafePointer<AVCodecParameters>) {
    let frame = frame.pointee
    let stream = stream.pointee
    range =
      frame.color_range != AVCOL_RANGE_UNSPECIFIED
      ? frame.color_range : Self.containerOrUsualRange(frame.format, stream)
    transfer = frame.color_trc != AVCOL_TRC_UNSPECIFIED ? frame.color_trc : stream.color_trc
    primaries = frame.color_primaries != AVCOL_PRI_UNSPECIFIED ? frame.color_primaries : stream.color_primaries
    chromaLocation =
      frame.chroma_location != AVCHROMA_LOC_UNSPECIFIED ? frame.chroma_location : stream.chroma_location
    let taggedMatrix = frame.colorspace != AVCOL_SPC_UNSPECIFIED ? frame.colorspace : stream.color_space
    guard taggedMatrix == AVCOL_SPC_UNSPECIFIED, Self.hasChroma(frame.format) else {
      matrix = taggedMatrix
      notes = []
      return
    }
    let isHighDefinition = frame.height >= Self.rowsOfHighDefinition
    matrix = isHighDefinition ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
    notes = [
      "it does not state its colour space; with \(frame.height) rows it is read as "
        + (isHighDefinition ? "BT.709." : "BT.601.")
    ]
  }

  /// The container's range. If the container names none: full range for gray, for black and white (mono), and for JPEG's formats, whose
  /// names begin with yuvj; otherwise limited range.
  private static func containerOrUsualRange(_ format: Int32, _ stream: AVCodecParameters) -> AVColorRange {
    if stream.color_range != AVCOL_RANGE_UNSPECIFIED { return stream.color_range }
    let name = av_get_pix_fmt_name(AVPixelFormat(rawValue: format)).map { String(cString: $0) } ?? ""
    return name.hasPrefix("yuvj") || name.hasPrefix("gray") || name.hasPrefix("mono")
      ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  }

  /// Whether frames of a format have luma and chroma, rather than red, green and blue, or gray.
  private static func hasChroma(_ format: Int32) -> Bool {
    guard let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: format)) else { return false }
    return description.pointee.nb_components >= 3
      && description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) == 0
  }

  /// What the planes hold: Y′CbCr with the shares Kr of red and Kb of blue in luma, YCgCo, RGB or gray.
  func sampleColors(isGray: Bool, isRGB: Bool) throws(UnsupportedColors) -> SampleLayout.Colors {
    if isRGB { return .rgb }
    if isGray { return .gray }
    switch matrix {
    case AVCOL_SPC_BT709: return .yCbCr(red: 0.2126, blue: 0.0722)
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: return .yCbCr(red: 0.299, blue: 0.114)
    case AVCOL_SPC_FCC: return .yCbCr(red: 0.3, blue: 0.11)
    case AVCOL_SPC_SMPTE240M: return .yCbCr(red: 0.212, blue: 0.087)
    case AVCOL_SPC_BT2020_NCL: return .yCbCr(red: 0.2627, blue: 0.0593)
    case AVCOL_SPC_YCGCO: return .yCgCo
    default: throw UnsupportedColors(what: "the matrix \(name(av_color_space_name(matrix)))")
    }
  }

  /// The curve that decodes samples to linear light.
  ///
  /// Video of BT.709, BT.601 and BT.2020 is decoded by the sRGB curve, because Motes also encodes with it: pixels that no layer covers
  /// then keep their values.
  func curve() throws(UnsupportedColors) -> InputCurve {
    switch transfer {
    case AVCOL_TRC_GAMMA22: return .power(2.2)
    case AVCOL_TRC_GAMMA28: return .power(2.8)
    case AVCOL_TRC_LINEAR: return .linear
    case AVCOL_TRC_UNSPECIFIED, AVCOL_TRC_RESERVED0, AVCOL_TRC_RESERVED, AVCOL_TRC_BT709, AVCOL_TRC_SMPTE170M,
      AVCOL_TRC_SMPTE240M, AVCOL_TRC_IEC61966_2_1, AVCOL_TRC_IEC61966_2_4, AVCOL_TRC_BT1361_ECG, AVCOL_TRC_BT2020_10,
      AVCOL_TRC_BT2020_12:
      return .srgb
    case AVCOL_TRC_SMPTE2084: throw UnsupportedColors(what: "HDR (PQ)", isHDR: true)
    case AVCOL_TRC_ARIB_STD_B67: throw UnsupportedColors(what: "HDR (HLG)", isHDR: true)
    default: throw UnsupportedColors(what: "the transfer function \(name(av_color_transfer_name(transfer)))")
    }
  }

  /// The matrix from linear light with the clip's primaries to linear light with BT.709's; nil if the clip has BT.709's primaries or
  /// names none.
  func primariesMatrix() throws(UnsupportedColors) -> Matrix3? {
    switch primaries {
    case AVCOL_PRI_BT709, AVCOL_PRI_UNSPECIFIED, AVCOL_PRI_RESERVED0, AVCOL_PRI_RESERVED: return nil
    case AVCOL_PRI_BT2020: return .xyzToSRGB * .rec2020ToXYZ
    case AVCOL_PRI_SMPTE432: return .xyzToSRGB * .displayP3ToXYZ
    case AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M: return .xyzToSRGB * .smpteCToXYZ
    case AVCOL_PRI_BT470BG: return .xyzToSRGB * .ebuToXYZ
    default: throw UnsupportedColors(what: "the primaries \(name(av_color_primaries_name(primaries)))")
    }
  }

  private func name(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? "of an unknown kind"
  }
}

/// Colours of a clip that cannot be converted.
struct UnsupportedColors: Error {
  /// The property that cannot be converted: "the matrix bt2020c", "HDR (PQ)".
  let what: String
  var isHDR = false
}
