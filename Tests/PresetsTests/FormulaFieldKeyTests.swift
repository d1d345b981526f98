import Model
import Presets
import Testing

/// Formulas of fields, and the messages for mistakes in them.
@Suite struct FormulaFieldKeyTests {
  private func fieldIssues(_ keys: String, _ before: String = "") -> [String] {
    issues("{ \(before) \"layers\": [ { \"name\": \"f\", \"field\": {\n\(keys)\n} } ] }")
  }

  private func field(_ keys: String, knobs: String = "") throws -> FormulaField {
    let preset = try load("{ \"knobs\": { \(knobs) }, \"layers\": [ { \"name\": \"f\", \"field\": { \(keys) } } ] }")
    guard case .field(let field) = preset.scene.layers[0].source else { preconditionFailure("The layer is a field.") }
    return field
  }

  @Test(
    "Mistakes are reported at their character, with a caret",
    arguments: [
      ("sin(x", 5, "the expression ends where a , or ) was expected"),
      ("x +", 3, "the expression ends where a value was expected"),
      ("p + vec3(1)", 2, "+ acts part by part: a vec2 and a vec3 do not go together"),
      ("vec2(1) < xy.xyx", 8, "< acts part by part"),
      ("uv", 0, "a colour is a number, a vec3 or a vec4, not a vec2"),
      ("lenght(p)", 0, "lenght is not a function of fields. Did you mean length?"),
      ("lerp(x, y, 1)", 0, "lerp is not a function of fields. Did you mean mix?"),
      ("time", 0, "Did you mean t?"),
      ("widht", 0, "widht is unknown. Did you mean width?"),
      ("qqqqqq", 0, "motes help shaders lists all names"),
      ("circle(x, 3)", 7, "p of circle is a vec2, not a number"),
      ("circle(p)", 0, "circle takes 2 values, not 1: circle(p, radius)"),
      ("star(p)", 0, "star takes 3 to 4 values, not 1: star(p, radius, points [, inner])"),
      ("circle", 0, "circle is a function: it needs (…), as circle(p, radius)"),
      ("fbm(p, x)", 7, "octaves of fbm is a whole number from 1 to 10: it may depend only on knobs and numbers"),
      ("fbm(p, 11)", 7, "octaves of fbm is a whole number from 1 to 10, not 11"),
      ("fbm(p, 3, 4)", 10, "only a vec3 has a period"),
      ("perlin(vec3(p, t), 1.5)", 19, "a period is a whole number from 1 on"),
      ("perlin(vec3(p, t), x)", 19, "it cannot depend on the place"),
      ("p.z", 2, "a vec2 has the parts x and y, or rg"),
      ("p.xg", 2, "not xg"),
      ("x.x", 2, "a number has no parts"),
      ("vec3(1, 2)", 5, "vec3 takes 3 numbers in all, not 2"),
      ("#12345", 0, "#12345 is not a colour"),
      ("#ff880080", 0, "a colour in a formula has no opacity"),
      ("2x", 1, "a number and x need a * between them"),
      ("5° + x", 1, "no unit such as °: angles are in degrees"),
      ("5π + x", 1, "an operator is missing after the number"),
      ("x = 3", 2, "= makes no sense here; equality is =="),
      ("p ? 1 : 0", 0, "the condition before a ? should be a number, not a vec2"),
      ("x ? vec2(1) : vec3(1)", 2, "the values of ? and :"),
      ("mix(p, vec3(1), 0)", 4, "mix acts part by part"),
      ("dot(p, vec3(1))", 7, "this is a vec3, and the first value a vec2"),
      ("palette(x, vec3(1))", 11, "palette takes a number alone, or with all of a, b, c and d"),
      ("mod(3)", 0, "mod takes 2 values, not 1"),
      ("noise(vec4(1))", 6, "noise takes a number, a vec2 or a vec3"),
      ("hash(vec4(1))", 5, "a place has at most three parts"),
    ])
  func mistakes(_ formula: String, _ offset: Int, _ message: String) throws {
    let found = fieldIssues("\"color\": \"= \(formula)\"")
    #expect(found.count == 1, "\(found)")
    let issue = try #require(found.first)
    // The formula begins at column 13 of its line, after the equals sign and a space.
    #expect(issue.hasPrefix("x.json:2:\(13 + offset): layers.f.field.color: "), "\(issue)")
    #expect(issue.contains(message), "\(issue)")
    let lines = issue.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(lines[1] == "    = \(formula)")
    #expect(lines[2] == String(repeating: " ", count: 4 + 2 + offset) + "^", "\(issue)")
  }

