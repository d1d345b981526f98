/// Sample layouts of a finished frame; the raw values are FFmpeg's names.
///
/// RGB and Y′CbCr samples are encoded by the curve of the frame's `DynamicRange`.
///
/// Integer samples of more than 8 bits are stored in the low bits of 16, little-endian. Chroma that is halved horizontally has
/// one sample for two columns; if it is sited left, the sample belongs to the left column.
public enum PixelFormat: String, Sendable, CaseIterable, Codable {
  /// 8 bits, packed R G B.
  case rgb24
  /// 16 bits, packed R G B.
  case rgb48 = "rgb48le"
  /// 8 bits, packed R G B A.
  case rgba
  /// 16 bits, packed R G B A.
  case rgba64 = "rgba64le"
  /// 8 bits, Y′CbCr of limited range, chroma halved in both directions and sited left.
  case yuv420p
  /// 8 bits, Y′CbCr of limited range, chroma halved horizontally and sited left.
  case yuv422p
  /// 8 bits, Y′CbCr of limited range, full chroma.
  case yuv444p
  /// 10 bits, Y′CbCr of limited range, chroma halved in both directions and sited left.
  case yuv420p10 = "yuv420p10le"
  /// 10 bits, Y′CbCr of limited range, chroma halved horizontally and sited left.
  case yuv422p10 = "yuv422p10le"
  /// 10 bits, Y′CbCr of limited range, full chroma.
  case yuv444p10 = "yuv444p10le"
  /// 12 bits, Y′CbCr of limited range, chroma halved in both directions and sited left.
  case yuv420p12 = "yuv420p12le"
  /// 12 bits, Y′CbCr of limited range, chroma halved horizontally and sited left.
  case yuv422p12 = "yuv422p12le"
  /// 12 bits, Y′CbCr of limited range, full chroma.
  case yuv444p12 = "yuv444p12le"
  /// 8 bits, Y′CbCr of limited range, chroma halved in both directions and sited left; alpha of full resolution and full range.
  case yuva420p
  /// 10 bits, Y′CbCr of limited range, full chroma; alpha of full range.
  case yuva444p10 = "yuva444p10le"
  /// 12 bits, Y′CbCr of limited range, full chroma; alpha of full range.
  case yuva444p12 = "yuva444p12le"
  /// Planes G B R A of 32-bit floats: the tiles' premultiplied values with the glow added, before exposure. They are linear
  /// light, or encoded values on an `srgb` canvas.
  case floatPlanes = "gbrapf32le"

  /// The properties from which all other properties of a format follow.
  private var layout: Layout {
    switch self {
    case .rgb24: Layout(.packedRGB, bitDepth: 8)
    case .rgb48: Layout(.packedRGB, bitDepth: 16)
    case .rgba: Layout(.packedRGB, bitDepth: 8, hasAlpha: true)
    case .rgba64: Layout(.packedRGB, bitDepth: 16, hasAlpha: true)
    case .yuv420p: Layout(.planarYUV, bitDepth: 8, halves: (true, true))
    case .yuv422p: Layout(.planarYUV, bitDepth: 8, halves: (true, false))
    case .yuv444p: Layout(.planarYUV, bitDepth: 8)
    case .yuv420p10: Layout(.planarYUV, bitDepth: 10, halves: (true, true))
    case .yuv422p10: Layout(.planarYUV, bitDepth: 10, halves: (true, false))
    case .yuv444p10: Layout(.planarYUV, bitDepth: 10)
    case .yuv420p12: Layout(.planarYUV, bitDepth: 12, halves: (true, true))
    case .yuv422p12: Layout(.planarYUV, bitDepth: 12, halves: (true, false))
    case .yuv444p12: Layout(.planarYUV, bitDepth: 12)
    case .yuva420p: Layout(.planarYUV, bitDepth: 8, halves: (true, true), hasAlpha: true)
    case .yuva444p10: Layout(.planarYUV, bitDepth: 10, hasAlpha: true)
    case .yuva444p12: Layout(.planarYUV, bitDepth: 12, hasAlpha: true)
    case .floatPlanes: Layout(.floatPlanes, bitDepth: 32, hasAlpha: true)
    }
  }

