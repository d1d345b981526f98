/// Exact sums and products of Doubles as pairs, without a fused operation: `high` is the rounded result, and high + low the exact
/// one.
///
/// Source: T. Dekker, "A Floating-Point Technique for Extending the Available Precision" (1971); D. Knuth, TAOCP 2.
enum DoublePair {
  /// a + b exactly.
  static func sum(_ a: Double, _ b: Double) -> (high: Double, low: Double) {
    let s = a + b
    let t = s - a
    return (s, (a - (s - t)) + (b - t))
  }

  /// a + b exactly, for |a| ≥ |b|.
  static func quickSum(_ a: Double, _ b: Double) -> (high: Double, low: Double) {
    let s = a + b
    return (s, b - (s - a))
  }

  /// a·b exactly, for factors below 2⁹⁹⁶ and products above 2⁻⁹⁶⁹.
  static func product(_ a: Double, _ b: Double) -> (high: Double, low: Double) {
    let p = a * b
    let (a1, a0) = split(a)
    let (b1, b0) = split(b)
    return (p, ((a1 * b1 - p) + a1 * b0 + a0 * b1) + a0 * b0)
  }

  /// Two parts of at most 26 bits whose sum is `a`: products of such parts are exact (Dekker). The factor is 2²⁷ + 1.
  private static func split(_ a: Double) -> (high: Double, low: Double) {
    let t = a * 134_217_729
    let high = t - (t - a)
    return (high, a - high)
  }

  /// The product of two pairs, to about 2⁻¹⁰⁰ of its size.
  static func product(
    _ a: (high: Double, low: Double), _ b: (high: Double, low: Double)
  ) -> (high: Double, low: Double) {
    let p = product(a.high, b.high)
    return quickSum(p.high, p.low + (a.high * b.low + a.low * b.high))
  }
}
