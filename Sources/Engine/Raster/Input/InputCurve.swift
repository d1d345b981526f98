import Lanes

/// How stored values of footage become linear light.
package enum InputCurve: Sendable, Equatable {
  /// The sRGB curve: the inverse of the curve that encodes frames, so that footage without an effect is reproduced unchanged.
  case srgb
  /// A power with the exponent 2.2 or 2.8.
  case power(Float)
  /// No curve: the values are already linear light.
  case linear

  /// Converts values to light. Values are clamped to 0...1.25 first, the range of `decodeSRGB`.
  ///
  /// - Parameters:
  ///   - light: receives the light; may be the same memory as `values`.
  ///   - count: number of values, a multiple of 8.
  func decode(_ values: UnsafePointer<Float>, into light: UnsafeMutablePointer<Float>, count: Int) {
    switch self {
    case .srgb: Self.map(values, light, count) { decodeSRGB(Lanes.clamp($0, 0, 1.25)) }
    case .power(let exponent):
      Self.map(values, light, count) {
        let x = Lanes.clamp($0, 0, 1.25)
        // 2⁻²⁰ is less than one code of 16 bits.
        return Lanes.select(x .> 0, Lanes.pow(Lanes.max(x, 0x1p-20), exponent), x)
      }
    case .linear: Self.map(values, light, count) { Lanes.clamp($0, 0, 1.25) }
    }
  }

  /// Writes the results of `formula` for all values. Two blocks are computed at a time, so that the processor works on the slow operations
  /// of both.
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
