extension Gradient {
  /// Finds the locations of all stops (CSS Images 4, section 3.5.3): the first is at 0 and the last at 1 where they have none, none
  /// lies before an earlier one, and stops without a location are spread evenly between the known locations and hints around
  /// them. Allocates nothing, since gradients that move ask for every frame.
  ///
  /// - Parameters:
  ///   - count: the number of stops.
  ///   - known: the location of a stop, by its index; nil where it has none.
  ///   - hint: the location of the hint after a stop; nil where there is none. It is not asked for the last stop.
  ///   - setLocation: takes the location of a stop.
  ///   - setHint: takes the location of a hint, which is not before an earlier stop or hint either.
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
