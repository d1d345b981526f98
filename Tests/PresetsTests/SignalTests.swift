import Model
import Presets
import Testing

@Suite("Signals: named numbers of a preset that change with the canvas's time") struct SignalTests {
  private func load(_ text: String) throws -> Preset {
    try Preset.load(text: Array("{ \"format\": 1, \(text) }".utf8), named: "x.json")
  }

  private func message(_ text: String) -> String {
    do {
      let preset = try load(text)
      return preset.warnings.map { "\($0)" }.joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private static let wind = #""signals": { "gust": { "keys": [[0, 1], [2, 5]] }, "half": "= gust / 2 + sway" },"#
  private static let knobs = #""knobs": { "sway": { "default": 10 } },"#

  @Test("They are read by the canvas's time in a layer that begins later, by any formula and by signals after them")
  func values() throws {
    let scene = try load(
      #"""
      \#(Self.knobs) \#(Self.wind)
      "layers": [{ "begin": 1, "opacity": "= half / 20", "gradient": { "stops": ["red", "blue"] } },
        { "begin": 1, "field": { "color": "= gust * u" } }]
      """#
    ).scene
    let opacity = scene.layers[0].opacity
    // One second of the layer's clock is two of the canvas's.
    #expect(opacity.value(at: AnimationClock(local: 1, canvas: 2)) == 0.625)
    #expect(opacity.value(at: AnimationClock(local: 7, canvas: 1)) == 0.575)
    #expect(!opacity.isConstant)
    guard case .field(let field) = scene.layers[1].source else { return #expect(Bool(false)) }
    #expect(field.values.count == 1)
    #expect(field.values[0].number.value(at: AnimationClock(local: 0, canvas: 1)) == 3)
  }

  @Test("Their range is that of the times, and constant ones are constants") func ranges() throws {
    let scene = try load(
      #"\#(Self.knobs) \#(Self.wind) "layers": [{ "opacity": "= (gust - 1) / 8", "gradient": { "stops": ["red", "blue"] } }]"#
    ).scene
    let range = scene.layers[0].opacity.valueRange(during: ClockRange(local: 0...9, canvas: 0...1))
    #expect(range.lowerBound <= 0 && range.upperBound >= 0.25 && range.upperBound < 0.3)
    let constant = try load(
      #""signals": { "still": "= 1 / 4" }, "layers": [{ "opacity": "= still", "gradient": { "stops": ["red", "blue"] } }]"#
    ).scene
    #expect(constant.layers[0].opacity.constant == 0.25)
  }

  @Test("A long chain of signals is read at once; signals that read all before them, again and again, are refused")
  func chains() throws {
    func signals(_ count: Int, _ formula: (Int) -> String) -> String {
      let members = (1..<count).map { "\"s\($0)\": \"= \(formula($0))\"" }
      return "\"signals\": { \((["\"s0\": \"= sin(T)\""] + members).joined(separator: ", ")) },"
    }
    func layers(_ count: Int) -> String {
      #""layers": [{ "opacity": "= 0.5 + 0.2 * s\#(count - 1)", "gradient": { "stops": ["red", "blue"] } }]"#
    }
    let chain = try load(signals(24) { "0.9 * s\($0 - 1)" } + layers(24))
    let range = chain.scene.layers[0].opacity.valueRange(during: ClockRange(local: 0...9, canvas: 0...9))
    #expect(range.lowerBound < 0.49 && range.upperBound > 0.51 && range.lowerBound > 0.45 && range.upperBound < 0.55)
    let told = message(
      signals(24) { (0..<$0).map { "s\($0)" }.joined(separator: " + ") } + layers(24))
    #expect(told.contains("too long in total; a signal counts wherever it is read"))
  }

  @Test("Mistakes and idle signals are told")
  func mistakes() {
    let layers = #""layers": [{ "gradient": { "stops": ["red", "blue"] } }]"#
    #expect(message(#""signals": { "a b": 1 }, \#(layers)"#).contains("signals.a b: a name is letters, digits and _"))
    #expect(
      message(#"\#(Self.knobs) "signals": { "sway": 1 }, \#(layers)"#).contains(
        "sway is a knob: another name is needed"))
    #expect(message(#""signals": { "early": "= late", "late": 1 }, \#(layers)"#).contains("late"))
    #expect(message(#""signals": { "gust": "= sin(T)" }, \#(layers)"#).contains("this signal is not used"))
    let field =
      #""signals": { "gust": "= sin(T)" }, "layers": [{ "field": { "let": { "gust": 1 }, "color": "= gust" } }]"#
    #expect(message(field).contains("gust is a signal: another name is needed"))
  }

  @Test("A loop whose signal does not end as it began is warned of") func loops() {
    let text =
      #""canvas": { "loop": true, "duration": 4 }, "signals": { "gust": "= T" }, "layers": [{ "opacity": "= gust / 4", "gradient": { "stops": ["red", "blue"] } }]"#
    #expect(message(text).contains("layers[0].opacity"))
  }
}
