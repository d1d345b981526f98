import Lanes

/// A tone map that keeps hues: light below a shoulder is unchanged, and bright light turns white instead of shifting to cyan, magenta or yellow.
///
/// Source: the PBR Neutral tone mapper of the Khronos Group (2024). With p for the largest channel and K for the start of the shoulder, a
/// colour whose p exceeds K is multiplied by q ÷ p, where q = P − (P − K)²/(p + P − 2K) approaches the peak P, and then mixed with
/// grey q by 1 − 1/(0.15(p − q) + 1). The published curve takes off the reflection F = 0.04 of a glossy surface first, which also
/// deepens shadows: from each channel x − x²/4F, where x is the smallest one, but at most F; and K = 0.8 − F. Light that is drawn has no
/// such reflection, so F is 0 here unless a toe is asked for.
/// Cost: 4 operations for eight pixels none of which is above K, otherwise 25 and two divisions.
package struct NeutralCurve: ColorToneCurve {
  /// F.
  private let toe: Float
  private let quarterInverseToe: Float
  /// K.
  private let knee: Float
  /// P: 1 for white.
  private let peak: Float

  package init(toe: Float, peak: Float = 1) {
    self.toe = toe
    quarterInverseToe = toe > 0 ? 0.25 / toe : 0
    knee = 0.8 - toe
    self.peak = peak
  }

  @inline(__always)
  package func map(_ color: LaneRGB) -> LaneRGB {
    var light = color.map { Lanes.max($0, 0) }
    if toe > 0 {
      let least = light.least
      let offset = Lanes.select(least .<= 2 * toe, least - least * least * quarterInverseToe, Float8(repeating: toe))
      light = light.map { $0 - offset }
    }
    let brightest = light.greatest
    if !Lanes.anyAbove(brightest, knee) { return light }
    // Light is limited, so that no product is infinite.
    let limited = Lanes.min(brightest, 1e9)
    let headroom = peak - knee
    let compressed = peak - headroom * headroom / (Lanes.max(limited - knee, 0) + headroom)
    let factor = compressed / Lanes.max(limited, 1e-6)
    let color = 1 / (0.15 * Lanes.max(limited - compressed, 0) + 1)
    let isBright = brightest .> knee
    return light.map { channel in
      let scaled = Lanes.min(channel, 1e9) * factor
      return Lanes.select(isBright, compressed + (scaled - compressed) * color, channel)
    }
  }
}
