import Lanes
import TestSupport
import Testing

/// Compares Double functions with values of 32 digits.
@Suite struct DoubleFunctionsTests {
  static func evaluate(_ row: ReferenceRow) -> Double {
    switch row.function {
    case "sin": Lanes.sin(row.x)
    case "cos": Lanes.cos(row.x)
    case "tan": Lanes.tan(row.x)
    case "asin": Lanes.asin(row.x)
    case "acos": Lanes.acos(row.x)
    case "atan": Lanes.atan(row.x)
    case "atan2": Lanes.atan2(y: row.x, x: row.y)
    case "exp": Lanes.exp(row.x)
    case "exp2": Lanes.exp2(row.x)
    case "log": Lanes.log(row.x)
    case "log2": Lanes.log2(row.x)
    case "pow": Lanes.pow(row.x, row.y)
    default: .nan
    }
  }

  @Test("Every Double function is within its stated error") func everyFunctionIsWithinItsUlps() {
    #expect(ReferenceTable.rows.count > 700)
    var worst: [String: WorstUlp] = [:]
    for row in ReferenceTable.rows {
      let error = ulps(Self.evaluate(row), from: row.high, row.low)
      worst[row.function, default: WorstUlp()].note(error, at: "\(row.x), \(row.y)")
    }
    for (function, found) in worst.sorted(by: { $0.key < $1.key }) {
      print("ulp Double \(function): \(found.error) at \(found.place)")
      #expect(found.error <= 1, "\(function) at \(found.place)")
    }
    #expect(worst.count == 12)
  }

  @Test("sincos gives the bits of sine and cosine") func sincosIsSineAndCosine() {
    for row in ReferenceTable.rows where row.function == "sin" {
      let both = Lanes.sincos(row.x)
      #expect(both.sin == Lanes.sin(row.x) && both.cos == Lanes.cos(row.x))
    }
  }

  @Test("Sine and cosine of turns are exact at quarters") func turnsAreExact() {
    for whole in [0.0, 1, -1, 1e9, -4_503_599_627_370_495] {
      #expect(Lanes.sincosTurns(whole) == (0, 1))
    }
    #expect(Lanes.sincosTurns(0.25) == (1, 0))
    #expect(Lanes.sincosTurns(1e6 + 0.5).cos == -1)
    for step in 0..<1000 {
      let turns = Double(step) / 1000
      let (s, c) = Lanes.sincosTurns(turns)
      #expect(abs(s - Lanes.sin(turns * 2 * .pi)) < 1e-15 && abs(c - Lanes.cos(turns * 2 * .pi)) < 1e-15)
    }
  }

  @Test("No argument traps or gives an infinite result") func nothingTrapsAndNothingIsInfinite() {
    let extremes: [Double] = [
      0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e308, -1e308, 1, -1,
      0x1p-1030, 0.5, 2, 1024, -1075, 709.9,
      3, -3,
    ]
    for x in extremes {
      let values = [
        Lanes.sin(x), Lanes.cos(x), Lanes.tan(x), Lanes.asin(x), Lanes.acos(x), Lanes.atan(x), Lanes.exp(x),
        Lanes.exp2(x), Lanes.log(x), Lanes.log2(x), Lanes.sqrt(x), Lanes.sincosTurns(x).sin,
      ]
      for (index, value) in values.enumerated() where x.isFinite {
        #expect(value.isFinite, "function \(index) at \(x)")
      }
      for y in extremes { #expect(Lanes.pow(x, y).isFinite && Lanes.atan2(y: y, x: x).isFinite, "\(x), \(y)") }
    }
  }

  @Test("Functions without a real value follow the stated conventions") func conventions() {
    let log: (Double) -> Double = { Lanes.log($0) }
    let pow: (Double, Double) -> Double = { Lanes.pow($0, $1) }
    let exp2: (Double) -> Double = { Lanes.exp2($0) }
    let atan2: (Double, Double) -> Double = { Lanes.atan2(y: $0, x: $1) }
    #expect(log(0) == 0 && log(-1) == 0 && log(1) == 0 && Lanes.sqrt(-1.0) == 0)
    #expect(pow(-2, 3) == -8 && pow(-2, 2) == 4 && pow(-2, 0.5) == 0 && pow(0, 0) == 1)
    #expect(pow(0, -1) == 0 && abs(pow(2, 0.5) - 2.0.squareRoot()) < 3e-16 && pow(10, 15) == 1e15)
    #expect(atan2(0, 0) == 0 && atan2(0, -1) == Double.pi && atan2(-1, 0) == -Double.pi / 2)
    #expect(exp2(-1074) == .leastNonzeroMagnitude && exp2(10) == 1024 && Lanes.exp(0.0) == 1 && Lanes.log2(8.0) == 3)
  }
}
