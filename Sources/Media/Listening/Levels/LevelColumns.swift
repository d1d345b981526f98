/// What is added up from samples over the slots between two rows, each 10 ms: slot k is the time from row k to row k + 1.
struct LevelColumns {
  /// Samples in each slot.
  var counts: [Int32] = []
  /// Sums of the squares of the left side.
  var left: [Float] = []
  var right: [Float] = []
  /// The least sample of the mix.
  var least: [Float] = []
  var greatest: [Float] = []
  /// Sums of K-weighted squares over the channels, each with its factor.
  var weighted: [Double] = []
  /// The mix in each millisecond.
  var envelopes = OnsetEnvelopes()
}

/// How strong the sound is in each millisecond: in its low part, in its high part and as a whole. Onsets are placed by them.
struct OnsetEnvelopes {
  var low: [Float] = []
  var high: [Float] = []
  var whole: [Float] = []

  static let slotsPerSecond = 1_000
}
