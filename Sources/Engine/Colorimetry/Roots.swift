/// Roots and fractional powers from + − × ÷ √ alone, so that their bits are the same on every machine.
///
/// The exponents of the transfer functions are fractions. For those of small numbers (5/12, 9/5), cube roots, fifth roots (both
/// by Newton's method from a first estimate) and square roots are enough; Adobe RGB's 563/256 and its inverse have functions of
/// their own. The worst error is about 3 · 2⁻⁵² of the result. Arguments must be finite and not negative.
package enum Roots {
  /// Cube root, x^(1/3); 0 for x up to 2⁻¹⁰⁰⁰.
  package static func cube(_ x: Double) -> Double {
    guard x > 0x1p-1000 else { return 0 }
    var root = firstEstimate(x, degree: 3)
    for _ in 0..<5 { root = (2 * root + x / (root * root)) / 3 }
    return root
  }

  /// Fifth root, x^(1/5); 0 for x up to 2⁻¹⁰⁰⁰.
  package static func fifth(_ x: Double) -> Double {
    guard x > 0x1p-1000 else { return 0 }
    var root = firstEstimate(x, degree: 5)
    for _ in 0..<6 {
      let square = root * root
      root = (4 * root + x / (square * square)) / 5
    }
    return root
  }

  /// x^(563/256), the exponent of Adobe RGB (1998).
  package static func power563By256(_ x: Double) -> Double {
    // 563/256 = 2 + 1/8 + 1/16 + 1/128 + 1/256. After n square roots, which halve the exponent, `root` is x^(1/2ⁿ).
    var root = x
    var result = x * x
    for halvings in 1...8 {
      root = root.squareRoot()
      if halvings == 3 || halvings == 4 || halvings >= 7 { result *= root }
    }
    return result
  }

  /// x^(256/563) for x from 2⁻¹⁰⁰ to 2¹⁰⁰, a far wider range than colours need; outside of it the steps may not converge. The
  /// result is 0 for x up to 2⁻⁵⁰⁰.
  package static func power256By563(_ x: Double) -> Double {
    guard x > 0x1p-500 else { return 0 }
    // The root r solves r^(563/256) = x. Each step multiplies r by 1 + (x/r^(563/256) − 1)·256/563, Newton's step for the
    // relative error. The steps begin at √x, which is near, since 256/563 is 0.455.
    var root = x.squareRoot()
    for _ in 0..<12 { root *= 1 + (x / power563By256(root) - 1) * (256.0 / 563.0) }
    return root
  }

  /// A first estimate of a root, within a few percent. The bits of a positive Double x, read as a whole number, minus the bits of
  /// 1 are nearly proportional to log x: this difference ÷ `degree` is nearly the difference for the root.
  private static func firstEstimate(_ x: Double, degree: UInt64) -> Double {
    let one = (1.0).bitPattern
    let bits = x.bitPattern
    return Double(
      bitPattern: bits >= one ? one + (bits - one) / degree : one - (one - bits) / degree)
  }
}
