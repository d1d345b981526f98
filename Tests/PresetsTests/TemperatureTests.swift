import Colorimetry
import Lanes
import Model
import Presets
import Testing

@Suite("Temperatures, splines and curves in presets") struct TemperatureTests {
  private func load(_ layerAndPost: String) throws -> Scene {
    try Preset.load(text: Array("{ \"format\": 1, \(layerAndPost) }".utf8), named: "x.json").scene
  }

  private func message(_ layerAndPost: String) -> String {
    do {
      _ = try load(layerAndPost)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("blackbody(from, to) stands for stops whose mixtures are the temperatures between") func stops() throws {
    let scene = try load(
      #""layers": [{"gradient": {"angle": 90, "stops": "blackbody(900, 8000)", "interpolation": "linear"}}]"#)
    guard case .gradient(let gradient) = scene.layers[0].source else { return #expect(Bool(false)) }
    let ramp = ColorRamp(
      stops: gradient.stops.map { (location: $0.location!.constant!, color: $0.color.value(at: AnimationClock(0))) },
      interpolation: gradient.interpolation)
    for step in 0...640 {
      let share = Double(step) / 640
      let (found, exact) = (ramp.color(at: share), Blackbody.color(kelvins: 900 + 7_100 * share))
      let (a, b) = (found.srgbEncoded, exact.srgbEncoded)
      #expect(abs(a.x - b.x) < 0.0026 && abs(a.y - b.y) < 0.0026 && abs(max(a.z, 0) - max(b.z, 0)) < 0.0026, "\(share)")
    }
  }

  @Test("Cells and fields take temperatures, too") func everywhere() throws {
    let scene = try load(
      #"""
      "layers": [
        {"emitter": {"cells": [{"birthRate": 9, "lifetime": 1, "sprite": {"type": "disc"},
          "colorOverLife": ["blackbody(4000)", "blackbody(1200)"], "interpolation": "oklab spline"}]}},
        {"field": {"color": "= blackbody(1500 + 900 * u)"}},
        {"noise": {"stops": "blackbody(1000, 3000)"}}
      ]
      """#)
    #expect(scene.layers.count == 3)
  }

  @Test("Mistakes are told where they are") func mistakes() {
    let gradient = #""layers": [{"gradient": {"stops": "blackbody(9, 6500)"}}]"#
    #expect(message(gradient).contains("a temperature lies between 500 and 40000 kelvins"))
    let mesh =
      #""layers": [{"mesh": {"columns": 2, "rows": 2, "colors": ["red", "red", "red", "red"], "colorSpace": "oklab spline"}}]"#
    #expect(message(mesh).contains("spline is for stops; smoothsColors says how a mesh is smoothed"))
    let animated =
      #""layers": [{"gradient": {"stops": [{"from": "red", "to": "blue", "duration": 1, "interpolation": "oklab spline"}, "red"]}}]"#
    #expect(message(animated).contains("spline is for stops; an animation has easings"))
    let layers = #""layers": [{"gradient": {"stops": ["red", "blue"]}}]"#
    #expect(
      message(#""post": {"toe": 0.04, "toneMap": "filmic"}, \#(layers)"#)
        .contains("toe belongs to the toneMap neutral; this one is filmic"))
    #expect(
      message(#""canvas": {"blending": "srgb"}, "post": {"gamut": "soft"}, \#(layers)"#)
        .contains("it has no exposure, toneMap, gamut or look"))
    #expect(message(#""post": {"toe": 0.04, "toneMap": "neutral", "gamut": "soft"}, \#(layers)"#) == "")
  }
}
