/// The space in which two colours are mixed, and the arc that hues follow (CSS Color 4).
public struct ColorInterpolation: Sendable, Hashable {
  public var space: ColorSpace
  public var hue: HuePath

  public init(_ space: ColorSpace, hue: HuePath = .shorter) {
    self.space = space
    self.hue = hue
  }

  public static let linear = ColorInterpolation(.srgbLinear)
  public static let srgb = ColorInterpolation(.srgb)
  public static let oklab = ColorInterpolation(.oklab)

  public enum HuePath: String, Sendable, CaseIterable {
    case shorter, longer, increasing, decreasing
  }
}

/// Colour spaces of CSS Color 4.
public enum ColorSpace: String, Sendable, CaseIterable {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case a98 = "a98-rgb"
  case prophoto = "prophoto-rgb"
  case rec2020
  case lab, oklab
  case xyzD50 = "xyz-d50"
  case xyzD65 = "xyz-d65"
  case hsl, hwb, lch, oklch
}
