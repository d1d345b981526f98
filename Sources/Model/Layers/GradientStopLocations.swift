extension Gradient {
  /// Finds the locations of all stops (CSS Images 4, section 3.5.3). Without a location of its own the first stop lies at 0 and the last
  /// at 1; no stop lies before an earlier one; other stops without a location are spread evenly between the known locations and hints
  /// around them. Allocates nothing, because moving gradients call it for every frame.
  ///
  /// - Parameters:
  ///   - count: the number of stops.
  ///   - known: gives the location of a stop by its index; nil if it has none.
  ///   - hint: gives the location of the hint after a stop; nil if there is none. It is not called for the last stop.
  ///   - setLocation: receives the index of a stop and its location.
  ///   - setHint: receives the index of the stop before a hint, and the hint's location, which is not before an earlier stop or hint.
  package static func spreadStops(
    count: Int, known: (Int) -> Double?, hint: (Int) -> Double?, setLocation: (Int, Double) -> Void,
    setHint: (Int, Double) -> Void = { _, _ in }
  ) {
    var maximum = -Double.infinity
    // The last known location or hint, and how many stops after it have no location yet.
    var start = 0.0
    var pendingCount = 0
    /// Spreads the pending stops, the last of which lies before index `end`, between `start` and a known location.
    func spread(before end: Int, to location: Double) {
      maximum = max(location, maximum)
      for step in 0..<pendingCount {
        let share = Double(step + 1) / Double(pendingCount + 1)
        setLocation(end - pendingCount + step, start + (maximum - start) * share)
      }
      pendingCount = 0
      start = maximum
    }
    for index in 0..<count {
      let implied: Double? = index == 0 ? 0 : index == count - 1 ? 1 : nil
      if let location = known(index) ?? implied {
        spread(before: index, to: location)
        setLocation(index, maximum)
      } else {
        pendingCount += 1
      }
      if index + 1 < count, let hint = hint(index) {
        spread(before: index + 1, to: hint)
        setHint(index, maximum)
      }
    }
  }
}
