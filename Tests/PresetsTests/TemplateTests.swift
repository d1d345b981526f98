import Cost
import Model
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
}
