import Colorimetry
import JSON
import Model

/// What names in a field's formulas stand for: the pixel's position, clocks, knobs, and the names that the field defines.
final class FieldScope {
  /// The knobs and constants that all formulas of the preset share.
  let presetScope: Scope
  /// The colour space of red, green and blue.
  let colorSpace: FormulaField.Space
  /// Builds the program of the field's formulas.
  let builder = FieldBuilder()
  /// The names that the field defines, in the order of definition.
  private(set) var definitions: [(name: String, value: FieldVector)] = []
  /// The animated numbers among the definitions. The program's input `.value(i)` is the i-th of them.
  private(set) var animatedValues: [FormulaField.Value] = []

  init(_ presetScope: Scope, colorSpace: FormulaField.Space) {
    self.presetScope = presetScope
    self.colorSpace = colorSpace
  }

  /// Defines a name for a value.
  func define(_ name: String, as value: FieldVector) { definitions.append((name, value)) }

  /// Defines a name for a number that may be animated.
  func define(_ name: String, as number: AnimatedNumber) {
    if let constant = number.constant { return define(name, as: FieldVector(builder.constant(constant))) }
    animatedValues.append(FormulaField.Value(name: name, number: number))
    define(name, as: FieldVector(builder.input(.value(animatedValues.count - 1))))
  }

  /// What is wrong with a name that a field wants to define; nil for a valid name.
  func problem(ofName name: String) -> String? {
    if !Scope.isName(name) { return "a name is letters, digits and _, beginning with a letter" }
    if FieldScope.reservedNames.contains(name) { return "\(name) already means something in formulas of fields" }
    if presetScope.knobs.contains(where: { $0.name == name }) { return "\(name) is a knob: another name is needed" }
    if definitions.contains(where: { $0.name == name }) { return "written twice" }
    return nil
  }

  /// Names that no field may define.
  static let reservedNames: Set<String> = Set(
    FieldVariable.all.flatMap(\.names) + Scope.namesOfCopy + FieldFunction.all.map(\.name))

  /// Red, green and blue of a colour in the field's colour space.
  func vector(_ color: LinearColor) -> FieldVector {
    let parts = colorSpace == .srgb ? color.srgbEncoded : SIMD3(color.red, color.green, color.blue)
    return FieldVector(builder.constant(parts.x), builder.constant(parts.y), builder.constant(parts.z))
  }

  /// The value of a name; nil if the name is unknown.
  ///
  /// - Throws: a failure for a knob that has a variable's name or no usable value. The offset of the failure has no meaning,
  ///   because callers report the failure at the name.
  func value(named name: String) throws(SyntaxFailure) -> FieldVector? {
    if let definition = definitions.first(where: { $0.name == name }) { return definition.value }
    let knob = presetScope.knobs.first { $0.name == name }
    if let variable = FieldVariable.named(name) {
      if knob != nil {
        throw SyntaxFailure(
          offset: 0, message: "\(name) is a knob, but also \(variable.about); the knob needs another name")
      }
      return variable.buildValue(builder)
    }
    if let knob { return try value(of: knob.node, called: name) }
    return presetScope.constant(named: name).map { FieldVector(builder.constant($0)) }
  }

  /// The value of a knob, or of an element of a knob's list: a number or a colour.
  ///
  /// - Parameter name: what messages call the value.
  /// - Throws: a failure whose offset has no meaning: callers report the failure at the knob's name.
  func value(of node: JSONNode, called name: String) throws(SyntaxFailure) -> FieldVector {
    // The mistake in the node has been reported; the value `unknown` causes no further reports.
    if case .invalid = node.value { return .unknown }
    if let number = node.numberInFormulas { return FieldVector(builder.constant(number)) }
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

  /// The index of the value that takes longest to compute for a pixel; the first of equal ones.
  ///
  /// - Parameter values: at least one value.
  func indexOfSlowest(of values: [FieldVector]) -> Int {
    // The unit of costs is the time of one addition.
    let costs = values.map { builder.program($0.parts).costInAdditionsPerPixel }
    return costs.indices.reduce(0) { slowest, index in costs[index] > costs[slowest] ? index : slowest }
  }

  /// All names that formulas may use for values, to suggest one in place of an unknown name.
  var names: [String] {
    definitions.map(\.name) + presetScope.knobs.map(\.name) + FieldVariable.all.flatMap(\.names)
      + Scope.namesOfCopy
  }
}