  /// What samples stand for, and whether they are packed or in planes.
  package enum Kind: Sendable {
    /// One plane of R G B or R G B A.
    case packedRGB
    /// Planes Y, Cb, Cr and perhaps A.
    case planarYUV
    /// Planes G, B, R, A of floats.
    case floatPlanes
  }

  private struct Layout {
    let kind: Kind
    let bitDepth: Int
    /// Whether chroma has half the width, and half the height.
    let halves: (width: Bool, height: Bool)
    let hasAlpha: Bool

    init(_ kind: Kind, bitDepth: Int, halves: (Bool, Bool) = (false, false), hasAlpha: Bool = false) {
      self.kind = kind
      self.bitDepth = bitDepth
      self.halves = halves
      self.hasAlpha = hasAlpha
    }
  }
}

extension PixelFormat {
  /// What samples stand for, and whether they are packed or in planes.
  package var kind: Kind { layout.kind }
  /// Bits of a sample that hold its value: 8, 10 or 12 (stored in 16), 16, or 32 for floats.
  public var bitDepth: Int { layout.bitDepth }
  /// Whether a frame has an alpha channel.
  public var hasAlpha: Bool { layout.hasAlpha }
  /// Whether chroma has half the frame's width, which must then be even.
  package var halvesChromaWidth: Bool { layout.halves.width }
  /// Whether chroma has half the frame's height, which must then be even.
  package var halvesChromaHeight: Bool { layout.halves.height }

  /// Whether a frame of this size can be stored. A side along which chroma is halved must be even.
  package func allows(width: Int, height: Int) -> Bool {
    (!halvesChromaWidth || width % 2 == 0) && (!halvesChromaHeight || height % 2 == 0)
  }

  /// The requirement on a frame's size in words, for error messages; for a format that halves chroma.
  package var sizeRule: String { halvesChromaHeight ? "even sides" : "an even width" }

  /// Returns the smallest allowed size (`allows`) that is at least `width` × `height`.
  package func sizeAbove(width: Int, height: Int) -> (width: Int, height: Int) {
    (halvesChromaWidth ? width + width % 2 : width, halvesChromaHeight ? height + height % 2 : height)
  }

  /// Returns the largest allowed size (`allows`) that is at most `width` × `height`; but a side that must be even is at least 2.
  package func sizeBelow(width: Int, height: Int) -> (width: Int, height: Int) {
    (
      halvesChromaWidth ? max(2, width - width % 2) : width, halvesChromaHeight ? max(2, height - height % 2) : height
    )
  }

  /// Number of planes that samples are stored in.
  package var planeCount: Int { kind == .packedRGB ? 1 : channelCount }

  /// Number of channels, alpha included: 3 or 4.
  private var channelCount: Int { hasAlpha ? 4 : 3 }

  /// Whether a plane holds one of the two colour differences.
  private func isChroma(_ plane: Int) -> Bool { kind == .planarYUV && (plane == 1 || plane == 2) }

  /// Whether plane `plane` has half the frame's rows.
  package func halvesRows(ofPlane plane: Int) -> Bool { halvesChromaHeight && isChroma(plane) }

  /// Number of bytes in a row of plane `plane` of a frame `width` pixels wide.
  package func rowBytes(plane: Int, width: Int) -> Int {
    let sampleBytes = bitDepth <= 8 ? 1 : bitDepth <= 16 ? 2 : 4
    if kind == .packedRGB { return channelCount * sampleBytes * width }
    return sampleBytes * (halvesChromaWidth && isChroma(plane) ? width / 2 : width)
  }

  /// Number of rows of plane `plane` of a frame `height` pixels high.
  package func rowCount(plane: Int, height: Int) -> Int { halvesRows(ofPlane: plane) ? height / 2 : height }
}
