extension Cell {
  /// Births at moments of the canvas, such as a sound's beats.
  package struct SoundBirths: Sendable, Equatable {
    /// Canvas seconds, ascending. The random numbers of the births at a moment follow from its index.
    package var times: [Double]
    /// Number of particles at each moment; rounded to a whole number.
    package var count: Double

    package init(times: [Double], count: Double) {
      self.times = times
      self.count = count
    }

    /// The most moments of a cell: births of each have a number of their own, of 16 bits.
    package static let maximumMoments = 50_000
  }

  /// Seconds that an emission lasts which begins at an event of the parent's life: `duration`, or without it until the last of `bursts`.
  package var secondsOfEventEmission: Double { duration ?? bursts.reduce(0) { max($0, $1.time) } }

  /// The most seconds for which one parent emits the cell's particles: as long as it lives or, from an event of its life, as long as
  /// `secondsOfEventEmission` says.
  package func maximumEmissionSeconds(parentLifetime: Double) -> Double {
    when == .life ? min(duration ?? .infinity, parentLifetime) : secondsOfEventEmission
  }
}
