import Model
import Presets
import Testing

/// Keyframes, given as `keys` or as `values`, in all modes of interpolation.
@Suite struct KeyframeTests {
  @Test("Discrete keys are held") func discreteKeysAreHeld() throws {
    try expectAngles(
      "{ \"keys\": [[0, 5], [1, 7], [2, 3]], \"mode\": \"discrete\" }", [(0, 5), (0.99, 5), (1, 7), (1.5, 7), (2, 3)])
    // The duration is divided into as many equal parts as there are values.
    try expectAngles(
      "{ \"values\": [1, 2, 3, 4], \"duration\": 4, \"mode\": \"discrete\" }",
      [(0, 1), (0.9, 1), (1.1, 2), (2.5, 3), (3.5, 4), (9, 4)])
    try expectAngles(
      "{ \"values\": [1, 2], \"keyTimes\": [0, 0.25, 1], \"duration\": 4, \"mode\": \"discrete\" }",
      [(0.9, 1), (1, 2)])
  }

  @Test("Cubic keys are a Catmull–Rom spline") func cubicKeysAreACatmullRomSpline() throws {
    // The weights of a Catmull–Rom spline at the middle of a segment are (−1, 9, 9, −1)/16.
    try expectAngles(
      "{ \"keys\": [[0, 0], [1, 2], [2, 8], [3, 1]], \"mode\": \"cubic\" }",
      [(0, 0), (1, 2), (1.5, (-0.0 + 9 * 2 + 9 * 8 - 1) / 16), (2, 8), (3, 1), (4, 1)])
    // Two keys make a straight line. Between the inner two of four keys on a parabola, the spline is the parabola.
    try expectAngles("{ \"keys\": [[0, 0], [2, 6]], \"mode\": \"cubic\" }", [(0.5, 1.5), (1, 3)])
    try expectAngles("{ \"keys\": [[0, 0], [1, 1], [2, 4], [3, 9]], \"mode\": \"cubic\" }", [(1.3, 1.69), (1.7, 2.89)])
  }

  @Test("Tension, continuity and bias shape the tangents") func tensionContinuityAndBiasShapeTheTangents() throws {
    let keys = "\"keys\": [[0, 0], [1, 2], [2, 8], [3, 1]], \"mode\": \"cubic\""
    // With tension 1 all tangents are 0, so each segment is a smoothstep.
    try expectAngles("{ \(keys), \"tension\": 1 }", [(1.25, 2 + 6 * 0.15625), (1.5, 5)])
    // Continuity −1 gives straight segments; bias 1 takes the slope of the segment before a key, bias −1 that after it.
    try expectAngles("{ \(keys), \"continuity\": -1 }", [(0.25, 0.5), (1.25, 3.5), (2.5, 4.5)])
    let biasedBackwards = try animatedAngle("{ \(keys), \"bias\": 1 }")
    #expect(abs((biasedBackwards.value(at: AnimationClock(1 + 1e-6)) - 2) / 1e-6 - 2) < 1e-3)
    let biasedForwards = try animatedAngle("{ \(keys), \"bias\": -1 }")
    #expect(abs((biasedForwards.value(at: AnimationClock(1 + 1e-6)) - 2) / 1e-6 - 6) < 1e-3)
  }

  @Test("Cubic keys that end where they began have the same slope at both ends")
  func closedCubicKeysHaveOneSlopeAtBothEnds() throws {
    let wave = try animatedAngle("{ \"keys\": [[0, 0], [1, 1], [2, 0], [3, -1], [4, 0]], \"mode\": \"cubic\" }")
    let slopeAtEnd = (0 - wave.value(at: AnimationClock(4 - 1e-6))) / 1e-6
    let slopeAtStart = wave.value(at: AnimationClock(1e-6)) / 1e-6
    #expect(abs(slopeAtEnd - slopeAtStart) < 1e-4 && abs(slopeAtStart - 1) < 1e-4)
  }

  @Test("Paced keys move at a constant speed") func pacedKeysMoveAtConstantSpeed() throws {
    try expectAngles(
      "{ \"keys\": [[0, 0], [0.1, 10], [4, 30]], \"mode\": \"paced\" }", [(1, 7.5), (2, 15), (3, 22.5)])
    let path = try animatedPoint("{ \"keys\": [[0, [0, 0]], [0.5, [30, 40]], [3, [30, 140]]], \"mode\": \"paced\" }")
    #expect(
      abs(path.x.value(at: AnimationClock(1)) - 30) < 1e-9 && abs(path.y.value(at: AnimationClock(1)) - 40) < 1e-9)
    #expect(abs(path.y.value(at: AnimationClock(2)) - 90) < 1e-9)
    let curve = try animatedPoint(
      "{ \"values\": [[0, 0], [100, 0], [100, 100], [0, 0]], \"duration\": 2, \"mode\": \"cubicPaced\" }")
    func position(_ time: Double) -> SIMD2<Double> {
      SIMD2(curve.x.value(at: AnimationClock(time)), curve.y.value(at: AnimationClock(time)))
    }
    func speed(_ time: Double) -> Double {
      let step = position(time + 1e-4) - position(time - 1e-4)
      return (step * step).sum().squareRoot() / 2e-4
    }
    let speeds = stride(from: 0.05, to: 2, by: 0.1).map(speed)
    #expect((speeds.max() ?? 1) / (speeds.min() ?? 0) < 1.002)
  }

  @Test("Keys with a spring are the sum of a spring for each change") func keysFollowASpring() throws {
    let text = "\"spring\": { \"response\": 0.3, \"dampingFraction\": 0.6 }"
    let number = try animatedAngle("{ \"keys\": [[0, 10], [1, 20], [1.2, 5]], \(text) }")
    let firstChange = try animatedAngle("{ \"from\": 0, \"to\": 10, \"delay\": 1, \(text) }")
    let secondChange = try animatedAngle("{ \"from\": 0, \"to\": -15, \"delay\": 1.2, \(text) }")
    for time in [0, 0.9, 1.1, 1.25, 1.6, 2.4] {
      let expected = 10 + firstChange.value(at: AnimationClock(time)) + secondChange.value(at: AnimationClock(time))
      #expect(abs(number.value(at: AnimationClock(time)) - expected) < 1e-12)
    }
    #expect(abs(number.value(at: AnimationClock(9)) - 5) < 1e-6)
  }
}
