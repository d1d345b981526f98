import Colorimetry
import Model

/// Everything that is wrong with formulas that a program has written.
public struct FormulaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in the order of the text.
  public var issues: [Issue]

  /// One thing that is wrong, and where.
  public struct Issue: Sendable, Equatable {
    /// Name that the formula defines; "color" and "alpha" for those of the field itself.
    public var name: String
    /// The character (Unicode scalar) of the formula, its equals sign included, from 1.
    public var column: Int
    /// The mistake, and on two more lines the formula with a caret below the character.
    public var message: String
  }

  /// All issues, one after the other.
  public var description: String {
    issues.map { "\($0.name):\($0.column): \($0.message)" }.joined(separator: "\n")
  }
}

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
    let scope = FieldScope(Scope(), space: space)
    var issues: [FormulaError.Issue] = []
    func issue(_ name: String, _ text: String, _ failure: SyntaxFailure) {
      issues.append(
        FormulaError.Issue(
          name: name, column: FormulaCaret.column(ofByte: failure.offset + 1, in: text),
          message: failure.message + FormulaCaret.lines(text, byte: failure.offset + 1)))
    }
    func check(_ name: String) {
      if let message = scope.problem(ofName: name) {
        issues.append(FormulaError.Issue(name: name, column: 1, message: message))
      }
    }
    func compiled(_ name: String, _ text: String) -> FieldVector {
      guard text.utf8.first == UInt8(ascii: "=") else {
        issue(name, text, SyntaxFailure(offset: -1, message: "a formula begins with ="))
        return .unknown
      }
      do throws(ExpressionParser.Failures) {
        return try FieldParser.compile(String(text.dropFirst()), in: scope)
      } catch {
        for failure in error.list { issue(name, text, failure) }
        return .unknown
      }
    }
    for (name, number) in numbers {
      check(name)
      scope.define(name, as: number)
    }
    for (name, text) in names {
      check(name)
      scope.define(name, as: compiled(name, text))
    }
    let value = compiled("color", color)
    let opacity = alpha.map { compiled("alpha", $0) }
    if let opacity, opacity.count > 1 {
      issue("alpha", alpha ?? "", SyntaxFailure(offset: 0, message: "alpha is a number, not a \(opacity.kind)"))
    }
    if value.count == 2 {
      issue("color", color, SyntaxFailure(offset: 0, message: FormulaField.noColor))
    }
    guard issues.isEmpty else { throw FormulaError(issues: issues) }
    self.init(
      formula: color, scope: scope, value: value, opacity: opacity, colors: colors, samples: samples, variant: variant)
    if program.units > Double(Limits.formulaUnits) {
      let message = FormulaField.tooSlow(program.units)
      throw FormulaError(issues: [FormulaError.Issue(name: "color", column: 1, message: message)])
    }
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

/// Shows where in a formula something is wrong.
enum FormulaCaret {
  /// Characters before and after the place that are shown of a long formula.
  private static let reach = 36

  /// Two lines to go after a message: the formula around a byte, and a caret below it.
  static func lines(_ text: String, byte: Int) -> String {
    let scalars = Array(text.unicodeScalars)
    let place = column(ofByte: byte, in: text) - 1
    let start = max(0, place - reach)
    let end = min(scalars.count, place + reach)
    let shown = String(String.UnicodeScalarView(scalars[start..<max(start, end)]))
    let (before, after) = (start > 0 ? "…" : "", end < scalars.count ? "…" : "")
    let margin = String(repeating: " ", count: place - start + before.count)
    return "\n    \(before)\(shortened(shown, to: 2 * reach))\(after)\n    \(margin)^"
  }

  /// The number of the character (Unicode scalar) at a byte, from 1.
  static func column(ofByte byte: Int, in text: String) -> Int {
    let bytes = text.utf8.prefix(max(byte, 0))
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.count + 1
  }
}
