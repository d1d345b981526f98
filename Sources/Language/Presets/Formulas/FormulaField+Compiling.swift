import Colorimetry
import JSON
import Model

extension FormulaField {
  /// A field whose colour is given by a formula.
  ///
  /// ```swift
  /// let rings = try FormulaField("= 0.5 + 0.5 * cos(r / 20 - 4 * phase)", colors: ColorMap(.black, .white))
  /// let spiral = try FormulaField(
  ///   "= palette(turn + r / 400)", names: ["turn": "= theta / tau - loop"], alpha: "= fill(r - 300)")
  /// ```
  ///
  /// - Parameters:
  ///   - color: the formula of the colour: a vec3, a vec4, or a number that is looked up in the ramp `colors`.
  ///   - functions: functions with their formulas, as `["ring(d, age)": "= …"]`. A formula may call the functions before its own.
  ///   - names: names with their formulas. A formula may use the names before its own.
  ///   - alpha: the formula of the colour's opacity.
  ///   - numbers: names with their numbers, which may be animated.
  ///   - space: the colour space of red, green and blue.
  ///   - colors: the ramp, over numbers from 0 to 1.
  ///   - samples: each pixel is the mean of `samples` × `samples` places in it; 1 to 4.
  ///   - variant: selects another set of random numbers.
  /// - Throws: ``FormulaError`` for a formula with mistakes, one that takes too long, or another number of samples.
  public init(
    _ color: String, functions: KeyValuePairs<String, String> = [:], names: KeyValuePairs<String, String> = [:],
    alpha: String? = nil,
    numbers: KeyValuePairs<String, AnimatedNumber> = [:], space: Space = .srgb,
    colors: ColorMap = ColorMap(.black, .white), samples: Int = 1, variant: Int = 0
  ) throws(FormulaError) {
    guard (1...4).contains(samples) else {
      let message = "\(samples) samples each way; 1 to 4 are possible"
      throw FormulaError(issues: [.init(name: "samples", column: 1, message: message)])
    }
    var compiler = FormulaCompiler(space: space, numbers: numbers, functions: functions, definitions: names)
    let value = compiler.compile("color", color)
    if value.count == 2 { compiler.addIssue(ofWhole: color, "color", FormulaField.noColorMessage) }
    let opacity = alpha.map { compiler.compileNumber("alpha", $0) }
    try compiler.throwIssues()
    self.init(
      formula: color, scope: compiler.scope, value: value, opacity: opacity, colors: colors, samples: samples,
      variant: variant)
    try compiler.checkCost(of: program, of: [("color", value)] + (opacity.map { [("alpha", $0)] } ?? []))
  }

  /// A field of values that have been compiled in a scope.
  init(
    formula: String, scope: FormulaScope, value: FormulaVector, opacity: FormulaVector?, colors: ColorMap, samples: Int,
    variant: Int
  ) {
    self.init(
      formula: formula, space: scope.colorSpace, program: scope.builder.program(value.parts + (opacity?.parts ?? [])),
      componentCount: value.count, hasOpacity: opacity != nil, values: scope.animatedValues, colors: colors,
      samples: samples, variant: variant)
  }

  /// The message for a colour formula that gives a vec2.
  static let noColorMessage = "a colour is a number, a vec3 or a vec4, not a vec2"

  /// The message for a formula that takes too long.
  ///
  /// - Parameter units: cost for each pixel, in additions.
  static func tooSlowMessage(_ units: Double) -> String {
    "this takes as long as about \(estimateText(units)) additions for each place; at most \(grouped(Limits.formulaAdditions)) are "
      + "allowed: fewer octaves or calls of voronoi help"
  }
}

extension Filter.Displace {
  /// A displacement by formulas like those of fields.
  ///
  /// - Parameters:
  ///   - x: the formula of how far to the right of a pixel its colour is taken from, in points.
  ///   - y: the formula of how far below a pixel its colour is taken from, in points.
  ///   - functions: functions with their formulas, as `["ring(d, age)": "= …"]`. A formula may call the functions before its own.
  ///   - names: names with their formulas. A formula may use the names before its own.
  ///   - numbers: names with their numbers, which may be animated.
  /// - Throws: ``FormulaError`` for a formula with mistakes, or one that takes too long.
  public init(
    x: String = "= 0", y: String = "= 0", functions: KeyValuePairs<String, String> = [:],
    names: KeyValuePairs<String, String> = [:],
    numbers: KeyValuePairs<String, AnimatedNumber> = [:]
  ) throws(FormulaError) {
    var compiler = FormulaCompiler(space: .linear, numbers: numbers, functions: functions, definitions: names)
    let program = try compiler.compileNumbers([("x", x), ("y", y)])
    self.init(x: x, y: y, program: program, values: compiler.scope.animatedValues)
  }
}

extension HeightFormula {
  /// The height of a surface at each place, by a formula like those of fields.
  ///
  /// ```swift
  /// var material = Material()
  /// material.height = try HeightFormula("= 6 * sin(x / 20) * sin(y / 20)")
  /// ```
  ///
  /// - Parameters:
  ///   - formula: the formula of the height in points.
  ///   - functions: functions with their formulas, as `["ring(d, age)": "= …"]`. A formula may call the functions before its own.
  ///   - names: names with their formulas. A formula may use the names before its own.
  ///   - numbers: names with their numbers, which may be animated.
  /// - Throws: ``FormulaError`` for a formula with mistakes, or one that takes too long.
  public init(
    _ formula: String, functions: KeyValuePairs<String, String> = [:], names: KeyValuePairs<String, String> = [:],
    numbers: KeyValuePairs<String, AnimatedNumber> = [:]
  ) throws(FormulaError) {
    var compiler = FormulaCompiler(space: .linear, numbers: numbers, functions: functions, definitions: names)
    let program = try compiler.compileNumbers([("height", formula)])
    self.init(formula: formula, program: program, values: compiler.scope.animatedValues)
  }
}

extension FormulaCompiler {
  /// The program of formulas that have to be numbers, with an output for each. Throws the issues so far, or if the program takes too long.
  fileprivate mutating func compileNumbers(_ formulas: [(name: String, text: String)]) throws(FormulaError)
    -> FormulaProgram
  {
    var values: [(name: String, value: FormulaVector)] = []
    for (name, text) in formulas { values.append((name, compileNumber(name, text))) }
    try throwIssues()
    let program = scope.builder.program(values.flatMap(\.value.parts))
    try checkCost(of: program, of: values)
    return program
  }
}
