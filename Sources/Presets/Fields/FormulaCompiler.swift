import Model

/// Everything that is wrong with formulas that a program has written.
public struct FormulaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, in the order of the text.
  public var issues: [Issue]

  /// One thing that is wrong, and where.
  public struct Issue: Sendable, Equatable {
    /// Name that the formula defines; "color" and "alpha" for those of a field itself, "x" and "y" for those of a displacement.
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

/// Compiles formulas that a program has written, and collects what is wrong with them.
struct FormulaCompiler {
  let scope: FieldScope
  private var issues: [FormulaError.Issue] = []

  init(
    space: FormulaField.Space, numbers: KeyValuePairs<String, AnimatedNumber>, names: KeyValuePairs<String, String>
  ) {
    scope = FieldScope(Scope(), space: space)
    for (name, number) in numbers {
      check(name)
      scope.define(name, as: number)
    }
    for (name, text) in names {
      check(name)
      scope.define(name, as: compile(name, text))
    }
  }

  private mutating func check(_ name: String) {
    if let message = scope.problem(ofName: name) {
      issues.append(FormulaError.Issue(name: name, column: 1, message: message))
    }
  }

  /// Keeps a mistake at a byte of a formula, counted from its equals sign on.
  mutating func add(_ name: String, _ text: String, _ byte: Int, _ message: String) {
    issues.append(
      FormulaError.Issue(
        name: name, column: FormulaCaret.column(ofByte: byte, in: text),
        message: message + FormulaCaret.lines(text, byte: byte)))
  }

  /// The value of a formula; unknown where something is wrong with it.
  mutating func compile(_ name: String, _ text: String) -> FieldVector {
    guard text.utf8.first == UInt8(ascii: "=") else {
      add(name, text, 0, "a formula begins with =")
      return .unknown
    }
    do throws(ExpressionParser.Failures) {
      return try FieldParser.compile(String(text.dropFirst()), in: scope)
    } catch {
      for failure in error.list { add(name, text, failure.offset + 1, failure.message) }
      return .unknown
    }
  }

  /// The value of a formula that has to be a number.
  mutating func number(_ name: String, _ text: String) -> FieldVector {
    let value = compile(name, text)
    if value.count > 1 { add(name, text, 0, "\(name) is a number, not a \(value.kind)") }
    return value
  }

  /// Throws what is wrong so far.
  func finish() throws(FormulaError) {
    if !issues.isEmpty { throw FormulaError(issues: issues) }
  }

  /// Throws if a program takes too long for each pixel.
  func check(_ program: FieldProgram) throws(FormulaError) {
    guard program.units > Double(Limits.formulaUnits) else { return }
    let message = FormulaField.tooSlow(program.units)
    throw FormulaError(issues: [FormulaError.Issue(name: "color", column: 1, message: message)])
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
