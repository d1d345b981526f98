import Model

/// Times spread evenly over a duration, rounded so that they are easy to read and type: 0.2, 0.7, 1.2 … 5.7 for twelve times in six seconds.
///
/// The times are multiples of a unit: the largest 1, 2 or 5 times a power of ten that is at most a quarter of the interval
/// between them. As nearly as the unit allows, the gap before the first time, where a scene is often empty, equals the gap after
/// the last one.
package struct RoundTimes: Sendable, Equatable {
  /// The times in seconds, ascending, all within the duration.
  package let seconds: [Rational]
  /// How many digits after the point the times need at most.
  package let decimals: Int

  /// Spreads times over a duration.
  ///
  /// - Parameters:
  ///   - count: the number of times, at least 1.
  ///   - duration: the duration in seconds, above 0.
  package init(count: Int, duration: Rational) {
    precondition(count > 0 && duration > .zero, "At least one time is spread over a duration above 0.")
    let interval = duration / Rational(Int64(count))
    guard let unit = Self.units.first(where: { $0.value * 4 <= interval }) else {
      // Times less than 4 µs apart are not rounded: they are the middles of equal parts.
      seconds = (0..<count).map { Rational(Int64(2 * $0 + 1), 2) * interval }
      decimals = Self.maximumDecimals
      return
    }
    // `step` and `first` are counted in units.
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
