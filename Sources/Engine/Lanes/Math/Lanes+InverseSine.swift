// The angle of a sine whose cosine is known.
//
// asin x = x + x³·P(x²) for x up to √½, by a polynomial that was fitted in long doubles, with a worst error of 7·10⁻⁹ before it is rounded to
// Float; beyond it the cosine has the smaller magnitude, and asin s = π/2 − asin c. The result is within 2.4·10⁻⁷ (tested). Cost: 20 operations and no
// division: with `atan2` in its place, bent sheets take 8 % longer.

import CLanes

extension Lanes {
  /// The angle in −π/2...π/2 whose sine is `sine`, −1...1, and whose cosine is `cosine`, 0...1.
  @inlinable @inline(__always)
  package static func angle(sine: Float8, cosine: Float8) -> Float8 {
    let magnitude = abs(sine)
    let x = min(magnitude, cosine)
    let z = x * x
    var p = z * 0x1.fac18cp-4 - 0x1.d84622p-4
    p = p * z + 0x1.7e8fd4p-4
    p = p * z + 0x1.55d0cep-7
    p = p * z + 0x1.862322p-5
    p = p * z + 0x1.32502ep-4
    p = p * z + 0x1.555850p-3
    let small = x + x * z * p
    let angle = select(magnitude .> cosine, 0x1.921fb6p+0 - small, small)
    return copySign(angle, sine)
  }
}
