/// How finely animated values are tabulated when an emitter is compiled.
struct Tabulation {
  /// Local seconds, from the layer's start on, that tables cover where nothing loops; nil: as many as frames may be asked for.
  var horizon: Double?
  /// The greatest number of steps in the table of a birth rate. A table that would need more steps has longer ones.
  var maximumRateSteps: Int
  /// The greatest number of rows in the tables of a force.
  var maximumForceRows: Double
  /// The most samples among which the largest value of a number is sought.
  var maximumSamples: Double

  /// For drawing: birth rates of at most 128 MB, forces of at most 8 MB each.
  static var drawing: Tabulation {
    Tabulation(horizon: nil, maximumRateSteps: 1 << 22, maximumForceRows: 262_144, maximumSamples: 65_536)
  }

  /// For samples from which costs are extrapolated: small and fast for any number of cells, since every preset that is read pays for it.
  static func sampling(horizon: Double) -> Tabulation {
    Tabulation(horizon: horizon, maximumRateSteps: 1024, maximumForceRows: 512, maximumSamples: 128)
  }
}
