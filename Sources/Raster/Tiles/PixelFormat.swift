/// Sample layouts of a finished frame; the raw values are FFmpeg's names.
public enum PixelFormat: String, Sendable, CaseIterable {
  /// 8 bits, packed R G B, sRGB-encoded.
  case rgb24
  /// 8 bits, packed R G B A, sRGB-encoded, straight alpha.
  case rgba
  /// 16 bits little-endian, packed R G B A, sRGB-encoded, straight alpha.
  case rgba64 = "rgba64le"
  /// 8 bits, BT.709 limited range, chroma halved in both directions and sited left.
  case yuv420p
  /// 8 bits, BT.709 limited range, full chroma.
  case yuv444p
  /// As `yuv420p`, 10 bits in 16, little-endian.
  case yuv420p10 = "yuv420p10le"
  /// As `yuv444p`, 10 bits in 16, little-endian.
  case yuv444p10 = "yuv444p10le"
  /// The tiles' own values: planes G B R A of 32-bit floats, premultiplied, with glow, before exposure: linear light, or
  /// encoded values on an `srgb` canvas.
  case floatPlanes = "gbrapf32le"

  /// Number of planes that samples are stored in.
  public var planeCount: Int {
    switch self {
    case .rgb24, .rgba, .rgba64: 1
    case .yuv420p, .yuv444p, .yuv420p10, .yuv444p10: 3
    case .floatPlanes: 4
    }
  }

  /// Whether chroma has half the width and height, so that sides must be even.
  public var halvesChroma: Bool { self == .yuv420p || self == .yuv420p10 }

  /// Bits of a sample that hold its value: 8, 10 (stored in 16), 16, or 32 for floats.
  public var bitDepth: Int {
    switch self {
    case .rgb24, .rgba, .yuv420p, .yuv444p: 8
    case .yuv420p10, .yuv444p10: 10
    case .rgba64: 16
    case .floatPlanes: 32
    }
  }

  /// Whether a frame has an alpha channel.
  public var hasAlpha: Bool {
    switch self {
    case .rgba, .rgba64, .floatPlanes: true
    case .rgb24, .yuv420p, .yuv444p, .yuv420p10, .yuv444p10: false
    }
  }

  /// Bytes in a row of plane `plane` of a frame `width` pixels wide.
  package func rowBytes(plane: Int, width: Int) -> Int {
    switch self {
    case .rgb24: 3 * width
    case .rgba: 4 * width
    case .rgba64: 8 * width
    case .yuv420p: plane == 0 ? width : width / 2
    case .yuv444p: width
    case .yuv420p10: plane == 0 ? 2 * width : width
    case .yuv444p10: 2 * width
    case .floatPlanes: 4 * width
    }
  }

  /// Rows of plane `plane` of a frame `height` pixels tall.
  package func rowCount(plane: Int, height: Int) -> Int { halvesChroma && plane > 0 ? height / 2 : height }
}
