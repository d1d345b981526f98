import Model
import Presets
import Testing

@Suite("Functions of a preset, which all of its formulas share") struct SharedFunctionTests {
  private func load(_ text: String) throws -> Preset {
    try Preset.load(text: Array("{ \"format\": 1, \(text) }".utf8), named: "x.json")
  }

  private func message(_ text: String) -> String {
    do { return try load(text).warnings.map { "\($0)" }.joined(separator: "\n") } catch { return "\(error)" }
  }

  private func field(_ keys: String) -> String { "\"layers\": [{ \"name\": \"f\", \"field\": { \(keys) } }]" }

  /// The program of the first layer's field.
  private func program(_ text: String) throws -> FormulaProgram? {
    guard case .field(let field) = try load(text).scene.layers[0].source else { return nil }
    return field.program
  }

  private static let functions =
    #""functions": { "half(a)": "= a / 2", "ring(d)": "= smoothstep(0.1, 0, abs(half(d)))" },"#

  @Test("A field that calls one is the program of a field that defines it")
  func fields() throws {
    let shared = try program(Self.functions + field(#""color": "= ring(length(p))""#))
    let own = try program(
      field(
        #""functions": { "half(a)": "= a / 2", "ring(d)": "= smoothstep(0.1, 0, abs(half(d)))" }, "color": "= ring(length(p))""#
      ))
    #expect(shared != nil && shared == own)
  }

  @Test("Numbers, signals and reliefs call them; bodies read knobs and signals")
  func numbers() throws {
    let scene = try load(
      #"""
      "knobs": { "share": { "default": 0.25 } }, "signals": { "breath": "= lift(0.5 * T)" },
      "functions": { "lift(a)": "= share + a", "sway(a)": "= a * breath" },
      "layers": [{ "opacity": "= sway(0.5)", "gradient": { "stops": ["red", "blue"] } }]
      """#
    ).scene
    #expect(scene.layers[0].opacity.value(at: AnimationClock(local: 0, canvas: 1)) == 0.375)
  }

  @Test("One of the field comes before it, and its body reads no names of the field")
  func scopes() throws {
    // The field's own half is called by the field, and the preset's by the preset's ring.
    let text =
      Self.functions
      + field(#""functions": { "half(a)": "= 4 * a" }, "let": { "d": 7 }, "color": "= half(x) + ring(y)""#)
    #expect(
      try program(text)
        == program(
          field(
            #""functions": { "halved(a)": "= a / 2", "ring(e)": "= smoothstep(0.1, 0, abs(halved(e)))", "half(a)": "= 4 * a" }, "let": { "d": 7 }, "color": "= half(x) + ring(y)""#
          )))
    let bound = #""functions": { "far(a)": "= a * x" },"# + field(#""let": { "x": 3 }, "color": "= far(y)""#)
    #expect(try program(bound) == program(field(#""let": { "three": 3 }, "color": "= y * x""#)))
    // Nor is a name of the field known there.
    let reading = message(
      #""functions": { "far(a)": "= a * deep" },"# + field(#""let": { "deep": 3 }, "color": "= far(y)""#))
    #expect(reading.contains("x.json:1:48: functions.far(a): deep is unknown"), "\(reading)")
  }

  @Test(
    "Mistakes are told where they are",
    arguments: [
      (#""functions": 3,"#, "functions: should be an object of functions with formulas, not the number 3"),
      (#""functions": { "f(a)": "= g(a)", "g(a)": "= a" },"#, "functions.f(a): g is defined after f"),
      (#""functions": { "f(a)": "= a", "f(b)": "= b" },"#, "functions.f(b): f is written twice"),
      (
        #""functions": { "f(gust)": "= gust" }, "signals": { "gust": 1 },"#,
        "signals.gust: gust is a parameter of f(gust)"
      ),
      (#""functions": { "f(a)": "= a" },"#, "functions.f(a): this function is not used"),
    ])
  func mistakes(_ functions: String, _ expected: String) {
    let found = message(functions + field(#""color": "= u""#))
    #expect(found.contains(expected), "\(found)")
  }

  @Test("What only fields have is told where a number calls it")
  func pixels() {
    let found = message(
      #""functions": { "far(a)": "= a * u" }, "layers": [{ "opacity": "= far(2)", "gradient": { "stops": ["red", "blue"] } }]"#
    )
    #expect(found.contains("layers[0].opacity: in far(a), at its column 7: u is unknown"), "\(found)")
  }

  @Test("A preset that extends another one adds to its functions and replaces them")
  func extending() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("base.json", "{ \(Self.functions) \(field(#""color": "= ring(x)""#)) }")
    let top = try folder.write(
      "top.json", #"{ "extends": "base.json", "functions": { "half(a)": "= a / 3", "unused(a)": "= half(a)" } }"#)
    let found = try Preset.load(file: top)
    #expect(found.warnings.first?.keyPath == "functions.unused(a)" && found.warnings.count == 1)
    guard case .field(let field) = found.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(
      try field.program
        == program(
          self.field(
            #""functions": { "third(a)": "= a / 3", "ring(d)": "= smoothstep(0.1, 0, abs(third(d)))" }, "color": "= ring(x)""#
          )))
  }
}
