import Lanes
import Model
import Motes
import Testing

@Suite("Groups that pass their backdrop through") struct PassThroughTests: DrawsScenes {
  private static let ground = ##"{ "noise": { "stops": ["#102040", "#f0a060", "#e0f0ff"], "scale": 60, "speed": 1 } }"##
  private static let disc = ##""shape": { "type": "circle", "center": [150, 60], "radius": 30, "fill": "#40c080" }"##
  private static let pane =
    ##""shape": { "type": "rectangle", "center": [120, 80], "size": [120, 80], "cornerRadius": 16, "fill": "#ffffff30" }, "backdropFilters": [{ "type": "blur", "radius": 6 }]"##
  private static let lens =
    ##""shape": { "type": "circle", "center": [140, 90], "radius": 50, "fill": "white" }, "material": { "transmission": 1, "relief": "round", "reliefWidth": 50, "frost": 0.05 }"##

  private func preset(_ layers: String) throws -> Preset {
    let text =
      "{ \"canvas\": { \"width\": 320, \"height\": 180, \"duration\": 2, \"frameRate\": 10 }, \"layers\": [\(layers)] }"
    return try Preset.load(text: Array(text.utf8), named: "card.json")
  }

  private func scene(_ layers: String) throws -> Scene { try preset(layers).scene }

  private func greatestDifference(_ first: PixelBuffer, _ second: PixelBuffer) -> Double {
    var most = 0.0
    for y in 0..<180 {
      for x in 0..<320 {
        for plane in 0..<3 { most = max(most, abs(value(first, plane, x, y) - value(second, plane, x, y))) }
      }
    }
    return most
  }

  @Test("One transform moves glass and what lies on it as a transform of each would", arguments: [pane, lens])
  func oneTransform(glass: String) throws {
    let transform = ##""transform": { "position": ["= 30 * t", 12], "rotation": 8, "anchor": [120, 80] }"##
    let group = "{ \"group\": [{ \(glass) }, { \(Self.disc) }], \"passThrough\": true, \(transform) }"
    let (together, each) = (
      draw(try scene("\(Self.ground), \(group)")),
      draw(try scene("\(Self.ground), { \(glass), \(transform) }, { \(Self.disc), \(transform) }"))
    )
    #expect(greatestDifference(together, each) < 1e-5)
    // Without passing through, the glass sees nothing of the ground.
    let alone = draw(try scene("\(Self.ground), \(group.replacing("\"passThrough\": true, ", with: ""))"))
    #expect(greatestDifference(together, alone) > 0.02)
  }

  @Test("A pane's own opacity weakens its backdrop filters as little as without the group") func opacityOfPane() throws
  {
    let pane = Self.pane.replacing("#ffffff30", with: "#ffffff") + ", \"opacity\": 0.2"
    let together = draw(
      try scene("\(Self.ground), { \"group\": [{ \(pane) }, { \(Self.disc) }], \"passThrough\": true }"))
    let each = draw(try scene("\(Self.ground), { \(pane) }, { \(Self.disc) }"))
    #expect(greatestDifference(together, each) < 1e-5)
  }

  @Test("Its opacity fades each layer, and the glass with them", arguments: [pane, lens]) func fading(glass: String)
    throws
  {
    func group(_ opacity: String) -> String {
      "{ \"group\": [{ \(glass) }, { \(Self.disc) }], \"passThrough\": true, \"opacity\": \(opacity) }"
    }
    let ground = draw(try scene(Self.ground))
    #expect(greatestDifference(draw(try scene("\(Self.ground), \(group("0"))")), ground) == 0)
    let whole = draw(try scene("\(Self.ground), \(group("1"))"))
    let animated = draw(try scene("\(Self.ground), \(group("\"= 1 + 0 * t\""))"))
    #expect(greatestDifference(whole, animated) < 1e-6)
    let half = draw(try scene("\(Self.ground), \(group("0.5"))"))
    // On the disc, outside of the glass.
    let (under, above, faded) = (rgb(ground, 150, 35), rgb(whole, 150, 35), rgb(half, 150, 35))
    for channel in 0..<3 { #expect(abs(faded[channel] - (under[channel] + above[channel]) / 2) < 1e-5) }
    // On the glass, outside of the disc.
    let (clear, glassy, weak) = (rgb(ground, 110, 100), rgb(whole, 110, 100), rgb(half, 110, 100))
    for channel in 0..<3 {
      #expect(abs(weak[channel] - clear[channel]) < 0.8 * abs(glassy[channel] - clear[channel]) + 0.01)
    }
  }

  @Test("Groups in it, clocks and tiles are as in any group") func nested() throws {
    let inner = "{ \"group\": [{ \(Self.lens) }], \"passThrough\": true, \"transform\": { \"position\": [10, 0] } }"
    let outer =
      "{ \"group\": [\(inner), { \(Self.disc) }], \"passThrough\": true, \"begin\": 0.2, \"transform\": { \"position\": [0, \"= 20 * t\"] } }"
    let moved = "\"begin\": 0.2, \"transform\": { \"position\": [10, \"= 20 * t\"] }"
    let each = try scene(
      "\(Self.ground), { \(Self.lens), \(moved) }, { \(Self.disc), \(moved.replacing("[10,", with: "[0,")) }")
    let together = try scene("\(Self.ground), \(outer)")
    #expect(greatestDifference(draw(together), draw(each)) < 1e-5)
    expectSameFrame(together, wholeTile: (328, 180))
  }

  @Test("What it cannot have is told at its place") func mistakes() throws {
    func told(_ keys: String, _ given: String? = nil) -> String {
      let source = given ?? "\"group\": [{ \(Self.disc) }]"
      do {
        return try preset("{ \"name\": \"card\", \(source), \"passThrough\": true\(keys) }").warnings.map(\.description)
          .joined()
      } catch { return "\(error)" }
    }
    #expect(told("") == "")
    #expect(
      told(", \"blend\": \"screen\"").contains("layers.card.passThrough: the layers of this group are drawn one by one")
    )
    #expect(
      told(", \"filters\": [{ \"type\": \"blur\", \"radius\": 2 }], \"blend\": \"add\"").contains("filters and blend"))
    #expect(told("", Self.disc).contains("only a group can pass its backdrop through"))
    #expect(told("", "\"group\": [{ \"water\": {} }]").contains("water in this group would see nothing"))
  }
}
