import Model
import Presets
import Testing

/// Functions that a field defines, and sums and products: words that stand for longer formulas.
@Suite struct FormulaWordTests {
  private func preset(_ keys: String, knobs: String = "") -> String {
    "{ \"knobs\": { \(knobs) }, \"layers\": [ { \"name\": \"f\", \"field\": {\n\(keys)\n} } ] }"
  }

  private func field(_ keys: String, knobs: String = "", _ settings: PresetSettings = PresetSettings()) throws
    -> FormulaField
  {
    let preset = try load(preset(keys, knobs: knobs), settings)
    guard case .field(let field) = preset.scene.layers[0].source else { preconditionFailure("The layer is a field.") }
    return field
  }

  private static let knobs =
    "\"count\": { \"default\": 3, \"min\": 0, \"max\": 9 }, \"weights\": { \"default\": [2, 4, 8] }, "
    + "\"places\": { \"default\": [[10, 20], [30, 40]] }, \"none\": { \"default\": [] }, "
    + "\"tints\": { \"default\": [\"#ff0000\", \"#0000ff\"] }"

  @Test(
    "Sums, products and functions give the program of what they stand for",
    arguments: [
      ("", "sum(k, 0, 3, sin(x * k))", "sin(x * 0) + sin(x * 1) + sin(x * 2) + sin(x * 3)"),
      ("", "product(k, -1, 1, x + k)", "(x + -1) * (x + 0) * (x + 1)"),
      ("", "sum(k, 1, count, x ^ k)", "x ^ 1 + x ^ 2 + x ^ 3"),
      ("", "sum(k, 0, 2, weights[k] * cos(k * y))", "2 * cos(0 * y) + 4 * cos(1 * y) + 8 * cos(2 * y)"),
      ("", "sum(k, 0, 1, weights[mod(k + count, 3)] * x)", "2 * x + 4 * x"),
      ("", "sum(w, weights, x / w)", "x / 2 + x / 4 + x / 8"),
      ("", "sum(q, places, length(xy - vec2(q[0], q[1])))", "length(xy - vec2(10, 20)) + length(xy - vec2(30, 40))"),
      ("", "sum(q, places, product(c, q, c + x))", "(10 + x) * (20 + x) + (30 + x) * (40 + x)"),
      ("", "sum(k, 0, 1, sum(c, places[k], c * x))", "10 * x + 20 * x + (30 * x + 40 * x)"),
      ("", "sum(c, tints, c * u)", "#ff0000 * u + #0000ff * u"),
      (
        "", "sum(k, 0, 2, sum(j, k, 2, x * k + y * j))",
        "x * 0 + y * 0 + (x * 0 + y * 1) + (x * 0 + y * 2) + (x * 1 + y * 1 + (x * 1 + y * 2)) + (x * 2 + y * 2)"
      ),
      // The inner name is the nearer one.
      ("", "sum(k, 1, 2, k * sum(k, 3, 4, k * x))", "1 * (3 * x + 4 * x) + 2 * (3 * x + 4 * x)"),
      // Without terms the kind is that of the terms.
      ("", "x + sum(k, 1, 0, k)", "x + 0"), ("", "x + product(k, 5, 2, k)", "x + 1"),
      ("", "x + sum(e, none, e)", "x + 0"),
      ("", "x + sum(k, 1, 0, vec2(k, x)).y", "x + 0"),
      ("\"f(a)\": \"= a * a\"", "f(x + y)", "(x + y) * (x + y)"),
      ("\"f(p, q)\": \"= p.yx - q\"", "vec3(f(xy, 3), 1)", "vec3(xy.yx - 3, 1)"),
      ("\"f(a)\": \"= sin(a)\", \"g( a , b )\": \"= f(a) + f(b)\"", "g(x, y)", "sin(x) + sin(y)"),
      // A body does not see the names around its call, and sees its own before those of the language.
      ("\"f(y)\": \"= x + y\"", "sum(x, 1, 2, f(x))", "x + 1 + (x + 2)"),
      ("\"f(k)\": \"= weights[k] * x\"", "f(1)", "4 * x"),
      ("\"f(n)\": \"= sum(k, 1, n, x ^ k)\"", "f(2)", "x ^ 1 + x ^ 2"),
      // One's own functions come before those of the language, from their definition on.
      ("\"min(a, b)\": \"= min(a, b) * 2\", \"sum(a)\": \"= min(a, 1)\"", "sum(x)", "min(x, 1) * 2"),
    ])
  func sameProgram(_ functions: String, _ short: String, _ long: String) throws {
    let result = short.contains("vec3") || short.contains("tints") ? "" : "vec3(0) + "
    let written = try field(
      "\"functions\": { \(functions) }, \"color\": \"= \(result)\(short)\"", knobs: Self.knobs)
    let expected = try field("\"color\": \"= \(result)\(long)\"", knobs: Self.knobs)
    #expect(values(written) == values(expected), "\(short)")
    // Equal operations are computed once, however they are written.
    #expect(written.program.nodes.count == expected.program.nodes.count, "\(short)")
  }

