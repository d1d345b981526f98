import Colorimetry
import JSON
import Model

/// What names in formulas stand for, and the builder of the program that the formulas become: one formula of a number, or all formulas
/// of a field.
///
/// Names of one's own (knobs, signals, and the names that a field defines) come before the names of the language, so that a variable or function
/// that is added to the language never changes a preset. The innermost comes first: a parameter or an index, a name of the field, a
/// signal or a knob. A name before a bracket ( is always a function: one of the field, of the preset, or of the language.
final class FormulaScope {
  /// What the formulas compute.
  let target: FormulaTarget
  /// The knobs and constants that all formulas of the preset share.
  let presetScope: Scope
  /// The colour space of red, green and blue.
  let colorSpace: FormulaField.Space
  /// Builds the program of the formulas.
  let builder: FormulaBuilder
  /// The names that a field defines, in the order of definition.
  private(set) var definitions: [(name: String, value: FormulaVector)] = []
  /// The functions of the preset and then those that a field defines, in the order of definition.
  var functions: [DefinedFunction]
  /// What the formula, or the body of a function, that is being read sees besides.
  var frame: Frame
  /// While the body of a function is checked, its name and those of the functions after it, which it cannot call.
  var notYetDefined: (current: String, later: [String])?
  /// The animated numbers among the definitions. The program's input `.value(i)` is the i-th of them.
  private(set) var animatedValues: [FormulaField.Value] = []

  /// The scope of formulas for pixels.
  init(_ presetScope: Scope, colorSpace: FormulaField.Space) {
    target = .pixels
    self.presetScope = presetScope
    functions = presetScope.functions
    frame = Frame(functionCount: functions.count)
    self.colorSpace = colorSpace
    builder = FormulaBuilder(for: .pixels)
  }

  /// The scope of one formula of a number.
  init(ofNumber presetScope: Scope) {
    target = .number
    self.presetScope = presetScope
    functions = presetScope.functions
    frame = Frame(functionCount: functions.count)
    colorSpace = .linear
    builder = FormulaBuilder(for: .number(seed: presetScope.seed))
  }

  /// Defines a name for a value.
  func define(_ name: String, as value: FormulaVector) { definitions.append((name, value)) }

  /// Defines a name for a number that may be animated.
  func define(_ name: String, as number: AnimatedNumber) {
    if let constant = number.constant { return define(name, as: FormulaVector(builder.constant(constant))) }
    animatedValues.append(FormulaField.Value(name: name, number: number))
    define(name, as: FormulaVector(builder.input(.value(animatedValues.count - 1))))
  }

  /// Defines names for numbers that are set anew at each place: the program's first inputs `.value`.
  func define(inputs names: [String]) {
    for name in names {
      animatedValues.append(FormulaField.Value(name: name, number: 0))
      define(name, as: FormulaVector(builder.input(.value(animatedValues.count - 1))))
    }
  }

  /// The value of a signal of the preset. In formulas for pixels it is an animated number like those that a field defines.
  func value(of signal: Scope.Signal) -> FormulaVector {
    if let constant = signal.number.constant { return FormulaVector(builder.constant(constant)) }
    let index = animatedValues.firstIndex { $0.isSignal && $0.name == signal.name } ?? animatedValues.count
    if index == animatedValues.count {
      // A field's numbers are read by the layer's clock; a signal follows the canvas's.
      let number = target == .number ? nil : Expression.reading(signal.number).map { AnimatedNumber(.expression($0)) }
      animatedValues.append(FormulaField.Value(name: signal.name, number: number ?? signal.number, isSignal: true))
    }
    return FormulaVector(builder.input(.value(index)))
  }

  /// What is wrong with a name that a field wants to define; nil for a valid name.
  func problem(ofName name: String) -> String? {
    if !Scope.isName(name) { return Scope.nameRule }
    if let message = problem(ofLocalName: name) { return message }
    if definitions.contains(where: { $0.name == name }) { return "written twice" }
    return nil
  }

  /// What is wrong with the name of a parameter or an index; nil if it may be used.
  func problem(ofLocalName name: String) -> String? {
    if presetScope.signal(named: name) != nil { return "\(name) is a signal: another name is needed" }
    return presetScope.knob(named: name) != nil ? "\(name) is a knob: another name is needed" : nil
  }

  /// Red, green and blue of a colour in the field's colour space.
  func vector(_ color: LinearColor) -> FormulaVector {
    let parts = colorSpace == .srgb ? color.srgbEncoded : SIMD3(color.red, color.green, color.blue)
    return FormulaVector(builder.constant(parts.x), builder.constant(parts.y), builder.constant(parts.z))
  }

