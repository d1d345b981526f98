// Onsets: moments at which something begins, by peaks of the spectral flux, placed to about a millisecond.
//
// A row is an onset if its flux is the greatest within 30 ms, and above a threshold: a share of the song's usual greatest flux, and of the mean flux of
// the 120 ms around (after S. Böck, F. Krebs, M. Schedl, "Evaluating the online capabilities of onset detection methods", 2012). It is then moved to the
// steepest rise of the sound's own envelope nearby, which has a slot for each millisecond.
// Error: clicks are found within 1 ms. Soft attacks are placed somewhere in their rise. A tone that begins while a much louder one sounds may be missed.
// Cost: negligible beside the spectra.

import Model

struct OnsetDetector {
  /// The least distance of two onsets in seconds.
  private static let leastDistance = 0.05
  /// Rows on each side among which an onset is the greatest.
  private static let peakRows = 3
  /// Rows before and after over which the mean is taken.
  private static let meanRows = (before: 10, after: 2)
  /// The share of the usual greatest flux that every onset exceeds.
  private static let leastShare: Float = 0.12
  /// How many times the mean an onset is.
  private static let meanFactor: Float = 1.4
  /// The envelope is searched from this many milliseconds before a row to as many after it as the second.
  private static let search = (before: 30, after: 40)
  /// Weights of the five milliseconds after a moment; those before it count evenly. They fall, so that a click is found at its first sample.
  private static let weightsAfter = [5.0, 4.0, 3.0, 2.0, 1.0]
  /// The share of the steepest rise that an earlier one has at least.
  private static let goodShare = 0.5

  /// - Parameters:
  ///   - flux: the flux of each row.
  ///   - unit: the usual greatest flux.
  ///   - least: the least flux of an onset.
  ///   - envelope: the sound in each millisecond.
  static func onsets(in flux: [Float], unit: Double, least: Float, envelope: [Float]) -> SoundEvents {
    guard unit > 0 else { return .none }
    let threshold = max(Float(unit) * leastShare, least)
    var times: [Double] = []
    var strengths: [Double] = []
    for row in flux.indices where flux[row] > threshold && isPeak(row, flux) {
      guard flux[row] > meanFactor * mean(around: row, flux) else { continue }
      let time = rise(near: row, envelope)
      let strength = min(Double(flux[row]) / unit, 1)
      if let last = times.last, time - last < leastDistance {
        // The same onset, seen twice.
        if strength > strengths[strengths.count - 1] { strengths[strengths.count - 1] = strength }
        continue
      }
      times.append(time)
      strengths.append(strength)
    }
    return SoundEvents(times: times, strengths: strengths)
  }

  /// Whether no row nearby is greater, and none before it is equal.
  private static func isPeak(_ row: Int, _ flux: [Float]) -> Bool {
    for other in max(row - peakRows, 0)...min(row + peakRows, flux.count - 1) where other != row {
      if flux[other] > flux[row] || other < row && flux[other] == flux[row] { return false }
    }
    return true
  }

  private static func mean(around row: Int, _ flux: [Float]) -> Float {
    let rows = max(row - meanRows.before, 0)...min(row + meanRows.after, flux.count - 1)
    return rows.reduce(0 as Float) { $0 + flux[$1] } / Float(meanRows.before + meanRows.after + 1)
  }

  /// The time at which the envelope rises near a row: where the mean of the next 5 ms exceeds that of the last 10 ms most, or has done so before by a good part
  /// of that: tones of a chord that begin together swell once more when their waves meet.
  private static func rise(near row: Int, _ envelope: [Float]) -> Double {
    let slotsPerRow = OnsetEnvelopes.slotsPerSecond / Sound.rowsPerSecond
    let middle = row * slotsPerRow
    func amplitude(_ slot: Int) -> Double { envelope.indices.contains(slot) ? Double(envelope[slot]) : 0 }
    let (weightSum, slotsBefore) = (weightsAfter.reduce(0, +), 2 * weightsAfter.count)
    let slots = max(middle - search.before, 0)...middle + search.after
    let rises = slots.map { slot in
      var (after, before) = (0.0, 0.0)
      for (index, weight) in weightsAfter.enumerated() { after += weight * amplitude(slot + index) }
      for index in 1...slotsBefore { before += amplitude(slot - index) }
      return after / weightSum - before / Double(slotsBefore)
    }
    let greatest = rises.max() ?? 0
    guard greatest > 0, var best = rises.firstIndex(where: { $0 >= goodShare * greatest }) else {
      return Double(middle) / Double(OnsetEnvelopes.slotsPerSecond)
    }
    while best + 1 < rises.count, rises[best + 1] > rises[best] { best += 1 }
    return Double(slots.lowerBound + best) / Double(OnsetEnvelopes.slotsPerSecond)
  }
}
