import Presets
import Testing

/// What is wrong with a knob's value is told where the knob has it.
@Suite struct KnobIssueTests {
  private func preset(_ knob: String) -> String {
    """
    { "knobs": {
        "haze": { "default": \(knob) } },
      "layers": [ { "name": "a", "blob": { "fill": "= haze" } }, { "name": "b", "blob": { "fill": "= haze" } },
                  { "name": "c", "gradient": { "stops": ["red", "= haze"] } } ] }
    """
  }

  @Test("Once, at the knob, with the first value that reads it") func badDefault() {
    let error = #expect(throws: PresetError.self) { try load(preset("\"bluee\"")) }
    #expect(
      error?.description
        == "x.json:2:26: knobs.haze.default: \"bluee\" is no colour of CSS: no colour is called bluee. Did you mean blue? (read by layers.a.blob.fill)"
    )
    #expect(error?.count == 1)
  }

  @Test("At --set, where that gave the value") func badOverride() {
    let found = issues(preset("\"blue\""), set("haze=bluee"))
    #expect(
      found == [
        "--set haze: \"bluee\" is no colour of CSS: no colour is called bluee. Did you mean blue? (read by layers.a.blob.fill)"
      ])
    #expect(issues(preset("\"blue\"")).isEmpty)
  }

  @Test("Elements of a list, and what differs from use to use, are told each") func lists() {
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

  @Test("The character of a path is that of the knob's text") func paths() {
    let found = issues(
      """
      { "knobs": { "way": { "default": "M0 0 X9 9" } },
        "layers": [ { "shape": { "type": "path", "path": "= way", "fill": "red" } } ] }
      """)
    #expect(found.count == 1 && found[0].hasPrefix("x.json:1:40: knobs.way.default: "), "\(found)")
  }

  @Test("Other issues stay where they are") func others() {
    let found = issues(
      """
      { "knobs": { "haze": { "default": "blue" } }, "layers": [ { "name": "a", "opacity": 3, "blob": { "fill": "= haze" } } ] }
      """)
    #expect(found == ["x.json:1:85: layers.a.opacity: 3 is out of range: 0 to 1 (a share) is allowed"])
  }
}
