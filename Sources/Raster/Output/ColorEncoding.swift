/// Brightness that a frame's samples can tell, and the curve by which they do.
public enum DynamicRange: String, Sendable, CaseIterable {
  /// Up to white: BT.709's primaries and, in RGB and Y′CbCr alike, the sRGB curve.
  case standard = "sdr"
  /// Up to 1000 cd/m²: BT.2020's primaries and the PQ curve (SMPTE ST 2084), as in HDR10. White is 203 cd/m².
  case pq
  /// Up to 1000 cd/m² on a display of as many: BT.2020's primaries and HLG's curve (ARIB STD-B67). White is 75 % of the signal.
  case hlg

  /// Whether frames hold light above white.
  public var isHigh: Bool { self != .standard }
}

/// How a frame's samples stand for light: its dynamic range, and the form of colours beside an alpha channel.
public struct ColorEncoding: Sendable, Equatable {
  /// Brightness that samples can tell.
  public var dynamicRange: DynamicRange
  /// Form of colours where there is alpha.
  public var alphaForm: AlphaForm

  /// Straight colours up to white, unless told otherwise.
  ///
  /// - Parameters:
  ///   - dynamicRange: brightness that samples can tell.
  ///   - alphaForm: form of colours where there is alpha.
  public init(dynamicRange: DynamicRange = .standard, alphaForm: AlphaForm = .straight) {
    self.dynamicRange = dynamicRange
    self.alphaForm = alphaForm
  }
}

extension PixelFormat {
  /// Whether samples are fine enough for a dynamic range: a high one shows bands in 8 bits. Floats hold the tiles' own values and
  /// have no curve.
  public func holds(_ range: DynamicRange) -> Bool { !range.isHigh || bitDepth > 8 && self != .floatPlanes }
}
