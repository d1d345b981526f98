import Foundation
import Model
import Presets
import Testing

/// Timing curves and springs, compared with the values of other programs in Tests/References.
@Suite struct CurveReferenceTests {
  private func reference(_ name: String) throws -> [String: Any] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appendingPathComponent("References/\(name).json"))
    guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw MissingValue() }
    return object
  }

  @Test("Timing curves agree with a browser's within 1e-5")
  func timingCurves() throws {
    guard let curves = try reference("easing")["curves"] as? [[String: Any]] else { throw MissingValue() }
    #expect(curves.count == 9)
    var worst = 0.0
    for curve in curves {
      guard let css = curve["css"] as? String, let expected = curve["y"] as? [Double] else { throw MissingValue() }
      let spellings = [
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"ease\": \"\(css)\" }",
        "{ \"keys\": [[0, 0, \"\(css)\"], [1, 1]] }",
        "{ \"values\": [0, 1], \"duration\": 1, \"ease\": \"\(css)\" }",
      ]
      for text in spellings {
        let number = try animatedAngle(text)
        #expect(expected.count == 101)
        for (step, y) in expected.enumerated() {
          worst = max(worst, abs(number.value(at: AnimationClock(Double(step) / 100)) - y))
        }
      }
    }
    #expect(worst < 1e-5, "worst error \(worst)")
  }

  @Test("Springs agree with a numerical integration within 1e-6, in all spellings")
  func springs() throws {
    guard let springs = try reference("springs")["springs"] as? [[String: Any]] else { throw MissingValue() }
    #expect(springs.count == 10)
    var worst = 0.0
    for spring in springs {
      guard let expected = spring["x"] as? [Double], let velocity = spring["initial velocity"] as? Double else {
        throw MissingValue()
      }
      func number(_ name: String) -> Double { spring[name] as? Double ?? .nan }
      var spellings = [
        "\"mass\": \(number("mass")), \"stiffness\": \(number("stiffness")), \"damping\": \(number("damping"))"
      ]
      if let duration = spring["duration"] as? Double, let bounce = spring["bounce"] as? Double {
        spellings.append("\"duration\": \(duration), \"bounce\": \(bounce)")
        let dampingFraction = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
        spellings.append("\"response\": \(duration), \"dampingFraction\": \(dampingFraction)")
      }
      for text in spellings {
        let spring = "\"spring\": { \(text), \"initialVelocity\": \(velocity) }"
        for animation in ["{ \"from\": 0, \"to\": 1, \(spring) }", "{ \"keys\": [[0, 0], [0, 1]], \(spring) }"] {
          let number = try animatedAngle(animation)
          for (step, x) in expected.enumerated() {
            worst = max(worst, abs(number.value(at: AnimationClock(Double(step) * 0.025)) - x))
          }
        }
      }
    }
    #expect(worst < 1e-6, "worst error \(worst)")
  }
}
