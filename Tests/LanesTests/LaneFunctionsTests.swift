import Foundation
import Lanes
import TestSupport
import Testing

/// Compares eight-lane functions with their Double counterparts at floats of every exponent; at every Float of the range if
/// MOTES_EXHAUSTIVE is set, which takes a quarter of an hour.
@Suite struct LaneFunctionsTests {
  static let isExhaustive = ProcessInfo.processInfo.environment["MOTES_EXHAUSTIVE"] != nil

  /// Visits the positive floats low...high in equal steps of their bit patterns; if `signed`, every other one is made negative.
  static func sweep(_ low: Float, _ high: Float, signed: Bool, samples: Int, _ body: (Float8) -> Void) {
    let first = low.bitPattern
    // Odd, so that all low bits of the patterns occur.
    let stride = isExhaustive ? 1 : max(1, Int(high.bitPattern - first) / samples) | 1
    var offset = 0
    let count = Int(high.bitPattern - first)
    while offset + 7 * stride <= count {
      var x = Float8()
      for lane in 0..<8 {
        let value = Float(bitPattern: first + UInt32(offset + lane * stride))
        x[lane] = signed && lane & 1 == 1 ? -value : value
      }
      body(x)
      offset += 8 * stride
    }
  }

  /// Returns the worst error of a lane function in ulps, and expects the function of single Floats to give the same bits.
  static func worst(
    _ name: String, _ low: Float, _ high: Float, signed: Bool = true, samples: Int = 1_500_000,
    _ function: (Float8) -> Float8, _ exact: (Double) -> Double, single: (Float) -> Float
  ) -> Double {
    var found = WorstUlp()
    var singleIsSame = true
    var count = 0
    sweep(low, high, signed: signed, samples: samples) { x in
      let y = function(x)
      for lane in 0..<8 { found.note(ulps(y[lane], from: exact(Double(x[lane]))), at: "\(x[lane])") }
      if count % 64 == 0 { singleIsSame = singleIsSame && single(x[3]).bitPattern == y[3].bitPattern }
      count += 1
    }
    print("ulp Float \(name) \(low)...\(high): \(found.error) at \(found.place)")
    #expect(singleIsSame, "\(name) of one Float differs from its lane")
    #expect(count > 1000)
    return found.error
  }

