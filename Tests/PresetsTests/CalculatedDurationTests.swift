import Model
import Presets
import Testing

/// A canvas's duration that is calculated from knobs.
@Suite struct CalculatedDurationTests {
  private func text(_ duration: String, loop: Bool = false) -> String {
    """
    { "canvas": { "frameRate": 30, "loop": \(loop),
      "duration": "\(duration)" },
      "knobs": { "gather": { "default": 2.2 }, "hold": { "default": 1.1 }, "tint": { "default": "red" } },
      "layers": [ { "name": "a", "ripples": { "rate": "= hold", "speed": "= gather + duration" } } ] }
    """
  }

  @Test("A knob lengthens the movie to the exact decimal, and formulas read the duration")
  func knobsLengthen() throws {
    let formula = "= gather + hold + 2.7"
    let preset = try load(text(formula))
    #expect(preset.scene.canvas.duration == Rational(6))
    guard case .ripples(let ripples) = preset.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(abs(ripples.speed - 8.2) < 1e-9)
    #expect(try load(text(formula), set("hold=3")).scene.canvas.duration == Rational(79, 10))
    var settings = set("hold=3")
    settings.duration = Rational(2)
    #expect(try load(text(formula), settings).scene.canvas.duration == Rational(2))
  }

  @Test(
    "Mistakes in the formula of a duration are reported",
    arguments: [
      ("= gather + width", "the canvas's length is calculated from knobs and numbers, not from width"),
      ("= 2 * duration", "the canvas's length is calculated from knobs and numbers, not from duration"),
      ("= t", "this value is read once, so it cannot depend on t or T"),
      ("= gahter", "gahter is unknown. Did you mean gather?"),
      ("= hold - gather", "\"= hold - gather\" is -1.1"),
      ("= tint", ""),
      ("6", "should be a number of seconds, not the text \"6\"; write numbers without quotes"),
    ])
  func mistakesAreReported(formula: String, expected: String) {
    let found = issues(text(formula))
    #expect(found.count == 1 && found.first?.contains("canvas.duration: \(expected)") == true, "\(found)")
  }

  @Test("A loop's duration must be a whole number of frames, also if a formula gives it")
  func loopsAreWholeFrames() {
    #expect(issues(text("= gather + 0.8", loop: true)).isEmpty)
    #expect(issues(text("= gather + 0.81", loop: true)).first?.contains("is not a whole number of frames") == true)
  }
}
