/// Births of a cell at moments of the canvas, such as a sound's beats.
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
