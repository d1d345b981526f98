import Lanes

/// The noise and the random numbers of formulas of numbers, in Double.
package enum ExactNoise {
  /// A number in 0 ..< 1 that depends on every bit of `value` and on the seed.
  package static func uniform(_ value: Double, seed: UInt64) -> Double {
    // −0 equals 0 and has to give the same number.
    let bits = (value == 0 ? 0 : value).bitPattern
    return unitDouble(mixed(mixed(bits &+ splitMixIncrement) ^ seed))
  }

  /// Value noise in 0...1 at (x, y), or with one dimension along x alone, where y is 0: hashed values at whole numbers, interpolated
  /// by the quintic of Perlin (2002). 0.5 if coordinates are so large that they have no fraction.
  package static func smooth(_ x: Double, _ y: Double, dimensions: Int, seed: UInt64) -> Double {
    guard Swift.abs(x) < 0x1p52, Swift.abs(y) < 0x1p52 else { return 0.5 }
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (fade(x - column), fade(y - row))
    /// The value at a corner of the lattice cell, `dx` and `dy` 0 or 1.
    func corner(_ dx: Double, _ dy: Double) -> Double {
      let a = mixed(UInt64(bitPattern: Int64(column + dx)) &+ splitMixIncrement)
      let b = mixed(a ^ UInt64(bitPattern: Int64(row + dy)))
      return unitDouble(mixed(b ^ seed))
    }
    let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * u
    guard dimensions > 1 else { return upper }
    let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * u
    return upper + (lower - upper) * v
  }

  /// Perlin's quintic 6x⁵ − 15x⁴ + 10x³, from 0 at 0 to 1 at 1 with slopes and curvatures of 0 there.
  private static func fade(_ x: Double) -> Double { x * x * x * (x * (x * 6 - 15) + 10) }

  /// The increment of SplitMix64, 2⁶⁴ ÷ the golden ratio. It is added before hashing, because `mixed(0)` is 0.
  private static let splitMixIncrement: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A number in 0 ..< 1 from the upper 53 bits, as many as a Double holds.
  private static func unitDouble(_ bits: UInt64) -> Double { Double(bits >> 11) * 0x1p-53 }

  private static func mixed(_ value: UInt64) -> UInt64 { PathHash.mixed(value) }
}
