import JSON
import Model
import Presets
import Testing

@Suite struct FormulaParserTests {
  private var scope: Scope {
    var scope = Scope()
    scope.knobs = [
      .init(name: "intensity", node: JSONNode(.number(2, text: "2"), at: .init(source: 0, offset: 0))),
      .init(name: "tint", node: JSONNode(.string("red"), at: .init(source: 0, offset: 0))),
    ]
    return scope
  }

  private func value(_ text: String, at seconds: Double = 0) throws -> Double {
    try FormulaParser.expression(text, in: scope).value(at: AnimationClock(seconds))
  }

  @Test(
    "Formulas have their values",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 4 - 3", 3), ("12 / 2 / 3", 2), ("2^3^2", 512), ("-2^2", -4),
      ("2^-1", 0.5), ("(-2)^3", -8), ("--3", 3), ("-(-3)", 3), ("1 < 2", 1), ("2 <= 1", 0), ("3 == 3", 1),
      ("3 != 3", 0),
      ("1 > 2 ? 10 : 20", 20), ("1 ? 0 ? 1 : 2 : 3", 2), ("0 ? 1 : 0 ? 2 : 3", 3), ("1/0", 0), ("sqrt(-1)", 0),
      ("log(-1)", 0),
      ("log(0)", 0), ("0/0", 0), ("exp(10000)", 0), ("sqrt(16)", 4), ("abs(-3)", 3), ("sign(-3)", -1),
      ("floor(-1.5)", -2),
      ("ceil(1.2)", 2), ("round(2.5)", 3), ("fract(-0.25)", 0.75), ("mod(-1, 3)", 2), ("mod(5, 0)", 0),
      ("min(3, 1, 2)", 1), ("max(3, 1, 2)", 3), ("clamp(5, 0, 2)", 2), ("mix(10, 20, 0.25)", 12.5), ("step(2, 1)", 0),
      ("step(2, 2)", 1), ("smoothstep(0, 1, 0.5)", 0.5), ("smoothstep(0, 1, 9)", 1), ("intensity * 3", 6),
      ("width", 1920),
      ("duration + height", 1085), ("1e3", 1000), (".5", 0.5), ("2e-1*10", 2), ("(-8)^(1/3)", 0), ("0^-1", 0),
    ])
  func formulasHaveTheirValues(text: String, expected: Double) throws {
    #expect(try value(text) == expected)
    #expect(try FormulaParser.expression(text, in: scope).constant == expected)
  }

  @Test("The share of the loop that has passed repeats, before the start, too") func shareOfLoop() throws {
    let loop = try FormulaParser.expression("loop", in: scope)
    let phase = try FormulaParser.expression("phase", in: scope)
    let duration = 5.0  // of a canvas that says nothing
    for (share, expected) in [(0, 0), (0.25, 0.25), (1, 0), (1.5, 0.5), (-0.25, 0.75)] {
      // The layer's own clock does not matter.
      let clock = AnimationClock(local: 77, canvas: share * duration)
      #expect(abs(loop.value(at: clock) - expected) < 1e-12 && abs(phase.value(at: clock) - 2 * .pi * expected) < 1e-12)
    }
  }

  @Test("Functions are accurate") func functionsAreAccurate() throws {
    #expect(abs(try value("sin(pi / 6)") - 0.5) < 1e-15)
    #expect(abs(try value("cos(tau / 6)") - 0.5) < 1e-15)
    #expect(abs(try value("tan(pi / 4)") - 1) < 1e-15)
    #expect(abs(try value("asin(1) * 2") - Double.pi) < 1e-15)
    #expect(abs(try value("acos(-1)") - Double.pi) < 1e-15)
    #expect(abs(try value("atan2(1, -1)") - 3 * Double.pi / 4) < 1e-15)
    #expect(abs(try value("exp(1)") - 2.718281828459045) < 1e-15)
    #expect(abs(try value("log(10)") - 2.302585092994046) < 1e-15)
    #expect(abs(try value("2 ^ 0.5") - 2.0.squareRoot()) < 1e-15)
  }

  @Test("Expressions that read a clock are not folded to a constant") func clocksAreNotFolded() throws {
    let expression = try FormulaParser.expression("40 + 10 * t - T + 2 * 3", in: scope)
    #expect(expression.constant == nil)
    #expect(expression.value(at: AnimationClock(local: 2, canvas: 1)) == 65)
    // 2 * 3 has been folded.
    #expect(!expression.program.nodes.contains { $0.source == .constant(3) })
  }

  @Test(
    "Mistakes are pointed at",
    arguments: [
      ("intensty * 2", 0, "intensty is unknown. Did you mean intensity?"),
      (
        "foo(2)", 0,
        "foo is not a function. There are abs, acos, asin, atan2, ceil, clamp, cos, exp, floor, fract, log, max, min, mix, mod, noise, pow, product, random, round, sign, sin, smoothstep, sqrt, step, sum, tan, textHeight and textWidth."
      ),
      (
        "1 + foo", 4,
        "foo is unknown. There are t, T, loop, phase, duration, width, height, pi, tau, i, n and intensity."
      ),
      ("sine(1)", 0, "sine is not a function. Did you mean sin?"),
      ("1 +", 3, "the expression ends where a value was expected"),
      ("(1", 2, "the expression ends where a ) was expected"),
      ("1 2", 2, "2 makes no sense here"), ("min(1)", 0, "min takes 2 to 16 values, not 1: min(a, b, …)"),
      ("sin()", 0, "sin takes 1 value, not 0: sin(x)"), ("sin", 0, "sin is a function: it needs (…), as sin(x)"),
      ("", 0, "the expression ends where a value was expected"),
      ("1 ? 2", 5, "the expression ends where a : to go with the ? was expected"),
      ("50%", 2, "an expression has no percentages; multiply width or height"),
      ("tint + 1", 0, "the knob tint is the text \"red\", not a number"),
      ("1.2.3", 0, "1.2.3 is not a number"), ("2 # 3", 2, "# makes no sense here"),
      ("1 = 2", 2, "= makes no sense here; equality is =="),
      ("1 && 2", 2, "& makes no sense here; for and, multiply: (a) * (b)"),
      ("1 || 2", 2, "| makes no sense here; for or, take max(a, b)"),
      ("!1", 0, "a value was expected, not !; for not, write a == 0"),
      ("5 % 2", 2, "% makes no sense here; the remainder is mod(x, y)"),
      ("5 ** 2", 3, "a value was expected, not *; a power is x ^ y"),
      ("3s", 1, "numbers of an expression have no unit such as s: times are in seconds"),
      (
        "1 + 90deg", 6,
        "numbers of an expression have no unit such as deg: angles are in degrees, those of sin, cos and tan in radians"
      ),
      (
        "45°", 2,
        "numbers of an expression have no unit such as °: angles are in degrees, those of sin, cos and tan in radians"
      ),
      ("2px * t", 1, "numbers of an expression have no unit such as px: lengths are in points"),
      ("2t", 1, "a number and t need a * between them"), ("2zz", 1, "an operator is missing after the number"),
      ("sinus(1)", 0, "sinus is not a function. Did you mean sin?"),
      ("time * 2", 0, "time is unknown. Did you mean t?"),
      ("lerp(1, 2, 3)", 0, "lerp is not a function. Did you mean mix?"),
      ("Math.sin(t)", 0, "write names without Math. here: write sin"),
      ("Math.PI * 2", 0, "write names without Math. here. Did you mean pi?"),
      ("Math.zigzag(t)", 0, "write names without Math. here"),
    ])
  func mistakesArePointedAt(text: String, offset: Int, message: String) {
    #expect(throws: FormulaParser.Failures(list: [.init(offset: offset, message: message)])) {
      try FormulaParser.expression(text, in: scope)
    }
  }

  @Test(
    "All mistakes are reported in the order of the text, but none that only follows from another",
    arguments: [
      ("intensty * sine(foo_, 2) + min(1)", [0, 11, 16, 27]), ("sin + cos(1, 2)", [0, 6]),
      // The arguments of an unknown function are checked too; a call with too few arguments still counts as a value.
      ("nope(tint, 1.2.3) ? sin() : 4", [0, 5, 11, 20]), ("sin(sin(), 1)", [0, 4]),
      // Nothing is reported after a syntax error.
      ("zz_1 + (2 zz_2) * zz_3", [0, 10]), ("min(zz_1, ) + zz_2", [4, 10]), ("zz_1 * 50% + zz_2", [0, 9]),
      // The mistake is not reported again as a formula that is too complicated.
      ("zz_1" + String(repeating: " + (t", count: 15) + String(repeating: ")", count: 15), [0]),
    ])
  func allMistakesAreReported(text: String, offsets: [Int]) {
    #expect(failures(text).map(\.offset) == offsets)
  }

  @Test("At most 20 mistakes of one formula are reported") func mistakesAreBounded() {
    let offsets = failures(String(repeating: "q_q+", count: 1_000) + "1").map(\.offset)
    #expect(offsets == (0..<20).map { 4 * $0 })
  }

  private func failures(_ text: String) -> [SyntaxFailure] {
    do throws(FormulaParser.Failures) {
      _ = try FormulaParser.expression(text, in: scope)
      return []
    } catch {
      return error.list
    }
  }

  @Test("Depth and length are bounded") func depthAndLengthAreBounded() {
    for text in [
      String(repeating: "(", count: 3_000) + "1" + String(repeating: ")", count: 3_000),
      String(repeating: "-", count: 3_000) + "1", String(repeating: "2^", count: 1_500) + "t",
      String(repeating: "1?", count: 1_000) + "t", String(repeating: "sin(", count: 900),
      "t" + String(repeating: "+t", count: 2_000), String(repeating: "9", count: 5_000),
    ] {
      #expect(throws: FormulaParser.Failures.self) { try FormulaParser.expression(text, in: scope) }
    }
  }
}
