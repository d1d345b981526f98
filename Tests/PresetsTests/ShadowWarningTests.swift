import Presets
import Testing

/// What is told of lights, shadows and casters that have no effect, and of layers that shine.
@Suite struct ShadowWarningTests {
  /// The warnings of a preset, from their key path on.
  private func warnings(lights: String, _ layers: String...) throws -> [String] {
    try load("{ \"lights\": [\(lights)], \"layers\": [\(layers.joined(separator: ", "))] }").warnings.map {
      $0.description.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    }
  }

  private func layer(_ name: String, material: String? = nil, z: Int? = nil, _ more: String = "") -> String {
    "{ \"name\": \"\(name)\", \"shape\": { \"type\": \"circle\", \"center\": [50, 50], \"radius\": 9, \"fill\": \"white\" }"
      + (material.map { ", \"material\": { \($0) }" } ?? "")
      + (z.map { ", \"transform\": { \"zPosition\": \($0) }" } ?? "") + more + " }"
  }

  private let sun = #"{ "type": "parallel", "shadow": 0.5 }"#
  private let shadeless = #"{ "type": "parallel" }"#
  private let caster = #""castsShadows": true"#

  @Test("Shadows need a light with a shadow, a layer that casts them, and another one that takes them") func shadows()
    throws
  {
    #expect(try warnings(lights: sun, layer("a", material: caster), layer("b", material: "")) == [])
    #expect(
      try warnings(lights: shadeless, layer("a", material: caster), layer("b", material: "")) == [
        "layers.a.material.castsShadows: has no effect: no light has a shadow above 0"
      ])
    #expect(
      try warnings(lights: "\(shadeless), \(sun)", layer("a", material: ""), layer("b", material: "")) == [
        "lights[1].shadow: has no effect: no layer has a material with castsShadows"
      ])
    for other in [layer("b"), layer("b", material: #""acceptsShadows": false"#)] {
      #expect(
        try warnings(lights: #"{ "type": "threePoint", "shadow": 1 }"#, layer("a", material: caster), other) == [
          "lights[0].shadow: falls on nothing: no other layer has a material that accepts shadows"
        ])
    }
    // Two casters shadow each other.
    #expect(try warnings(lights: sun, layer("a", material: caster), layer("b", material: caster)) == [])
  }

  @Test("Sheets have translucency and gloss of their own, and their back's colour needs no tumble") func sheets() throws
  {
    func emitter(_ material: String, _ sprite: String) -> String {
      "{ \"name\": \"a\", \"material\": { \(material) }, \"emitter\": { \"cells\": [ { \"burst\": 1, \"lifetime\": 9, \(sprite) } ] } }"
    }
    let sheet = #""sprite": { "type": "sheet" }, "backColor": "red""#
    #expect(try warnings(lights: shadeless, emitter("", sheet)) == [])
    #expect(
      try warnings(lights: shadeless, emitter(#""lightThrough": 1, "specular": 1"#, sheet)) == [
        "layers.a.material.lightThrough: has no effect on sheets, whose sprites have the key translucency",
        "layers.a.material.specular: has no effect on sheets, whose sprites have the key gloss",
      ])
    #expect(
      try warnings(lights: shadeless, emitter(#""lightThrough": 1, "specular": 1"#, #""sprite": "square""#)) == [])
  }

  @Test("A caster without a depth is told where others have one") func depth() throws {
    let message =
      "layers.g.group.a.material.castsShadows: the layer has no zPosition in its transform, as others have: its shadow is cast from z = 0"
    func group(_ inner: String) -> String { "{ \"name\": \"g\", \"group\": [\(inner)] }" }
    #expect(
      try warnings(lights: sun, group(layer("a", material: caster)), layer("b", material: "", z: -50)) == [message])
    #expect(
      try warnings(lights: sun, group(layer("a", material: caster, z: 0)), layer("b", material: "", z: -50)) == [])
  }

  @Test("A layer that shines on nothing, or not at all") func layerLights() throws {
    let light = #"{ "type": "layer", "layer": "lamp" }"#
    #expect(
      try warnings(lights: light, layer("lamp", material: ""), layer("wall")) == [
        "lights[0].layer: lights nothing: only this layer itself has a material, and no layer lights itself"
      ])
    #expect(
      try warnings(lights: light, layer("lamp", #", "opacity": 0"#), layer("wall", material: "")) == [
        "lights[0].layer: gives no light: this layer has an opacity of 0"
      ])
    // Two layers that light each other shine without their materials.
    #expect(
      try warnings(
        lights: light + #", { "type": "layer", "layer": "wall" }"#, layer("lamp", material: ""),
        layer("wall", material: "")) == [])
  }

  @Test("The light of a layer that is switched off is no mistake; that of one that does not exist is")
  func switchedOff()
    throws
  {
    func found(_ name: String) -> [String] {
      issues(
        "{ \"lights\": [{ \"type\": \"layer\", \"layer\": \"\(name)\" }], \"layers\": [\(layer("wall", material: "")), "
          + "{ \"name\": \"g\", \"group\": [\(layer("lamp", #", "enabled": false"#))] }] }")
    }
    for name in ["lamp", "g/lamp"] { #expect(found(name) == []) }
    for name in ["lam", "h/lamp", "lamp/g"] {
      #expect(found(name).map { $0.contains("lights[0].layer: no layer has this name") } == [true], "\(name)")
    }
  }

  @Test("An srgb canvas says what to leave out") func encoded() {
    let found = issues(#"{ "canvas": { "blending": "srgb" }, "lights": [{ "type": "ambient" }], "layers": [] }"#)
    #expect(found.first?.contains("leave out the lights, or \"blending\": \"srgb\" of the canvas") == true, "\(found)")
  }

  @Test(
    "Puffs without light have a flat colour, of which the author is told; puffs of one layer take each other's shadows")
  func puffs() throws {
    func smoke(_ material: String) -> String {
      "{ \"name\": \"smoke\", \(material) \"emitter\": { \"cells\": [{ \"name\": \"puff\", \"birthRate\": 5, \"lifetime\": 1, \"sprite\": \"puff\" }] } }"
    }
    #expect(try warnings(lights: sun, smoke("\"material\": {},")) == [])
    #expect(
      try warnings(lights: sun, smoke(""), layer("b", material: "")).contains(
        "layers.smoke.emitter.cells.puff.sprite: a puff without light has a flat colour: the layer needs a material"))
    #expect(
      try warnings(lights: "", smoke("")).contains(
        "layers.smoke.emitter.cells.puff.sprite: a puff without light has a flat colour: the preset needs lights, and the layer a material"
      ))
  }
}
