import Lanes

/// A tone map like film of low contrast: bright saturated light loses its colour early, and no channel clips alone.
///
/// Source: AgX by Troy Sobotka (2022), in the minimal form of Benjamin Wrensch ("Minimal AgX Implementation", 2023): a matrix that draws the
/// primaries inwards, the logarithm over 16.5 stops, a polynomial for the sigmoid, a matrix that draws the primaries back outwards, and the
/// power 2.2 to linear light. The polynomial ends at 0.9986, where light is 16.3.
///
/// For a high dynamic range each inner channel follows the curve of SDR (standard dynamic range) up to where its slope has fallen to 1, and
/// from there a hyperbola that approaches the peak, as in `HighlightCurve`.
/// Cost: about 200 operations for eight pixels; none where all are black.
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
    let inner = LaneRGB(
      light.red * 0.842_479_06 + light.green * 0.078_433_6 + light.blue * 0.079_223_745,
      light.red * 0.042_328_242 + light.green * 0.878_468_64 + light.blue * 0.079_166_13,
      light.red * 0.042_375_655 + light.green * 0.078_433_6 + light.blue * 0.879_142_97)
    let curved = inner.map { sigmoid($0) }
    let outer = LaneRGB(
      curved.red * 1.196_879 + curved.green * -0.098_020_88 + curved.blue * -0.099_029_744,
      curved.red * -0.052_896_752 + curved.green * 1.151_903_1 + curved.blue * -0.098_961_18,
      curved.red * -0.052_971_636 + curved.green * -0.098_043_45 + curved.blue * 1.151_073_7)
    return outer.map { decoded($0) }
  }

  /// The curve of an inner channel, encoded by the power 1 ÷ 2.2.
  @inline(__always)
  private func sigmoid(_ light: Float8) -> Float8 {
    let stops = Lanes.clamp(Lanes.log2(Lanes.max(light, 0x1p-20)), -12.473_93, 4.026_069)
    let x = (stops + 12.473_93) * (1 / 16.499_999)
    let x2 = x * x
    let x4 = x2 * x2
    let high = (x2 * 15.5 - x * 40.14 + 31.96) * x4
    let low = (x * -6.868 + 0.4298) * x2 + (x * 0.1191 - 0.00232)
    let value = high + low
    guard let peak else { return value }
    let knee = Self.knee
    let headroom = peak - knee.value
    let extended = peak - headroom * headroom / (Lanes.max(light - knee.light, 0) + headroom)
    let encoded = Lanes.exp2(Lanes.log2(extended) * (1 / 2.2))
    return Lanes.select(light .<= knee.light, value, encoded)
  }

  /// Linear light: the power 2.2, limited to 0 ... the brightest light.
  @inline(__always)
  private func decoded(_ x: Float8) -> Float8 {
    Lanes.clamp(Lanes.exp2(Lanes.log2(Lanes.max(x, 0x1p-20)) * 2.2), 0, peak ?? 1)
  }
}
