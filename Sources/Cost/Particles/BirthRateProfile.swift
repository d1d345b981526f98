import Model

/// Upper estimates of how many births a changing rate gives within any stretch of time.
///
/// The local seconds are cut into equal pieces, and in each piece the rate counts with its largest value there. So a rate with
/// short peaks does not count with its peak at all times. Cost: the range of the rate in each piece, once for a cell.
struct BirthRateProfile {
  /// Seconds of a piece.
  private let pieceSeconds: Double
  /// `sums[i]` is the number of births in the first i pieces. In a loop there are the pieces of two periods.
  private let sums: [Double]
  /// Births in all pieces: in a loop, those of one period.
  private let birthsOfPeriod: Double
  /// Local seconds after which the births repeat; nil outside of a loop.
  private let period: Double?

  /// The profile of a rate; nil if the rate is the same at all times.
  ///
  /// - Parameters:
  ///   - rates: their product is the rate, births a second.
  ///   - clocks: the times at which the rates are read.
  ///   - period: local seconds of a loop.
  init?(_ rates: [AnimatedNumber], during clocks: ClockRange, period: Double?) {
    let seconds = period ?? (clocks.local.upperBound - clocks.local.lowerBound)
    guard !rates.allSatisfy(\.isConstant), seconds > 0, seconds.isFinite else { return nil }
    // Keys are cheap to read; a formula gets more pieces the shorter it is.
    let instructions = rates.reduce(1) { $0 + $1.source.instructionCount }
    let count =
      rates.allSatisfy { $0.isConstant || $0.isKeyed }
      ? 256 : Int(max(32, min(256, Self.maximumInstructions / instructions)))
    let pieceSeconds = seconds / Double(count)
    let start = clocks.local.lowerBound
    var halvingsLeft = count
    let births = (0..<count).map { piece in
      let pieceStart = start + pieceSeconds * Double(piece)
      return Self.births(rates, from: pieceStart, seconds: pieceSeconds, canvasSeconds: clocks.canvas, &halvingsLeft)
    }
    self.pieceSeconds = pieceSeconds
    birthsOfPeriod = births.reduce(0, +)
    self.period = period
    sums = (period == nil ? births : births + births).reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// The most instructions of formulas that are run for all pieces together.
  private static let maximumInstructions = 32_768.0
  /// The share of a piece that is not halved any more.
  private static let minimumShare = 1.0 / 64

  /// Births in the `seconds` from `start` on: each rate counts with its largest value. If a rate varies by more than a factor of
  /// 2, such as one that a comparison switches on and off, the time is halved, and each half counts with its own largest values.
  ///
  /// - Parameters:
  ///   - start: local seconds.
  ///   - canvasSeconds: the canvas time of the whole profile.
  ///   - halvingsLeft: how many more times all pieces together may be halved.
  ///   - share: `seconds` ÷ the seconds of a whole piece.
  private static func births(
    _ rates: [AnimatedNumber], from start: Double, seconds: Double, canvasSeconds: ClosedRange<Double>,
    _ halvingsLeft: inout Int, share: Double = 1
  ) -> Double {
    // Neighbouring pieces overlap a little, so that rounding leaves no gap between them.
    let clocks = ClockRange(local: start...(start + seconds * (1 + 0x1p-20)), canvas: canvasSeconds)
    var (least, most) = (seconds, seconds)
    for rate in rates {
      // The time is so short that it need not be cut further to find the range of a formula.
      let range = rate.valueRange(during: clocks, pieces: 1)
      least *= max(0, range.lowerBound)
      most *= max(0, range.upperBound)
    }
    guard halvingsLeft > 0, share > minimumShare, least < most / 2 else { return most }
    halvingsLeft -= 1
    let half = seconds / 2
    return births(rates, from: start, seconds: half, canvasSeconds: canvasSeconds, &halvingsLeft, share: share / 2)
      + births(rates, from: start + half, seconds: half, canvasSeconds: canvasSeconds, &halvingsLeft, share: share / 2)
  }

  /// The most births in any `window` seconds.
  func maximumBirths(within window: Double) -> Double {
    var (remainder, otherBirths) = (window, 0.0)
    if let period {
      let periods = (window / period).rounded(.down)
      // More whole periods than a Double can count apart.
      guard periods < 0x1p53 else { return .infinity }
      remainder = window - periods * period
      // In a loop the births of a period are rounded to a whole number, at least one: each whole period has up to one birth more,
      // and so has the remainder.
      otherBirths = periods * (birthsOfPeriod + 1)
      otherBirths += 1
    }
    // A window that begins inside of a piece touches one piece more than its length would fill.
    let pieceCount = Int(min((remainder / pieceSeconds).rounded(.up) + 1, Double(sums.count - 1)))
    let most = (pieceCount..<sums.count).reduce(0) { max($0, sums[$1] - sums[$1 - pieceCount]) }
    return otherBirths + most
  }
}
