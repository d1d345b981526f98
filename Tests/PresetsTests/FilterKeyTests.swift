import Model
import Presets
import Testing

/// Filters in the preset language.
@Suite struct FilterKeyTests {
  private func scene(_ filters: String) throws -> Scene {
    let text =
      "{ \"format\": 1, \"layers\": [{ \"gradient\": { \"stops\": [\"red\", \"blue\"] }, \"filters\": [\(filters)] }], "
      + "\"post\": { \"filters\": [\(filters)], \"bloom\": {} } }"
    return try Preset.load(text: Array(text.utf8), named: "x.json").scene
  }

  @Test("Filters of a layer and of the canvas are read in their order, bloom last")
  func order() throws {
    let scene = try scene("{ \"type\": \"blur\", \"radius\": [3, 5] }, { \"type\": \"invert\", \"amount\": \"= t\" }")
    #expect(scene.layers[0].filters.count == 2)
    let blur = try #require(scene.layers[0].filters[0].kind as? Filter.Blur)
    let clock = AnimationClock(0)
    #expect(blur.radius.x.value(at: clock) == 3 && blur.radius.y.value(at: clock) == 5)
    #expect(!scene.layers[0].filters[1].kind.animatedValues.areConstant)
    #expect(scene.post.filtersAndBloom == scene.layers[0].filters + [Filter.Bloom().filter])
  }

  @Test("Amounts that CSS limits to 1 are limited, others are not")
  func amounts() throws {
    let scene = try scene("{ \"type\": \"sepia\", \"amount\": 4 }, { \"type\": \"brightness\", \"amount\": 4 }")
    let sepia = try #require(scene.layers[0].filters[0].kind as? Filter.Sepia)
    let brightness = try #require(scene.layers[0].filters[1].kind as? Filter.Brightness)
    #expect(sepia.amount.constant == 1)
    #expect(brightness.amount.constant == 4)
  }

  @Test(
    "Mistakes are reported",
    arguments: [
      ("{ \"amount\": 1 }", "layers[0].filters[0]: needs the key type"),
      ("{ \"type\": \"blurr\" }", "Did you mean blur?"),
      ("{ \"type\": \"blur\", \"amount\": 1 }", "layers[0].filters[0].amount: does not apply to \"type\": \"blur\""),
      (
        "{ \"type\": \"dropShadow\", \"offset\": [3, 3] }",
        "filters[0].offset: does not apply to \"type\": \"dropShadow\". Did you mean shift?"
      ),
      (
        "{ \"type\": \"hueRotate\", \"amount\": 30 }",
        "filters[0].amount: does not apply to \"type\": \"hueRotate\". Did you mean angle?"
      ),
      ("{ \"type\": \"blur\", \"radius\": -1 }", "layers[0].filters[0].radius: -1 is out of range"),
      ("{ \"type\": \"colorMatrix\", \"matrix\": [1, 2] }", "should have 20 numbers, four rows of five, not 2"),
      ("{ \"type\": \"colorMatrix\" }", "needs the key matrix"),
      ("{ \"type\": \"duotone\" }", "needs the key colors"),
      ("{ \"type\": \"glow\", \"radius\": [1, 2] }", "filters[0].radius: should be a number, not a list"),
      (
        "{ \"type\": \"bloom\", \"radius\": \"= 3 + t\" }",
        "filters[0].radius: this value is read once, so it cannot depend on t or T"
      ),
    ])
  func wrong(filter: String, expected: String) {
    let text =
      "{ \"format\": 1, \"layers\": [{ \"gradient\": { \"stops\": [\"red\", \"blue\"] }, \"filters\": [\(filter)] }] }"
    let found = issues(text)
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }
}
