// Errors in units in the last place (ulps) of the true value.

/// Distance of `value` from high + low, in ulps of `high`.
package func ulps(_ value: Double, from high: Double, _ low: Double = 0) -> Double {
  if value == high && low == 0 { return 0 }
  return abs((value - high) - low) / high.ulp
}

/// Distance of a Float from an exact value, in ulps of a Float of that magnitude.
package func ulps(_ value: Float, from exact: Double) -> Double {
  if Double(value) == exact { return 0 }
  let ulp = Double(max(Float(abs(exact)), Float.leastNormalMagnitude).ulp)
  return abs(Double(value) - exact) / ulp
}

/// The largest error that was noted, and where it occurred.
package struct WorstUlp {
  package private(set) var error = 0.0
  package private(set) var place = ""

  package init() {}

  package mutating func note(_ error: Double, at place: @autoclosure () -> String) {
    // Written so that NaN counts as the worst.
    if !(error <= self.error) {
      self.error = error.isNaN ? .infinity : error
      self.place = place()
    }
  }
}
