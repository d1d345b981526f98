import Cost
import Model
import Presets
import Testing

/// Values that are allowed, such as a knob that turns a cell off, or that give a warning instead of an error.
@Suite struct ForgivingTests {
  private func load(_ text: String, _ settings: PresetSettings = PresetSettings()) throws -> Preset {
    try Preset.load(text: Array(text.utf8), named: "test.json", settings)
  }

  @Test("A knob may turn a cell off") func aKnobMayTurnACellOff() throws {
    let text = """
      {"knobs": {"rate": {"default": 3}},
       "layers": [{"emitter": {"cells": [{"birthRate": "= rate", "lifetime": 1}]}}]}
      """
    let preset = try load(text, PresetSettings(overrides: [.init(key: "rate", value: "0")]))
    #expect(preset.scene.particleBudgets().map(\.liveCount) == [0])
  }

  @Test("A birth rate that is written as 0 is a mistake") func aWrittenZeroIsAMistake() {
    #expect(throws: PresetError.self) {
      try load(#"{"layers": [{"emitter": {"cells": [{"birthRate": 0, "lifetime": 1}]}}]}"#)
    }
  }

  @Test("Particles that live for many cycles of a loop are warned of")
  func particlesThatLiveForManyCyclesAreWarnedOf() throws {
    let text = """
      {"canvas": {"duration": 2}, "layers": [{"name": "sky", "emitter": {"cells": [
        {"name": "star", "burst": 3, "lifetime": 100}, {"name": "flake", "birthRate": 3, "lifetime": 4}]}}]}
      """
    #expect(try load(text).warnings.isEmpty)
    let warnings = try load(text, PresetSettings(loops: true)).warnings
    #expect(
      warnings.map(\.description) == [
        "test.json:2:44: layers.sky.emitter.cells.star.lifetime: in this loop each particle is shown 50 times at once, "
          + "since it lives that many cycles. \"= duration\" shows it once."
      ])
  }

  @Test("Cycles of a loop are counted by the clocks of the layer and of the groups around it")
  func cyclesFollowTheClocksOfGroups() throws {
    func warnings(group: String, layer: String) throws -> [String] {
      let text = """
        {"canvas": {"duration": 2, "loop": true}, "layers": [{"speed": \(group), "group": [{"speed": \(layer), "emitter": {"cells": [
          {"burst": 3, "lifetime": 100}]}}]}]}
        """
      return try load(text).warnings.map(\.description)
    }
    let found = try warnings(group: "0.5", layer: "4")
    #expect(
      found.count == 1 && found[0].contains("shown 25 times at once")
        && found[0].contains("\"= 2 * duration\" shows it once"),
      "\(found)")
    #expect(try warnings(group: "5", layer: "2").isEmpty)
    #expect(try warnings(group: "0", layer: "1").isEmpty)
  }
}

/// Flags that formulas give, limits beyond the preset's duration, and keys without effect on an sRGB canvas.
@Suite struct FlagAndLimitTests {
  private func load(_ text: String, _ settings: PresetSettings = PresetSettings()) throws -> Preset {
    try Preset.load(text: Array(text.utf8), named: "test.json", settings)
  }

  @Test("A flag may be given by a knob or a formula") func aFlagMayBeAKnobOrAFormula() throws {
    let text = """
      {"knobs": {"shown": {"default": true}, "level": {"default": 2}},
       "layers": [{"name": "a", "enabled": "= shown", "gradient": {"stops": ["red", "blue"]}},
                  {"name": "b", "enabled": "= level > 1", "gradient": {"stops": ["red", "blue"]}}]}
      """
    #expect(try load(text).scene.layers.map(\.name) == ["a", "b"])
    let settings = PresetSettings(overrides: [.init(key: "shown", value: "false"), .init(key: "level", value: "1")])
    #expect(try load(text, settings).scene.layers.isEmpty)
  }

  @Test("The limits also apply to times after the preset's duration")
  func limitsApplyAfterTheDuration() throws {
    let preset = try load(
      """
      {"canvas": {"duration": 1},
       "layers": [{"emitter": {"cells": [{"birthRate": 100000, "lifetime": 100000}]}}]}
      """)
    try preset.checkLimits(until: Rational(40))
    #expect(throws: PresetError.self) { try preset.checkLimits(until: Rational(100)) }
  }

  @Test("A canvas that blends sRGB values has no exposure or tone map") func anSRGBCanvasHasNoToneMap() {
    for post in [#"{"exposure": 1}"#, #"{"toneMap": "filmic"}"#] {
      #expect(throws: PresetError.self) {
        try load(
          """
          {"canvas": {"blending": "srgb"}, "post": \(post), "layers": [{"gradient": {"stops": ["red", "blue"]}}]}
          """)
      }
    }
  }
}
