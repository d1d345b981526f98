import Model

/// Moments spread over a duration that are easily read and typed: 0.2, 0.7, 1.2 … 5.7 for twelve in six seconds.
///
/// They are multiples of a unit (1, 2 or 5 times a power of ten) of which at least four fit between two of them, and lie in the middle
/// of the duration, as nearly as the unit allows: neither at the start, where a scene is often empty, nor at the end, which in a loop
/// is the start again.
package struct RoundTimes: Sendable, Equatable {
  /// The times in seconds, ascending, all within the duration.
  package let seconds: [Rational]
  /// Digits after the point that none of them exceeds.
  package let decimals: Int

  /// - Parameters:
  ///   - count: how many, at least 1.
  ///   - duration: in seconds, above 0.
  package init(count: Int, duration: Rational) {
    precondition(count > 0 && duration > .zero, "Moments are spread over a duration above 0.")
    let interval = duration / Rational(Int64(count))
    guard let unit = Self.units.first(where: { $0.value * 4 <= interval }) else {
      // Less than 4 µs apart nothing is round: the middles of equal parts.
      seconds = (0..<count).map { Rational(Int64(2 * $0 + 1), 2) * interval }
      decimals = Self.maximumDecimals
      return
    }
    let step = (interval / unit.value).floor
    let first = ((duration / unit.value - Rational(Int64(count - 1) * step)) / 2).floor
    seconds = (0..<count).map { Rational(first + Int64($0) * step) * unit.value }
    decimals = unit.decimals
  }

  private static let maximumDecimals = 6

  /// Units in seconds, largest first: 500,000 to a millionth.
  private static let units: [(value: Rational, decimals: Int)] = {
    var powers: [(Rational, Int)] = []
    var power = Rational(100_000)
    for exponent in stride(from: 5, through: -maximumDecimals, by: -1) {
      powers += [5, 2, 1].map { (Rational($0) * power, max(0, -exponent)) }
      power = power / 10
    }
    return powers
  }()
}
