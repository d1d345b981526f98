// The text of the reference page and of `motes help` on formulas, except for the names (`FormulaVariable`) and the functions (`FormulaFunction`).

extension Reference {
  /// A row of a table: code of the language and its meaning.
  struct Row {
    /// Pieces of code that mean the same or belong together.
    let code: [String]
    /// The meaning, which may contain Markdown's backticks.
    let about: String

    /// The code as Markdown.
    var codeMarkdown: String { code.map { "`\($0)`" }.joined(separator: ", ") }
    /// The code for a terminal, without markup.
    var plainCode: String { code.joined(separator: ", ") }
  }

  /// Two paragraphs: one before the tables, and one after the names.
  static let formulaParagraphs = [
    """
    A text that begins with `=` stands for a number, or true or false: `"= 0.8 * sparks"`. It may name knobs, and elements of a knob that
    holds a list, counted from 0: `palette[0]`, `palette[mod(i, 3)]`. Every value is a number; true is 1 and false is 0. What is
    undefined, such as a division by 0, is 0. A text, a point or a list cannot be calculated: in their place a formula is
    nothing but the name of a knob, `"= tint"`, or of an element, `"= palette[0]"`. A colour may also be a mixture of two,
    `"= mix(tint, light, 0.3)"`, or a choice, `"= night ? dusk : #ffe9b8"`, by numbers that do not depend on `t` or `T`.
    """,
    """
    With `t` or `T` a value is animated: keys that are not animatable refuse both. What a particle reads at its birth keeps the value
    that it had then.
    """,
  ]

  /// Operators, the strongest first.
  static let formulaOperators = [
    Row(code: ["(a)"], about: "what is in brackets first"),
    Row(code: ["a ^ b"], about: "power: `2 ^ 3 ^ 2` is 2 to the power of 9, `-2 ^ 2` is −4"),
    Row(code: ["-a"], about: "with the other sign"),
    Row(code: ["a * b", "a / b"], about: "product, quotient"),
    Row(code: ["a + b", "a - b"], about: "sum, difference"),
    Row(code: ["a < b", "<=", ">", ">=", "==", "!="], about: "1 where it holds, otherwise 0"),
    Row(code: ["a ? b : c"], about: "b where a is not 0, otherwise c"),
  ]
}
