import Lanes
import Testing

@Suite struct NoiseTests {
  /// Random points all over a cube, eight in each element.
  static func places(_ count: Int, scale: Float = 200) -> [(Float8, Float8, Float8)] {
    let stream = StreamKey(seed: 1, path: 2)
    return (0..<count).map { block in
      let keys = stream.keys(firstIndex: UInt64(block * 8))
      return (
        keys.centred(channel: 0) * scale, keys.centred(channel: 1) * scale, keys.centred(channel: 2) * scale
      )
    }
  }

  @Test("Noise stays in its range with a mean of zero") func valuesStayInRangeWithMeanZero() {
    var sums = [Double](repeating: 0, count: 5)
    var squares = sums
    var largest = sums
    let all = Self.places(20_000)
    for (x, y, z) in all {
      let samples = [
        ValueNoise.at(x, seed: 3), ValueNoise.at(x, y, seed: 3), ValueNoise.at(x, y, z, seed: 3),
        GradientNoise.at(x, y, seed: 3).value, GradientNoise.at(x, y, z, seed: 3).value,
      ]
      for (kind, sample) in samples.enumerated() {
        for lane in 0..<8 {
          let value = Double(sample[lane])
          sums[kind] += value
          squares[kind] += value * value
          largest[kind] = max(largest[kind], abs(value))
        }
      }
    }
    let count = Double(all.count * 8)
    for kind in 0..<5 {
      let deviation = (squares[kind] / count).squareRoot()
      print("noise \(kind): mean \(sums[kind] / count), deviation \(deviation), largest \(largest[kind])")
      #expect(abs(sums[kind] / count) < (kind == 0 ? 0.1 : 0.02))
      #expect(deviation > 0.12 && deviation < 0.6)
      #expect(largest[kind] <= 1)
    }
  }

