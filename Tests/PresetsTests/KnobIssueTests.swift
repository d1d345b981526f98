import Presets
import Testing

/// A mistake in a knob's value is reported at the knob, not where the knob is read.
@Suite struct KnobIssueTests {
  private func preset(_ knob: String) -> String {
    """
    { "knobs": {
        "haze": { "default": \(knob) } },
      "layers": [ { "name": "a", "blob": { "fill": "= haze" } }, { "name": "b", "blob": { "fill": "= haze" } },
                  { "name": "c", "gradient": { "stops": ["red", "= haze"] } } ] }
    """
  }

  @Test("A wrong default is reported once, at the knob, with the first value that reads it") func badDefault() {
    let error = #expect(throws: PresetError.self) { try load(preset("\"bluee\"")) }
    #expect(
      error?.description
        == "x.json:2:26: knobs.haze.default: \"bluee\" is not a colour of CSS: no colour is called bluee. Did you mean blue? (read by layers.a.blob.fill)"
    )
    #expect(error?.count == 1)
  }

  @Test("A wrong value of --set is reported at --set") func badOverride() {
    let found = issues(preset("\"blue\""), set("haze=bluee"))
    #expect(
      found == [
        "--set haze: \"bluee\" is not a colour of CSS: no colour is called bluee. Did you mean blue? (read by layers.a.blob.fill)"
      ])
    #expect(issues(preset("\"blue\"")).isEmpty)
  }

  @Test("Each wrong element of a list is reported, and each different problem with a list") func lists() {
    let found = issues(
      """
      { "knobs": { "colors": { "default": ["red", "bluee", "grean"] } },
        "layers": [ { "name": "a", "gradient": { "stops": "= colors" } }, { "name": "b", "gradient": { "stops": "= colors" } },
                    { "name": "c", "blend": "= colors", "blob": {} } ] }
      """)
    #expect(found.count == 3, "\(found)")
    #expect(
      found[0].hasPrefix("x.json:1:37: knobs.colors.default: should be normal")
        && found[0].hasSuffix("(read by layers.c.blend)"))
    #expect(
      found[1].hasPrefix("x.json:1:45: knobs.colors.default: \"bluee\"")
        && found[1].hasSuffix("(read by layers.a.gradient.stops[1])"))
    #expect(found[2].hasPrefix("x.json:1:54: knobs.colors.default: \"grean\""))
  }

  @Test("A mistake in path data is located in the knob's text") func paths() {
    let found = issues(
      """
      { "knobs": { "way": { "default": "M0 0 X9 9" } },
        "layers": [ { "shape": { "type": "path", "path": "= way", "fill": "red" } } ] }
      """)
    #expect(found.count == 1 && found[0].hasPrefix("x.json:1:40: knobs.way.default: "), "\(found)")
  }

  @Test("Issues without a knob stay at their value") func others() {
    let found = issues(
      """
      { "knobs": { "haze": { "default": "blue" } }, "layers": [ { "name": "a", "opacity": 3, "blob": { "fill": "= haze" } } ] }
      """)
    #expect(found == ["x.json:1:85: layers.a.opacity: 3 is out of range: 0 to 1 (a share) is allowed"])
  }
}
