import Lanes

/// How stored values of footage become linear light.
package enum InputCurve: Sendable, Equatable {
  /// The sRGB curve: the inverse of the one that frames are encoded with, so that what is not drawn on comes back as it was.
  case srgb
  /// A power: 2.2 or 2.8.
  case power(Float)
  /// None: the values are linear light already.
  case linear

  /// Light of values; negative ones count as 0, and those above 1.25 as 1.25.
  @inline(__always)
  func light(_ x: Float8) -> Float8 {
    let x = Lanes.clamp(x, 0, 1.25)
    switch self {
    case .srgb: return decodeSRGB(x)
    case .power(let exponent): return Lanes.select(x .> 0, Lanes.pow(Lanes.max(x, 0x1p-20), exponent), x)
    case .linear: return x
    }
  }
}

/// The inverse of the sRGB curve for x in 0...1.25: x/12.92 up to 0.04045, else ((x + 0.055)/1.055)^2.4.
///
/// The power is approximated by a minimax polynomial of degree 7 in s − 11/16, s being the square root of (x + 0.055)/1.055, with
/// errors weighted as the sRGB curve weights them. With the rounding of Float, encoding the result gives x to 6·10⁻⁷, 1/25 of
/// a 16-bit code.
@inline(__always)
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
