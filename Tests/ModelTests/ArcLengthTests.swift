import Model
import TestSupport
import Testing

/// Curves by the length from their start.
@Suite struct ArcLengthTests {
  @Test("A parabola has the length of the closed form") func parabola() {
    // y = x² from 0 to 1 as a cubic: its length is √5/2 + asinh(2)/4.
    var curve = ArcLength(dimensions: 2)
    curve.add([[0, 1.0 / 3, 2.0 / 3, 1], [0, 0, 1.0 / 3, 1]])
    #expect(abs(curve.length - 1.4789428575445974) < 1e-9)
    #expect(curve.ends == [curve.length])
  }

  @Test("The point moves at an even speed, along the curve") func evenSpeed() {
    var random = SeededRandom(state: 1)
    for _ in 0..<50 {
      var bezier: [[Double]] = []
      for _ in 0..<2 { bezier.append((0..<4).map { _ in Double.random(in: -1...1, using: &random) }) }
      var curve = ArcLength(dimensions: 2)
      curve.add(bezier)
      // The length of chords between many points at even parameters.
      func point(_ u: Double) -> (Double, Double) {
        let v = 1 - u
        func value(_ p: [Double]) -> Double {
          v * v * v * p[0] + 3 * u * v * v * p[1] + 3 * u * u * v * p[2] + u * u * u * p[3]
        }
        return (value(bezier[0]), value(bezier[1]))
      }
      var chords = 0.0
      var last = point(0)
      let count = 20_000
      for index in 1...count {
        let next = point(Double(index) / Double(count))
        chords += ((next.0 - last.0) * (next.0 - last.0) + (next.1 - last.1) * (next.1 - last.1)).squareRoot()
        last = next
        guard index % 2_500 == 0 else { continue }
        let (x, y) = (curve.curves[0].value(at: chords), curve.curves[1].value(at: chords))
        // Sharp turns are the least exact.
        #expect(abs(x - next.0) < 5e-4 && abs(y - next.1) < 5e-4, "\(bezier) at \(chords)")
      }
      #expect(abs(curve.length - chords) < 1e-4 * chords)
    }
  }

  @Test("A line is walked evenly, however its handles lie") func lines() {
    var curve = ArcLength(dimensions: 2)
    curve.add([[0, 1, 2, 3], [0, 4.0 / 3, 8.0 / 3, 4]])
    curve.add([[3, 3, 9, 9], [4, 4, 12, 12]])
    #expect(abs(curve.ends[0] - 5) < 1e-12 && abs(curve.length - 15) < 1e-6)
    for length in [0.5, 2.5, 5, 7, 10, 14.5] {
      #expect(abs(curve.curves[0].value(at: length) - length * 0.6) < 1e-4)
      #expect(abs(curve.curves[1].value(at: length) - length * 0.8) < 1e-4)
    }
  }
}
