import Lanes
import Testing

/// Compares springs with SciPy's integrator DOP853 (relative tolerance 1e-12) at 0, 0.2 … 3 s.
@Suite struct SpringTests {
  struct Case: Sendable {
    let mass: Double
    let stiffness: Double
    let damping: Double
    let velocity: Double
    let places: [Double]
    let velocities: [Double]
  }

  static let cases: [Case] = [
    .init(
      mass: 1, stiffness: 100, damping: 10, velocity: 0,
      places: [
        0, 0.849425635, 1.15312277, 1.00228949, 0.979006627, 1.00217012, 1.00258479, 0.999400963, 0.999720952,
        1.00011403, 1.00002429, 0.999981697, 0.999998874, 1.00000261, 0.999999844, 0.999999665,
      ],
      velocities: [
        0, 4.1927963, -0.4952988, -0.50892318, 0.12715096, 0.05385481, -0.02356993, -0.00450412, 0.00372192, 0.00016989,
        -0.00052378, 3.888e-05, 6.629e-05, -1.309e-05, -7.42e-06, 2.65e-06,
      ]),
    .init(
      mass: 1, stiffness: 170, damping: 26, velocity: 0,
      places: [
        0, 0.735380481, 0.96699164, 0.996654232, 0.999694995, 0.999974053, 0.999997905, 0.999999838, 0.999999988,
        0.999999999, 1, 1, 1, 1, 1, 1,
      ],
      velocities: [
        0, 2.50849995, 0.36520273, 0.03933014, 0.00371126, 0.00032334, 2.66e-05, 2.09e-06, 1.6e-07, 1e-08, 0, 0, 0, 0,
        0, 0,
      ]),
    .init(
      mass: 1, stiffness: 400, damping: 40, velocity: 0,
      places: [
        0, 0.908421806, 0.996980836, 0.999920125, 0.999998087, 0.999999957, 0.999999999, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      ],
      velocities: [0, 1.46525111, 0.05367402, 0.00147461, 3.601e-05, 8.2e-07, 2e-08, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    .init(
      mass: 2, stiffness: 180, damping: 12, velocity: 5,
      places: [
        0, 1.2434598, 1.24047965, 0.866699949, 0.960811597, 1.0499221, 0.999353632, 0.985124946, 1.00390426, 1.00350663,
        0.997949569, 0.999455165, 1.00075345, 0.999976204, 0.999779, 1.00006228,
      ],
      velocities: [
        5, 3.8303685, -2.46119719, -0.53990579, 0.8759413, -0.05582776, -0.24990599, 0.07913713, 0.05553484,
        -0.03768505, -0.00732879, 0.01317819, -0.00107902, -0.00370011, 0.00124774, 0.00080329,
      ]),
    .init(
      mass: 1, stiffness: 80, damping: 40, velocity: -2,
      places: [
        0, 0.269181558, 0.520878496, 0.685915188, 0.79410387, 0.865026214, 0.911518867, 0.941996804, 0.961976406,
        0.975073895, 0.983659864, 0.989288337, 0.992978043, 0.995396805, 0.996982407, 0.998021838,
      ],
      velocities: [
        -2, 1.54098715, 1.01164298, 0.66317632, 0.43474066, 0.28499123, 0.18682404, 0.12247121, 0.08028515, 0.05263038,
        0.03450148, 0.02261721, 0.01482655, 0.00971945, 0.00637152, 0.0041768,
      ]),
    .init(
      mass: 0.5, stiffness: 300, damping: 4, velocity: 0,
      places: [
        0, 1.01967106, 1.20402729, 1.01812878, 0.960771314, 0.992090601, 1.00706339, 1.00236199, 0.998829778,
        0.999396364, 1.00017088, 1.00014038, 0.999980707, 0.999969568, 1.0000006, 1.00000621,
      ],
      velocities: [
        0, -11.0746804, -1.19961251, 2.10599705, 0.47031978, -0.3742483, -0.13549461, 0.06088261, 0.03395071,
        -0.00861444, -0.00778765, 0.00089566, 0.00166932, -1e-08, -0.00033703, -3.651e-05,
      ]),
    .init(
      mass: 1, stiffness: 157.91367041742973, damping: 25.132741228718345, velocity: 0,
      places: [
        0, 0.715415689, 0.960457286, 0.995461153, 0.999524139, 0.999952689, 0.999995458, 0.999999575, 0.999999961,
        0.999999997, 1, 1, 1, 1, 1, 1,
      ],
      velocities: [
        0, 2.55828333, 0.41445516, 0.05035791, 0.00543883, 0.0005507, 5.353e-05, 5.06e-06, 4.7e-07, 4e-08, 0, 0, 0, 0,
        0, 0,
      ]),
    .init(
      mass: 1, stiffness: 157.91367041742973, damping: 17.59291886010284, velocity: 0,
      places: [
        0, 0.873710896, 1.03930261, 1.0007367, 0.998778658, 1.0000716, 1.00003073, 0.999995527, 0.999999431, 1.00000018,
        1, 0.999999994, 1, 1, 1, 1,
      ],
      velocities: [
        0, 2.9538068, -0.22596876, -0.07026812, 0.0120736, 0.0011592, -0.00044656, -2e-07, 1.325e-05, -1.01e-06,
        -3.2e-07, 5e-08, 1e-08, -0, -0, 0,
      ]),
    .init(
      mass: 1, stiffness: 61.68502750680849, damping: 26.179938779914945, velocity: 0,
      places: [
        0, 0.334689958, 0.605225304, 0.766135567, 0.861462201, 0.917932307, 0.951384342, 0.971200821, 0.982939803,
        0.989893798, 0.994013239, 0.996453533, 0.997899127, 0.998755475, 0.999262762, 0.999563271,
      ],
      velocities: [
        0, 1.71825942, 1.03330647, 0.61225376, 0.36269109, 0.21485272, 0.1272755, 0.07539607, 0.04466349, 0.02645798,
        0.0156733, 0.00928463, 0.00550007, 0.00325816, 0.00193008, 0.00114335,
      ]),
    .init(
      mass: 1, stiffness: 322.27279677026473, damping: 30.518328634872276, velocity: 6,
      places: [
        0, 0.970968771, 1.00309952, 0.999972538, 0.999993892, 1.00000024, 1.00000001, 0.999999999, 1, 1, 1, 1, 1, 1, 1,
        1,
      ],
      velocities: [
        6, 1.00518109, -0.04335306, -0.00095472, 0.00012532, -1.6e-06, -2.3e-07, 1e-08, 0, -0, 0, 0, -0, -0, -0, -0,
      ]),
  ]

  @Test("A spring's motion is that of its integrated equation") func motionMatchesTheIntegratedEquation() {
    for test in Self.cases {
      let spring = Spring(
        mass: test.mass, stiffness: test.stiffness, damping: test.damping, initialVelocity: test.velocity)
      for (index, expected) in test.places.enumerated() {
        let t = Double(index) * 0.2
        #expect(abs(spring.value(at: t) - expected) < 1e-6, "\(spring) at \(t)")
        #expect(abs(spring.velocity(at: t) - test.velocities[index]) < 1e-6, "velocity of \(spring) at \(t)")
      }
    }
  }

  @Test("All initialisers describe the same springs") func otherConstructorsAgree() {
    let bouncy = Spring(duration: 0.5, bounce: 0.3)
    #expect(abs(bouncy.stiffness - 157.91367041742973) < 1e-9 && abs(bouncy.damping - 17.59291886010284) < 1e-9)
    let lazy = Spring(duration: 0.8, bounce: -0.4)
    #expect(abs(lazy.damping - 26.179938779914945) < 1e-9 && abs(lazy.dampingRatio - 1 / 0.6) < 1e-12)
    #expect(Spring(response: 0.5, dampingFraction: 0.7) == Spring(duration: 0.5, bounce: 0.3))
  }

  @Test("No digits are lost near critical damping") func nothingIsLostNearCriticalDamping() {
    let critical = Spring(stiffness: 100, damping: 20)
    for nudge in [1e-13, 1e-9, 1e-6, -1e-6, -1e-9, -1e-13] {
      let near = Spring(stiffness: 100, damping: 20 * (1 + nudge))
      for step in 0..<60 {
        let t = Double(step) * 0.05
        #expect(abs(near.value(at: t) - critical.value(at: t)) < 2 * abs(nudge) + 1e-14)
      }
    }
  }

  @Test("Extreme springs stay finite") func extremesStayFinite() {
    for spring in [
      Spring(stiffness: 1e6, damping: 1e6), Spring(stiffness: 1e-6, damping: 0), Spring(stiffness: 0, damping: 5),
      Spring(stiffness: 0, damping: 0, initialVelocity: 2), Spring(mass: 0), Spring(stiffness: 100, damping: 1e9),
    ] {
      for t in [0, 1e-9, 0.1, 1, 100, 1e6] { #expect(spring.value(at: t).isFinite && spring.velocity(at: t).isFinite) }
      #expect(spring.value(at: -1) == 0)
    }
    #expect(abs(Spring().value(at: 1e5) - 1) < 1e-12)
  }
}
