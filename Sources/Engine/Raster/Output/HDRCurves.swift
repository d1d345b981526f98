import Lanes

/// Encodes light by SMPTE ST 2084 (PQ): returns the signal, 0...1, for light of 0...1 in units of 10,000 cd/m².
///
/// With p = light^m₁ the standard's curve is ((c₁ + c₂p)/(1 + c₃p))^m₂. The exponent m₂ ≈ 78.8 would magnify the rounding error
/// of the fraction about a hundred times, to 10⁻⁵. But c₁ = 1 + c₃ − c₂, so the fraction is 1 + t with t = (c₂ − c₃)(p − 1)/(1 +
/// c₃p), and its logarithm is computed from t without adding 1. Worst error against the formula in Double: 2·10⁻⁷. About 90
/// operations for eight values.
@inline(__always)
package func encodePQ(_ light: Float8) -> Float8 {
  // The constants are m₁, c₂ − c₃, c₃ and m₂/ln 2; t is −0.164...0. `logTail(t)` is ln(1 + t) − t.
  let power = Lanes.exp2(0.159_301_757_812_5 * Lanes.log2(light))
  let t = 0.164_062_5 * (power - 1) / (1 + 18.6875 * power)
  return Lanes.exp2(113.747_487 * (Lanes.logTail(t) + t))
}

/// Decodes a signal, 0...1, of SMPTE ST 2084 (PQ): returns light, 0...1 in units of 10,000 cd/m². The inverse of `encodePQ`, in
/// Double.
package func decodePQ(_ signal: Double) -> Double {
  guard signal > 0 else { return 0 }
  let power = Lanes.exp2(Lanes.log2(signal) / 78.843_75)
  let fraction = (power - 0.835_937_5) / (18.851_562_5 - 18.6875 * power)
  return fraction > 0 ? Lanes.exp2(Lanes.log2(fraction) / 0.159_301_757_812_5) : 0
}

/// Encodes scene light, 0...1, by HLG (ARIB STD-B67, BT.2100): returns the signal, 0...1.
///
/// The standard's curve is √(3·light) up to light = 1/12, and a·ln(12·light − b) + c above. Worst error against the formula in Double:
/// 2·10⁻⁷. A root, a logarithm and ten operations for eight values.
@inline(__always)
package func encodeHLG(_ light: Float8) -> Float8 {
  let dark = Lanes.sqrt(3 * Lanes.max(light, 0))
  // Where the logarithm is used, its argument is at least 0.7. The maximum keeps it positive in other lanes.
  let bright = 0.178_832_77 * Lanes.log(Lanes.max(12 * light - 0.284_668_92, 0.1)) + 0.559_910_73
  return Lanes.min(Lanes.select(light .<= 1 / 12, dark, bright), 1)
}

/// Returns the factor from display light (0...1, in units of 1000 cd/m²) to HLG scene light: luminance^(1/1.2 − 1), the inverse of the
/// system gamma of 1.2. `luminance` is the luminance of the display light, 0...1.
@inline(__always)
package func sceneGainHLG(luminance: Float8) -> Float8 { Lanes.exp2(Lanes.log2(luminance) * (-1 / 6)) }
