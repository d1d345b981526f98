import Lanes

/// Returns the sRGB curve's value for x in 0...1: 12.92x up to x = 0.0031308, otherwise 1.055·x^(1/2.4) − 0.055.
///
/// 1.055·x^(1/2.4) − 0.055 is approximated by a minimax polynomial of degree 8 in u = x^¼ − ⅝, with an error of 8·10⁻⁸. Including
/// the rounding of Float, the result is at most 2.5·10⁻⁷ from the exact curve, 1/60 of a 16-bit code. Cost: two square roots and
/// 17 operations for eight values.
@inlinable @inline(__always)
package func encodeSRGB(_ x: Float8) -> Float8 { encodeSRGB(x, root: shiftedFourthRoot(x)) }

/// Returns x^¼ − ⅝, the argument of the polynomial of `encodeSRGB`: the part of `encodeSRGB` that takes long.
@inlinable @inline(__always)
package func shiftedFourthRoot(_ x: Float8) -> Float8 { Lanes.sqrt(Lanes.sqrt(x)) - 0.625 }

/// Returns the sRGB curve's value for x in 0...1; `root` is `shiftedFourthRoot(x)`.
@inlinable @inline(__always)
package func encodeSRGB(_ x: Float8, root u: Float8) -> Float8 {
  let u2 = u * u
  let u4 = u2 * u2
  // Pairs of terms of the polynomial, named by the lower degree: c₀ + c₁u, c₂ + c₃u, ….
  let pair0 = 0x1.b54116p-2 + 0x1.490cc2p+0 * u
  let pair2 = 0x1.5efac2p-1 - 0x1.f3b416p-4 * u
  let pair4 = 0x1.0c8452p-4 - 0x1.752f66p-5 * u
  let pair6 = 0x1.1d778ap-5 - 0x1.12931ap-4 * u
  let low = pair0 + pair2 * u2
  let high = pair4 + pair6 * u2
  let power = low + (high + 0x1.7803a4p-4 * u4) * u4
  return Lanes.select(x .<= 0.003_130_8, 12.92 * x, Lanes.min(power, 1))
}

/// Returns the inverse of the sRGB curve for x in 0...1.25: x/12.92 up to x = 0.04045, otherwise ((x + 0.055)/1.055)^2.4.
///
/// The power is approximated by a minimax polynomial of degree 7 in s − 11/16, where s is the square root of (x + 0.055)/1.055. Its
/// errors are weighted by their effect on the encoded value. Including the rounding of Float, encoding the result gives x with an error of
/// 6·10⁻⁷, 1/25 of a 16-bit code.
@inlinable @inline(__always)
package func decodeSRGB(_ x: Float8) -> Float8 {
  let v = Lanes.sqrt((Lanes.max(x, 0) + 0.055) * (1 / 1.055)) - 0.6875
  let v2 = v * v
  let pair0 = 0x1.5307d6p-3 + 0x1.27e192p+0 * v
  let pair2 = 0x1.98da98p+1 + 0x1.1586eap+2 * v
  let pair4 = 0x1.6b5142p+1 + 0x1.520426p-1 * v
  let pair6 = -0x1.0ee26ep-5 + 0x1.39c602p-7 * v
  let power = (pair0 + pair2 * v2) + (pair4 + pair6 * v2) * (v2 * v2)
  return Lanes.select(x .<= 0.04045, x * (1 / 12.92), power)
}