  /// A field's numbers at some places.
  private func values(_ field: FormulaField) -> [[Double]] {
    [(0.0, 0.0), (3, 4), (-7.5, 11)].map { x, y in
      var inputs = FormulaInputs(Canvas(), at: AnimationClock(1), loopSeconds: nil, values: [])
      (inputs.x, inputs.y) = (x, y)
      let values = field.program.values(inputs) { _ in .zero }
      return field.program.outputs.map { values[$0] }
    }
  }

  @Test("A chain of rings is node for node the program in which each name is written out") func sameNodes() throws {
    let short = try field(
      """
      "functions": { "age(k)": "= fract(loop + k / 3)", "ring(d, k)": "= cos(speed * d - age(k)) * exp(-d)" },
      "let": { "speed": "= 1 + u", "all": "= sum(k, 0, 2, ring(x + k, k))" }, "color": "= all"
      """)
    let long = try field(
      """
      "let": {
        "speed": "= 1 + u", "two": "= 2", "zero": "= 0", "d0": "= x + zero", "w0": "= cos(speed * d0 - fract(loop + 0 / 3)) * exp(-d0)",
        "one": "= 1", "d1": "= x + one", "w1": "= cos(speed * d1 - fract(loop + 1 / 3)) * exp(-d1)", "s1": "= w0 + w1",
        "d2": "= x + two", "w2": "= cos(speed * d2 - fract(loop + 2 / 3)) * exp(-d2)"
      },
      "color": "= s1 + w2"
      """)
    #expect(short.program.nodes.map(\.source) == long.program.nodes.map(\.source))
    #expect(values(short) == values(long))
  }

  @Test("Formulas of numbers have sums and products, of constants and over time") func numbers() throws {
    func radius(_ formula: String, _ settings: PresetSettings = PresetSettings()) throws -> AnimatedNumber? {
      let text =
        "{ \"knobs\": { \(Self.knobs) }, \"layers\": [ { \"name\": \"b\", \"blob\": { \"radius\": \"= \(formula)\" } } ] }"
      guard case .blob(let blob) = try load(text, settings).scene.layers[0].source else { return nil }
      return blob.radius
    }
    #expect(try radius("sum(k, 1, count, k ^ 2)")?.constant == 14)
    #expect(try radius("sum(k, 1, count, k ^ 2)", set("count=4"))?.constant == 30)
    #expect(try radius("product(k, 1, 5, k)")?.constant == 120)
    #expect(try radius("sum(k, 0, 2, weights[k])")?.constant == 14)
    #expect(try radius("sum(w, weights, w) + sum(i, 1, 2, i)")?.constant == 17)
    #expect(try radius("sum(k, 1, 2, k * T) + 5")?.value(at: AnimationClock(2)) == 11)
  }

