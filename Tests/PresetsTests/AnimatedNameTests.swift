import Testing

/// Animated values are reported at the keys that the author wrote.
@Suite struct AnimatedNameTests {
  @Test(
    "A colour that jumps at a loop's seam is reported at its key",
    arguments: [
      ("\"noise\": { \"stops\": [COLOR, \"white\"] }", "noise.stops: [0]"),
      ("\"aurora\": { \"stops\": [COLOR, \"white\"] }", "aurora.stops: [0]"),
      ("\"rays\": { \"stops\": [COLOR, \"white\"] }", "rays.stops: [0]"),
      ("\"field\": { \"color\": \"= u\", \"stops\": [COLOR, \"white\"] }", "field.stops: [0]"),
      ("\"pattern\": { \"color\": COLOR }", "pattern.color"),
      ("\"blob\": { \"fill\": COLOR }", "blob.fill"),
      ("\"metaballs\": { \"count\": 2, \"fill\": COLOR }", "metaballs.fill"),
      ("\"shape\": { \"type\": \"circle\", \"radius\": 5, \"fill\": COLOR }", "shape.fill"),
      (
        "\"shape\": { \"type\": \"circle\", \"radius\": 5, \"stroke\": { \"paint\": COLOR } }", "shape.stroke.paint"
      ),
    ])
  func colors(source: String, key: String) {
    let color = "{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 1 }"
    let layer = source.replacing("COLOR", with: color)
    let found = issues("{ \"canvas\": { \"duration\": 1, \"loop\": true }, \"layers\": [{ \(layer) }] }")
    #expect(found.count == 1 && found[0].contains("layers[0].\(key): jumps"), "\(found)")
  }
}
