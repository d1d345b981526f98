extension Gradient {
  /// Finds the locations of all stops (CSS Images 4, section 3.5.3).
  ///
  /// A first stop without a location lies at 0, a last stop without one at 1. Other stops without a location are spread evenly
  /// between the known locations and hints around them. A location before that of an earlier stop or hint is moved up to it.
  /// Allocates nothing, because moving gradients call it for every frame.
  ///
  /// - Parameters:
  ///   - count: the number of stops.
  ///   - location: gives the location of a stop by its index; nil if it has none.
  ///   - hint: gives the location of the hint after a stop; nil if there is none. It is not called for the last stop.
  ///   - setLocation: receives the index of a stop and its location.
  ///   - setHint: receives the index of the stop before a hint, and the hint's location, which is not before an earlier stop or
  ///     hint.
  package static func spreadStops(
    count: Int, location: (Int) -> Double?, hint: (Int) -> Double?, setLocation: (Int, Double) -> Void,
    setHint: (Int, Double) -> Void = { _, _ in }
  ) {
    var greatestLocation = -Double.infinity
    // The last known location or hint, and how many stops after it have no location yet.
    var lastKnown = 0.0
    var pendingCount = 0
    /// Makes a location the last known one, moved up to the greatest so far, and spreads the pending stops, which are those before
    /// index `end`, between the last known one before and it.
    func spread(before end: Int, to location: Double) {
      greatestLocation = max(location, greatestLocation)
      for step in 0..<pendingCount {
        let share = Double(step + 1) / Double(pendingCount + 1)
        setLocation(end - pendingCount + step, lastKnown + (greatestLocation - lastKnown) * share)
      }
      pendingCount = 0
      lastKnown = greatestLocation
    }
    for index in 0..<count {
      let defaultLocation: Double? =
        if index == 0 { 0 } else if index == count - 1 { 1 } else { nil }
      if let ownLocation = location(index) ?? defaultLocation {
        spread(before: index, to: ownLocation)
        setLocation(index, greatestLocation)
      } else {
        pendingCount += 1
      }
      if index + 1 < count, let hintLocation = hint(index) {
        spread(before: index + 1, to: hintLocation)
        setHint(index, greatestLocation)
      }
    }
  }
}