  @Test("The derivatives of a noise are its slopes") func slopesAreTheDerivatives() {
    let h: Float = 1.0 / 64
    for (x, y, z) in Self.places(300, scale: 20) {
      let flat = GradientNoise.at(x, y, seed: 9)
      let deep = GradientNoise.at(x, y, z, seed: 9)
      func check(_ slope: Float8, _ after: Float8, _ before: Float8) {
        let measured = (after - before) / (2 * h)
        for lane in 0..<8 { #expect(abs(measured[lane] - slope[lane]) < 0.02) }
      }
      check(flat.dx, GradientNoise.at(x + h, y, seed: 9).value, GradientNoise.at(x - h, y, seed: 9).value)
      check(flat.dy, GradientNoise.at(x, y + h, seed: 9).value, GradientNoise.at(x, y - h, seed: 9).value)
      check(deep.dx, GradientNoise.at(x + h, y, z, seed: 9).value, GradientNoise.at(x - h, y, z, seed: 9).value)
      check(deep.dy, GradientNoise.at(x, y + h, z, seed: 9).value, GradientNoise.at(x, y - h, z, seed: 9).value)
      check(deep.dz, GradientNoise.at(x, y, z + h, seed: 9).value, GradientNoise.at(x, y, z - h, seed: 9).value)
    }
  }

  @Test("A noise with a period repeats to the bit") func periodsRepeatToTheBit() {
    for (x, y, z) in Self.places(200, scale: 8) {
      // Quarters, so that adding a period is exact.
      let a = Lanes.floor(x * 4) * 0.25
      let b = Lanes.floor(y * 4) * 0.25
      let c = Lanes.floor(z * 4) * 0.25
      #expect(ValueNoise.at(a, seed: 1, period: 5) == ValueNoise.at(a + 5, seed: 1, period: 5))
      #expect(ValueNoise.at(a, b, seed: 1, periodY: 3) == ValueNoise.at(a, b - 9, seed: 1, periodY: 3))
      #expect(ValueNoise.at(a, b, c, seed: 1, periodZ: 7) == ValueNoise.at(a, b, c + 14, seed: 1, periodZ: 7))
      let here = GradientNoise.at(a, b, c, seed: 1, periodX: 6, periodY: 1, periodZ: 4)
      let there = GradientNoise.at(a + 6, b + 2, c - 4, seed: 1, periodX: 6, periodY: 1, periodZ: 4)
      #expect(here.value == there.value && here.dx == there.dx && here.dz == there.dz)
      #expect(ValueNoise.at(a, seed: 1) != ValueNoise.at(a + 5, seed: 1))
    }
  }

  @Test("Noise is continuous across cells") func noiseIsContinuousAcrossCells() {
    for whole in -5...5 {
      let below = Float8(repeating: Float(whole).nextDown)
      let at = Float8(repeating: Float(whole))
      let y = Lanes.laneNumbers * 0.37
      #expect(Lanes.abs(ValueNoise.at(below, seed: 4) - ValueNoise.at(at, seed: 4)).max() < 1e-5)
      let a = GradientNoise.at(below, y, y, seed: 4)
      let b = GradientNoise.at(at, y, y, seed: 4)
      #expect(Lanes.abs(a.value - b.value).max() < 1e-5 && Lanes.abs(a.dx - b.dx).max() < 1e-4)
    }
  }

  @Test("Different seeds and lanes give different noise") func seedsAndLanesDiffer() {
    let x = Float8(repeating: 3.5)
    #expect(ValueNoise.at(x, seed: 1) != ValueNoise.at(x, seed: 2))
    #expect(GradientNoise.at(x, x, seed: 1).value != GradientNoise.at(x, x, seed: 2).value)
    let seeds = UInt32x8(0, 1, 2, 3, 4, 5, 6, 7)
    let perLane = ValueNoise.at(x, seeds: seeds)
    for lane in 0..<8 { #expect(perLane[lane] == ValueNoise.at(x, seed: UInt32(lane))[0]) }
  }

  @Test("A curl field has no divergence") func curlHasNoSources() {
    let h: Float = 1.0 / 64
    for (x, y, z) in Self.places(200, scale: 20) {
      let changeOfX =
        CurlNoise.velocity(x + h, y, z, seed: 2, periodZ: 4).x - CurlNoise.velocity(x - h, y, z, seed: 2, periodZ: 4).x
      let changeOfY =
        CurlNoise.velocity(x, y + h, z, seed: 2, periodZ: 4).y - CurlNoise.velocity(x, y - h, z, seed: 2, periodZ: 4).y
      let divergence = Lanes.abs(changeOfX + changeOfY) / (2 * h)
      #expect(divergence.max() < 0.03)
      let flat = CurlNoise.velocity(x, y, seed: 2)
      let slope = GradientNoise.at(x, y, seed: 2)
      #expect(flat.x == slope.dy && flat.y == -slope.dx)
    }
  }

  @Test("Noise of Doubles is smooth, bounded and periodic") func doubleNoiseIsSmoothBoundedAndPeriodic() {
    var sum = 0.0
    for step in 0..<20_000 {
      let x = Double(step) * 0.173 - 1700
      let value = ValueNoise.at(x, seed: 5)
      let plane = ValueNoise.at(x, -x * 0.7, seed: 5)
      sum += value
      #expect(abs(value) <= 1 && abs(plane) <= 1)
      #expect(abs(ValueNoise.at(x + 1e-7, seed: 5) - value) < 1e-6)
      #expect(abs(ValueNoise.at(x, 0.3 + 1e-7, seed: 5) - ValueNoise.at(x, 0.3, seed: 5)) < 1e-6)
    }
    #expect(abs(sum / 20_000) < 0.05)
    #expect(ValueNoise.at(2.25, seed: 1, period: 4) == ValueNoise.at(-1.75, seed: 1, period: 4))
    #expect(ValueNoise.at(0.5, 7.25, seed: 1, periodY: 3) == ValueNoise.at(0.5, 1.25, seed: 1, periodY: 3))
    for x in [Double.nan, .infinity, 1e300] { #expect(ValueNoise.at(x, seed: 1) == 0) }
  }

  @Test("Extreme coordinates do not trap") func extremesDoNotTrap() {
    for x: Float in [.nan, .infinity, -.infinity, 3e9, -3e9, 2e9, 1e38] {
      let lanes = Float8(repeating: x)
      for period: Int32 in [0, 1, 7] {
        _ = ValueNoise.at(lanes, seed: 1, period: period)
        let sample = GradientNoise.at(lanes, lanes, lanes, seed: 1, periodX: period)
        if x.isFinite { #expect(sample.value[0].isFinite) }
      }
    }
  }
}
