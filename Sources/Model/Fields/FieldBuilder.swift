/// Builds a `FieldProgram`: folds constants, and computes equal operations on equal operands only once.
package final class FieldBuilder {
  private var nodes: [FieldProgram.Node] = []
  /// For each value the index of the node that computes it.
  private var nodeOfValue: [Int] = []
  /// The first value of each node.
  private var firstValues: [Key: Int] = [:]

  /// What two nodes have in common if they compute the same.
  private struct Key: Hashable {
    var operation: FieldOperation
    var operands: [Int]
  }

  package init() {}

  /// Whether there are more operations than a field may have. Further operations are dropped.
  package private(set) var isTooLarge = false

  /// The program that computes the given values.
  package func program(_ outputs: [FieldValue]) -> FieldProgram {
    if isTooLarge { return .empty }
    return FieldProgram(nodes, outputs: outputs.map(\.index), valueCount: nodeOfValue.count)
  }

  package func constant(_ value: Double) -> FieldValue {
    // −0 becomes 0: the two are equal as keys, and whichever came first would stand for both.
    apply(.constant(value == 0 ? 0 : value), [])[0]
  }

  package func input(_ input: FieldInput) -> FieldValue { apply(.input(input), [])[0] }

  /// The result of a function of formulas.
  package func call(_ function: Expression.Function, _ operands: FieldValue...) -> FieldValue {
    simplified(function, operands) ?? apply(.function(function), operands)[0]
  }

  /// The results of an operation.
  package func apply(_ operation: FieldOperation, _ operands: [FieldValue]) -> [FieldValue] {
    let constants = operands.compactMap(\.constant)
    if operation.isPure, constants.count == operands.count {
      let results = operation.pureValues(FieldOperands(constants))
      return (0..<operation.outputCount).map { constant(results[$0]) }
    }
    var indices = operands.map(\.index)
    // Sums and products do not depend on the order.
    if operation == .function(.add) || operation == .function(.multiply) { indices.sort() }
    let key = Key(operation: operation, operands: indices)
    let count = operation.outputCount
    if let first = firstValues[key] { return (0..<count).map { FieldValue(self, first + $0) } }
    guard nodes.count < FieldProgram.maximumNodes else {
      isTooLarge = true
      // Value 0 stands for the results: `program` gives an empty program.
      return (0..<count).map { _ in FieldValue(self, 0) }
    }
    let first = nodeOfValue.count
    let rate: FieldRate
    switch operation {
    case .constant: rate = .constant
    case .input(let input): rate = input.rate
    // Not `.constant`, even if all operands are: the operation was not folded, so it needs a seed or colours, which are known only
    // when a frame is drawn.
    default: rate = operands.reduce(.frame) { $0.joined(with: $1.rate) }
    }
    nodeOfValue += Array(repeating: nodes.count, count: count)
    nodes.append(FieldProgram.Node(operation: operation, operands: indices, firstValue: first, rate: rate))
    firstValues[key] = first
    return (0..<count).map { FieldValue(self, first + $0) }
  }

  fileprivate func node(of value: Int) -> FieldProgram.Node { nodes[nodeOfValue[value]] }

  /// The function's result if it equals one of the operands, or a cheaper operation gives it; else nil.
  private func simplified(_ function: Expression.Function, _ operands: [FieldValue]) -> FieldValue? {
    guard operands.count >= 1, operands.contains(where: { $0.constant == nil }) else { return nil }
    let a = operands[0]
    switch function {
    case .sin: return apply(.sineAndCosine, [a])[0]
    case .cos: return apply(.sineAndCosine, [a])[1]
    case .sqrt, .abs, .negate: return nil
    default: break
    }
    guard operands.count == 2 else { return nil }
    let b = operands[1]
    switch (function, a.constant, b.constant) {
    case (.add, 0, _): return b
    case (.add, _, 0), (.subtract, _, 0), (.multiply, _, 1), (.divide, _, 1): return a
    case (.multiply, 1, _): return b
    case (.divide, _, .some(let divisor)) where divisor != 0 && (1 / divisor).isFinite:
      return call(.multiply, a, constant(1 / divisor))
    case (.divide, nil, nil) where a.rate > .frame && b.rate <= .frame:
      // One division for each frame instead of one for each pixel, row or column.
      return call(.multiply, a, call(.divide, constant(1), b))
    case (.power, nil, .some(let exponent)), (.pow, nil, .some(let exponent)): return power(a, exponent)
    default: return nil
    }
  }

  /// A power: by multiplications if the exponent is whole, by a root if it is ½; nil for all other exponents and for whole ones
  /// beyond ±64.
  private func power(_ base: FieldValue, _ exponent: Double) -> FieldValue? {
    if exponent == 0 { return constant(1) }
    if exponent == 0.5 { return call(.sqrt, base) }
    guard exponent == exponent.rounded(), abs(exponent) <= 64 else { return nil }
    if exponent < 0 { return power(base, -exponent).map { call(.divide, constant(1), $0) } }
    // Exponentiation by squaring.
    var (exponentBits, square, result) = (Int(exponent), base, FieldValue?.none)
    while exponentBits > 0 {
      if exponentBits & 1 == 1 { result = result.map { $0 * square } ?? square }
      exponentBits >>= 1
      if exponentBits > 0 { square = square * square }
    }
    return result
  }
}

/// A number of a formula that is being built.
package struct FieldValue {
  package let builder: FieldBuilder
  /// The value's index in the program.
  let index: Int

  init(_ builder: FieldBuilder, _ index: Int) {
    self.builder = builder
    self.index = index
  }

  package var rate: FieldRate { builder.node(of: index).rate }

  /// The value if it is a constant; nil if it is computed when a frame is drawn.
  package var constant: Double? {
    if case .constant(let value) = builder.node(of: index).operation { return value }
    return nil
  }

  package static func + (a: FieldValue, b: FieldValue) -> FieldValue { a.builder.call(.add, a, b) }
  package static func - (a: FieldValue, b: FieldValue) -> FieldValue { a.builder.call(.subtract, a, b) }
  package static func * (a: FieldValue, b: FieldValue) -> FieldValue { a.builder.call(.multiply, a, b) }
  package static func / (a: FieldValue, b: FieldValue) -> FieldValue { a.builder.call(.divide, a, b) }
  package static prefix func - (a: FieldValue) -> FieldValue { a.builder.call(.negate, a) }
  package static func + (a: FieldValue, b: Double) -> FieldValue { a + a.builder.constant(b) }
  package static func - (a: FieldValue, b: Double) -> FieldValue { a - a.builder.constant(b) }
  package static func * (a: FieldValue, b: Double) -> FieldValue { a * a.builder.constant(b) }
  package static func / (a: FieldValue, b: Double) -> FieldValue { a / a.builder.constant(b) }
  package static func - (a: Double, b: FieldValue) -> FieldValue { b.builder.constant(a) - b }
  package static func / (a: Double, b: FieldValue) -> FieldValue { b.builder.constant(a) / b }
}