  @Test("All mistakes in a formula and in its names are reported") func manyMistakes() {
    let found = fieldIssues(
      "\"let\": { \"a\": \"= foo(1) + bar\", \"1x\": 1, \"b\": \"= a * 2\", \"b\": \"= 1\" }, \"color\": \"= a + b + nothing1\""
    )
    #expect(found.count == 5, "\(found)")
    #expect(found.contains { $0.contains("foo is not a function of fields") })
    #expect(found.contains { $0.contains("bar is unknown") })
    #expect(found.contains { $0.contains("layers.f.field.let.1x: a name is letters, digits and _") })
    #expect(found.contains { $0.contains("layers.f.field.let.b: written twice") })
    #expect(found.contains { $0.contains("nothing1 is unknown") })
  }

  @Test(
    "Values that are no formulas, or no formulas of the right kind, are refused",
    arguments: [
      ("\"color\": 3", "should be a formula, a text that begins with =, not the number 3"),
      ("\"color\": \"x + 1\"", "put = before it"), ("\"alpha\": \"= 1\"", "needs the key color"),
      ("\"color\": \"= 1\", \"alpha\": \"=  p\"", "alpha is a number, not a vec2\n    =  p\n       ^"),
      ("\"color\": \"= 1\", \"let\": [1]", "should be an object of names with formulas"),
      ("\"color\": \"= 1\", \"let\": { \"1a\": 1 }", "a name is letters, digits and _"),
      ("\"color\": \"= 1\", \"space\": \"lab\"", "is not one of srgb or linear"),
      ("\"color\": \"= 1\", \"samples\": 5", "1 to 4 is allowed"),
      ("\"color\": \"= k\"", "the knob k is the text \"words\", neither a number nor a colour"),
      ("\"color\": \"= glass\"", "opaque ones"),
      (
        "\"color\": \"= p.x\"",
        "a number has no parts such as .x; here p is a knob, not the pixel's offset from the canvas's middle"
      ),
    ])
  func otherValues(_ keys: String, _ message: String) {
    let clash = keys.contains("p.x") ? ", \"p\": { \"default\": 3 }" : ""
    let found = fieldIssues(
      keys, "\"knobs\": { \"k\": { \"default\": \"words\" }, \"glass\": { \"default\": \"#ffffff80\" }\(clash) },")
    #expect(found.count == 1 && found[0].contains(message), "\(found)")
  }

  @Test("Names stand for knobs, colours and animated numbers") func names() throws {
    let field = try field(
      "\"let\": { \"swell\": { \"from\": 0, \"to\": 1, \"duration\": 2 }, \"tint\": \"#00ff00\", \"a\": \"= swell * k + list[1]\" }, "
        + "\"color\": \"= (paint + tint + colors[0]) * a + night\"",
      knobs:
        "\"k\": { \"default\": 3 }, \"list\": { \"default\": [1, 2] }, \"paint\": { \"default\": \"red\" }, "
        + "\"colors\": { \"default\": [\"#0000ff\"] }, \"night\": { \"default\": true }")
    #expect(field.values.map(\.name) == ["swell"])
    #expect(field.componentCount == 3)
    var inputs = FormulaInputs(Canvas(), at: AnimationClock(1), loopSeconds: nil, values: field.values.map(\.number))
    #expect(inputs.values == [0.5])
    inputs.x = 3
    let values = field.program.values(inputs) { _ in .zero }
    #expect(field.program.outputs.map { values[$0] } == [4.5, 4.5, 4.5])
    #expect(field.animatedValues.numbers.map(\.key) == ["let.swell"])
  }

