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
