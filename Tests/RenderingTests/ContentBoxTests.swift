import Hashing
import Model
import Motes
import Testing

/// Layers are drawn, cleared and blended only where they may show something. In a group with a layer that covers the whole canvas, the same
/// layer is processed everywhere: its pixels must not change.
@Suite struct ContentBoxTests {
  /// A transparent layer that covers the whole canvas.
  private static let everywhere = "{ \"gradient\": { \"stops\": [\"#0000\"] } }"
  /// A star over the corner of four tiles, which begin at multiples of 240 and 64 pixels.
  private static let star =
    "\"shape\": { \"type\": \"star\", \"center\": [231, 71], \"radius\": 30, \"fill\": \"#fc4\", \"stroke\": { \"paint\": \"#08f\", \"width\": 5 } }"
  private static let soft =
    "\"shape\": { \"type\": \"circle\", \"center\": [470, 190], \"radius\": 9, \"softness\": 7, \"fill\": \"#4fc\" }"

  private func hash(_ layers: String) throws -> String {
    try PresetFrames("{ \"gradient\": { \"stops\": [\"#124\", \"#a52\"] } }, \(layers)", width: 512, height: 260)
      .hash(.floatPlanes)
  }

  @Test(
    "Nothing that filters draw around a small layer is missing",
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
      "{ \"type\": \"wave\", \"amplitude\": 22, \"wavelength\": 50 }",
      "{ \"type\": \"circleWave\", \"amplitude\": 14, \"wavelength\": 60 }",
      "{ \"type\": \"ripple\", \"center\": [231, 71], \"time\": 0.5 }",
      "{ \"type\": \"turbulence\", \"amplitude\": 25, \"wavelength\": 40 }",
      "{ \"type\": \"displace\", \"x\": \"= 30 * sin(y / 9)\", \"amplitude\": 30, \"dispersion\": 0.2 }",
      // Neighbouring rows move to opposite sides, so a pixel is the mean of all that lies between.
      "{ \"type\": \"displace\", \"x\": \"= 120 * (hash(vec2(floor(y), 1)) - 0.5)\", \"amplitude\": 60 }",
      "{ \"type\": \"colorPlanes\", \"shift\": [20, -9] }",
      "{ \"type\": \"motionBlur\", \"length\": 90, \"angle\": 30 }",
      "{ \"type\": \"wave\", \"amplitude\": 9 }, { \"type\": \"blur\", \"radius\": 6 }, { \"type\": \"motionBlur\", \"length\": 20 }",
      // A constant that is added to alpha is added everywhere.
      "{ \"type\": \"colorMatrix\", \"matrix\": [1, 0, 0, 0, 0.2, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0.5] }",
    ])
  func filters(filters: String) throws {
    let alone = try hash("{ \"group\": [{ \(Self.star) }], \"filters\": [\(filters)] }")
    let besideAll = try hash("{ \"group\": [\(Self.everywhere), { \(Self.star) }], \"filters\": [\(filters)] }")
    #expect(alone == besideAll)
    #expect(try alone != hash("{ \(Self.star), \"opacity\": 0 }"), "something is seen")
  }

  @Test(
    "Groups, masks and blends of small layers have the pixels of groups that cover the whole canvas",
    arguments: ["normal", "multiply", "screen", "difference", "add", "luminosity"])
  func groups(blend: String) throws {
    for keys in [
      "", ", \"opacity\": 0.6", ", \"mask\": { \(Self.star) }",
      ", \"mask\": { \(Self.star), \"mode\": \"alpha\", \"inverted\": true }",
      ", \"backdropFilters\": [{ \"type\": \"blur\", \"radius\": 6 }]",
    ] {
      let small = "\"group\": [{ \(Self.star) }, { \(Self.soft) }], \"blend\": \"\(blend)\"\(keys)"
      let all = "\"group\": [\(Self.everywhere), { \(Self.star) }, { \(Self.soft) }], \"blend\": \"\(blend)\"\(keys)"
      #expect(try hash("{ \(small) }") == hash("{ \(all) }"), "\(keys)")
    }
  }

  /// The renderer's buffers must be clear where the content was before and where it moves to.
  @Test(
    "A frame drawn alone equals that of a run while small content moves about",
    arguments: [
      "{ \"type\": \"blur\", \"radius\": \"= 2 + 14 * t\" }",
      "{ \"type\": \"dropShadow\", \"radius\": 12, \"shift\": [40, -30] }",
      "{ \"type\": \"glow\", \"radius\": 20 }",
      // For some frames there is no motion blur.
      "{ \"type\": \"motionBlur\", \"length\": \"= t < 0.25 ? 60 : t < 0.45 ? 0 : 300\", \"angle\": 0 }",
      "{ \"type\": \"motionBlur\", \"length\": 60, \"angle\": 70 }",
      "{ \"type\": \"displace\", \"x\": \"= 20 * sin(y / 9 + t)\", \"amplitude\": 20 }, { \"type\": \"blur\", \"radius\": 5 }",
    ], [false, true])
  func moving(filters: String, isTransformed: Bool) throws {
    let transform =
      isTransformed ? ", \"transform\": { \"rotation\": \"= 80 * t\", \"scale\": \"= 1.2 - 0.6 * t\" }" : ""
    let frames = try PresetFrames(
      """
      { "gradient": { "stops": ["#124", "#a52"] } },
      { "shape": { "type": "circle", "center": ["= 60 + 900 * abs(t - 0.5)", "= 40 + 300 * abs(t - 0.3)"], "radius": "= 4 + 20 * t", "fill": "#fc4" },
        "filters": [\(filters)]\(transform) }
      """, width: 512, height: 260)
    let renderer = frames.renderer(.floatPlanes, threads: 2)
    let pixels = renderer.makeBuffer()
    for frame in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 0] {
      let time = Rational(Int64(frame), 10)
      renderer.render(at: time, into: pixels)
      #expect(FrameHasher().hash(pixels) == frames.hash(at: time, .floatPlanes), "frame \(frame)")
    }
  }
}
