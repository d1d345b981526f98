/// Conversions between the spaces of CSS Color 4 through linear BT.709 light, without clipping.
///
/// Components are in CSS's order and units: RGB and XYZ 0...1; the lightness of lab and lch 0...100, that of oklab and oklch
/// 0...1; saturation, lightness, whiteness and blackness in percent; hues in degrees (first in hsl and hwb, last in lch and
/// oklch).
extension ColorSpace {
  /// The index of the hue among the components; nil for spaces without one.
  package var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// The linear BT.709 light of a colour, given its components in this space.
  package func linearLight(_ c: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgbLinear: return c
    case .srgb: return ColorSpace.decode(c, .srgb)
    case .displayP3: return Matrix3.xyzToSRGB * (Matrix3.displayP3ToXYZ * ColorSpace.decode(c, .srgb))
    case .a98: return Matrix3.xyzToSRGB * (Matrix3.a98ToXYZ * ColorSpace.decode(c, .a98))
    case .prophoto:
      return Matrix3.xyzToSRGB * (Matrix3.d50ToD65 * (Matrix3.prophotoToXYZD50 * ColorSpace.decode(c, .prophoto)))
    case .rec2020: return Matrix3.xyzToSRGB * (Matrix3.rec2020ToXYZ * ColorSpace.decode(c, .rec2020))
    case .xyzD65: return Matrix3.xyzToSRGB * c
    case .xyzD50: return Matrix3.xyzToSRGB * (Matrix3.d50ToD65 * c)
    case .lab: return Matrix3.xyzToSRGB * (Matrix3.d50ToD65 * Lab.toXYZ(c))
    case .lch: return ColorSpace.lab.linearLight(Polar.toRectangular(c))
    case .oklab:
      let cubeRoots = Matrix3.oklabToLMSRoots * c
      return Matrix3.xyzToSRGB * (Matrix3.lmsToXYZ * (cubeRoots * cubeRoots * cubeRoots))
    case .oklch: return ColorSpace.oklab.linearLight(Polar.toRectangular(c))
    case .hsl: return ColorSpace.srgb.linearLight(HueModels.rgb(hsl: c))
    case .hwb: return ColorSpace.srgb.linearLight(HueModels.rgb(hwb: c))
    }
  }

  /// The components in this space of a colour, given its linear BT.709 light. The hue of a grey is 0.
  package func components(ofLight light: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgbLinear: return light
    case .srgb: return ColorSpace.encode(light, .srgb)
    case .displayP3: return ColorSpace.encode(Matrix3.xyzToDisplayP3 * (Matrix3.srgbToXYZ * light), .srgb)
    case .a98: return ColorSpace.encode(Matrix3.xyzToA98 * (Matrix3.srgbToXYZ * light), .a98)
    case .prophoto:
      return ColorSpace.encode(Matrix3.xyzD50ToProphoto * (Matrix3.d65ToD50 * (Matrix3.srgbToXYZ * light)), .prophoto)
    case .rec2020: return ColorSpace.encode(Matrix3.xyzToRec2020 * (Matrix3.srgbToXYZ * light), .rec2020)
    case .xyzD65: return Matrix3.srgbToXYZ * light
    case .xyzD50: return Matrix3.d65ToD50 * (Matrix3.srgbToXYZ * light)
    case .lab: return Lab.fromXYZ(Matrix3.d65ToD50 * (Matrix3.srgbToXYZ * light))
    case .lch:
      return Polar.fromRectangular(ColorSpace.lab.components(ofLight: light), powerlessChroma: Polar.powerlessLCHChroma)
    case .oklab:
      let lms = Matrix3.xyzToLMS * (Matrix3.srgbToXYZ * light)
      return Matrix3.lmsRootsToOklab
        * SIMD3(ColorSpace.cubeRoot(lms.x), ColorSpace.cubeRoot(lms.y), ColorSpace.cubeRoot(lms.z))
    case .oklch:
      return Polar.fromRectangular(
        ColorSpace.oklab.components(ofLight: light), powerlessChroma: Polar.powerlessOKLCHChroma)
    case .hsl: return HueModels.hsl(rgb: ColorSpace.encode(light, .srgb))
    case .hwb: return HueModels.hwb(rgb: ColorSpace.encode(light, .srgb))
    }
  }

  /// Whether a colour of this space is so nearly grey that its hue means nothing ("powerless" in CSS): mixing then takes the
  /// other colour's hue.
  package func hasPowerlessHue(_ c: SIMD3<Double>) -> Bool {
    switch self {
    case .lch: c.y <= Polar.powerlessLCHChroma
    case .oklch: c.y <= Polar.powerlessOKLCHChroma
    // 0.001 is 1/100,000 of 100 %, as for the chromas.
    case .hsl: c.y <= 0.001
    case .hwb: c.y + c.z >= 99.999
    default: false
    }
  }

  private static func encode(_ c: SIMD3<Double>, _ curve: TransferFunction) -> SIMD3<Double> {
    SIMD3(curve.encode(c.x), curve.encode(c.y), curve.encode(c.z))
  }

  private static func decode(_ c: SIMD3<Double>, _ curve: TransferFunction) -> SIMD3<Double> {
    SIMD3(curve.decode(c.x), curve.decode(c.y), curve.decode(c.z))
  }

  private static func cubeRoot(_ x: Double) -> Double { x < 0 ? -Roots.cube(-x) : Roots.cube(x) }
}

/// CIE L*a*b* relative to D50.
private enum Lab {
  /// XYZ of the white D50, whose chromaticity is (0.3457, 0.3585).
  static let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  /// The standard's κ and ε: below a relative luminance of ε the cube root is replaced by a line.
  static let kappa = 24389.0 / 27
  static let epsilon = 216.0 / 24389

