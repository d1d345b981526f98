import Model
import Presets
import Testing

/// Masks in the preset language.
@Suite struct MaskKeyTests {
  private func text(_ mask: String, canvas: String = "{}") -> String {
    "{ \"format\": 1, \"canvas\": \(canvas), \"layers\": [{ \"gradient\": { \"stops\": [\"red\", \"blue\"] }, \"mask\": \(mask) }] }"
  }

  @Test("A mask is a layer with two more keys, mode and inverted")
  func keys() throws {
    let maskText = "{ \"mode\": \"luminance\", \"inverted\": true, \"opacity\": 0.5, \"begin\": 1, \"noise\": {} }"
    let scene = try load(text(maskText)).scene
    let mask = try #require(scene.layers[0].mask)
    #expect(mask.mode == .luminance && mask.isInverted)
    #expect(mask.layer.opacity.constant == 0.5 && mask.layer.timing.begin == 1)
    guard case .noise = mask.layer.source else {
      Issue.record("\(mask.layer.source)")
      return
    }
    #expect(try load(text("{ \"enabled\": false, \"noise\": {} }")).scene.layers[0].mask == nil)
    #expect(mask.layer.path != scene.layers[0].path)
  }

  @Test(
    "Mistakes are reported",
    arguments: [
      ("{}", "layers[0].mask: a mask needs one of emitter"),
      ("{ \"noise\": {}, \"blob\": {} }", "layers[0].mask: has noise and blob; a layer has one source"),
      ("{ \"noise\": {}, \"mode\": \"red\" }", "layers[0].mask.mode"),
      ("{ \"noise\": {}, \"blend\": \"add\" }", "layers[0].mask.blend: no such key"),
      ("{ \"noise\": {}, \"inverte\": true }", "Did you mean inverted?"),
      (
        "{ \"noise\": {}, \"mask\": { \"noise\": { \"octaves\": 99 } } }",
        "layers[0].mask.mask.noise.octaves: 99 is out of range"
      ),
    ])
  func wrong(mask: String, expected: String) {
    let found = issues(text(mask))
    #expect(found.contains { $0.contains(expected) }, "\(found)")
  }

  @Test("A mask that jumps at a loop's seam is found at its value")
  func seam() {
    let found = issues(
      text(
        "{ \"shape\": { \"type\": \"ellipse\", \"radius\": \"= 10 + t\", \"fill\": \"white\" } }",
        canvas: "{ \"loop\": true }"))
    #expect(found.contains { $0.contains("layers[0].mask.shape.radius: jumps at the loop's seam") }, "\(found)")
  }

  @Test("A preset that extends another may change single keys of its mask")
  func extending() throws {
    let base =
      "{ \"format\": 1, \"layers\": [{ \"name\": \"a\", \"noise\": {}, \"mask\": { \"inverted\": true, \"noise\": {} } }] }"
    let top = "{ \"extends\": \"base.json\", \"layers\": [{ \"name\": \"a\", \"mask\": { \"blob\": {} } }] }"
    let folder = try TemporaryFolder()
    _ = try folder.write("base.json", base)
    let scene = try Preset.load(try folder.write("top.json", top)).scene
    let mask = try #require(scene.layers[0].mask)
    #expect(mask.isInverted)
    guard case .blob = mask.layer.source else {
      Issue.record("\(mask.layer.source)")
      return
    }
  }
}
