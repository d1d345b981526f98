import Colorimetry
import Model

/// What names in a field's formulas stand for: the pixel's place, clocks, knobs, and the names that the field defines.
final class FieldScope {
  let scope: Scope
  let space: FormulaField.Space
  let builder = FieldBuilder()
  /// The names that the field defines, in their order.
  private(set) var definitions: [(name: String, value: FieldVector)] = []
  /// Animated numbers, which are inputs by their index.
  private(set) var values: [FormulaField.Value] = []

  init(_ scope: Scope, space: FormulaField.Space) {
    self.scope = scope
    self.space = space
  }

  /// Lets a name stand for a value.
  func define(_ name: String, as value: FieldVector) { definitions.append((name, value)) }

  /// Lets a name stand for a number that may be animated.
  func define(_ name: String, as number: AnimatedNumber) {
    if let constant = number.constant { return define(name, as: FieldVector(builder.constant(constant))) }
    values.append(FormulaField.Value(name: name, number: number))
    define(name, as: FieldVector(builder.input(.value(values.count - 1))))
  }

  /// What is wrong with a name that a field is to define; nil for a good one.
  func problem(ofName name: String) -> String? {
    if !Scope.isName(name) { return "a name is letters, digits and _, beginning with a letter" }
    if FieldScope.reservedNames.contains(name) { return "\(name) already means something in formulas of fields" }
    if scope.knobs.contains(where: { $0.name == name }) { return "\(name) is a knob: another name is needed" }
    if definitions.contains(where: { $0.name == name }) { return "written twice" }
    return nil
  }

  /// Names that no field may define.
  static let reservedNames: Set<String> = Set(
    FieldVariable.all.flatMap(\.names) + ["i", "n"] + FieldFunction.all.map(\.name))

  /// A colour as the field's space has it.
  func vector(_ color: LinearColor) -> FieldVector {
    let parts = space == .srgb ? color.srgbEncoded : SIMD3(color.red, color.green, color.blue)
    return FieldVector(builder.constant(parts.x), builder.constant(parts.y), builder.constant(parts.z))
  }

  /// The value of a name; nil where it has none.
  func value(named name: String) throws(SyntaxFailure) -> FieldVector? {
    if let definition = definitions.first(where: { $0.name == name }) { return definition.value }
    let knob = scope.knobs.first { $0.name == name }
    if let variable = FieldVariable.named(name) {
      if knob != nil {
        throw SyntaxFailure(offset: 0, message: "\(name) is a knob, and \(variable.about); the knob needs another name")
      }
      return variable.value(builder)
    }
    if let knob { return try value(of: knob.node, called: name) }
    return scope.constant(named: name).map { FieldVector(builder.constant($0)) }
  }

  /// The value of a knob or of an element of its list: a number or a colour.
  func value(of node: JSONNode, called name: String) throws(SyntaxFailure) -> FieldVector {
    if case .invalid = node.value { return .unknown }
    if let number = node.formulaNumber { return FieldVector(builder.constant(number)) }
    guard let text = node.string, let color = LinearColor(css: text) else {
      let isList = node.elements != nil
      throw SyntaxFailure(
        offset: 0,
        message: "\(name) is neither a number nor a colour\(isList ? "; \(name)[0] is its first element" : "")")
    }
    if color.alpha != 1 {
      throw SyntaxFailure(
        offset: 0, message: "\(name) is a colour with an opacity; formulas of fields take opaque ones")
    }
    return vector(color)
  }

  /// All names of values.
  var names: [String] {
    definitions.map(\.name) + scope.knobs.map(\.name) + FieldVariable.all.flatMap(\.names) + ["i", "n"]
  }
}
