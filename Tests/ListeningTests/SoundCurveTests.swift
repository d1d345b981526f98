import Model
import TestSupport
import Testing

/// Values and events as formulas ask for them.
@Suite struct SoundCurveTests {
  private let curve = SoundCurve(
    name: "level", zero: -70, unit: 50, low: 0.25, high: 2.8, bits: 8, rowsPerSecond: 100,
    numbers: [0, 100, 255, 255, 10, 0, 0, 60])

  @Test("Between rows a value is a straight line; outside of the sound it is 0")
  func values() {
    #expect(abs(curve.value(at: 0.01) - 1.25) < 1e-12 && abs(curve.value(at: 0.005) - 0.75) < 1e-12)
    #expect(curve.value(at: 0) == 0.25 && abs(curve.value(at: 0.07) - 0.85) < 1e-12)
    #expect(curve.value(at: -0.001) == 0 && curve.value(at: 0.0701) == 0 && curve.value(at: .nan) == 0)
    #expect(curve.absolute(0.5) == -45)
    let fine = SoundCurve(name: "x", unit: 1, low: -1, high: 1, bits: 16, rowsPerSecond: 10, numbers: [0, 65_535])
    #expect(fine.value(at: 0) == -1 && abs(fine.value(at: 0.05)) < 1e-12 && fine.value(at: 0.1) == 1)
  }

  @Test("Events: the last one, how long ago, how strong, and the phase between beats")
  func events() {
    let events = SoundEvents(times: [1, 2, 4], strengths: [0.5, 1, 0.25])
    #expect(events.count(upTo: 0.9) == 0 && events.count(upTo: 1) == 1 && events.count(upTo: 9) == 3)
    #expect(events.secondsSinceLast(at: 1) == 0 && events.secondsSinceLast(at: 3.5) == 1.5)
    #expect(events.secondsSinceLast(at: 0) == SoundEvents.longAgoSeconds)
    for (time, phase) in [
      (1.0, 0.0), (1.25, 0.25), (2, 0), (3, 0.5), (4, 0), (5, 0.5), (6.5, 0.25), (0.75, 0.75), (-0.5, 0.5),
    ] {
      #expect(events.phase(at: time) == phase, "\(time)")
    }
    #expect(SoundEvents.none.phase(at: 1) == 0 && SoundEvents(times: [1], strengths: [1]).phase(at: 2) == 0)
    #expect(events.phase(at: 1 - 1e-18) < 1)
  }

  @Test("Bands are known by number; what is missing is not there")
  func bands() {
    let curves = SoundCurves(
      song: nil, duration: 1,
      curves: (0..<16).map {
        SoundCurve(
          name: "band\($0)", unit: 1, low: 0, high: 255, bits: 8, rowsPerSecond: 1, numbers: [UInt16(10 * $0), 0])
      }, beats: .none, onsets: [("bass", SoundEvents(times: [0.5], strengths: [1]))], tempo: nil, loudness: nil)
    #expect(curves.bands.map { $0.value(at: 0) } == (0..<16).map { Double(10 * $0) })
    #expect(curves.curve("level") == nil && curves.onsets().count == 0)
    #expect(curves.onsets(in: "bass").secondsSinceLast(at: 0.75) == 0.25)
  }
}