  /// A number of the canvas. Formulas for pixels read it when they are drawn: those that are given in code do not know their canvas.
  func canvasValue(_ input: FormulaInput, _ number: Double) -> FormulaValue {
    target == .number ? builder.constant(number) : builder.input(input)
  }

  /// The value of a name; nil if the name is unknown.
  ///
  /// - Throws: a failure for a knob without a usable value. Its offset has no meaning: callers report the failure at the name.
  func value(named name: String) throws(SyntaxFailure) -> FormulaVector? {
    if let local = takeLocal(named: name) {
      switch local.content {
      case .value(let value): return value
      case .element(let element): return try value(of: element.node, called: "\(name), \(local.role),")
      }
    }
    if frame.readsNamesOfField, let definition = definitions.first(where: { $0.name == name }) {
      return definition.value
    }
    if let signal = presetScope.signal(named: name) { return value(of: signal) }
    if let knob = presetScope.knob(named: name) {
      if let follower = knob.follower { return value(of: Scope.Signal(name: name, number: follower)) }
      let elementHint = knob.node.elements == nil ? "" : "; \(name)[0] is its first element"
      return try value(of: knob.node, called: "the knob \(name)", elementHint)
    }
    return FormulaVariable.named(name, for: target)?.value(name, in: self)
  }

  /// The end of a message on the value of a name that is one's own but is also a variable of the language, which may have been meant.
  func hintOfHiddenVariable(_ name: String) -> String {
    guard let variable = FormulaVariable.named(name, for: target), let role = roleOfOwnName(name) else { return "" }
    return "; here \(name) is \(role), not \(PlainText.withoutBackticks(variable.about))"
  }

  /// What a name of one's own is, for messages; nil for other names.
  private func roleOfOwnName(_ name: String) -> String? {
    if let local = takeLocal(named: name) { return local.role }
    if presetScope.knob(named: name) != nil { return "a knob" }
    if presetScope.signal(named: name) != nil { return "a signal" }
    return frame.readsNamesOfField && definitions.contains { $0.name == name } ? "a name of this field" : nil
  }

  /// The value of a knob, or of an element of a knob's list: a number, or for pixels also a colour.
  ///
  /// - Parameters:
  ///   - subject: what messages call the value.
  ///   - hint: the end of a message that the value is of no use.
  /// - Throws: a failure whose offset has no meaning: callers report the failure at the knob's name.
  func value(of node: JSONNode, called subject: String, _ hint: String = "") throws(SyntaxFailure) -> FormulaVector {
    // The mistake in the node has been reported; the value `unknown` causes no further reports.
    if case .invalid = node.value { return .unknown }
    if let number = node.numberInFormulas { return FormulaVector(builder.constant(number)) }
    guard target == .pixels, let text = node.string, let color = LinearColor(css: text) else {
      let accepted = target == .number ? "not a number" : "neither a number nor a colour"
      throw SyntaxFailure(offset: 0, message: "\(subject) is \(node.messageText), \(accepted)\(hint)")
    }
    if color.alpha != 1 {
      throw SyntaxFailure(
        offset: 0, message: "\(subject) is a colour with an opacity; formulas of fields take opaque ones")
    }
    return vector(color)
  }

  /// The failure that the formulas have more operations than one program may have.
  var tooComplicated: SyntaxFailure {
    let subject = target == .number ? "it" : "a field"
    return SyntaxFailure(
      offset: 0,
      message: "this expression is too complicated: \(subject) has at most \(grouped(builder.maximumNodes)) operations")
  }

  /// The message of a limit that has been exceeded, after which nothing more is written out; nil if none has.
  var limitMessage: String? {
    if presetScope.writtenOut.isExhausted { return WrittenOutFormulas.message }
    return builder.isTooLarge ? tooComplicated.message : nil
  }

  /// The index of the value that takes longest to compute for a pixel; the first of equal ones.
  ///
  /// - Parameter values: at least one value.
  func indexOfSlowest(of values: [FormulaVector]) -> Int {
    // The unit of costs is the time of one addition.
    let costs = values.map { builder.program($0.parts).costInAdditionsPerPixel }
    return costs.indices.reduce(0) { slowest, index in costs[index] > costs[slowest] ? index : slowest }
  }

  /// All names that formulas may use for values, to suggest one in place of an unknown name.
  var names: [String] {
    frame.locals.map(\.name) + (frame.readsNamesOfField ? definitions.map(\.name) : [])
      + presetScope.signals.map(\.name) + presetScope.knobs.map(\.name)
      + FormulaVariable.names(for: target)
  }
}
