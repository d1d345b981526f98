import Cost
import Model
import Motes
import Presets
import Testing

@Suite struct TemplateTests {
  @Test("The template is read without errors") func theTemplateIsReadWithoutErrors() throws {
    let text = Preset.template(name: "My \"own\" sparks")
    let preset = try Preset.load(text: Array(text.utf8), named: "new.json")
    #expect(preset.scene.name == "My \"own\" sparks")
    #expect(preset.scene.layers.map(\.name) == ["ground", "fountain"])
    #expect(preset.knobs.map(\.name) == ["sparks", "power", "tint"])
    #expect(preset.scene.particleBudgets().count == 1)
    let count = preset.scene.particleBudgets().liveCount
    #expect(count > 500 && count < 2_000)
  }

  @Test("Every start is read without errors and warnings, and has knobs", arguments: PresetStart.allCases)
  func starts(start: PresetStart) throws {
    var settings = PresetSettings()
    settings.assetLoader = .files
    let preset = try Preset.load(
      text: Array(Preset.template(name: "new", from: start).utf8), named: "new.json", settings)
    #expect(preset.warnings.isEmpty, "\(preset.warnings.map(\.description))")
    #expect(preset.knobs.count >= 2 && !preset.scene.layers.isEmpty)
    #expect(preset.knobs.allSatisfy { !$0.about.isEmpty })
  }
}
