import Motes
import Testing

/// Layers are drawn, cleared and blended only where they may show something. Beside a layer that covers all, in one group, the same layer has
/// to be looked at everywhere: its pixels must not change.
@Suite struct ContentBoxTests {
  private static let everywhere = "{ \"gradient\": { \"stops\": [\"#0000\"] } }"
  /// Beside the corner of four tiles, which begin at multiples of 240 and 64.
  private static let star =
    "\"shape\": { \"type\": \"star\", \"center\": [231, 71], \"radius\": 30, \"fill\": \"#fc4\", \"stroke\": { \"paint\": \"#08f\", \"width\": 5 } }"
  private static let soft =
    "\"shape\": { \"type\": \"circle\", \"center\": [470, 190], \"radius\": 9, \"softness\": 7, \"fill\": \"#4fc\" }"

  private func hash(_ layers: String, time: Int = 0) throws -> String {
    try PresetFrames("{ \"gradient\": { \"stops\": [\"#124\", \"#a52\"] } }, \(layers)", width: 512, height: 260)
      .hash(.floatPlanes)
  }

  @Test(
    "What filters leave around a small layer is all there",
    arguments: [
      "{ \"type\": \"blur\", \"radius\": 2 }", "{ \"type\": \"blur\", \"radius\": [40, 3] }",
      "{ \"type\": \"dropShadow\", \"radius\": 12, \"shift\": [90, -60], \"color\": \"#000\" }",
      "{ \"type\": \"glow\", \"radius\": 30, \"strength\": 2 }",
      "{ \"type\": \"innerShadow\", \"radius\": 4, \"shift\": [3, 3], \"color\": \"#000\" }",
      "{ \"type\": \"saturate\", \"amount\": 0.3 }, { \"type\": \"invert\", \"amount\": 1 }",
      "{ \"type\": \"blur\", \"radius\": 9 }, { \"type\": \"exposure\", \"stops\": 1 }, { \"type\": \"dropShadow\", \"radius\": 5, \"color\": \"#f00\" }",
      "{ \"type\": \"bloom\", \"radius\": 20, \"threshold\": 0.1 }", "{ \"type\": \"pixellate\", \"size\": 24 }",
      "{ \"type\": \"sinebow\" }", "{ \"type\": \"lightGrid\" }", "{ \"type\": \"scanlines\" }",
      "{ \"type\": \"grain\", \"amount\": 0.5 }",
    ])
  func filters(filters: String) throws {
    let alone = try hash("{ \"group\": [{ \(Self.star) }], \"filters\": [\(filters)] }")
    let besideAll = try hash("{ \"group\": [\(Self.everywhere), { \(Self.star) }], \"filters\": [\(filters)] }")
    #expect(alone == besideAll)
    #expect(try alone != hash("{ \(Self.star), \"opacity\": 0 }"), "something is seen")
  }

  @Test(
    "Groups, masks and blends of small layers have the pixels of groups that cover all",
    arguments: ["normal", "multiply", "screen", "difference", "add", "luminosity"])
  func groups(blend: String) throws {
    for more in [
      "", ", \"opacity\": 0.6", ", \"mask\": { \(Self.star) }",
      ", \"mask\": { \(Self.star), \"mode\": \"alpha\", \"inverted\": true }",
      ", \"backdropFilters\": [{ \"type\": \"blur\", \"radius\": 6 }]",
    ] {
      let small = "\"group\": [{ \(Self.star) }, { \(Self.soft) }], \"blend\": \"\(blend)\"\(more)"
      let all = "\"group\": [\(Self.everywhere), { \(Self.star) }, { \(Self.soft) }], \"blend\": \"\(blend)\"\(more)"
      #expect(try hash("{ \(small) }") == hash("{ \(all) }"), "\(more)")
    }
  }
}
