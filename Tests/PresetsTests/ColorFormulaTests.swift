import Colorimetry
import Model
import Presets
import Testing

/// Colours that are calculated from knobs when a preset is read.
@Suite struct ColorFormulaTests {
  private let knobs = """
    "tint": { "default": "#ff0000" }, "light": { "default": "#0000ff" }, "night": { "default": true },
    "share": { "default": 0.25 }, "palette": { "default": ["#00ff00", "#ffffff"] }
    """

  private func text(_ color: String) -> String {
    """
    { "knobs": { \(knobs) },
      "layers": [ { "name": "a", "shape": { "type": "circle", "radius": 9,
        "fill": "\(color)" } } ] }
    """
  }

  private func color(_ formula: String, _ settings: PresetSettings = PresetSettings()) throws -> LinearColor {
    guard case .shape(let shape) = try load(text(formula), settings).scene.layers[0].source,
      case .color(let color) = shape.fill
    else { throw Missing() }
    return color.value(at: AnimationClock(0))
  }
  private struct Missing: Error {}

  private let red = LinearColor(red: 1, green: 0, blue: 0, alpha: 1)
  private let green = LinearColor(red: 0, green: 1, blue: 0, alpha: 1)
  private let blue = LinearColor(red: 0, green: 0, blue: 1, alpha: 1)
  private let white = LinearColor(red: 1, green: 1, blue: 1, alpha: 1)

  @Test("A colour is chosen by a knob")
  func colorsAreChosen() throws {
    #expect(try color("= night ? tint : light") == red)
    #expect(try color("= night ? tint : light", set("night=false")) == blue)
    #expect(try color("= share > 0.5 ? tint : share > 0.2 ? palette[0] : light") == green)
    #expect(try color("= (night ? (share > 0.5 ? tint : #ffffff) : light)") == white)
    #expect(try color("= night ? palette[mod(3, 2)] : tint") == white)
    #expect(try color("= night ? white : rgb(1, 2, 3)") == white)
  }

  @Test("Two colours are mixed by a knob, as a gradient mixes them")
  func colorsAreMixed() throws {
    let mix = ColorMix(red, blue, in: .oklab)
    #expect(try color("= mix(tint, light, share)") == mix.color(at: 0.25))
    #expect(try color("=mix( tint ,light, 2 * share + 0.1 )") == mix.color(at: 0.6))
    #expect(try color("= mix(tint, light, 7)") == mix.color(at: 1))
    let nested = ColorMix(mix.color(at: 0.5), green, in: .oklab)
    #expect(try color("= mix(mix(tint, light, 0.5), palette[0], share)") == nested.color(at: 0.25))
    #expect(try color("= night ? mix(tint, light, 0) : tint") == mix.color(at: 0))
  }

  @Test(
    "Mistakes in formulas of colours are reported",
    arguments: [
      (
        "= t > 2 ? tint : light",
        "4:13: layers.a.shape.fill: a colour's formula is read once, so it cannot depend on t"
      ),
      ("= mix(tint, light, T)", "4:13: layers.a.shape.fill: a colour's formula is read once"),
      (
        "= mix(tint, lihgt, 0.5)",
        "4:13: layers.a.shape.fill: lihgt is not a knob that holds a colour. Did you mean light?"
      ),
      ("= mix(tint, light, shrae)", "4:33: layers.a.shape.fill: shrae is unknown. Did you mean share?"),
      ("= nihgt ? tint : light", "4:16: layers.a.shape.fill: nihgt is unknown. Did you mean night?"),
      ("= night ? share : light", "4:13: layers.a.shape.fill: share is not a knob that holds a colour."),
      ("= mix(tint, light)", "4:13: layers.a.shape.fill: not a formula of a colour"),
      ("= night ? tint", "4:13: layers.a.shape.fill: not a formula of a colour"),
      ("= tint * 0.5", "4:13: layers.a.shape.fill: not a formula of a colour"),
    ])
  func mistakesAreReported(formula: String, expected: String) {
    let found = issues(text(formula))
    #expect(found.count == 1 && found.first?.hasPrefix("x.json:" + expected) == true, "\(found)")
  }

  @Test("Deep nesting is refused, not followed")
  func nestingIsBounded() {
    let deep = "= " + String(repeating: "(", count: 500) + "tint" + String(repeating: ")", count: 500)
    #expect(issues(text(deep)).count == 1)
    let chain = "= " + String(repeating: "night ? tint : ", count: 60) + "tint"
    #expect(issues(text(chain)).count == 1)
  }
}
