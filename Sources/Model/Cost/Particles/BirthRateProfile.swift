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
    // Keys cost little; of formulas the more pieces, the shorter they are.
    let instructions = rates.reduce(1) { $0 + $1.source.instructionCount }
    let count =
      rates.allSatisfy { $0.isConstant || $0.isKeyed }
      ? 256 : Int(max(32, min(256, Self.maximumInstructions / instructions)))
    let pieceSeconds = seconds / Double(count)
    let start = clocks.local.lowerBound
    var halvings = count
    let births = (0..<count).map { piece in
      let low = start + pieceSeconds * Double(piece)
      return Self.births(rates, from: low, seconds: pieceSeconds, canvas: clocks.canvas, &halvings)
    }
    self.pieceSeconds = pieceSeconds
    birthsOfPeriod = births.reduce(0, +)
    self.period = period
    sums = (period == nil ? births : births + births).reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// Instructions of the rates' formulas that are run for all pieces.
  private static let maximumInstructions = 32_768.0
  /// The least share of a piece, where it is halved because a rate jumps in it.
  private static let minimumShare = 1.0 / 64

  /// Births in some seconds, where the rates count with their largest values. Where a rate is far smaller for a part of the time, as one
  /// that is switched off by a comparison, each half counts with its own.
  private static func births(
    _ rates: [AnimatedNumber], from low: Double, seconds: Double, canvas: ClosedRange<Double>, _ halvings: inout Int,
    share: Double = 1
  ) -> Double {
    // Neighbouring pieces share a moment, so that rounding leaves none out.
    let clocks = ClockRange(local: low...(low + seconds * (1 + 0x1p-20)), canvas: canvas)
    var (least, most) = (seconds, seconds)
    for rate in rates {
      // The pieces are short enough for the range of a formula to be found at once.
      let range = rate.valueRange(during: clocks, pieces: 1)
      least *= max(0, range.lowerBound)
      most *= max(0, range.upperBound)
    }
    guard halvings > 0, share > minimumShare, least < most / 2 else { return most }
    halvings -= 1
    let half = seconds / 2
    return births(rates, from: low, seconds: half, canvas: canvas, &halvings, share: share / 2)
      + births(rates, from: low + half, seconds: half, canvas: canvas, &halvings, share: share / 2)
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
