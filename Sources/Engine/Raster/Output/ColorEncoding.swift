/// The range of brightness that a frame's samples can represent, and the curve that encodes it.
public enum DynamicRange: String, Sendable, CaseIterable, Codable {
  /// Up to white: BT.709's primaries and, in RGB and Y′CbCr alike, the sRGB curve.
  case standard = "sdr"
  /// Up to 1000 cd/m²: BT.2020's primaries and the PQ curve (SMPTE ST 2084), as in HDR10. White is shown with 203 cd/m².
  case pq
  /// Up to 1000 cd/m² on a display with a peak of 1000 cd/m²: BT.2020's primaries and HLG's curve (ARIB STD-B67). White is 75 % of the
  /// signal.
  case hlg

  /// Whether frames can have light above white.
  package var isHigh: Bool { self != .standard }
}

/// How a frame's samples represent light: the dynamic range, and whether colours are straight or premultiplied if there is alpha.
public struct ColorEncoding: Sendable, Equatable, Codable {
  /// The range of brightness that samples can represent.
  public var dynamicRange: DynamicRange
  /// Whether colours are straight or premultiplied, if there is alpha.
  public var alphaForm: AlphaForm

  /// Makes a colour encoding; by default, straight colours up to white.
  ///
  /// - Parameters:
  ///   - dynamicRange: the range of brightness that samples can represent.
  ///   - alphaForm: whether colours are straight or premultiplied, if there is alpha.
  public init(dynamicRange: DynamicRange = .standard, alphaForm: AlphaForm = .straight) {
    self.dynamicRange = dynamicRange
    self.alphaForm = alphaForm
  }
}

extension PixelFormat {
  /// Returns whether samples can represent a dynamic range. A high dynamic range needs more than 8 bits; with 8 bits it would
  /// show bands. Planes of floats hold linear light, which neither PQ nor HLG encodes, so they count only as standard range.
  package func holds(_ range: DynamicRange) -> Bool { !range.isHigh || bitDepth > 8 && self != .floatPlanes }
}
