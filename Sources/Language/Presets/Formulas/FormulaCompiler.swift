import JSON
import Model

/// All mistakes in formulas that were given in code.
public struct FormulaError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The mistakes, formula by formula: those of the defined names come first.
  public var issues: [Issue]

  /// One mistake and its place.
  public struct Issue: Sendable, Equatable {
    /// The name that the formula defines. A field's own formulas are named "color" and "alpha", those of a displacement "x" and
    /// "y".
    public var name: String
    /// Position of the wrong character (Unicode scalar) in the formula, counted from 1 at its equals sign; 1 if the name is wrong
    /// or the formula takes too long.
    public var column: Int
    /// The mistake. If there is a wrong character, two lines follow: the formula, and a caret below the character.
    public var message: String
  }

  /// All issues, one after another.
  public var description: String {
    issues.map { "\($0.name):\($0.column): \($0.message)" }.joined(separator: "\n")
  }
}

/// Compiles formulas that are given in code rather than in a preset, and collects what is wrong with them.
struct FormulaCompiler {
  let scope: FormulaScope
  private var issues: [FormulaError.Issue] = []

  init(
    space: FormulaField.Space, numbers: KeyValuePairs<String, AnimatedNumber>,
    functions: KeyValuePairs<String, String>, definitions: KeyValuePairs<String, String>
  ) {
    scope = FormulaScope(Scope(), colorSpace: space)
    define(functions, seeing: numbers.map(\.key) + definitions.map(\.key))
    for (name, number) in numbers {
      checkName(name)
      scope.define(name, as: number)
    }
    for (name, text) in definitions {
      checkName(name)
      scope.define(name, as: compile(name, text))
    }
  }

  /// Defines functions, whose bodies may read `names`.
  private mutating func define(_ functions: KeyValuePairs<String, String>, seeing names: [String]) {
    let members = functions.map { ($0.key, checkedFormula($0.key, $0.value)) }
    var mistakes: [(index: Int, part: FormulaScope.PartOfFunction, failure: SyntaxFailure)] = []
    scope.define(functions: members, seeing: names) { mistakes.append(($0, $1, $2)) }
    for (index, part, failure) in mistakes {
      let (signature, formula) = functions[index]
      switch part {
      case .signature: issues.append(FormulaError.Issue(name: signature, column: 1, message: failure.message))
      case .formula: addIssue(signature, formula, byte: failure.offset + 1, failure.message)
      }
    }
  }

  /// Adds an issue if a name may not be defined.
  private mutating func checkName(_ name: String) {
    if let message = scope.problem(ofName: name) {
      issues.append(FormulaError.Issue(name: name, column: 1, message: message))
    }
  }

  /// Adds an issue of the formula `text`, which defines `name`, at a byte counted from the equals sign, from 0.
  mutating func addIssue(_ name: String, _ text: String, byte: Int, _ message: String) {
    issues.append(
      FormulaError.Issue(
        name: name, column: FormulaCaret.column(ofByte: byte, in: text),
        message: message + FormulaCaret.lines(text, byte: byte)))
  }

  /// Adds an issue of the whole formula `text`, which defines `name`, with a caret under the beginning of its expression.
  mutating func addIssue(ofWhole text: String, _ name: String, _ message: String) {
    addIssue(name, text, byte: FormulaCaret.expressionStart(text), message)
  }

  /// The text of a formula; nil, after adding an issue, if it does not begin as one.
  private mutating func checkedFormula(_ name: String, _ text: String) -> String? {
    if text.utf8.first == UInt8(ascii: "=") { return text }
    addIssue(name, text, byte: 0, "a formula begins with =")
    return nil
  }

  /// Returns the value of a formula. If the formula has mistakes, they are added to the issues, and the value is `.unknown`.
  mutating func compile(_ name: String, _ text: String) -> FormulaVector {
    guard checkedFormula(name, text) != nil else { return .unknown }
    do throws(FormulaParser.Failures) {
      return try FormulaParser.compile(String(text.dropFirst()), in: scope)
    } catch {
      for failure in error.list { addIssue(name, text, byte: failure.offset + 1, failure.message) }
      return .unknown
    }
  }

  /// Returns the value of a formula that has to be a number. If the formula has mistakes or gives a vector, that is added to the
  /// issues.
  mutating func compileNumber(_ name: String, _ text: String) -> FormulaVector {
    let value = compile(name, text)
    if value.count > 1 { addIssue(ofWhole: text, name, "\(name) is a number, not a \(value.kind)") }
    return value
  }

  /// Throws the issues so far, if there are any.
  func throwIssues() throws(FormulaError) {
    if !issues.isEmpty { throw FormulaError(issues: issues) }
  }

  /// Throws if a program takes too long for each pixel. The error names the formula that takes longest.
  ///
  /// - Parameter formulas: the formulas that the program computes: their names and values.
  func checkCost(of program: FormulaProgram, of formulas: [(name: String, value: FormulaVector)]) throws(FormulaError) {
    guard program.costInAdditionsPerPixel > Double(Limits.formulaAdditions) else { return }
    let slowest = formulas[scope.indexOfSlowest(of: formulas.map(\.value))]
    let message = FormulaField.tooSlowMessage(program.costInAdditionsPerPixel)
    throw FormulaError(issues: [FormulaError.Issue(name: slowest.name, column: 1, message: message)])
  }
}

/// Shows the place of a mistake in a formula.
enum FormulaCaret {
  /// The most characters of a formula that are shown before the mistake, and after it.
  private static let shownReach = 36

  /// Two lines that follow a message: the formula around a byte, and a caret below that byte's character.
  static func lines(_ text: String, byte: Int) -> String {
    let scalars = Array(text.unicodeScalars)
    let mistake = column(ofByte: byte, in: text) - 1
    let start = max(0, mistake - shownReach)
    let end = min(scalars.count, mistake + shownReach)
    let shown = String(String.UnicodeScalarView(scalars[start..<max(start, end)]))
    let (leadingDots, trailingDots) = (start > 0 ? "…" : "", end < scalars.count ? "…" : "")
    let margin = String(repeating: " ", count: mistake - start + leadingDots.count)
    return "\n    \(leadingDots)\(shortened(shown, to: 2 * shownReach))\(trailingDots)\n    \(margin)^"
  }

  /// The byte at which a formula's expression begins, behind the equals sign and spaces.
  static func expressionStart(_ text: String) -> Int {
    let isBefore = { (byte: UInt8) in byte == UInt8(ascii: "=") || byte <= UInt8(ascii: " ") }
    return text.utf8.prefix(while: isBefore).count
  }

  /// The position of the character (Unicode scalar) at a byte: bytes count from 0, positions from 1.
  static func column(ofByte byte: Int, in text: String) -> Int {
    let bytes = text.utf8.prefix(max(byte, 0))
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.count + 1
  }
}