  @Test("Formulas that are too deep, too long or too slow are refused when the preset is read") func limits() {
    let deep = String(repeating: "(", count: 10_000) + "x" + String(repeating: ")", count: 10_000)
    #expect(fieldIssues("\"color\": \"= \(deep)\"").first?.contains("at most 4,096 fit") == true)
    let nested = String(repeating: "(", count: 1_000) + "x" + String(repeating: ")", count: 1_000)
    #expect(fieldIssues("\"color\": \"= \(nested)\"").first?.contains("nested deeper than 40 levels") == true)
    let signs = String(repeating: "-", count: 4_000) + "x"
    #expect(fieldIssues("\"color\": \"= \(signs)\"").first?.contains("nested deeper than 40 levels") == true)
    let clouds = (1...11).map { "fbm(vec3(p, \($0)), 10)" }.joined(separator: " + ")
    #expect(fieldIssues("\"color\": \"= fbm(vec3(p, 1), 10)\"").isEmpty)
    let tooSlow = fieldIssues("\"color\": \"= \(clouds)\"")
    #expect(tooSlow.count == 1 && tooSlow[0].contains("at most 4,000 are allowed"), "\(tooSlow)")
    let slowAlpha = fieldIssues("\"color\": \"= u\", \"alpha\": \"= \(clouds)\"")
    #expect(slowAlpha.count == 1 && slowAlpha[0].contains("layers.f.field.alpha: this takes as long"), "\(slowAlpha)")
    for (keys, mistake) in [
      ("\"x\": \"= u\", \"y\": \"= \(clouds)\"", "y: this takes as long"),
      ("\"y\": \"= u\", \"x\": \"= \(clouds)\"", "x: this takes as long"),
      ("\"x\": \"= u\", \"y\": \"= ramp(u).r\"", "y: a displacement has no stops"),
    ] {
      let filter = "{ \"type\": \"displace\", \(keys) }"
      let found = issues(
        "{ \"layers\": [ { \"name\": \"f\", \"field\": { \"color\": \"= u\" }, \"filters\": [ \(filter) ] } ] }")
      #expect(found.count == 1 && found[0].contains("filters[0].\(mistake)"), "\(found)")
    }
    // Written out, each name would be twice as long as the one before, but each is computed only once.
    let doubling = (1...40).map { "\"n\($0)\": \"= n\($0 - 1) * n\($0 - 1) + n\($0 - 1)\"" }.joined(separator: ", ")
    #expect(fieldIssues("\"let\": { \"n0\": \"= x * y\", \(doubling) }, \"color\": \"= n40\"").isEmpty)
    let names = (1...65).map { "\"m\($0)\": 1" }.joined(separator: ", ")
    #expect(fieldIssues("\"let\": { \(names) }, \"color\": \"= 1\"").first?.contains("at most 64 are allowed") == true)
    // The terms have no common parts that could be computed once.
    func sum(_ name: Int) -> String {
      (1...120).map { "\(1.0 / Double($0 + 1)) * (x + \(name))" }.joined(separator: "+")
    }
    let sums = (1...60).map { "\"s\($0)\": \"= \(sum($0))\"" }.joined(separator: ", ")
    let large = fieldIssues(
      "\"let\": { \(sums) }, \"color\": \"= \((1...60).map { "s\($0)" }.joined(separator: "+"))\"")
    #expect(large.first?.contains("has at most 4,000 operations") == true, "\(large)")
  }

