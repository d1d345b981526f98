// Beats: the chain of moments that falls on strong onsets and keeps the pace best, over the whole song.
//
// The best chain that ends at a row is the row's own strength and the best chain that ends half to two periods before, less α·ln(distance/period)². All
// of them are found by dynamic programming, and the best is followed back. So a pause or a syncopation does not throw it off.
// Source: D. Ellis, "Beat Tracking by Dynamic Programming", Journal of New Music Research 36 (2007), with α = 100.
// Beats near an onset are moved to its time, which is exact to a millisecond; the others keep their row, moved by as much as the mean of those.
// Range: periods from 25 rows on. A tempo that changes by more than a tenth is followed late. Cost: 1.5 periods of additions for each row.

import Lanes
import Model

enum BeatTracker {
  private static let tightness = 100.0
  /// The period is this many times the width of the bell by which the strength is blurred.
  private static let blurShare = 32.0
  /// The greatest distance in seconds of a beat's row from the onset to which it is moved.
  private static let reachSeconds = 0.04
  /// The fewest beats and onsets of a rhythm.
  private static let fewest = 4

  /// - Parameter onsets: those of the whole spectrum.
  static func beats(_ envelope: RhythmEnvelope, period: BeatPeriod, onsets: SoundEvents) -> SoundEvents {
    guard onsets.count >= fewest else { return .none }
    let strengths = blurred(envelope.values, period.rows / blurShare)
    let rows = bestChain(strengths, period.rows)
    guard rows.count >= fewest else { return .none }
    let times = moved(rows, onsets)
    let unit = Percentile.usualGreatest(of: rows.map { Float(max(strengths[$0], 0)) })
    return SoundEvents(
      times: times, strengths: rows.map { unit > 0 ? min(max(strengths[$0], 0) / unit, 1) : 0 })
  }

  private static func blurred(_ values: [Double], _ width: Double) -> [Double] {
    let reach = Int((3 * width).rounded(.up))
    let weights = (-reach...reach).map { Lanes.exp(-0.5 * (Double($0) / width) * (Double($0) / width)) }
    return values.indices.map { row in
      var sum = 0.0
      for (index, weight) in weights.enumerated() {
        let other = row + index - reach
        if values.indices.contains(other) { sum += weight * values[other] }
      }
      return sum
    }
  }

  /// The rows of the best chain.
  private static func bestChain(_ strengths: [Double], _ period: Double) -> [Int] {
    let distances = max(1, Int((0.5 * period).rounded()))...Int((2 * period).rounded())
    let penalties = distances.map { distance in
      let octave = Lanes.log(Double(distance) / period)
      return tightness * octave * octave
    }
    var scores = strengths
    var links = [Int32](repeating: -1, count: strengths.count)
    scores.withUnsafeMutableBufferPointer { scores in
      penalties.withUnsafeBufferPointer { penalties in
        for row in strengths.indices where row >= distances.lowerBound {
          // A chain may begin anywhere.
          var (best, link) = (0.0, -1)
          let reachable = min(distances.upperBound, row)
          for index in 0...(reachable - distances.lowerBound) {
            let score = scores[row - distances.lowerBound - index] - penalties[index]
            if score > best { (best, link) = (score, row - distances.lowerBound - index) }
          }
          scores[row] += best
          links[row] = Int32(link)
        }
      }
    }
    guard var row = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[row] > 0 else { return [] }
    var chain = [row]
    while links[row] >= 0 {
      row = Int(links[row])
      chain.append(row)
    }
    chain.reverse()
    // The chain may reach into the silence before the first onset.
    let first = chain.firstIndex { strengths[$0] > 0 } ?? chain.count
    return Array(chain[first...])
  }

  /// The times of beats' rows, moved to onsets.
  private static func moved(_ rows: [Int], _ onsets: SoundEvents) -> [Double] {
    let times = rows.map { Double($0) / Double(Sound.rowsPerSecond) }
    let nearest = times.map { time -> Double? in
      let after = onsets.count(upTo: time)
      let candidates = [after - 1, after].filter(onsets.times.indices.contains).map { onsets.times[$0] }
      guard let found = candidates.min(by: { ($0 - time).magnitude < ($1 - time).magnitude }) else { return nil }
      return (found - time).magnitude <= reachSeconds ? found : nil
    }
    let offsets = zip(times, nearest).compactMap { time, onset in onset.map { $0 - time } }
    let mean = offsets.isEmpty ? 0 : offsets.reduce(0, +) / Double(offsets.count)
    var moved: [Double] = []
    for (time, onset) in zip(times, nearest) {
      moved.append(max(onset ?? max(time + mean, 0), moved.last ?? 0))
    }
    return moved
  }
}
