/// Upper estimates of how many births a rate that changes with time gives in any stretch of time.
///
/// The local seconds are cut into equal pieces; in each the rate counts with its largest value there. So a rate with short peaks
/// is not taken for its peak all the time. Cost: the range of the rate in each piece, once for a cell.
struct BirthRateProfile {
  /// Seconds of a piece.
  private let pieceSeconds: Double
  /// `sums[i]`: births in the first i pieces; in a loop of two periods.
  private let sums: [Double]
  private let birthsOfPeriod: Double
  /// Local seconds after which the births come again; nil outside of a loop.
  private let period: Double?

  /// Nil for rates that are the same at all times.
  ///
  /// - Parameters:
  ///   - rates: their product is the rate, births a second.
  ///   - period: local seconds of a loop.
  init?(_ rates: [AnimatedNumber], during clocks: ClockRange, period: Double?) {
    let seconds = period ?? (clocks.local.upperBound - clocks.local.lowerBound)
    guard !rates.allSatisfy(\.isConstant), seconds > 0, seconds.isFinite else { return nil }
    // Keys cost little; the range of a formula is found from many pieces of its own.
    let count = rates.allSatisfy { $0.isConstant || $0.isKeyed } ? 256 : 32
    let pieceSeconds = seconds / Double(count)
    let start = clocks.local.lowerBound
    let births = (0..<count).map { piece in
      let low = start + pieceSeconds * Double(piece)
      // Neighbouring pieces share a moment, so that rounding leaves none out.
      let clocks = ClockRange(local: low...(low + pieceSeconds * (1 + 0x1p-20)), canvas: clocks.canvas)
      return rates.reduce(pieceSeconds) { $0 * max(0, $1.valueRange(during: clocks).upperBound) }
    }
    self.pieceSeconds = pieceSeconds
    birthsOfPeriod = births.reduce(0, +)
    self.period = period
    sums = (period == nil ? births : births + births).reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// The most births in any `window` seconds.
  func most(within window: Double) -> Double {
    var (rest, periods) = (window, 0.0)
    if let period {
      // In a loop births are rounded to whole numbers, at least one, in each period.
      periods = (window / period).rounded(.down)
      rest = window - periods * period
      periods *= birthsOfPeriod + 1
      periods += 1
    }
    // A window reaches into one piece more than fit into it.
    let length = min((rest / pieceSeconds).rounded(.up) + 1, Double(sums.count - 1))
    let pieces = Int(length)
    let most = (pieces..<sums.count).reduce(0) { max($0, sums[$1] - sums[$1 - pieces]) }
    return periods + most
  }
}
