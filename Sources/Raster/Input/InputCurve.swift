import Lanes

/// How stored values of footage become linear light.
package enum InputCurve: Sendable, Equatable {
  /// The sRGB curve: the inverse of the one that frames are encoded with, so that what is not drawn on comes back as it was.
  case srgb
  /// A power: 2.2 or 2.8.
  case power(Float)
  /// None: the values are linear light already.
  case linear

  /// Writes the light of values; negative ones count as 0, and those above 1.25 as 1.25.
  ///
  /// - Parameters:
  ///   - light: may be where the values are.
  ///   - count: a multiple of 8.
  func decode(_ values: UnsafePointer<Float>, into light: UnsafeMutablePointer<Float>, count: Int) {
    switch self {
    case .srgb: Self.map(values, light, count) { decodeSRGB(Lanes.clamp($0, 0, 1.25)) }
    case .power(let exponent):
      Self.map(values, light, count) {
        let x = Lanes.clamp($0, 0, 1.25)
        return Lanes.select(x .> 0, Lanes.pow(Lanes.max(x, 0x1p-20), exponent), x)
      }
    case .linear: Self.map(values, light, count) { Lanes.clamp($0, 0, 1.25) }
    }
  }

  /// Writes what `formula` makes of values. Two blocks are worked on at a time: one's root is taken beside the other's.
  @inline(__always)
  static func map(
    _ values: UnsafePointer<Float>, _ results: UnsafeMutablePointer<Float>, _ count: Int,
    _ formula: (Float8) -> Float8
  ) {
    var index = 0
    while index &+ 16 <= count {
      let (first, second) = (Lanes.load(values + index), Lanes.load(values + index + 8))
      Lanes.store(formula(first), to: results + index)
      Lanes.store(formula(second), to: results + index + 8)
      index &+= 16
    }
    if index < count { Lanes.store(formula(Lanes.load(values + index)), to: results + index) }
  }
}