  @Test("Sine and cosine are within their stated error") func sineAndCosine() {
    // Up to 12,867, 2¹³ quarter turns, arguments are reduced exactly.
    #expect(Self.worst("sin", 1e-30, 12_867, { Lanes.sin($0) }, Lanes.sin, single: { Lanes.sin($0) }) < 2.2)
    #expect(Self.worst("cos", 1e-30, 12_867, { Lanes.cos($0) }, Lanes.cos, single: { Lanes.cos($0) }) < 2.2)
    #expect(
      Self.worst(
        "sin one period", 0.5, 7, { Lanes.sin($0) }, Lanes.sin, single: { Lanes.sin($0) }) < 1.7)
  }

  @Test("The angle of a sine and a cosine is within its stated error") func angle() {
    var greatest = 0.0
    for step in -200_000...200_000 {
      let sine = Float(step) / 200_000
      let cosine = ((1 - sine) * (1 + sine)).squareRoot()
      let angle = Lanes.angle(sine: Float8(repeating: sine), cosine: Float8(repeating: cosine))[3]
      greatest = max(greatest, abs(Double(angle) - Lanes.asin(Double(sine))))
    }
    #expect(greatest < 2.4e-7, "\(greatest)")
  }

  @Test("Sine and cosine of turns are within their stated error") func sineAndCosineOfTurns() {
    #expect(
      Self.worst(
        "sinTurns", 1e-30, 1e7, { Lanes.sinTurns($0) }, { Lanes.sincosTurns($0).sin },
        single: { Lanes.sincosTurns($0).sin }) < 1.7)
    #expect(
      Self.worst(
        "cosTurns", 1e-30, 1e7, { Lanes.cosTurns($0) }, { Lanes.sincosTurns($0).cos },
        single: { Lanes.sincosTurns($0).cos }) < 1.7)
  }

  @Test("Sine and cosine of large angles stay within −1...1") func largeAnglesStayBounded() {
    for x: Float in [12_868, 1e5, 6e6, 1e7, 1e20, .greatestFiniteMagnitude] {
      let (s, c) = Lanes.sincos(x)
      #expect(abs(s) <= 1 && abs(c) <= 1)
      #expect(Lanes.sincosTurns(x).sin.magnitude <= 1)
    }
    #expect(Lanes.sincosTurns(Float(1e20)) == (0, 1))
  }

  @Test("The arc tangent is within its stated error") func arcTangent() {
    var found = WorstUlp()
    var state: UInt64 = 1
    for _ in 0..<120_000 {
      var x = Float8()
      var y = Float8()
      for lane in 0..<8 {
        state = CounterHash.mix64(state &+ 1)
        let exponent = Int32(state & 31) - 16
        x[lane] =
          Float(Int32(truncatingIfNeeded: state >> 20)) * Float(sign: .plus, exponent: Int(exponent), significand: 1)
        y[lane] = Float(Int32(truncatingIfNeeded: state >> 32))
      }
      let angle = Lanes.atan2(y: y, x: x)
      for lane in 0..<8 {
        found.note(
          ulps(angle[lane], from: Lanes.atan2(y: Double(y[lane]), x: Double(x[lane]))), at: "\(y[lane]), \(x[lane])")
      }
      #expect(Lanes.atan2(y: y[5], x: x[5]) == angle[5])
    }
    print("ulp Float atan2: \(found.error) at \(found.place)")
    #expect(found.error < 2)
    #expect(Lanes.atan2(y: Float(0), x: 0) == 0 && Lanes.atan2(y: Float(-1), x: 0) == -0x1.921fb6p+0)
    #expect(Lanes.atan2(y: Float(0), x: -2) == 0x1.921fb6p+1)
    #expect(abs(Lanes.atan2(y: Float(1), x: 1) - 0x1.921fb6p-1) < 1e-7)
  }

  @Test("Exponentials are within their stated error") func exponentials() {
    #expect(
      Self.worst("exp2", 1e-10, 126, { Lanes.exp2($0) }, Lanes.exp2, single: { Lanes.exp2($0) }) < 1.1)
    #expect(Self.worst("exp", 1e-10, 87.3, { Lanes.exp($0) }, Lanes.exp, single: { Lanes.exp($0) }) < 1.1)
    #expect(Lanes.exp2(Float(10)) == 1024 && Lanes.exp2(Float(-126)) == 0x1p-126 && Lanes.exp2(Float(-127)) == 0)
    for x: Float in [127.99999, 128, 1000, .infinity, .greatestFiniteMagnitude] {
      #expect(Lanes.exp2(x).isFinite && Lanes.exp2(x) > 3.4e38)
      #expect(Lanes.exp(x).isFinite && Lanes.exp(x) > 3.4e38)
    }
    for x: Float in [-126.5, -1e9, -.infinity, .nan] { #expect(Lanes.exp2(x) == 0 && Lanes.exp(x) < 1e-37) }
  }

  @Test("Logarithms are within their stated error") func logarithms() {
    let low: Float = 0x1p-126
    let high = Float.greatestFiniteMagnitude
    #expect(
      Self.worst("log", low, high, signed: false, { Lanes.log($0) }, Lanes.log, single: { Lanes.log($0) }) < 1.5)
    #expect(
      Self.worst("log2", low, high, signed: false, { Lanes.log2($0) }, Lanes.log2, single: { Lanes.log2($0) }) < 1.5)
    #expect(
      Self.worst("log near 1", 0.5, 2, signed: false, { Lanes.log($0) }, Lanes.log, single: { Lanes.log($0) }) < 1.5)
    #expect(
      Self.worst("log2 near 1", 0.5, 2, signed: false, { Lanes.log2($0) }, Lanes.log2, single: { Lanes.log2($0) })
        < 1.5)
    for x: Float in [0, -1, .nan, 0x1p-146] { #expect(Lanes.log2(x) == -126 && Lanes.log(x) < -87.3) }
    #expect(Lanes.log2(Float(8)) == 3 && Lanes.log(Float(1)) == 0)
  }

  @Test("Powers are within their stated error") func powers() {
    for y: Float in [1 / 2.4, 2.4, 0.5, 2, -1, 7.5, 30] {
      let bound = min(Lanes.exp2(Double(125 / abs(y))), 3e38)
      let error = Self.worst(
        "pow y = \(y)", Float(max(1 / bound, 0x1p-126)), Float(bound), signed: false, samples: 300_000,
        { Lanes.pow($0, y) },
        { Lanes.pow($0, Double(y)) }, single: { Lanes.pow($0, y) })
      #expect(error < 0.51)
    }
    #expect(Lanes.pow(Float(0), 2) == 0 && Lanes.pow(Float(0), 0) == 1 && Lanes.pow(Float(-3), 2) == 0)
    #expect(Lanes.pow(Float(10), 100).isFinite && Lanes.pow(Float(10), -100) == 0)
    #expect(Lanes.pow(Float(3), 4) == 81 && Lanes.pow(Float.nan, 1) == 0)
  }
}
