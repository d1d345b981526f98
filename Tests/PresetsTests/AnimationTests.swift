import Colorimetry
import Foundation
import Lanes
import Model
import Presets
import Testing

/// Animated values, written in the preset language.
@Suite struct AnimationTests {
  @Test("Cycles repeat, reverse and wait") func cyclesRepeatReverseAndWait() throws {
    let tween = "\"from\": 0, \"to\": 10, \"duration\": 2"
    try expectAngles("{ \(tween), \"repeatDuration\": 5 }", [(1, 5), (3, 5), (4.9, 4.5), (5, 5), (9, 5)])
    try expectAngles("{ \(tween), \"repeat\": 2.5 }", [(4.9, 4.5), (9, 5)])
    try expectAngles(
      "{ \(tween), \"delay\": 1, \"before\": -3, \"after\": 99 }", [(0, -3), (0.99, -3), (1, 0), (2, 5), (3, 99)])
    try expectAngles("{ \(tween), \"delay\": 1 }", [(0, 0), (2, 5), (9, 10)])
    let keys = "\"keys\": [[0, 0], [1, 10], [4, 16]]"
    try expectAngles(
      "{ \(keys), \"repeat\": \"forever\", \"autoreverse\": true }", [(1, 10), (4, 16), (5, 14), (7, 10), (8.5, 5)])
    try expectAngles("{ \(keys), \"repeat\": 2, \"duration\": 2 }", [(1, 10), (2.5, 5), (3, 10), (3.5, 11), (7, 12)])
    try expectAngles("{ \(keys), \"delay\": 2, \"before\": 7 }", [(1.9, 7), (2.5, 5), (9, 16)])
  }

