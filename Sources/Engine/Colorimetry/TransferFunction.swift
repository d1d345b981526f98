/// Transfer functions of RGB spaces: `encode` converts linear light to stored values, `decode` converts back.
///
/// Definitions: CSS Color 4, section 10 and its sample code (`rec2020` is the display curve, BT.1886 with gamma 2.4).
/// The functions continue above 1, and below 0 as odd functions: f(−x) = −f(x). No function of the C library is used. The worst
/// relative error is 4·10⁻¹⁵.
package enum TransferFunction: Sendable, CaseIterable {
  /// The identity.
  case linear
  /// sRGB and Display P3: a line near black, then the power 1/2.4.
  case srgb
  /// Adobe RGB (1998): the power 256/563.
  case a98
  /// ProPhoto RGB: a line near black, then the power 1/1.8.
  case prophoto
  /// ITU-R BT.2020's display curve: the power 1/2.4.
  case rec2020

  /// Stored value of linear light.
  package func encode(_ light: Double) -> Double {
    let magnitude = light < 0 ? -light : light
    let encoded: Double
    switch self {
    case .linear:
      encoded = magnitude
    case .srgb:
      if magnitude <= 0.0031308 {
        encoded = 12.92 * magnitude
      } else {
        encoded = 1.055 * TransferFunction.power5By12(magnitude) - 0.055
      }
    case .a98:
      encoded = Roots.power256By563(magnitude)
    case .prophoto:
      // x^(1/1.8) = (x^(1/9))⁵
      let root = Roots.cube(Roots.cube(magnitude))
      encoded = magnitude >= 1.0 / 512 ? (root * root) * (root * root) * root : 16 * magnitude
    case .rec2020:
      encoded = TransferFunction.power5By12(magnitude)
    }
    return light < 0 ? -encoded : encoded
  }

  /// Linear light of a stored value.
  package func decode(_ stored: Double) -> Double {
    let magnitude = stored < 0 ? -stored : stored
    let decoded: Double
    switch self {
    case .linear:
      decoded = magnitude
    case .srgb:
      decoded =
        magnitude <= 0.04045
        ? magnitude / 12.92 : TransferFunction.power12By5((magnitude + 0.055) / 1.055)
    case .a98:
      decoded = Roots.power563By256(magnitude)
    case .prophoto:
      // x^1.8 = x·(x^(1/5))⁴
      let root = Roots.fifth(magnitude)
      decoded = magnitude > 16.0 / 512 ? magnitude * ((root * root) * (root * root)) : magnitude / 16
    case .rec2020:
      decoded = TransferFunction.power12By5(magnitude)
    }
    return stored < 0 ? -decoded : decoded
  }

  /// x^2.4 = x²·(x^(1/5))².
  private static func power12By5(_ x: Double) -> Double {
    let root = Roots.fifth(x)
    return x * x * (root * root)
  }

  /// x^(1/2.4) = (x^(1/12))⁵.
  private static func power5By12(_ x: Double) -> Double {
    let root = Roots.cube(x).squareRoot().squareRoot()
    return (root * root) * (root * root) * root
  }
}

extension LinearColor {
  /// A colour of sRGB-encoded components, straight alpha.
  public init(srgbRed red: Double, green: Double, blue: Double, alpha: Double = 1) {
    let curve = TransferFunction.srgb
    self.init(
      red: curve.decode(red), green: curve.decode(green), blue: curve.decode(blue), alpha: alpha)
  }

  /// The sRGB-encoded red, green and blue (straight, not clamped).
  package var srgbEncoded: SIMD3<Double> {
    let curve = TransferFunction.srgb
    return SIMD3(curve.encode(red), curve.encode(green), curve.encode(blue))
  }
}
