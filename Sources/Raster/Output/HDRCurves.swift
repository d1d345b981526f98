import Lanes

/// The signal of SMPTE ST 2084 (PQ), 0...1, for light of 0...1 in units of 10,000 cd/m².
///
/// Worst error against the formula in Double: 4·10⁻⁶, a seventieth of a 12-bit code; it is the curve's last power of 79 that magnifies
/// the rounding of floats. About 120 operations for eight values.
@inline(__always)
package func encodePQ(_ light: Float8) -> Float8 {
  // The constants are m₁, c₁, c₂, c₃ and m₂ of the standard.
  let power = Lanes.exp2(0.159_301_757_812_5 * Lanes.log2(light))
  let fraction = (0.835_937_5 + 18.851_562_5 * power) / (1 + 18.6875 * power)
  return Lanes.exp2(78.843_75 * Lanes.log2(fraction))
}

/// The signal of HLG (ARIB STD-B67, BT.2100), 0...1, for light of the scene of 0...1.
///
/// Worst error against the formula in Double: 3·10⁻⁷. A root, a logarithm and ten operations for eight values.
@inline(__always)
package func encodeHLG(_ light: Float8) -> Float8 {
  let dark = Lanes.sqrt(3 * Lanes.max(light, 0))
  // The logarithm's argument is 0.7 or more where the result is taken.
  let bright = 0.178_832_77 * Lanes.log(Lanes.max(12 * light - 0.284_668_92, 0.1)) + 0.559_910_73
  return Lanes.min(Lanes.select(light .<= 1 / 12, dark, bright), 1)
}

/// The factor from light of a display of 1000 cd/m², 0...1, to light of HLG's scene, for the display's luminance: HLG's own system
/// gamma of 1.2, which displays apply to luminance, undone.
@inline(__always)
package func sceneGainHLG(luminance: Float8) -> Float8 { Lanes.exp2(Lanes.log2(luminance) * (-1 / 6)) }
