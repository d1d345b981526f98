import Testing

/// The number of particles in each test of a distribution.
let sampleCount = 20_000

/// Returns Pearson's chi-square statistic.
func chiSquare(_ counts: [Int], expected: [Double]) -> Double {
  zip(counts, expected).reduce(0) { $0 + (Double($1.0) - $1.1) * (Double($1.0) - $1.1) / $1.1 }
}

/// Expects `sampleCount` values that are uniform in 0 ..< 1: chi-square over 16 bins (15 degrees of freedom), p = 0.001.
func expectUniform(_ values: [Double], _ comment: Comment) {
  #expect(values.count == sampleCount, comment)
  var bins = [Int](repeating: 0, count: 16)
  for value in values {
    #expect(value > -0.001 && value < 1.001, comment)
    bins[min(max(Int(value * 16), 0), 15)] += 1
  }
  #expect(chiSquare(bins, expected: bins.map { _ in Double(values.count) / 16 }) < 37.7, comment)
}
