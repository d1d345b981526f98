import Lanes

/// A tone map like film of low contrast: bright saturated light loses its colour early, and no channel clips alone.
///
/// Source: AgX by Troy Sobotka (2022), in the minimal form of Benjamin Wrensch ("Minimal AgX Implementation", 2023): a matrix that draws the
/// primaries inwards, the logarithm over 16.5 stops, a polynomial for the sigmoid, a matrix that draws the primaries back outwards, and the
/// power 2.2 to linear light. The polynomial ends at 0.9986, where light is 16.3.
///
/// For a high dynamic range each inner channel follows the curve of SDR (standard dynamic range) up to where its slope has fallen to 1, and
/// from there a hyperbola that approaches the peak, as in `HighlightCurve`.
/// Cost: about 300 operations for eight pixels; encoded for a screen 150, none where all are black.
package struct AgXCurve: ColorToneCurve {
  /// The brightest light; nil for SDR, which ends at white.
  private let peak: Float?

  package init(peak: Float? = nil) { self.peak = peak }

  /// Where the slope of an inner channel, in linear light, is 1, and the curve's value there.
  private static var knee: (light: Float, value: Float) { (0.162_817_08, 0.197_776_35) }

  @inline(__always)
  package func map(_ color: LaneRGB) -> LaneRGB {
    let light = color.map { Lanes.clamp($0, 0, 1e9) }
    if !Lanes.anyAbove(light.greatest, 0) { return light }
    let curved = inset(light).map { sigmoid($0) }
    return outset(curved).map { Lanes.clamp(Lanes.exp2(Lanes.log2(Lanes.max($0, 0x1p-20)) * 2.2), 0, peak ?? 1) }
  }

  package var encodesDirectly: Bool { peak == nil }

  /// The curve and the sRGB curve, by polynomials that are off by at most 1/80 of an 8-bit step.
  @inline(__always)
  package func encoded(_ color: LaneRGB) -> LaneRGB {
    let light = color.map { Lanes.clamp($0, 0, 1e9) }
    if !Lanes.anyAbove(light.greatest, 0) { return light }
    return outset(inset(light).map { polynomial(stops: shortLog2($0)) }).map { encodedPower($0) }
  }

  // MARK: Matrices

  @inline(__always)
  private func inset(_ light: LaneRGB) -> LaneRGB {
    LaneRGB(
      light.red * 0.842_479_06 + light.green * 0.078_433_6 + light.blue * 0.079_223_745,
      light.red * 0.042_328_242 + light.green * 0.878_468_64 + light.blue * 0.079_166_13,
      light.red * 0.042_375_655 + light.green * 0.078_433_6 + light.blue * 0.879_142_97)
  }

  @inline(__always)
  private func outset(_ curved: LaneRGB) -> LaneRGB {
    LaneRGB(
      curved.red * 1.196_879 + curved.green * -0.098_020_88 + curved.blue * -0.099_029_744,
      curved.red * -0.052_896_752 + curved.green * 1.151_903_1 + curved.blue * -0.098_961_18,
      curved.red * -0.052_971_636 + curved.green * -0.098_043_45 + curved.blue * 1.151_073_7)
  }

  // MARK: Channels

  /// The curve of an inner channel, encoded by the power 1 ÷ 2.2.
  @inline(__always)
  private func sigmoid(_ light: Float8) -> Float8 {
    let value = polynomial(stops: Lanes.log2(Lanes.max(light, 0x1p-20)))
    guard let peak else { return value }
    let knee = Self.knee
    let headroom = peak - knee.value
    let extended = peak - headroom * headroom / (Lanes.max(light - knee.light, 0) + headroom)
    let encoded = Lanes.exp2(Lanes.log2(extended) * (1 / 2.2))
    return Lanes.select(light .<= knee.light, value, encoded)
  }

  @inline(__always)
  private func polynomial(stops: Float8) -> Float8 {
    let x = (Lanes.clamp(stops, -12.473_93, 4.026_069) + 12.473_93) * (1 / 16.499_999)
    let x2 = x * x
    let x4 = x2 * x2
    return ((x2 * 15.5 - x * 40.14 + 31.96) * x4 + (x * -6.868 + 0.4298) * x2) + (x * 0.1191 - 0.00232)
  }

  /// Logarithm to the base 2 by a polynomial of degree 5, with an error of 1.4·10⁻⁵; arguments below 2⁻¹²⁶ count as 2⁻¹²⁶.
  @inline(__always)
  private func shortLog2(_ x: Float8) -> Float8 {
    let (exponent, t) = Lanes.parts(x)
    let t2 = t * t
    let low = t * 1.442_532 - 7.860_243e-6
    let middle = t * 0.487_644_54 - 0.720_063_9
    let high = t * 0.248_458_3 - 0.395_409_86
    return exponent + (low + (middle + high * t2) * t2)
  }

  /// The sRGB curve of v^2.2, limited to 0...1: a polynomial of degree 4 where the sRGB curve is straight, up to v = 0.0727, and one
  /// of degree 7 above, with errors of 1.2 and 2.6·10⁻⁵.
  @inline(__always)
  private func encodedPower(_ x: Float8) -> Float8 {
    let v = Lanes.clamp(x, 0, 1)
    let v2 = v * v
    let dark = (v * -0.011_697_04 + 1.159_941_5e-5) + (v * 37.158_85 + 5.790_512 - v2 * 129.771_75) * v2
    let low = (v * 1.302_544_4 - 0.050_150_923) + (v * 2.120_169_4 - 0.911_712_45) * v2
    let high = (v * 3.483_480_6 - 3.465_733) + (v * 0.445_737_6 - 1.924_326_1) * v2
    let bright = low + high * (v2 * v2)
    return Lanes.clamp(Lanes.select(v .<= 0.072_721_28, dark, bright), 0, 1)
  }
}
