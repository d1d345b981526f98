/// The colour space in which two colours are mixed, and the arc of the circle of hues that the hue follows between them (CSS
/// Color 4).
public struct ColorInterpolation: Sendable, Hashable {
  /// Colour space in which components are mixed.
  public var space: ColorSpace
  /// Arc that the hue follows; without effect in colour spaces that have no hue.
  public var hue: HuePath
  /// Whether the colours of several stops follow a smooth curve through the stops instead of straight lines between them, whose corners show
  /// as bright or dark edges.
  public var isSpline: Bool
  /// Whether components other than the hue are multiplied by alpha while they are mixed, as CSS asks. False for the gradients
  /// that colour fonts have.
  package var isPremultiplied = true

  /// An interpolation in a colour space.
  public init(_ space: ColorSpace, hue: HuePath = .shorter, isSpline: Bool = false) {
    self.space = space
    self.hue = hue
    self.isSpline = isSpline
  }

  /// Mixes linear light, as light itself adds up.
  public static let linear = ColorInterpolation(.srgbLinear)
  /// Mixes sRGB-encoded values, as browsers do by default.
  public static let srgb = ColorInterpolation(.srgb)
  /// Mixes in Oklab, whose steps look even.
  public static let oklab = ColorInterpolation(.oklab)

  /// Arcs of the circle of hues between two hues (CSS Color 4).
  public enum HuePath: String, Sendable, CaseIterable {
    /// The shorter arc between two hues.
    case shorter
    /// The longer arc.
    case longer
    /// The arc along which the angle grows.
    case increasing
    /// The arc along which the angle shrinks.
    case decreasing
  }
}

/// Colour spaces of CSS Color 4.
public enum ColorSpace: String, Sendable, CaseIterable {
  /// sRGB-encoded red, green and blue.
  case srgb
  /// Linear light with sRGB's primaries.
  case srgbLinear = "srgb-linear"
  /// Display P3, encoded.
  case displayP3 = "display-p3"
  /// Adobe RGB (1998), encoded.
  case a98 = "a98-rgb"
  /// ProPhoto RGB, encoded.
  case prophoto = "prophoto-rgb"
  /// ITU-R BT.2020, encoded.
  case rec2020
  /// CIE Lab with a white of D50.
  case lab
  /// Oklab, whose steps look even.
  case oklab
  /// CIE XYZ with a white of D50.
  case xyzD50 = "xyz-d50"
  /// CIE XYZ with a white of D65.
  case xyzD65 = "xyz-d65"
  /// Hue, saturation and lightness of sRGB.
  case hsl
  /// Hue, whiteness and blackness of sRGB.
  case hwb
  /// Lightness, chroma and hue of CIE Lab.
  case lch
  /// Lightness, chroma and hue of Oklab.
  case oklch
}
