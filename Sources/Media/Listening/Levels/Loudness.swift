// Momentary and integrated loudness.
//
// Source: EBU R 128 (2020), EBU Tech 3341, ITU-R BS.1770-4. Momentary: the mean K-weighted power of the 400 ms that end at a moment. Integrated: the mean
// of all such blocks, one every 100 ms, that are above −70 LUFS and not more than 10 LU below the mean of those.
// Error: below 0.01 LU beside libavfilter's `ebur128`, as far as its histogram tells.

import Lanes

struct Loudness {
  /// LUFS of the 400 ms that end at each row, at least `silence`.
  let momentary: [Double]
  /// LUFS of the whole; nil if no block is above the gate.
  let integrated: Double?

  /// The absolute gate in LUFS, below which a block is taken for silence.
  static let silence = -70.0
  private static let rowsOfBlock = 2 * Sound.rowsPerSecond / 5
  private static let rowsBetweenBlocks = Sound.rowsPerSecond / 10
  /// How far below the mean a block still counts, in LU.
  private static let relativeGate = 10.0

  /// - Parameters:
  ///   - weighted: sums of the K-weighted squares in each slot.
  ///   - rows: number of rows, which is one more than that of whole slots.
  init(_ weighted: [Double], sampleRate: Int, rows: Int) {
    let blockSamples = 0.4 * Double(sampleRate)
    var powers: [Double] = []
    powers.reserveCapacity(rows)
    for row in 0..<rows {
      // Added up anew for each row: a running sum would keep the rounding of loud moments in quiet ones.
      var sum = 0.0
      for slot in max(row - Self.rowsOfBlock, 0)..<max(min(row, weighted.count), 0) { sum += weighted[slot] }
      powers.append(sum / blockSamples)
    }
    momentary = powers.map { max(Self.units($0), Self.silence) }
    let blocks = stride(from: Self.rowsOfBlock, to: rows, by: Self.rowsBetweenBlocks).map { powers[$0] }
    func mean(above gate: Double) -> Double? {
      let loud = blocks.filter { $0 > 0 && Self.units($0) > gate }
      return loud.isEmpty ? nil : loud.reduce(0, +) / Double(loud.count)
    }
    integrated = mean(above: Self.silence).flatMap { first in
      mean(above: max(Self.units(first) - Self.relativeGate, Self.silence)).map(Self.units)
    }
  }

  /// LUFS of a power.
  private static func units(_ power: Double) -> Double {
    power > 0 ? -0.691 + 10 * Lanes.log2(power) / Lanes.log2(10) : -1_000
  }
}
