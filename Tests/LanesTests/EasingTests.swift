import Lanes
import Testing

/// Timing curves against Chromium's Web Animations (at a jump: the value after it).
@Suite struct EasingTests {
  /// CSS text and progress at 0, 0.05 … 1.
  static let reference: [(String, [Double])] = [
    (
      "ease",
      [
        0, 0.03295154, 0.09479631, 0.1854565, 0.2952443, 0.4085106, 0.5133152, 0.6047947, 0.6825405, 0.7478534,
        0.8024034, 0.8477519, 0.8852293, 0.9159338, 0.9407646, 0.960459, 0.9756254, 0.9867697, 0.9943165, 0.9986245, 1,
      ]
    ),
    (
      "ease-out",
      [
        0, 0.08224222, 0.1605722, 0.2358694, 0.3083661, 0.3781381, 0.445186, 0.5094617, 0.5708802, 0.629324, 0.6846433,
        0.736655, 0.7851391, 0.8298329, 0.8704232, 0.9065353, 0.937718, 0.9634225, 0.9829734, 0.9955254, 1,
      ]
    ),
    (
      "cubic-bezier(0.68, -0.55, 0.265, 1.55)",
      [
        0, -0.0370461, -0.06629148, -0.0857812, -0.09270169, -0.08280711, -0.04931672, 0.01927207, 0.142923, 0.3474255,
        0.6066799, 0.8157476, 0.9475424, 1.025749, 1.069261, 1.089166, 1.09209, 1.082226, 1.062373, 1.03449, 1,
      ]
    ),
    (
      "cubic-bezier(0.83, 0, 0.17, 1)",
      [
        0, 0.001286024, 0.005500116, 0.01332479, 0.02573269, 0.04418489, 0.07103764, 0.1104932, 0.1712853, 0.2767519,
        0.5, 0.7232481, 0.8287147, 0.8895068, 0.9289624, 0.9558151, 0.9742673, 0.9866752, 0.9944999, 0.998714, 1,
      ]
    ),
    (
      "cubic-bezier(0.1, 0.9, 0.2, 1)",
      [
        0, 0.3685355, 0.5852731, 0.7130875, 0.7943937, 0.8494695, 0.8884564, 0.9169007, 0.9380835, 0.9540722, 0.9662364,
        0.9755206, 0.9825977, 0.9879605, 0.9919782, 0.9949326, 0.9970423, 0.9984794, 0.9993812, 0.9998582, 1,
      ]
    ),
    (
      "steps(4, jump-end)",
      [0, 0, 0, 0, 0, 0.25, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.75, 0.75, 0.75, 0.75, 0.75, 1]
    ),
    (
      "steps(4, jump-none)",
      [
        0, 0, 0, 0, 0, 0.3333333, 0.3333333, 0.3333333, 0.3333333, 0.3333333, 0.6666667, 0.6666667, 0.6666667,
        0.6666667, 0.6666667, 1, 1, 1, 1, 1, 1,
      ]
    ),
    (
      "linear(0, 0.25, 1)",
      [
        0, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25, 0.325, 0.4, 0.475, 0.55, 0.625, 0.7, 0.775,
        0.85, 0.925, 1,
      ]
    ),
    (
      "linear(0 0%, 1 36%, 0.75 54%, 1 73%, 0.94 82%, 1 100%)",
      [
        0, 0.1388889, 0.2777778, 0.4166667, 0.5555556, 0.6944444, 0.8333333, 0.9722222, 0.9444444, 0.875, 0.8055556,
        0.7631579, 0.8289474, 0.8947368, 0.9605263, 0.9866667, 0.9533333, 0.95, 0.9666667, 0.9833333, 1,
      ]
    ),
  ]

  @Test func curvesMatchTheBrowser() throws {
    for (css, values) in Self.reference {
      let easing = try #require(Easing(css: css))
      #expect(values.count == 21)
      for (index, expected) in values.enumerated() {
        let value = easing.value(at: Double(index) / 20)
        #expect(abs(value - expected) < 1e-5, "\(css) at \(index)/20: \(value), not \(expected)")
      }
    }
  }