  static func toXYZ(_ lab: SIMD3<Double>) -> SIMD3<Double> {
    // f0, f1 and f2 are the standard's f of X, Y and Z relative to the white.
    let f1 = (lab.x + 16) / 116
    let f0 = lab.y / 500 + f1
    let f2 = f1 - lab.z / 200
    let y = lab.x > kappa * epsilon ? f1 * f1 * f1 : lab.x / kappa
    return SIMD3(cubed(f0), y, cubed(f2)) * white
  }

  static func fromXYZ(_ xyz: SIMD3<Double>) -> SIMD3<Double> {
    let relative = xyz / white
    let f = SIMD3(rooted(relative.x), rooted(relative.y), rooted(relative.z))
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }

  /// The inverse of `rooted`.
  private static func cubed(_ f: Double) -> Double {
    let cube = f * f * f
    return cube > epsilon ? cube : (116 * f - 16) / kappa
  }

  /// The cube root, continued by a straight line near 0 and below.
  private static func rooted(_ x: Double) -> Double {
    x > epsilon ? Roots.cube(x) : (kappa * x + 16) / 116
  }
}

/// Conversions between (lightness, a, b) and (lightness, chroma, hue in degrees): lab and lch, oklab and oklch.
private enum Polar {
  /// The chroma of lch up to which a hue is powerless: 1/100,000 of 150, which CSS calls 100 %.
  static let powerlessLCHChroma = 0.0015
  /// The chroma of oklch up to which a hue is powerless: 1/100,000 of 0.4, which CSS calls 100 %.
  static let powerlessOKLCHChroma = 0.000004

  static func toRectangular(_ lch: SIMD3<Double>) -> SIMD3<Double> {
    let (sine, cosine) = Angles.sineAndCosine(degrees: lch.z)
    return SIMD3(lch.x, lch.y * cosine, lch.y * sine)
  }

  static func fromRectangular(_ lab: SIMD3<Double>, powerlessChroma: Double) -> SIMD3<Double> {
    let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot()
    return SIMD3(lab.x, chroma, chroma <= powerlessChroma ? 0 : Angles.degrees(y: lab.z, x: lab.y))
  }
}

/// Hue, saturation and lightness, and hue, whiteness and blackness, of sRGB-encoded values: the formulas of CSS Color 4's
/// sample code (sections 7 and 8).
private enum HueModels {
  static func rgb(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let saturation = hsl.y / 100
    let lightness = hsl.z / 100
    // Each channel is a trapezoid wave of the hue around the lightness, with phases in twelfths of a turn.
    let hueTwelfths = Angles.reduced(degrees: hsl.x) / 30
    let amplitude = saturation * (lightness < 1 - lightness ? lightness : 1 - lightness)
    func channel(_ offsetTwelfths: Double) -> Double {
      let sum = offsetTwelfths + hueTwelfths
      let phase = sum >= 12 ? sum - 12 : sum
      let triangle = phase - 3 < 9 - phase ? phase - 3 : 9 - phase
      let trapezoid = triangle < -1 ? -1 : (triangle > 1 ? 1 : triangle)
      return lightness - amplitude * trapezoid
    }
    return SIMD3(channel(0), channel(8), channel(4))
  }

  static func rgb(hwb: SIMD3<Double>) -> SIMD3<Double> {
    let white = hwb.y / 100
    let black = hwb.z / 100
    if white + black >= 1 { return SIMD3(repeating: white / (white + black)) }
    let pure = rgb(hsl: SIMD3(hwb.x, 100, 50))
    return pure * (1 - white - black) + SIMD3(repeating: white)
  }

  static func hsl(rgb: SIMD3<Double>) -> SIMD3<Double> {
    let (low, high) = extremes(rgb)
    let lightness = (low + high) / 2
    let span = high - low
    var saturation = 0.0
    var hue = hue(rgb, high: high, span: span)
    if span != 0, lightness != 0, lightness != 1 {
      saturation = (high - lightness) / (lightness < 1 - lightness ? lightness : 1 - lightness)
    }
    if saturation < 0 {
      // Far outside the gamut a saturation may be negative: the opposite hue with the positive saturation is the same colour.
      hue = Angles.reduced(degrees: hue + 180)
      saturation = -saturation
    }
    return SIMD3(hue, saturation * 100, lightness * 100)
  }

  static func hwb(rgb: SIMD3<Double>) -> SIMD3<Double> {
    let (low, high) = extremes(rgb)
    return SIMD3(hue(rgb, high: high, span: high - low), low * 100, (1 - high) * 100)
  }

  private static func extremes(_ c: SIMD3<Double>) -> (low: Double, high: Double) {
    (Swift.min(c.x, Swift.min(c.y, c.z)), Swift.max(c.x, Swift.max(c.y, c.z)))
  }

  /// The hue in degrees of sRGB-encoded components; `high` is the greatest component, `span` the greatest minus the least.
  private static func hue(_ c: SIMD3<Double>, high: Double, span: Double) -> Double {
    // The components of a grey differ by rounding errors after a conversion: with a span of up to 10⁻⁷ a colour counts as grey.
    guard span > 1e-7 else { return 0 }
    let sextant: Double
    if high == c.x {
      sextant = (c.y - c.z) / span + (c.y < c.z ? 6 : 0)
    } else if high == c.y {
      sextant = (c.z - c.x) / span + 2
    } else {
      sextant = (c.x - c.y) / span + 4
    }
    return Angles.reduced(degrees: sextant * 60)
  }
}
