import Colorimetry
import Foundation
import Lanes
import Model
import Presets
import Testing

/// Values that move, through the preset language's own spellings.
@Suite struct MotionTests {
  struct Missing: Error {}

  /// A gradient's angle: a number without limits, in degrees.
  private func number(_ text: String, in other: String = "") throws -> AnimatedNumber {
    let preset = "{ \(other) \"layers\": [ { \"gradient\": { \"angle\": \(text), \"stops\": [\"red\"] } } ] }"
    guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
      case .angle(let angle) = gradient.shape
    else { throw Missing() }
    return angle
  }

  private func point(_ text: String) throws -> AnimatedPoint {
    let preset =
      "{ \"layers\": [ { \"gradient\": { \"type\": \"radial\", \"center\": \(text), \"stops\": [\"red\"] } } ] }"
    guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
      case .radial(let radial) = gradient.shape, let center = radial.center
    else { throw Missing() }
    return center
  }

  private func color(_ text: String) throws -> AnimatedColor {
    let preset = "{ \"layers\": [ { \"gradient\": { \"stops\": [\(text)] } } ] }"
    guard case .gradient(let gradient) = try load(preset).scene.layers.first?.source,
      let color = gradient.stops.first?.color
    else { throw Missing() }
    return color
  }

  private func expect(_ text: String, _ values: [(at: Double, is: Double)], within error: Double = 1e-9) throws {
    let number = try number(text)
    for (time, value) in values {
      let found = number.value(at: AnimationClock(time))
      #expect(abs(found - value) <= error, "\(text) at \(time) is \(found), not \(value)")
    }
  }

  private func issues(ofAngle text: String) -> [String] {
    Tests.issues("{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\"], \"angle\":\n\(text) } } ] }")
  }

  // MARK: Against others' figures