  @Test func cubicCurvesAreSolvedExactly() {
    let curves: [(Double, Double, Double, Double)] = [
      (0.25, 0.1, 0.25, 1), (0, 0, 0.58, 1), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1), (1, 0, 1, 0),
      (0.68, -0.55, 0.265, 1.55),
      (0, 0, 1, 1), (0, 0, 0, 0), (1, 1, 1, 1), (0.999, 0, 0.001, 1), (0.3, 0, 0.7, 1),
    ]
    for (x1, y1, x2, y2) in curves {
      let easing = Easing.cubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)
      func point(_ s: Double, _ a: Double, _ b: Double) -> Double {
        3 * (1 - s) * (1 - s) * s * a + 3 * (1 - s) * s * s * b + s * s * s
      }
      for step in 1..<400 {
        let s = Double(step) / 400
        let x = point(s, x1, x2)
        // Where x(s) is flat, y cannot be known better than x: compare with what a change of x by one ulp would do.
        let slope = 3 * (1 - s) * (1 - s) * x1 + 6 * (1 - s) * s * (x2 - x1) + 3 * s * s * (1 - x2)
        guard slope > 1e-4 else { continue }
        #expect(abs(easing.value(at: x) - point(s, y1, y2)) < 1e-9, "\(x1) \(y1) \(x2) \(y2) at \(x)")
      }
    }
  }

  @Test func valuesAreHeldOutside() {
    for css in ["linear", "ease", "ease-in-out", "linear(0.2, 0.4)", "steps(3, end)", "hold"] {
      let easing = Easing(css: css) ?? .linear
      #expect(easing.value(at: -3) == easing.value(at: 0) && easing.value(at: 9) == easing.value(at: 1))
      #expect(easing.value(at: .nan) == easing.value(at: 0))
    }
    #expect(Easing.hold.value(at: 0.999) == 0 && Easing.hold.value(at: 1) == 1)
  }

  @Test func stepsJumpWhereCSSSays() {
    func values(_ jump: Easing.StepJump) -> [Double] {
      [0, 0.1, 0.5, 0.99, 1].map { Easing.steps(count: 2, jump: jump).value(at: $0) }
    }
    #expect(values(.end) == [0, 0, 0.5, 0.5, 1])
    #expect(values(.start) == [0.5, 0.5, 1, 1, 1])
    #expect(values(.none) == [0, 0, 1, 1, 1])
    let thirds: [Double] = [1, 1, 2, 2, 3]
    #expect(values(.both) == thirds.map { $0 / 3 })
  }

  @Test func linearPointsFollowTheirRules() {
    let points = { (css: String) -> [EasingPoint]? in
      if case .linearPoints(let points)? = Easing(css: css) { points } else { nil }
    }
    #expect(
      points("linear(0, 0.3 20% 40%, 1)")
        == [.init(x: 0, y: 0), .init(x: 0.2, y: 0.3), .init(x: 0.4, y: 0.3), .init(x: 1, y: 1)])
    let spread: [Double] = [0, 1, 2, 3].map { $0 / 3 }
    #expect(points("linear(0, 1, 0.5, 2)")?.map(\.x) == spread)
    #expect(points("linear(0 50%, 1 20%, 0)")?.map(\.x) == [0.5, 0.5, 1])
    #expect(Easing(css: "linear(0, 1 50% 50%, 0.25)")?.value(at: 0.5) == 1)
    #expect(Easing(css: "linear(0 25%, 1 75%)")?.value(at: 0) == -0.5)
    #expect(Easing.linearPoints([]).value(at: 0.25) == 0.25)
  }

  @Test func namesAreRead() {
    #expect(Easing(css: " ease-in ") == .easeIn && Easing(css: "easeInOut") == .easeInOut)
    #expect(Easing(css: "easeOut") == .easeOut && Easing(css: "ease") == .ease && Easing(css: "linear") == .linear)
    #expect(Easing(css: "step-start") == .steps(count: 1, jump: .start))
    #expect(Easing(css: "steps(4)") == .steps(count: 4, jump: .end))
    #expect(Easing(css: "steps(4, start)") == .steps(count: 4, jump: .start))
    #expect(Easing(css: "cubic-bezier( .1 , -2, 1,3 )") == .cubicBezier(x1: 0.1, y1: -2, x2: 1, y2: 3))
    for wrong in [
      "", "eas", "cubic-bezier(1,2,3)", "cubic-bezier(-0.1,0,1,1)", "steps(0)", "steps(1, jump-none)", "steps(2, up)",
      "linear()", "linear(0, 1 x)", "cubic-bezier(nan,0,0,0)", "cubic-bezier(0,0,0,1e999)", "ease()", "linear(0,,1)",
      "linear(50%)", "steps(4))",
    ] { #expect(Easing(css: wrong) == nil, "\(wrong)") }
  }
}
