/// A function of formulas, as the parser and the reference know it.
struct FormulaFunction {
  let name: String
  /// The arguments as the reference shows them: "x, low, high" or "x or x, y".
  let argumentsText: String
  let argumentCounts: ClosedRange<Int>
  /// One sentence for the reference.
  let about: String

  private init(_ name: String, _ argumentsText: String, _ argumentCounts: ClosedRange<Int>, _ about: String) {
    self.name = name
    self.argumentsText = argumentsText
    self.argumentCounts = argumentCounts
    self.about = about
  }

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// All functions, in the order of the reference. The functions of the same names in `Expression.Function` compute their values.
  static let all: [FormulaFunction] = [
    FormulaFunction("sin", "x", 1...1, "Sine of an angle in radians."),
    FormulaFunction("cos", "x", 1...1, "Cosine of an angle in radians."),
    FormulaFunction("tan", "x", 1...1, "Tangent of an angle in radians."),
    FormulaFunction("asin", "x", 1...1, "Angle in radians whose sine is x; 0 outside of −1 to 1."),
    FormulaFunction("acos", "x", 1...1, "Angle in radians whose cosine is x; 0 outside of −1 to 1."),
    FormulaFunction("atan2", "y, x", 2...2, "Angle in radians of the point (x, y); 0 for (0, 0)."),
    FormulaFunction("exp", "x", 1...1, "e to the power of x."),
    FormulaFunction("log", "x", 1...1, "Natural logarithm; 0 for numbers that are not positive."),
    FormulaFunction("pow", "x, y", 2...2, "x to the power of y, as x ^ y."),
    FormulaFunction("sqrt", "x", 1...1, "Square root; 0 for negative numbers."),
    FormulaFunction("abs", "x", 1...1, "x without its sign."),
    FormulaFunction("sign", "x", 1...1, "−1, 0 or 1."),
    FormulaFunction("floor", "x", 1...1, "The next whole number below or equal."),
    FormulaFunction("ceil", "x", 1...1, "The next whole number above or equal."),
    FormulaFunction("round", "x", 1...1, "The nearest whole number, halves away from 0."),
    FormulaFunction("fract", "x", 1...1, "x − floor(x)."),
    FormulaFunction("mod", "x, y", 2...2, "Remainder of x ÷ y, with the sign of y; 0 for y = 0."),
    FormulaFunction("min", "a, b, …", 2...16, "The smallest of 2 to 16 numbers."),
    FormulaFunction("max", "a, b, …", 2...16, "The largest of 2 to 16 numbers."),
    FormulaFunction("clamp", "x, low, high", 3...3, "x, but at least low and at most high."),
    FormulaFunction("mix", "a, b, share", 3...3, "a + (b − a) · share."),
    FormulaFunction("step", "edge, x", 2...2, "0 below the edge, 1 from it on."),
    FormulaFunction("smoothstep", "from, to, x", 3...3, "0 up to `from`, 1 beyond `to`, smooth between."),
    FormulaFunction(
      "noise", "x or x, y", 1...2,
      "Smooth noise, 0 to 1, that changes over about one unit of x and y; it follows from the seed."),
    FormulaFunction("random", "x", 1...1, "A random number, 0 ≤ r < 1, that belongs to x; it follows from the seed."),
  ]
}
