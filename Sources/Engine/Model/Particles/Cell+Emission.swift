extension Cell {
  /// Seconds that an emission lasts which begins at an event of the parent's life: `duration`, or without it until the last of `bursts`.
  package var secondsOfEventEmission: Double { duration ?? bursts.reduce(0) { max($0, $1.time) } }

  /// The most seconds for which one parent emits the cell's particles: as long as it lives or, from an event of its life, as long as
  /// `secondsOfEventEmission` says.
  package func maximumEmissionSeconds(parentLifetime: Double) -> Double {
    when == .life ? min(duration ?? .infinity, parentLifetime) : secondsOfEventEmission
  }
}