  @Test("A spring settles") func aSpringSettles() throws {
    // A spring that repeats without a duration starts anew once it stays within 1/1000 of its target.
    for spring in [Spring(), Spring(stiffness: 400, damping: 40), Spring(mass: 2, damping: 60, initialVelocity: -3)] {
      let settlingSeconds = spring.settlingDuration()
      #expect(settlingSeconds < 7)
      for step in 0..<400 { #expect(abs(spring.value(at: settlingSeconds + Double(step) * 0.01) - 1) <= 0.001 + 1e-9) }
      // The duration is not much too long: late before its end the spring is still away from its target.
      #expect(
        stride(from: 0, to: settlingSeconds, by: 0.001).contains {
          abs(spring.value(at: $0) - 1) > 0.0007 && $0 > settlingSeconds * 0.5
        })
    }
    #expect(Spring(damping: 0).settlingDuration() == .infinity)
    #expect(
      angleIssues("{ \"from\": 0, \"to\": 1, \"repeat\": 2, \"spring\": { \"damping\": 0 } }")
        == [
          "x.json:2:1: layers[0].gradient.angle: needs the key duration: nothing damps this spring, so it never rests"
        ])
  }

  @Test("Sequences play one after another") func sequencesPlayOneAfterAnother() throws {
    let items = """
      { "from": 0, "to": 10, "duration": 1 }, { "to": 4, "duration": 2, "delay": 0.5 }, { "keys": [[0, 4], [1, 0]] }
      """
    let values = [(0.5, 5.0), (1.2, 10), (2.5, 7), (3.5, 4), (4.0, 2), (4.5, 0)].map { (at: $0.0, is: $0.1) }
    try expectAngles("{ \"sequence\": [\(items)] }", values + [(9, 0)])
    try expectAngles(
      "{ \"sequence\": [\(items)], \"repeat\": \"forever\" }", values.dropLast() + [(5, 5), (5.7, 10), (9.5, 5)])
    try expectAngles("{ \"sequence\": [\(items)], \"delay\": 3, \"before\": 1 }", [(2.9, 1), (3.5, 5), (4.2, 10)])
    // The delay of a sequence counts also if its last animation never ends.
    let endless =
      "{ \"from\": 0, \"to\": 10, \"duration\": 1 }, { \"to\": 20, \"duration\": 1, \"repeat\": \"forever\" }"
    try expectAngles(
      "{ \"sequence\": [\(endless)], \"delay\": 3 }", [(0, 0), (2.9, 0), (3.5, 5), (4.25, 12.5), (5.5, 15)])
  }

  @Test("Sums add") func sumsAdd() throws {
    try expectAngles(
      "{ \"sum\": [100, \"= 3 * t\", { \"keys\": [[0, 0], [2, 20]] }, { \"from\": 1, \"to\": 2, \"duration\": 1 }] }",
      [(0, 101), (1, 100 + 3 + 10 + 2), (2, 100 + 6 + 20 + 2)])
    // The terms of a sum may leave the key's range; the sum is clamped to it.
    let opacity = try load(
      "{ \"layers\": [ { \"ripples\": {}, \"opacity\": { \"sum\": [2, \"= -t\"] } } ] }"
    ).scene.layers[0].opacity
    #expect(opacity.value(at: AnimationClock(0.5)) == 1 && opacity.value(at: AnimationClock(1.75)) == 0.25)
  }

  @Test("Points move along a path at a constant speed") func pointsMoveAlongAPathAtConstantSpeed() throws {
    let square = try animatedPoint("{ \"path\": \"M0 0H100V100H0Z\", \"duration\": 4, \"repeat\": \"forever\" }")
    for (time, x, y) in [(0.5, 50.0, 0.0), (1.5, 100, 50), (2.25, 75, 100), (3.9, 0, 10), (4.5, 50, 0)] {
      #expect(
        abs(square.x.value(at: AnimationClock(time)) - x) < 1e-9
          && abs(square.y.value(at: AnimationClock(time)) - y) < 1e-9)
    }
    // A circle of two arcs: positions are compared with cosine and sine, directions with the tangent's angle.
    let circle = "M100 0A100 100 0 0 1 -100 0A100 100 0 0 1 100 0"
    let onCircle = try animatedPoint("{ \"path\": \"\(circle)\", \"at\": \"= t\" }")
    let direction = try animatedAngle("{ \"path\": \"\(circle)\", \"at\": \"= t\" }")
    for step in 0...40 {
      let share = Double(step) / 40
      let (x, y) = (100 * cos(2 * Double.pi * share), 100 * sin(2 * Double.pi * share))
      #expect(
        abs(onCircle.x.value(at: AnimationClock(share)) - x) < 0.03
          && abs(onCircle.y.value(at: AnimationClock(share)) - y) < 0.03)
      if step < 40 { #expect(abs(direction.value(at: AnimationClock(share)) - 90 - 360 * share) < 0.2) }
    }
  }

  @Test("A sum moves a path to another place") func aSumMovesAPath() throws {
    let moved = try animatedPoint("{ \"sum\": [[10, 20], { \"path\": \"M0 0H100\", \"at\": 0.5 }] }")
    #expect(moved.x.value(at: AnimationClock(0)) == 60 && moved.y.value(at: AnimationClock(0)) == 20)
  }

  @Test("Colours are animated by every kind of animation") func coloursAreAnimatedByEveryKindOfAnimation() throws {
    let red = LinearColor(css: "red")
    let blue = LinearColor(css: "blue")
    guard let red, let blue else { throw MissingValue() }
    let tween = try animatedColor(
      "{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 2, \"interpolation\": \"oklab\" }")
    #expect(tween.value(at: AnimationClock(0)) == red && tween.value(at: AnimationClock(3)) == blue)
    #expect(tween.value(at: AnimationClock(1)) == ColorInterpolation.oklab.mix(red, blue, share: 0.5))
    let spring = try animatedColor("{ \"from\": \"red\", \"to\": \"blue\", \"spring\": {} }")
    #expect(spring.value(at: AnimationClock(0)) == red && spring.value(at: AnimationClock(9)).blue > 0.999)
    let keys = try animatedColor(
      "{ \"keys\": [[0, \"red\"], [1, \"blue\"], [2, \"red\"]], \"repeat\": \"forever\", \"interpolation\": \"oklch longer\" }"
    )
    #expect(keys.value(at: AnimationClock(5)) == blue && keys.value(at: AnimationClock(6)) == red)
    let sequence = try animatedColor(
      "{ \"sequence\": [{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }, { \"to\": \"lime\", \"duration\": 1 }] }"
    )
    #expect(sequence.value(at: AnimationClock(1)) == blue && sequence.value(at: AnimationClock(2)).green == 1)
    let backAndForth = try animatedColor(
      "{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1, \"repeat\": \"forever\", \"autoreverse\": true }")
    #expect(
      backAndForth.value(at: AnimationClock(1)) == blue
        && backAndForth.value(at: AnimationClock(1.5)) == backAndForth.value(at: AnimationClock(0.5)))
  }

  @Test("A value's range contains all the values that its animation takes")
  func rangesContainAllValuesOfAnimations() throws {
    let texts = [
      "{ \"keys\": [[0, 0], [1, 2], [2, 8], [3, 1]], \"mode\": \"cubic\", \"repeat\": 3 }",
      "{ \"keys\": [[0, 0, [0.7, -2, 0.3, 3]], [1, 2], [2, 8]], \"mode\": \"cubic\" }",
      "{ \"keys\": [[0, 10], [1, 20], [1.2, 5]], \"spring\": { \"damping\": 2 } }",
      "{ \"sequence\": [{ \"from\": 0, \"to\": 10, \"spring\": {} }, { \"to\": -7, \"duration\": 1, \"ease\": [0.5, -1, 0.5, 2] }] }",
      "{ \"sum\": [3, \"= 4 * sin(5 * t)\", { \"from\": 0, \"to\": 2, \"duration\": 1, \"repeat\": 9, \"before\": -50, \"delay\": 1 }] }",
      "{ \"path\": \"M0 0C50 0 50 50 0 50\", \"duration\": 2 }",
      "{ \"from\": 0, \"to\": 10, \"duration\": 2, \"ease\": \"linear(0 40%, 1 60%)\" }",
    ]
    for text in texts {
      let number = try animatedAngle(text)
      let bounds = number.valueRange(during: ClockRange(local: 0...5, canvas: 0...5))
      for step in 0...5_000 {
        let value = number.value(at: AnimationClock(Double(step) / 1_000))
        #expect(bounds.lowerBound - 1e-9 <= value && value <= bounds.upperBound + 1e-9, "\(text)")
      }
      #expect(bounds.upperBound - bounds.lowerBound < 3_000)
    }
  }
}
