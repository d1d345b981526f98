import Model
import Presets
import Testing

/// Names of one's own (knobs, and the names that a field defines) come before the words of the language, so that a word that is added
/// to it never changes a preset.
@Suite struct FormulaNameTests {
  /// All variables and functions of formulas.
  private static let words = Set(
    FormulaTarget.allCases.flatMap { target in
      FormulaVariable.all(for: target).flatMap(\.names) + FormulaFunction.all(for: target).map(\.name)
    }
  ).sorted()

  /// The value of the first layer's field at a place.
  private func fieldValue(_ text: String) throws -> Double {
    guard case .field(let field) = try load(text).scene.layers[0].source else {
      preconditionFailure("The layer is a field.")
    }
    var inputs = FormulaInputs(Canvas(), at: AnimationClock(1), loopSeconds: nil, values: [])
    (inputs.x, inputs.y) = (40, 50)
    return field.program.values(inputs) { _ in .zero }[field.program.outputs[0]]
  }

  @Test("A knob may have the name of any word, and means the knob", arguments: words)
  func knobsComeFirst(word: String) throws {
    let knobs = "\"knobs\": { \"\(word)\": { \"default\": 3 } }"
    let preset = try load("{ \(knobs), \"layers\": [ { \"blob\": { \"radius\": \"= \(word) + 0.5\" } } ] }")
    guard case .blob(let blob) = preset.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(blob.radius.constant == 3.5)
    #expect(
      try fieldValue("{ \(knobs), \"layers\": [ { \"field\": { \"color\": \"= \(word) + 0.25\" } } ] }") == 3.25)
  }

  @Test("A field may define a name that is a word, and means its own", arguments: words)
  func definitionsComeFirst(word: String) throws {
    let definition = "\"let\": { \"\(word)\": \"= 4\", \"twice\": \"= 2 * \(word)\" }"
    #expect(try fieldValue("{ \"layers\": [ { \"field\": { \(definition), \"color\": \"= twice\" } } ] }") == 8)
  }

  @Test("A word means itself until a name is defined, and a name before a bracket is a function")
  func wordsRemain() throws {
    let halves = "\"let\": { \"x\": \"= x / 2\", \"min\": \"= min(x, 90)\" }"
    #expect(try fieldValue("{ \"layers\": [ { \"field\": { \(halves), \"color\": \"= min(x, min) + y\" } } ] }") == 70)
  }

  @Test("A canvas's length may be calculated from a knob with the name of its width") func duration() throws {
    let preset = try load(
      "{ \"knobs\": { \"width\": { \"default\": 4 } }, \"canvas\": { \"duration\": \"= 2 * width\" }, \"layers\": [] }")
    #expect(preset.scene.canvas.duration == Rational(8))
  }
}
