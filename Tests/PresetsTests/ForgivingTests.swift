import Presets
import Testing

/// What is no mistake: knobs that turn a cell off, and what is worth a warning instead of an error.
@Suite struct ForgivingTests {
  private func load(_ text: String, _ settings: PresetSettings = PresetSettings()) throws -> LoadedPreset {
    try Preset.load(text: Array(text.utf8), named: "test.json", settings)
  }

  @Test func aKnobMayTurnACellOff() throws {
    let text = """
      {"knobs": {"rate": {"default": 3}},
       "layers": [{"emitter": {"cells": [{"birthRate": "= rate", "lifetime": 1}]}}]}
      """
    let preset = try load(text, PresetSettings(overrides: [.init(key: "rate", value: "0")]))
    #expect(preset.estimates.map(\.live) == [0])
  }

  @Test func aWrittenZeroIsASlip() {
    #expect(throws: PresetError.self) {
      try load(#"{"layers": [{"emitter": {"cells": [{"birthRate": 0, "lifetime": 1}]}}]}"#)
    }
  }

  @Test func particlesThatOutliveALoopManyTimesAreToldOf() throws {
    let text = """
      {"canvas": {"duration": 2}, "layers": [{"name": "sky", "emitter": {"cells": [
        {"name": "star", "burst": 3, "lifetime": 100}, {"name": "flake", "birthRate": 3, "lifetime": 4}]}}]}
      """
    #expect(try load(text).warnings.isEmpty)
    let warnings = try load(text, PresetSettings(loops: true)).warnings
    #expect(
      warnings.map(\.description) == [
        "test.json: layers.sky.emitter.cells.star.lifetime: in this loop each particle is shown 50 times at once, "
          + "since it lives that many turns. \"= duration\" shows it once."
      ])
  }
}
