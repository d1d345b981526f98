import Colorimetry
import Model

extension FormulaField {
  /// A field whose colour a formula gives.
  ///
  /// ```swift
  /// let rings = try FormulaField("= 0.5 + 0.5 * cos(r / 20 - 4 * phase)", colors: ColorMap(.black, .white))
  /// let spiral = try FormulaField(
  ///   "= palette(turn + r / 400)", names: ["turn": "= theta / tau - loop"], alpha: "= fill(r - 300)")
  /// ```
  ///
  /// - Parameters:
  ///   - color: the formula of a number, which the ramp of `colors` makes a colour of, or of a vec3 or vec4.
  ///   - names: formulas of values that have names, in an order in which each comes before those that name it.
  ///   - alpha: the formula of how opaque the colour is.
  ///   - numbers: animated numbers that have names.
  ///   - space: what red, green and blue mean.
  ///   - colors: the ramp, for numbers from 0 to 1.
  ///   - samples: places each way of whose colours a pixel has the mean, 1 to 4.
  ///   - variant: another one gives other random numbers.
  /// - Throws: ``FormulaError`` for a formula with mistakes, or one that takes too long.
  public init(
    _ color: String, names: KeyValuePairs<String, String> = [:], alpha: String? = nil,
    numbers: KeyValuePairs<String, AnimatedNumber> = [:], space: Space = .srgb,
    colors: ColorMap = ColorMap(.black, .white), samples: Int = 1, variant: Int = 0
  ) throws(FormulaError) {
    precondition((1...4).contains(samples), "A field has 1 to 4 samples each way.")
    var compiler = FormulaCompiler(space: space, numbers: numbers, names: names)
    let value = compiler.compile("color", color)
    if value.count == 2 { compiler.add("color", color, 0, FormulaField.noColor) }
    let opacity = alpha.map { compiler.number("alpha", $0) }
    try compiler.finish()
    self.init(
      formula: color, scope: compiler.scope, value: value, opacity: opacity, colors: colors, samples: samples,
      variant: variant)
    try compiler.check(program)
  }

  /// A field of values that a scope has compiled.
  init(
    formula: String, scope: FieldScope, value: FieldVector, opacity: FieldVector?, colors: ColorMap, samples: Int,
    variant: Int
  ) {
    self.init(
      formula: formula, space: scope.space, program: scope.builder.program(value.parts + (opacity?.parts ?? [])),
      componentCount: value.count, hasOpacity: opacity != nil, values: scope.values, colors: colors, samples: samples,
      variant: variant)
  }

  static let noColor = "a colour is a number, a vec3 or a vec4, not a vec2"

  static func tooSlow(_ units: Double) -> String {
    "this takes as long as about \(estimateText(units)) additions for each place; at most \(grouped(Limits.formulaUnits)) are "
      + "allowed: fewer octaves or calls of voronoi help"
  }
}

extension Filter.Displacement.Formula {
  /// A displacement by formulas, as those of fields.
  ///
  /// - Parameters:
  ///   - x: the formula of how far to the right of a pixel its colour is taken from, in points.
  ///   - y: the formula of how far below it.
  ///   - names: formulas of values that have names, in an order in which each comes before those that name it.
  ///   - numbers: animated numbers that have names.
  ///   - amplitude: the greatest distance along each axis, to which others are limited.
  ///   - variant: another one gives other random numbers.
  /// - Throws: ``FormulaError`` for a formula with mistakes, or one that takes too long.
  public init(
    x: String = "= 0", y: String = "= 0", names: KeyValuePairs<String, String> = [:],
    numbers: KeyValuePairs<String, AnimatedNumber> = [:], amplitude: AnimatedNumber = 100, variant: Int = 0
  ) throws(FormulaError) {
    var compiler = FormulaCompiler(space: .linear, numbers: numbers, names: names)
    let outputs = [compiler.number("x", x), compiler.number("y", y)]
    try compiler.finish()
    let program = compiler.scope.builder.program(outputs.flatMap(\.parts))
    try compiler.check(program)
    self.init(x: x, y: y, amplitude: amplitude, variant: variant, program: program, values: compiler.scope.values)
  }
}
