import Foundation
import Model
import Testing

/// Envelopes against closed forms.
@Suite("A follower rises with its attack and falls with its release") struct SoundFollowerTests {
  /// 1 from 1 to 2 s, else 0.
  private let block = SoundCurve(
    name: "level", unit: 1, low: 0, high: 1, bits: 8, rowsPerSecond: 100,
    numbers: (0..<500).map { (100..<200).contains($0) ? 255 : 0 })

  @Test("A step is followed by 1 − exp(−t/attack), and its end by exp(−t/release)") func steps() {
    let envelope = SoundFollower(attackSeconds: 0.2, releaseSeconds: 0.5).envelope(of: block)
    #expect(envelope.value(at: 0.98) == 0)
    for rows in [1, 5, 20, 80] {
      // The row of the step is the first that has been followed for one row.
      let risen = 1 - exp(-Double(rows) / 20)
      #expect(abs(envelope[99 + rows] - risen) < 1e-4, "\(rows)")
    }
    let top = envelope[199]
    for rows in [1, 10, 100] { #expect(abs(envelope[199 + rows] - top * exp(-Double(rows) / 50)) < 1e-4, "\(rows)") }
  }

  @Test("What is below the threshold is nothing, and what is above is stretched") func threshold() {
    let half = SoundCurve(
      name: "level", unit: 1, low: 0, high: 1, bits: 8, rowsPerSecond: 100, numbers: [51, 102, 153, 204, 255])
    let envelope = SoundFollower(attackSeconds: 0, releaseSeconds: 0, threshold: 0.4).envelope(of: half)
    for (row, value) in [0, 0, 1.0 / 3, 2.0 / 3, 1].enumerated() { #expect(abs(envelope[row] - value) < 1e-4) }
  }

  @Test("Smoothing is a mean around each moment, so that it is not late") func smoothing() {
    let envelope = SoundFollower(attackSeconds: 0, releaseSeconds: 0, smoothingSeconds: 0.2).envelope(of: block)
    // The mean of 21 rows, of which those from row 100 on are 1.
    for (row, count) in [(89, 0), (90, 1), (100, 11), (110, 21), (150, 21), (205, 5)] {
      #expect(abs(envelope[row] - Double(count) / 21) < 1e-4, "\(row)")
    }
  }

  @Test("Events are peaks as high as their strengths, which fall with the release") func events() {
    let events = SoundEvents(times: [0.5, 1.234], strengths: [1, 0.5])
    let envelope = SoundFollower(attackSeconds: 0, releaseSeconds: 0.1).envelope(of: events, duration: 3)
    #expect(abs(envelope[50] - 1) < 1e-4 && envelope[49] == 0)
    #expect(abs(envelope[60] - exp(-1)) < 1e-4)
    #expect(abs(envelope[123] - 0.5) < 1e-3)
    #expect(envelope.numbers.count == 301)
  }

  @Test("Silence stays silent") func silence() {
    let none = SoundCurve(name: "x", unit: 1, low: 0, high: 0, bits: 8, rowsPerSecond: 100, numbers: [0, 0])
    #expect(SoundFollower().envelope(of: none).value(at: 0.01) == 0)
    #expect(SoundFollower().envelope(of: .none, duration: 1).numbers.allSatisfy { $0 == 0 })
  }
}
