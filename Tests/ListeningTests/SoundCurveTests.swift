import Model
import TestSupport
import Testing

/// Values, integrals and events as formulas will ask for them.
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

  @Test("The integral is the sum of small steps, and its inverse finds its time again")
  func integrals() throws {
    var (sum, last) = (0.0, curve.value(at: 0))
    let steps = 70_000
    for index in 1...steps {
      let time = 0.07 * Double(index) / Double(steps)
      let value = curve.value(at: min(time, 0.07 - 1e-15))
      sum += (last + value) / 2 * 0.07 / Double(steps)
      last = value
      guard index % 999 == 0 else { continue }
      #expect(abs(curve.integral(to: time) - sum) < 1e-8, "\(time)")
      let found = try #require(curve.time(whereIntegralIs: curve.integral(to: time)))
      #expect(abs(found - time) < 1e-12, "\(time)")
    }
    #expect(curve.integral(to: -1) == 0 && curve.integral(to: 0) == 0)
    let whole = curve.integral(to: 0.07)
    #expect(curve.integral(to: 99) == whole && curve.time(whereIntegralIs: whole + 1e-9) == nil)
    #expect(curve.time(whereIntegralIs: 0) == 0)
    // Where nothing happens no time passes: the amount is reached at the pause's start.
    let pause = SoundCurve(name: "x", unit: 1, low: 0, high: 1, bits: 8, rowsPerSecond: 1, numbers: [255, 0, 0, 255])
    #expect(pause.time(whereIntegralIs: 0.5) == 1)
  }

  @Test("A longer sound does not change the integral before")
  func longerSound() {
    var random = SeededRandom(state: 4)
    let numbers = (0..<30_000).map { _ in UInt16.random(in: 0...255, using: &random) }
    func made(_ numbers: [UInt16]) -> SoundCurve {
      SoundCurve(name: "x", unit: 1, low: 0, high: 1.7, bits: 8, rowsPerSecond: 100, numbers: numbers)
    }
    let (short, long) = (made(Array(numbers.prefix(10_000))), made(numbers))
    var sum = 0
    for row in 1..<1_000 {
      sum += Int(numbers[row - 1]) + Int(numbers[row])
      #expect(abs(long.integral(to: Double(row) / 100) - 1.7 / 255 * Double(sum) / 200) < 1e-12)
    }
    for time in stride(from: 0.0, to: 99.9, by: 0.777) { #expect(short.integral(to: time) == long.integral(to: time)) }
  }

  @Test("Events: the last one, how long ago, how strong, and the phase between beats")
  func events() {
    let events = SoundEvents(times: [1, 2, 4], strengths: [0.5, 1, 0.25])
    #expect(events.count(upTo: 0.9) == 0 && events.count(upTo: 1) == 1 && events.count(upTo: 9) == 3)
    #expect(events.secondsSinceLast(at: 1) == 0 && events.secondsSinceLast(at: 3.5) == 1.5)
    #expect(events.secondsSinceLast(at: 0) == SoundEvents.longAgoSeconds && events.strengthOfLast(at: 0.5) == 0)
    #expect(events.strengthOfLast(at: 2.5) == 1)
    for (time, phase) in [
      (1.0, 0.0), (1.25, 0.25), (2, 0), (3, 0.5), (4, 0), (5, 0.5), (6.5, 0.25), (0.75, 0.75), (-0.5, 0.5),
    ] {
      #expect(events.phase(at: time) == phase, "\(time)")
    }
    #expect(SoundEvents.none.phase(at: 1) == 0 && SoundEvents(times: [1], strengths: [1]).phase(at: 2) == 0)
    #expect(events.phase(at: 1 - 1e-18) < 1)
  }

  @Test("Bands are asked for by number, also between two; what is missing is 0")
  func bands() {
    let curves = SoundCurves(
      song: nil, duration: 1,
      curves: (0..<16).map {
        SoundCurve(
          name: "band\($0)", unit: 1, low: 0, high: 255, bits: 8, rowsPerSecond: 1, numbers: [UInt16(10 * $0), 0])
      }, beats: .none, onsets: [("bass", SoundEvents(times: [0.5], strengths: [1]))], tempo: nil, loudness: nil)
    #expect(curves.band(3, at: 0) == 30 && curves.band(3.5, at: 0) == 35 && curves.band(-1, at: 0) == 0)
    #expect(curves.band(99, at: 0) == 150 && curves.band(.nan, at: 0) == 0)
    #expect(curves.value(of: "level", at: 0) == 0 && curves.onsets().count == 0)
    #expect(curves.secondsSinceOnset(in: "bass", at: 0.75) == 0.25)
  }
}