  private static func reference(_ name: String) throws -> [String: Any] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appendingPathComponent("References/\(name).json"))
    guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw Missing() }
    return object
  }

  @Test("Timing curves agree with a browser's within 1e-5")
  func timingCurves() throws {
    guard let curves = try Self.reference("easing")["curves"] as? [[String: Any]] else { throw Missing() }
    #expect(curves.count == 9)
    var worst = 0.0
    for curve in curves {
      guard let css = curve["css"] as? String, let expected = curve["y"] as? [Double] else { throw Missing() }
      let spellings = [
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"ease\": \"\(css)\" }",
        "{ \"keys\": [[0, 0, \"\(css)\"], [1, 1]] }",
        "{ \"values\": [0, 1], \"duration\": 1, \"ease\": \"\(css)\" }",
      ]
      for text in spellings {
        let number = try number(text)
        #expect(expected.count == 101)
        for (step, y) in expected.enumerated() {
          worst = max(worst, abs(number.value(at: AnimationClock(Double(step) / 100)) - y))
        }
      }
    }
    #expect(worst < 1e-5, "worst error \(worst)")
  }

  @Test("Springs agree with an integrator's within 1e-6, in all spellings")
  func springs() throws {
    guard let springs = try Self.reference("springs")["springs"] as? [[String: Any]] else { throw Missing() }
    #expect(springs.count == 10)
    var worst = 0.0
    for spring in springs {
      guard let expected = spring["x"] as? [Double], let velocity = spring["initial velocity"] as? Double else {
        throw Missing()
      }
      func figure(_ name: String) -> Double { spring[name] as? Double ?? .nan }
      var spellings = [
        "\"mass\": \(figure("mass")), \"stiffness\": \(figure("stiffness")), \"damping\": \(figure("damping"))"
      ]
      if let duration = spring["duration"] as? Double, let bounce = spring["bounce"] as? Double {
        spellings.append("\"duration\": \(duration), \"bounce\": \(bounce)")
        let fraction = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
        spellings.append("\"response\": \(duration), \"dampingFraction\": \(fraction)")
      }
      for text in spellings {
        let spring = "\"spring\": { \(text), \"initialVelocity\": \(velocity) }"
        for moving in ["{ \"from\": 0, \"to\": 1, \(spring) }", "{ \"keys\": [[0, 0], [0, 1]], \(spring) }"] {
          let number = try number(moving)
          for (step, x) in expected.enumerated() {
            worst = max(worst, abs(number.value(at: AnimationClock(Double(step) * 0.025)) - x))
          }
        }
      }
    }
    #expect(worst < 1e-6, "worst error \(worst)")
  }

  // MARK: Keys

  @Test("Discrete keys are held") func discreteKeysAreHeld() throws {
    try expect(
      "{ \"keys\": [[0, 5], [1, 7], [2, 3]], \"mode\": \"discrete\" }", [(0, 5), (0.99, 5), (1, 7), (1.5, 7), (2, 3)])
    // As many equal parts as there are values.
    try expect(
      "{ \"values\": [1, 2, 3, 4], \"duration\": 4, \"mode\": \"discrete\" }",
      [(0, 1), (0.9, 1), (1.1, 2), (2.5, 3), (3.5, 4), (9, 4)])
    try expect(
      "{ \"values\": [1, 2], \"keyTimes\": [0, 0.25, 1], \"duration\": 4, \"mode\": \"discrete\" }",
      [(0.9, 1), (1, 2)])
  }

  @Test("Cubic keys are a catmull rom spline") func cubicKeysAreACatmullRomSpline() throws {
    // The spline's own weights at the middle of a piece: (−1, 9, 9, −1)/16.
    let (outer, inner) = (0.0 + 1.0, 2.0 + 8.0)
    let middle = (9 * inner - outer) / 16
    try expect(
      "{ \"keys\": [[0, 0], [1, 2], [2, 8], [3, 1]], \"mode\": \"cubic\" }",
      [(0, 0), (1, 2), (1.5, middle), (2, 8), (3, 1), (4, 1)])
    // Two keys make a straight line, and points on a parabola stay on it inside, whatever their distances.
    try expect("{ \"keys\": [[0, 0], [2, 6]], \"mode\": \"cubic\" }", [(0.5, 1.5), (1, 3)])
    try expect("{ \"keys\": [[0, 0], [1, 1], [2, 4], [3, 9]], \"mode\": \"cubic\" }", [(1.3, 1.69), (1.7, 2.89)])
  }

  @Test("Tension continuity and bias shape the tangents") func tensionContinuityAndBiasShapeTheTangents() throws {
    let keys = "\"keys\": [[0, 0], [1, 2], [2, 8], [3, 1]], \"mode\": \"cubic\""
    // Tension 1: no tangents, so that pieces are smooth steps.
    try expect("{ \(keys), \"tension\": 1 }", [(1.25, 2 + 6 * 0.15625), (1.5, 5)])
    // Continuity −1 makes the polyline, bias 1 takes the slope from before.
    try expect("{ \(keys), \"continuity\": -1 }", [(0.25, 0.5), (1.25, 3.5), (2.5, 4.5)])
    let biased = try number("{ \(keys), \"bias\": 1 }")
    #expect(abs((biased.value(at: AnimationClock(1 + 1e-6)) - 2) / 1e-6 - 2) < 1e-3)
    let counter = try number("{ \(keys), \"bias\": -1 }")
    #expect(abs((counter.value(at: AnimationClock(1 + 1e-6)) - 2) / 1e-6 - 6) < 1e-3)
  }

  @Test("Closed cubic keys come round smoothly") func closedCubicKeysComeRoundSmoothly() throws {
    let wave = try number("{ \"keys\": [[0, 0], [1, 1], [2, 0], [3, -1], [4, 0]], \"mode\": \"cubic\" }")
    let before = (0 - wave.value(at: AnimationClock(4 - 1e-6))) / 1e-6
    let after = wave.value(at: AnimationClock(1e-6)) / 1e-6
    #expect(abs(before - after) < 1e-4 && abs(after - 1) < 1e-4)
  }

  @Test("Paced keys have one speed") func pacedKeysHaveOneSpeed() throws {
    try expect(
      "{ \"keys\": [[0, 0], [0.1, 10], [4, 30]], \"mode\": \"paced\" }", [(1, 7.5), (2, 15), (3, 22.5)])
    let way = try point("{ \"keys\": [[0, [0, 0]], [0.5, [30, 40]], [3, [30, 140]]], \"mode\": \"paced\" }")
    #expect(abs(way.x.value(at: AnimationClock(1)) - 30) < 1e-9 && abs(way.y.value(at: AnimationClock(1)) - 40) < 1e-9)
    #expect(abs(way.y.value(at: AnimationClock(2)) - 90) < 1e-9)
    let curve = try point(
      "{ \"values\": [[0, 0], [100, 0], [100, 100], [0, 0]], \"duration\": 2, \"mode\": \"cubicPaced\" }")
    func place(_ time: Double) -> SIMD2<Double> {
      SIMD2(curve.x.value(at: AnimationClock(time)), curve.y.value(at: AnimationClock(time)))
    }
    func speed(_ time: Double) -> Double {
      let step = place(time + 1e-4) - place(time - 1e-4)
      return (step * step).sum().squareRoot() / 2e-4
    }
    let speeds = stride(from: 0.05, to: 2, by: 0.1).map(speed)
    #expect((speeds.max() ?? 1) / (speeds.min() ?? 0) < 1.002)
  }

  @Test("Keys follow a spring") func keysFollowASpring() throws {
    let text = "\"spring\": { \"response\": 0.3, \"dampingFraction\": 0.6 }"
    let number = try number("{ \"keys\": [[0, 10], [1, 20], [1.2, 5]], \(text) }")
    let up = try self.number("{ \"from\": 0, \"to\": 10, \"delay\": 1, \(text) }")
    let down = try self.number("{ \"from\": 0, \"to\": -15, \"delay\": 1.2, \(text) }")
    for time in [0, 0.9, 1.1, 1.25, 1.6, 2.4] {
      let expected = 10 + up.value(at: AnimationClock(time)) + down.value(at: AnimationClock(time))
      #expect(abs(number.value(at: AnimationClock(time)) - expected) < 1e-12)
    }
    #expect(abs(number.value(at: AnimationClock(9)) - 5) < 1e-6)
  }

  // MARK: Runs

  @Test("Runs repeat reverse and wait") func runsRepeatReverseAndWait() throws {
    let tween = "\"from\": 0, \"to\": 10, \"duration\": 2"
    try expect("{ \(tween), \"repeatDuration\": 5 }", [(1, 5), (3, 5), (4.9, 4.5), (5, 5), (9, 5)])
    try expect("{ \(tween), \"repeat\": 2.5 }", [(4.9, 4.5), (9, 5)])
    try expect(
      "{ \(tween), \"delay\": 1, \"before\": -3, \"after\": 99 }", [(0, -3), (0.99, -3), (1, 0), (2, 5), (3, 99)])
    try expect("{ \(tween), \"delay\": 1 }", [(0, 0), (2, 5), (9, 10)])
    let keys = "\"keys\": [[0, 0], [1, 10], [4, 16]]"
    try expect(
      "{ \(keys), \"repeat\": \"forever\", \"autoreverse\": true }", [(1, 10), (4, 16), (5, 14), (7, 10), (8.5, 5)])
    try expect("{ \(keys), \"repeat\": 2, \"duration\": 2 }", [(1, 10), (2.5, 5), (3, 10), (3.5, 11), (7, 12)])
    try expect("{ \(keys), \"delay\": 2, \"before\": 7 }", [(1.9, 7), (2.5, 5), (9, 16)])
  }

  @Test("A spring rests") func aSpringRests() throws {
    // Repeated without a duration, a spring starts anew once it rests within 1/1000.
    for spring in [Spring(), Spring(stiffness: 400, damping: 40), Spring(mass: 2, damping: 60, initialVelocity: -3)] {
      let rest = spring.settlingDuration()
      #expect(rest < 7)
      for step in 0..<400 { #expect(abs(spring.value(at: rest + Double(step) * 0.01) - 1) <= 0.001 + 1e-9) }
      #expect(
        stride(from: 0, to: rest, by: 0.001).contains { abs(spring.value(at: $0) - 1) > 0.0007 && $0 > rest * 0.5 })
    }
    #expect(Spring(damping: 0).settlingDuration() == .infinity)
    #expect(
      issues(ofAngle: "{ \"from\": 0, \"to\": 1, \"repeat\": 2, \"spring\": { \"damping\": 0 } }")
        == [
          "x.json:2:1: layers[0].gradient.angle: needs the key duration: nothing damps this spring, so that it never rests"
        ])
  }

  @Test("Sequences run one after another") func sequencesRunOneAfterAnother() throws {
    let parts = """
      { "from": 0, "to": 10, "duration": 1 }, { "to": 4, "duration": 2, "delay": 0.5 }, { "keys": [[0, 4], [1, 0]] }
      """
    let places = [(0.5, 5.0), (1.2, 10), (2.5, 7), (3.5, 4), (4.0, 2), (4.5, 0)].map { (at: $0.0, is: $0.1) }
    try expect("{ \"sequence\": [\(parts)] }", places + [(9, 0)])
    try expect(
      "{ \"sequence\": [\(parts)], \"repeat\": \"forever\" }", places.dropLast() + [(5, 5), (5.7, 10), (9.5, 5)])
    try expect("{ \"sequence\": [\(parts)], \"delay\": 3, \"before\": 1 }", [(2.9, 1), (3.5, 5), (4.2, 10)])
  }

  @Test("Sums add") func sumsAdd() throws {
    let (afterOne, afterTwo): (Double, Double) = (100 + 3 + 10 + 2, 100 + 6 + 20 + 2)
    try expect(
      "{ \"sum\": [100, \"= 3 * t\", { \"keys\": [[0, 0], [2, 20]] }, { \"from\": 1, \"to\": 2, \"duration\": 1 }] }",
      [(0, 101), (1, afterOne), (2, afterTwo)])
    // Its parts may leave the key's range, their sum may not.
    let opacity = try load(
      "{ \"layers\": [ { \"ripples\": {}, \"opacity\": { \"sum\": [2, \"= -t\"] } } ] }"
    ).scene.layers[0].opacity
    #expect(opacity.value(at: AnimationClock(0.5)) == 1 && opacity.value(at: AnimationClock(1.75)) == 0.25)
  }

  // MARK: Along a path

  @Test("Points go along a path by its length") func pointsGoAlongAPathByItsLength() throws {
    let square = try point("{ \"path\": \"M0 0H100V100H0Z\", \"duration\": 4, \"repeat\": \"forever\" }")
    for (time, x, y) in [(0.5, 50.0, 0.0), (1.5, 100, 50), (2.25, 75, 100), (3.9, 0, 10), (4.5, 50, 0)] {
      #expect(
        abs(square.x.value(at: AnimationClock(time)) - x) < 1e-9
          && abs(square.y.value(at: AnimationClock(time)) - y) < 1e-9)
    }
    // A circle of two arcs: places and the direction against the sine.
    let circle = "M100 0A100 100 0 0 1 -100 0A100 100 0 0 1 100 0"
    let round = try point("{ \"path\": \"\(circle)\", \"at\": \"= t\" }")
    let turn = try number("{ \"path\": \"\(circle)\", \"at\": \"= t\" }")
    for step in 0...40 {
      let share = Double(step) / 40
      let (x, y) = (100 * cos(2 * Double.pi * share), 100 * sin(2 * Double.pi * share))
      #expect(
        abs(round.x.value(at: AnimationClock(share)) - x) < 0.03
          && abs(round.y.value(at: AnimationClock(share)) - y) < 0.03)
      if step < 40 { #expect(abs(turn.value(at: AnimationClock(share)) - 90 - 360 * share) < 0.2) }
    }
  }

  @Test("Way and sum put a path anywhere") func wayAndSumPutAPathAnywhere() throws {
    let moved = try point("{ \"sum\": [[10, 20], { \"path\": \"M0 0H100\", \"at\": 0.5 }] }")
    #expect(moved.x.value(at: AnimationClock(0)) == 60 && moved.y.value(at: AnimationClock(0)) == 20)
  }

  // MARK: Colours

  @Test("Colours move in every way") func coloursMoveInEveryWay() throws {
    let red = LinearColor(css: "red")
    let blue = LinearColor(css: "blue")
    guard let red, let blue else { throw Missing() }
    let tween = try color("{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 2, \"interpolation\": \"oklab\" }")
    #expect(tween.value(at: AnimationClock(0)) == red && tween.value(at: AnimationClock(3)) == blue)
    #expect(tween.value(at: AnimationClock(1)) == ColorInterpolation.oklab.mix(red, blue, share: 0.5))
    let spring = try color("{ \"from\": \"red\", \"to\": \"blue\", \"spring\": {} }")
    #expect(spring.value(at: AnimationClock(0)) == red && spring.value(at: AnimationClock(9)).blue > 0.999)
    let keys = try color(
      "{ \"keys\": [[0, \"red\"], [1, \"blue\"], [2, \"red\"]], \"repeat\": \"forever\", \"interpolation\": \"oklch longer\" }"
    )
    #expect(keys.value(at: AnimationClock(5)) == blue && keys.value(at: AnimationClock(6)) == red)
    let sequence = try color(
      "{ \"sequence\": [{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }, { \"to\": \"lime\", \"duration\": 1 }] }"
    )
    #expect(sequence.value(at: AnimationClock(1)) == blue && sequence.value(at: AnimationClock(2)).green == 1)
    let back = try color(
      "{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1, \"repeat\": \"forever\", \"autoreverse\": true }")
    #expect(
      back.value(at: AnimationClock(1)) == blue
        && back.value(at: AnimationClock(1.5)) == back.value(at: AnimationClock(0.5)))
  }

  // MARK: Copies

  @Test("Copies read their number") func copiesReadTheirNumber() throws {
    let layers = try load(
      """
      { "layers": [ { "name": "dot", "copies": { "count": 3, "delay": 0.5, "begin": 0.25, "opacityOffset": -0.3 },
        "speed": 2, "gradient": { "angle": "= 90 * i + n", "stops": ["red"] } } ] }
      """
    ).scene.layers
    #expect(layers.map(\.name) == ["dot", "dot[1]", "dot[2]"])
    #expect(Set(layers.map(\.path)).count == 3)
    #expect(layers.map(\.timing.begin) == [0, 0.25, 0.5])
    #expect(layers.map(\.timing.timeOffset) == [0, -1, -2])
    let opacities = layers.map { $0.opacity.constant ?? -1 }
    #expect(opacities.map { ($0 * 10).rounded() } == [10, 7, 4])
    let angles = layers.map { layer -> Double? in
      guard case .gradient(let gradient) = layer.source, case .angle(let angle) = gradient.shape else { return nil }
      return angle.constant
    }
    #expect(angles == [3, 93, 183])
  }

  @Test("Copies of groups count inside") func copiesOfGroupsCountInside() throws {
    let layers = try load(
      """
      { "layers": [ { "copies": { "count": 2, "hueOffset": 120 }, "group": [
        { "gradient": { "stops": ["#e63946"] }, "opacity": "= i / 2" },
        { "copies": { "count": 3 }, "gradient": { "stops": ["gray"] }, "opacity": "= i / n" } ] } ] }
      """
    ).scene.layers
    let groups = layers.compactMap { layer -> [Layer]? in
      guard case .group(let inner) = layer.source else { return nil }
      return inner
    }
    #expect(groups.map(\.count) == [4, 4])
    let opacities = groups.map { group in group.map { $0.opacity.constant ?? -1 } }
    let thirds: [Double] = [0, 1 / 3, 2 / 3]
    let expected = [[0] + thirds, [0.5] + thirds]
    #expect(opacities == expected)
    func stop(_ layer: Layer) -> LinearColor? {
      guard case .gradient(let gradient) = layer.source, case .constant(let color) = gradient.stops[0].color else {
        return nil
      }
      return color
    }
    #expect(stop(groups[0][0]) == LinearColor(css: "#e63946"))
    let turned = stop(groups[1][0])
    #expect(turned.map { $0.green > $0.red } == true)
    // Greys have no hue.
    let (gray, moved) = (stop(groups[0][1]), stop(groups[1][1]))
    #expect(abs((gray?.red ?? 0) - (moved?.red ?? 1)) < 1e-6)
  }

  /// What is missing from a colour is taken from its neighbour while the colour is as it was written; a copy whose hues are turned
  /// has colours of its own, in which what was missing is 0.
  @Test("Copies turn colours with missing components") func copiesTurnColoursWithMissingComponents() throws {
    let layers = try load(
      """
      { "layers": [ { "copies": { "count": 3, "hueOffset": 80 },
        "gradient": { "stops": ["oklch(0.7 0.1 none)", "oklch(0.5 none 140)", "oklch(none 0.1 20 / none)"] } } ] }
      """
    ).scene.layers
    let stops = layers.compactMap { layer -> [Gradient.Stop]? in
      if case .gradient(let gradient) = layer.source { gradient.stops } else { nil }
    }
    #expect(stops.map(\.count) == [3, 3, 3])
    #expect(
      stops[0].map { $0.written?.isMissing ?? [] }
        == [[false, false, true, false], [false, true, false, false], [true, false, false, true]])
    for copy in 1...2 {
      let hue = 80.0 * Double(copy)
      #expect(stops[copy].allSatisfy { $0.written == nil })
      let turned = ["oklch(0.7 0.1 \(hue))", "oklch(0.5 0 0)", "oklch(0 0.1 \(20 + hue) / 0)"]
      for (stop, text) in zip(stops[copy], turned) {
        guard case .constant(let color) = stop.color, let expected = LinearColor(css: text) else {
          Issue.record("\(stop.color)")
          continue
        }
        #expect(abs(color.red - expected.red) < 1e-6 && abs(color.green - expected.green) < 1e-6)
        #expect(abs(color.blue - expected.blue) < 1e-6 && color.alpha == expected.alpha)
      }
    }
  }

  @Test("Copies count as layers") func copiesCountAsLayers() {
    #expect(
      Tests.issues("{ \"layers\": [ { \"copies\": { \"count\": 200 }, \"group\": [ { \"ripples\": {} } ] } ] }")
        == [
          "x.json:1:54: layers[0].group: 257 layers or more; at most 256 are allowed, those in groups and copies included"
        ])
    #expect(
      Tests.issues("{ \"layers\": [ { \"copies\": { \"count\": 0 }, \"ripples\": {} } ] }")
        == ["x.json:1:38: layers[0].copies.count: 0 is out of range: 1 to 256 is allowed"])
    #expect(
      Tests.issues("{ \"knobs\": { \"i\": { \"default\": 1 } }, \"layers\": [] }")
        == ["x.json:1:14: knobs.i: i already means something in expressions"])
  }

  // MARK: Bad input

  @Test(
    arguments: [
      ("{ \"keys\": [] }", "2:11: .keys: needs at least one key"),
      ("{ \"keys\": [[0, 1], 5] }", "2:20: .keys[1]: a key is [time, value] or [time, value, ease]"),
      ("{ \"keys\": [[1, 1], [0, 2]] }", "2:21: .keys[1]: its time 0 lies before that of the key before it, 1"),
      (
        "{ \"keys\": [[0, 1]], \"mode\": \"cubical\" }",
        "2:29: .mode: \"cubical\" is none of linear, discrete, cubic, paced or cubicPaced."
      ),
      ("{ \"keys\": [[0, 1]], \"tension\": 0.5 }", "2:1: : tension, continuity and bias mean nothing in mode linear"),
      (
        "{ \"keys\": [[0, 1, \"ease\"], [1, 2]], \"mode\": \"paced\" }",
        "2:1: : a key's ease means nothing where the speed is constant; ease beside keys is of the whole run"
      ),
      ("{ \"values\": [1, 2] }", "2:1: : needs the key duration"),
      ("{ \"values\": [], \"duration\": 1 }", "2:13: .values: needs at least one value"),
      ("{ \"values\": [1, 2], \"keyTimes\": [0], \"duration\": 1 }", "2:33: : keyTimes has 1 shares for 2 values"),
      (
        "{ \"values\": [1, 2], \"keyTimes\": [0.5, 0.2], \"duration\": 1 }",
        "2:33: : the share 0.2 lies before the one before it, 0.5"
      ),
      ("{ \"to\": 1, \"duration\": 1 }", "2:1: : needs the key from"),
      ("{ \"sequence\": [] }", "2:15: .sequence: needs at least one motion"),
      ("{ \"sequence\": [5] }", "2:16: .sequence[0]: should be an object that moves a value, not the number 5"),
      (
        "{ \"sequence\": [{ \"from\": 0, \"to\": 1, \"duration\": 1, \"repeat\": \"forever\" }, { \"to\": 2, \"duration\": 1 }] }",
        "2:16: .sequence[0]: this motion never ends, so that nothing can follow it"
      ),
      ("{ \"sum\": [] }", "2:10: .sum: needs at least one value"),
      ("{ \"path\": \"M0 0L\", \"at\": 0 }", "2:17: .path: L needs x y here, and the text ends"),
      ("{ \"path\": \"M5 5\", \"at\": 0 }", "2:1: : this path has no length"),
      (
        "{ \"path\": \"M0 0H9\", \"at\": 0, \"duration\": 2 }",
        "2:1: : at says where it is at any time, so that duration, ease, spring, repeat and delay mean nothing"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"interpolation\": \"oklab\" }",
        "2:55: : interpolation is of colours, and stands with the whole motion, not with its parts"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"repeat\": 2, \"repeatDuration\": 3 }",
        "2:1: : repeat and repeatDuration exclude each other"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"ease\": \"steps(0)\" }",
        "2:46: .ease: \"steps(0)\" is no timing curve. It has a whole number from 1 on, for jump-none from 2, and then start, end, jump-start, jump-end, jump-none or jump-both"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"ease\": \"cubic-bezier(2, 0, 0, 1)\" }",
        "2:46: .ease: \"cubic-bezier(2, 0, 0, 1)\" is no timing curve. It has four numbers x1, y1, x2, y2, with x1 and x2 within 0 to 1"
      ),
      (
        "{ \"speed\": 5 }",
        "2:1: : an object that moves a value needs keys, or from and to, or one of values, sequence, sum and path"
      ),
    ])
  func badMotionsAreLocated(text: String, expected: String) {
    let place = expected.prefix { $0 != " " }
    let rest = expected.dropFirst(place.count + 1)
    #expect(issues(ofAngle: text) == ["x.json:\(place) layers[0].gradient.angle\(rest)"])
  }

  @Test("Bounds hold what motions reach") func boundsHoldWhatMotionsReach() throws {
    let texts = [
      "{ \"keys\": [[0, 0], [1, 2], [2, 8], [3, 1]], \"mode\": \"cubic\", \"repeat\": 3 }",
      "{ \"keys\": [[0, 0, [0.7, -2, 0.3, 3]], [1, 2], [2, 8]], \"mode\": \"cubic\" }",
      "{ \"keys\": [[0, 10], [1, 20], [1.2, 5]], \"spring\": { \"damping\": 2 } }",
      "{ \"sequence\": [{ \"from\": 0, \"to\": 10, \"spring\": {} }, { \"to\": -7, \"duration\": 1, \"ease\": [0.5, -1, 0.5, 2] }] }",
      "{ \"sum\": [3, \"= 4 * sin(5 * t)\", { \"from\": 0, \"to\": 2, \"duration\": 1, \"repeat\": 9, \"before\": -50, \"delay\": 1 }] }",
      "{ \"path\": \"M0 0C50 0 50 50 0 50\", \"duration\": 2 }",
    ]
    for text in texts {
      let number = try number(text)
      let bounds = number.bounds(during: ClockRange(local: 0...5, canvas: 0...5))
      for step in 0...5_000 {
        let value = number.value(at: AnimationClock(Double(step) / 1_000))
        #expect(bounds.lowerBound - 1e-9 <= value && value <= bounds.upperBound + 1e-9, "\(text)")
      }
      #expect(bounds.upperBound - bounds.lowerBound < 3_000)
    }
  }

  @Test("Loops notice seams of every kind") func loopsNoticeSeamsOfEveryKind() {
    func seam(_ angle: String) -> [String] {
      Tests.issues(
        "{ \"canvas\": { \"duration\": 4, \"loop\": true }, \"layers\": [ { \"name\": \"g\", \"gradient\": { \"stops\": [\"red\"], \"angle\": \(angle) } } ] }"
      )
    }
    #expect(seam("{ \"keys\": [[0, 0], [2, 50], [4, 0]], \"mode\": \"cubic\" }").isEmpty)
    #expect(
      seam("{ \"values\": [0, 90, 20], \"duration\": 2, \"repeat\": \"forever\", \"autoreverse\": true }").isEmpty)
    #expect(seam("{ \"sequence\": [{ \"from\": 0, \"to\": 50, \"duration\": 3 }] }").first?.contains("seam") == true)
    #expect(
      seam("{ \"sum\": [10, { \"keys\": [[0, 0], [4, 50]], \"mode\": \"cubic\" }] }").first?.contains("seam") == true)
    let colors =
      "{ \"canvas\": { \"duration\": 4, \"loop\": true }, \"layers\": [ { \"gradient\": { \"stops\": [{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 3 }] } } ] }"
    #expect(Tests.issues(colors).first?.contains("first and last colours differ") == true)
  }
}

/// The free functions of this module, from within types that have functions of the same name.
private enum Tests {
  static func issues(_ text: String) -> [String] { PresetsTests.issues(text) }
}