  @Test("A displacement and code have functions, too") func otherPlaces() throws {
    let filter = "\"type\": \"displace\", \"functions\": { \"f(a)\": \"= a * 2\" }, \"let\": { \"b\": \"= f(v)\" }"
    let preset = try load(
      "{ \"layers\": [ { \"name\": \"f\", \"field\": { \"color\": \"= u\" }, \"filters\": [ { \(filter), \"x\": \"= f(u) + b\" } ] } ] }"
    )
    #expect(preset.scene.layers[0].filters.count == 1)
    let field = try FormulaField("= f(level)", functions: ["f(a)": "= a + x"], names: ["level": "= 3"])
    #expect(values(field) == [[3], [6], [-4.5]])
    let error = #expect(throws: FormulaError.self) {
      try FormulaField("= f(1)", functions: ["f(a)": "= a + nothing1", "g": "= 1", "h(a)": "a"])
    }
    #expect(
      error?.description == """
        h(a):1: a formula begins with =
            a
            ^
        g:1: a function is written with the names of its parameters in brackets, as ring(d, age)
        f(a):7: nothing1 is unknown. motes help shaders lists all names.
            = a + nothing1
                  ^
        """)
    _ = try Filter.Displace(x: "= f(u)", functions: ["f(a)": "= a * 2"])
  }

  @Test(
    "Mistakes in formulas are reported at their character",
    arguments: [
      ("sum(k, 0, 3, 1)", 4, "k does not occur in the terms of this sum, so they are all the same"),
      ("sum(k, 0.5, 3, k)", 7, "first of sum is a whole number from -10000 to 10000, not 0.5"),
      (
        "sum(k, 0, x, k)", 10,
        "last of sum is a whole number from -10000 to 10000: it may depend only on knobs and numbers"
      ),
      ("product(k, 0, 256, k)", 11, "0 to 256 are 257 terms; a product has at most 256"),
      ("sum(e, many, e)", 7, "many has 300 elements; a sum has at most 256"),
      ("sum(k, 0, 3)", 0, "sum takes 4 values, not 3: sum(k, first, last, term), or sum(e, list, term)"),
      ("sum(e, weights)", 0, "sum takes 4 values, not 2: sum(k, first, last, term), or sum(e, list, term)"),
      ("sum(k, 0, 3, k, 4)", 0, "sum takes 4 values, not 5: sum(k, first, last, term), or sum(e, list, term)"),
      ("sum(3, 4)", 4, "sum begins with a name for its index: sum(k, first, last, term), or sum(e, list, term)"),
      ("sum", 0, "sum is a function: it needs (…), as sum(k, first, last, term)"),
      ("sum(one, 1, 2, one)", 4, "one is a knob: another name is needed"),
      ("sum(k, 0, 4, weights[k])", 13, "weights has 3 elements, counted from 0: there is no weights[3], where k is 3"),
      ("sum(k, 0, 1, mixed[k].x)", 22, "a number has no parts such as .x, where k is 1"),
      ("sum(e, mixed, e.x)", 16, "a number has no parts such as .x, where e is mixed[1]"),
      ("sum(kk, 0, 1, kj)", 14, "kj is unknown. Did you mean kk?"),
      ("one_more(1)", 0, "one_more is not a function of fields. Did you mean onemore?"),
      ("onemore", 0, "onemore is a function: it needs (…), as onemore(a)"),
      ("onemore(1, 2)", 0, "onemore takes 1 value, not 2: onemore(a)"),
      (
        "sum(p, 0, 3, p.x)", 15,
        "a number has no parts such as .x; here p is the index of a sum, not the pixel's offset from the canvas's middle, −1 to 1 along the shorter side: circles are round on every canvas"
      ),
      (
        "1 + part(2)", 4,
        "in part(p), at its column 5: a number has no parts such as .x; here p is a parameter of part, not the pixel's offset from the canvas's middle, −1 to 1 along the shorter side: circles are round on every canvas"
      ),
      (
        "1 + twice(2)", 4, "in twice(a), at its column 3: in part(p), at its column 5: a number has no parts such as .x"
      ),
      (
        "pick(x)", 0,
        "in pick(k), at its column 3: the number of an element may depend only on knobs and numbers, but k, a parameter of pick, does not"
      ),
    ])
  func mistakes(_ formula: String, _ offset: Int, _ message: String) {
    let many = (0..<300).map { "\($0)" }.joined(separator: ",")
    let found = issues(
      preset(
        "\"color\": \"= \(formula)\", \"functions\": { \"onemore(a)\": \"= a + 1\", \"part(p)\": \"= p.x\", "
          + "\"twice(a)\": \"= part(a) * 2\", \"pick(k)\": \"= weights[k]\" }",
        knobs: "\(Self.knobs), \"one\": { \"default\": 1 }, \"many\": { \"default\": [\(many)] }, "
          + "\"mixed\": { \"default\": [\"#ff0000\", 3] }"))
    #expect(found.count == 1, "\(found)")
    let ending = message.hasSuffix("such as .x") ? "" : "\n"
    #expect(
      found.first?.hasPrefix("x.json:2:\(13 + offset): layers.f.field.color: \(message)\(ending)") == true, "\(found)")
  }

  @Test(
    "Mistakes in definitions are reported where they are, once",
    arguments: [
      (
        "\"ring\": \"= 1\"", 2,
        "ring: a function is written with the names of its parameters in brackets, as ring(d, age)"
      ),
      ("\"f()\": \"= 1\"", 3, "f(): a function has at least one parameter; let names values without any"),
      ("\"f(a, a)\": \"= a\"", 7, "f(a, a): a is written twice"),
      ("\"f(one)\": \"= one\"", 2, "f(one): one is a knob: another name is needed"),
      ("\"f(a, 1b)\": \"= a\"", 7, "f(a, 1b): a name is letters, digits and _, beginning with a letter"),
      ("\"f(a)\": 3", 9, "f(a): should be a formula, a text that begins with =, not the number 3"),
      ("\"f(a)\": \"= f(a)\"", 12, "f(a): f calls itself: a function may call only those before it"),
      (
        "\"f(a)\": \"= g(a)\", \"g(a)\": \"= a\"", 12,
        "f(a): g is defined after f: a function may call only those before it"
      ),
      ("\"f(a)\": \"= a\", \"f(a, b)\": \"= a\"", 17, "f(a, b): f is written twice"),
      ("\"f(age)\": \"= aeg\"", 14, "f(age): aeg is unknown. Did you mean age?"),
      ("\"f(a)\": \"= (a\"", 14, "f(a): the expression ends where a ) was expected"),
    ])
  func definitions(_ functions: String, _ column: Int, _ message: String) {
    // A call of a function with a mistake is not a second mistake.
    let name = functions.dropFirst().prefix { $0 != "\"" && $0 != "(" }
    let text = preset(
      "\"functions\": {\n\(functions)\n}, \"color\": \"= \(name)(1)\"", knobs: "\"one\": { \"default\": 1 }")
    let found = issues(text)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("x.json:3:\(column): layers.f.field.functions.\(message)") == true, "\(found)")
  }

  @Test("What is written out is bounded, and told of where it becomes too much") func limits() {
    func message(_ keys: String) -> String { issues(preset(keys)).joined(separator: "\n") }
    #expect(
      message("\"color\": \"= sum(k, 0, 255, sum(j, 0, 255, sin(x * k + y * j)))\"").hasPrefix(
        "x.json:2:28: layers.f.field.color: this expression is too complicated: a field has at most 4,000 operations, exceeded at term "
      ))
    let tooLong =
      "the functions, sums and products of this preset are too long: written out they have more than 1,000,000 characters"
    #expect(
      message("\"color\": \"= 1 + sum(k, 0, 255, sum(j, 0, 255, sum(l, 0, 255, 0 * (k + j + l))))\"").contains(tooLong))
    // An index is read with each term.
    let index = String(repeating: "l + ", count: 900) + "l"
    let terms = "sum(k, 0, 255, sum(l, 0, 255, k * l * places[mod(\(index), 2)][0]))"
    #expect(issues(preset("\"color\": \"= \(terms)\"", knobs: Self.knobs)).first?.contains(tooLong) == true)
    // Each function calls the one before it twice.
    let doubling = (1...18).map { "\"f\($0)(a)\": \"= f\($0 - 1)(a) - f\($0 - 1)(a)\"" }.joined(separator: ", ")
    let deep = message("\"functions\": { \"f0(a)\": \"= a\", \(doubling) }, \"color\": \"= 1 + f18(0)\"")
    #expect(deep.hasPrefix("x.json:2:") && deep.contains("layers.f.field.color: \(tooLong)\n"), "\(deep)")
    let chain = (1...30).map { "\"f\($0)(a)\": \"= f\($0 - 1)(a)\"" }.joined(separator: ", ")
    #expect(
      message("\"functions\": { \"f0(a)\": \"= a\", \(chain) }, \"color\": \"= f30(x)\"").contains(
        "nested deeper than 40 levels"))
    let many = (1...65).map { "\"f\($0)(a)\": \"= a\"" }.joined(separator: ", ")
    #expect(message("\"functions\": { \(many) }, \"color\": \"= x\"").contains("65 functions; at most 64 are allowed"))
    let parameters = (1...17).map { "a\($0)" }.joined(separator: ", ")
    #expect(
      message("\"functions\": { \"f(\(parameters))\": \"= a1\" }, \"color\": \"= x\"").contains(
        "17 parameters; at most 16 are allowed"))
  }
}