  @Test(
    "A formula that jumps at a loop's seam is found",
    arguments: [
      ("sin(r / 9 - 4 * phase)", false), ("sin(r / 9 - t)", true), ("fract(u + loop)", false),
      ("fract(u + 0.5 * loop)", true),
      ("perlin(vec3(p, 3 * loop), 3) + 0.5", false), ("perlin(vec3(p, 3 * loop)) + 0.5", true),
      ("voronoi(p, 0.9, loop).x", false), ("voronoi(p, 0.9, 0.5 * loop).x", true), ("sin(tau * T / duration)", false),
      ("T", true), ("sin(x) + swell", true),
    ])
  func seams(_ formula: String, _ jumps: Bool) {
    let swell = formula.contains("swell") ? "\"let\": { \"swell\": { \"keys\": [[0, 0], [3, 1]] } }, " : ""
    let found = fieldIssues("\(swell)\"color\": \"= \(formula)\"", "\"canvas\": { \"duration\": 4, \"loop\": true },")
    #expect(found.contains { $0.contains("jumps at the loop's seam") } == jumps, "\(formula): \(found)")
    if jumps, swell.isEmpty {
      #expect(found.count == 1 && found[0].contains("2:10: layers.f.field.color: jumps") && found[0].contains("phase"))
    }
  }

  @Test("A preset that extends another may change single names of a formula") func extending() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "base.json",
      "{ \"layers\": [ { \"name\": \"f\", \"field\": { \"let\": { \"a\": \"= 1\", \"b\": \"= a + 1\" }, \"color\": \"= b\" } } ] }"
    )
    let path = try folder.write(
      "top.json",
      "{ \"extends\": \"./base.json\", \"layers\": [ { \"name\": \"f\", \"field\": { \"let\": { \"a\": \"= 5\" } } } ] }"
    )
    let preset = try Preset.load(path)
    guard case .field(let field) = preset.scene.layers[0].source else { preconditionFailure("The layer is a field.") }
    let inputs = FormulaInputs(Canvas(), at: AnimationClock(0), loopSeconds: nil, values: [])
    #expect(field.program.outputs.map { field.program.values(inputs) { _ in .zero }[$0] } == [6])
  }

  @Test("Stops that nothing reads are warned of") func idleStops() throws {
    let warnings = { (color: String) in
      try load(
        "{ \"layers\": [ { \"name\": \"f\", \"field\": { \"color\": \"= \(color)\", \"stops\": [\"red\", \"blue\"] } } ] }"
      ).warnings.map(\.description)
    }
    #expect(try warnings("vec3(1)").contains { $0.contains("does not call ramp(x)") })
    #expect(try warnings("ramp(u).rgb").isEmpty)
    #expect(try warnings("u").isEmpty)
  }

  @Test("Formulas given in code throw an error that lists their mistakes") func library() throws {
    let error = #expect(throws: FormulaError.self) {
      try FormulaField("= a + nothing1", names: ["a": "= p", "1p": "= 1", "b": "x"], alpha: "= uv")
    }
    let text = error?.description ?? ""
    #expect(text.contains("color:7: nothing1 is unknown"), "\(text)")
    #expect(text.contains("\n    = a + nothing1\n          ^"), "\(text)")
    #expect(text.contains("1p:1: a name is letters, digits and _"), "\(text)")
    #expect(text.contains("b:1: a formula begins with ="), "\(text)")
    #expect(text.contains("alpha:3: alpha is a number, not a vec2\n    = uv\n      ^"), "\(text)")
    let clouds = "= " + (1...11).map { "fbm(vec3(p, \($0)), 10)" }.joined(separator: " + ")
    for (x, y, slowest) in [("= 0", clouds, "y"), (clouds, "= 0", "x"), ("= 3 * u", clouds, "y"), (clouds, "= v", "x")]
    {
      let slowDisplacement = #expect(throws: FormulaError.self) { try Filter.Displace(x: x, y: y) }
      #expect(slowDisplacement?.issues.map(\.name) == [slowest])
    }
    let slowAlpha = #expect(throws: FormulaError.self) { try FormulaField("= u", alpha: clouds) }
    #expect(slowAlpha?.issues.map(\.name) == ["alpha"])
    let field = try FormulaField(
      "= level",
      numbers: ["level": AnimatedNumber(.keys([NumberKey(time: 0, value: 0), NumberKey(time: 1, value: 1)]))])
    #expect(!field.animatedValues.areConstant && !field.isSelfAnimated)
    #expect(try FormulaField("= u").animatedValues.areConstant)
    #expect(try FormulaField("= u + t").isSelfAnimated)
  }
}
