/// Conversions between the spaces of CSS Color 4 through linear BT.709 light, without clipping.
///
/// Components are in CSS's units: RGB and XYZ 0…1, lab and lch lightness 0…100, oklab and oklch 0…1, saturation,
/// lightness, whiteness and blackness in percent, hues in degrees (first in hsl and hwb, last in lch and oklch).
extension ColorSpace {
  /// The index of the hue among the components, if there is one.
  package var hueIndex: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// Linear BT.709 light of a colour of this space.
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
      let roots = Matrix3.oklabToLMS * c
      return Matrix3.xyzToSRGB * (Matrix3.lmsToXYZ * (roots * roots * roots))
    case .oklch: return ColorSpace.oklab.linearLight(Polar.toRectangular(c))
    case .hsl: return ColorSpace.srgb.linearLight(HueTriangle.rgb(hsl: c))
    case .hwb: return ColorSpace.srgb.linearLight(HueTriangle.rgb(hwb: c))
    }
  }

  /// The components in this space of linear BT.709 light. A powerless hue (of a grey) is 0.
  package func components(ofLight light: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .srgbLinear: return light
    case .srgb: return ColorSpace.encode(light, .srgb)
    case .displayP3: return ColorSpace.encode(Matrix3.xyzToDisplayP3 * (Matrix3.srgbToXYZ * light), .srgb)
    case .a98: return ColorSpace.encode(Matrix3.xyzToA98 * (Matrix3.srgbToXYZ * light), .a98)
    case .prophoto:
      return ColorSpace.encode(.xyzD50ToProphoto * (Matrix3.d65ToD50 * (Matrix3.srgbToXYZ * light)), .prophoto)
    case .rec2020: return ColorSpace.encode(Matrix3.xyzToRec2020 * (Matrix3.srgbToXYZ * light), .rec2020)
    case .xyzD65: return Matrix3.srgbToXYZ * light
    case .xyzD50: return Matrix3.d65ToD50 * (Matrix3.srgbToXYZ * light)
    case .lab: return Lab.fromXYZ(Matrix3.d65ToD50 * (Matrix3.srgbToXYZ * light))
    case .lch: return Polar.fromRectangular(ColorSpace.lab.components(ofLight: light), negligible: 0.0015)
    case .oklab:
      let lms = Matrix3.xyzToLMS * (Matrix3.srgbToXYZ * light)
      return Matrix3.lmsToOklab
        * SIMD3(ColorSpace.cubeRoot(lms.x), ColorSpace.cubeRoot(lms.y), ColorSpace.cubeRoot(lms.z))
    case .oklch: return Polar.fromRectangular(ColorSpace.oklab.components(ofLight: light), negligible: 0.000004)
    case .hsl: return HueTriangle.hsl(rgb: ColorSpace.encode(light, .srgb))
    case .hwb: return HueTriangle.hwb(rgb: ColorSpace.encode(light, .srgb))
    }
  }

  /// Whether the hue of these components is powerless (CSS): mixing then takes the other colour's.
  package func hasPowerlessHue(_ c: SIMD3<Double>) -> Bool {
    switch self {
    case .lch: c.y <= 0.0015
    case .oklch: c.y <= 0.000004
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
  static let white = SIMD3(0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585)
  static let kappa = 24389.0 / 27
  static let epsilon = 216.0 / 24389

  static func toXYZ(_ lab: SIMD3<Double>) -> SIMD3<Double> {
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

  private static func cubed(_ f: Double) -> Double {
    let cube = f * f * f
    return cube > epsilon ? cube : (116 * f - 16) / kappa
  }

  private static func rooted(_ x: Double) -> Double {
    x > epsilon ? Roots.cube(x) : (kappa * x + 16) / 116
  }
}

/// Lightness, chroma, hue ⇄ lightness and two opponent axes.
private enum Polar {
  static func toRectangular(_ lch: SIMD3<Double>) -> SIMD3<Double> {
    let (sine, cosine) = Angles.sineAndCosine(degrees: lch.z)
    return SIMD3(lch.x, lch.y * cosine, lch.y * sine)
  }

  static func fromRectangular(_ lab: SIMD3<Double>, negligible: Double) -> SIMD3<Double> {
    let chroma = (lab.y * lab.y + lab.z * lab.z).squareRoot()
    return SIMD3(lab.x, chroma, chroma <= negligible ? 0 : Angles.degrees(y: lab.z, x: lab.y))
  }
}

/// The hexagonal models of sRGB-encoded values.
private enum HueTriangle {
  static func rgb(hsl: SIMD3<Double>) -> SIMD3<Double> {
    let saturation = hsl.y / 100
    let lightness = hsl.z / 100
    let hue = Angles.reduced(degrees: hsl.x) / 30
    let reach = saturation * (lightness < 1 - lightness ? lightness : 1 - lightness)
    func channel(_ offset: Double) -> Double {
      let sum = offset + hue
      let k = sum >= 12 ? sum - 12 : sum
      let low = k - 3 < 9 - k ? k - 3 : 9 - k
      let bounded = low < -1 ? -1 : (low > 1 ? 1 : low)
      return lightness - reach * bounded
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
      // Far outside the gamut: the opposite hue with a positive saturation is the same colour.
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

  private static func hue(_ c: SIMD3<Double>, high: Double, span: Double) -> Double {
    // A grey after a round trip through a curve is off by a few ulp: its hue is powerless.
    guard span > 1e-7 else { return 0 }
    let sixth: Double
    if high == c.x {
      sixth = (c.y - c.z) / span + (c.y < c.z ? 6 : 0)
    } else if high == c.y {
      sixth = (c.z - c.x) / span + 2
    } else {
      sixth = (c.x - c.y) / span + 4
    }
    return Angles.reduced(degrees: sixth * 60)
  }
}
