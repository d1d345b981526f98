/// Builds a `FormulaProgram`: folds constants, and computes equal operations on equal operands only once.
package final class FormulaBuilder {
  /// What a program is for, on which its precision depends.
  package enum Target: Sendable {
    /// A number of the preset, computed in Double. Every operation is rounded as it is written. Random numbers follow from the seed.
    case number(seed: UInt64)
    /// Pixels, computed in Float. An operation may be replaced by a cheaper one that is as precise, such as a quotient by a product.
    /// The seed is known when a frame is drawn.
    case pixels
  }

  package let target: Target
  private var nodes: [FormulaProgram.Node] = []
  /// For each value the index of the node that computes it.
  private var nodeOfValue: [Int] = []
  /// The first value of each node, but those of constants.
  private var firstValues: [Key: Int] = [:]
  /// The value of each constant by its bits, so that 0 and −0 are told apart.
  private var constants: [UInt64: Int] = [:]

  /// What two nodes have in common if they compute the same.
  private struct Key: Hashable {
    var source: FormulaSource
    var operands: SIMD4<Int32>
  }

  package init(for target: Target) {
    self.target = target
    // Value 0 stands in place of operands that are not taken.
    _ = constant(0)
  }

  /// Whether there are more nodes than a formula may have. Further nodes are dropped.
  package private(set) var isTooLarge = false

  /// The most nodes of a formula: of the names and formulas of a field together.
  package var maximumNodes: Int { if case .number = target { 2_000 } else { 4_000 } }

  /// The program that computes the given values.
  package func program(_ outputs: [FormulaValue]) -> FormulaProgram {
    if isTooLarge { return .empty }
    return FormulaProgram(nodes, outputs: outputs.map(\.index), valueCount: nodeOfValue.count)
  }

  package func constant(_ value: Double) -> FormulaValue {
    // For pixels −0 is 0.
    let value = if case .pixels = target, value == 0 { 0.0 } else { value }
    if let index = constants[value.bitPattern] { return FormulaValue(self, index) }
    guard let first = append(.constant(value), .zero, .constant) else { return FormulaValue(self, 0) }
    constants[value.bitPattern] = first
    return FormulaValue(self, first)
  }

  package func input(_ input: FormulaInput) -> FormulaValue { values(of: .input(input), .zero, input.rate)[0] }

  /// The results of a noise. It is computed at least once a frame, even if all operands are constants, because it needs a seed.
  package func noise(_ noise: FormulaNoise, _ operands: [FormulaValue]) -> [FormulaValue] {
    values(of: .noise(noise), indices(operands), rate(of: operands))
  }

  /// The colour of the field's ramp at a location: red, green, blue and straight alpha.
  package func ramp(at location: FormulaValue) -> [FormulaValue] {
    values(of: .ramp, indices([location]), rate(of: [location]))
  }

  /// A number that is computed at some of the pixels and interpolated between them. One that is the same along rows or columns is
  /// computed rarely enough as it is.
  ///
  /// - Parameter spacing: points from one computed pixel to the next.
  package func coarse(_ value: FormulaValue, spacing: Int) -> FormulaValue {
    value.rate == .pixel ? values(of: .coarse(spacing: spacing), indices([value]), .pixel)[0] : value
  }

  /// The first result of an operation.
  package func call(_ operation: FormulaOperation, _ operands: FormulaValue...) -> FormulaValue {
    call(operation, operands)
  }

  /// The first result of an operation.
  package func call(_ operation: FormulaOperation, _ operands: [FormulaValue]) -> FormulaValue {
    if case .pixels = target, let simplified = simplified(operation, operands) { return simplified }
    return apply(operation, operands)[0]
  }

  /// The results of an operation.
  package func apply(_ operation: FormulaOperation, _ operands: [FormulaValue]) -> [FormulaValue] {
    let numbers = operands.map(\.constant)
    if !numbers.contains(nil) {
      func number(_ index: Int) -> Double { index < numbers.count ? numbers[index] ?? 0 : 0 }
      let seed: UInt64 = if case .number(let seed) = target { seed } else { 0 }
      let results = operation.values(number(0), number(1), number(2), seed: seed)
      return (0..<operation.resultCount).map { constant(results[$0]) }
    }
    var indices = indices(operands)
    // Sums and products do not depend on the order.
    if operation == .add || operation == .multiply, indices.x > indices.y {
      (indices.x, indices.y) = (indices.y, indices.x)
    }
    return values(of: .operation(operation), indices, rate(of: operands))
  }

  private func indices(_ operands: [FormulaValue]) -> SIMD4<Int32> {
    var indices = SIMD4<Int32>()
    for (position, operand) in operands.enumerated() { indices[position] = Int32(operand.index) }
    return indices
  }

  /// How often what is computed from some operands has to be computed: at least once a frame.
  private func rate(of operands: [FormulaValue]) -> FormulaRate {
    operands.reduce(.frame) { $0.joined(with: $1.rate) }
  }

  /// The values of a source, of an equal node if there is one.
  private func values(
    of source: FormulaSource, _ operands: SIMD4<Int32>, _ rate: FormulaRate
  ) -> [FormulaValue] {
    let key = Key(source: source, operands: operands)
    guard let first = firstValues[key] ?? append(source, operands, rate) else {
      // Value 0 stands for the values of a program that is too large: `program` gives an empty program.
      return (0..<source.resultCount).map { _ in FormulaValue(self, 0) }
    }
    firstValues[key] = first
    return (0..<source.resultCount).map { FormulaValue(self, first + $0) }
  }

  /// Adds a node and returns the index of its first value; nil if there are too many nodes.
  private func append(_ source: FormulaSource, _ operands: SIMD4<Int32>, _ rate: FormulaRate) -> Int? {
    guard nodes.count < maximumNodes else {
      isTooLarge = true
      return nil
    }
    let first = nodeOfValue.count
    nodeOfValue += Array(repeating: nodes.count, count: source.resultCount)
    nodes.append(FormulaProgram.Node(source: source, operands: operands, firstValue: first, rate: rate))
    return first
  }

  fileprivate func node(of value: Int) -> FormulaProgram.Node { nodes[nodeOfValue[value]] }

  // MARK: Cheaper operations

  /// The operation's result if it equals one of the operands, or a cheaper operation gives it; else nil.
  private func simplified(_ operation: FormulaOperation, _ operands: [FormulaValue]) -> FormulaValue? {
    guard operands.count == 2, operands.contains(where: { $0.constant == nil }) else { return nil }
    let (a, b) = (operands[0], operands[1])
    switch (operation, a.constant, b.constant) {
    case (.add, 0, _): return b
    case (.add, _, 0), (.subtract, _, 0), (.multiply, _, 1), (.divide, _, 1): return a
    case (.multiply, 1, _): return b
    case (.divide, _, .some(let divisor)) where divisor != 0 && (1 / divisor).isFinite:
      return call(.multiply, a, constant(1 / divisor))
    case (.divide, nil, nil) where a.rate > .frame && b.rate <= .frame:
      // One division for each frame instead of one for each pixel, row or column.
      return call(.multiply, a, call(.divide, constant(1), b))
    case (.power, nil, .some(let exponent)): return power(a, exponent)
    default: return nil
    }
  }

  /// A power: by multiplications if the exponent is whole, by a root if it is ½; nil for all other exponents and for whole ones
  /// beyond ±64.
  private func power(_ base: FormulaValue, _ exponent: Double) -> FormulaValue? {
    if exponent == 0 { return constant(1) }
    if exponent == 0.5 { return call(.squareRoot, base) }
    guard exponent == exponent.rounded(), abs(exponent) <= 64 else { return nil }
    if exponent < 0 { return power(base, -exponent).map { call(.divide, constant(1), $0) } }
    // Exponentiation by squaring.
    var (exponentBits, square, result) = (Int(exponent), base, FormulaValue?.none)
    while exponentBits > 0 {
      if exponentBits & 1 == 1 { result = result.map { $0 * square } ?? square }
      exponentBits >>= 1
      if exponentBits > 0 { square = square * square }
    }
    return result
  }
}

/// A number of a formula that is being built.
package struct FormulaValue {
  package let builder: FormulaBuilder
  /// The value's index in the program.
  let index: Int

  init(_ builder: FormulaBuilder, _ index: Int) {
    self.builder = builder
    self.index = index
  }

  package var rate: FormulaRate { builder.node(of: index).rate }

  /// The value if it is a constant; nil if it is computed when a frame is drawn.
  package var constant: Double? {
    if case .constant(let value) = builder.node(of: index).source { return value }
    return nil
  }

  /// The sine of the value in radians.
  package var sine: FormulaValue { builder.apply(.sineAndCosine, [self])[0] }
  /// The cosine of the value in radians.
  package var cosine: FormulaValue { builder.apply(.sineAndCosine, [self])[1] }

  package static func + (a: FormulaValue, b: FormulaValue) -> FormulaValue { a.builder.call(.add, a, b) }
  package static func - (a: FormulaValue, b: FormulaValue) -> FormulaValue { a.builder.call(.subtract, a, b) }
  package static func * (a: FormulaValue, b: FormulaValue) -> FormulaValue { a.builder.call(.multiply, a, b) }
  package static func / (a: FormulaValue, b: FormulaValue) -> FormulaValue { a.builder.call(.divide, a, b) }
  package static prefix func - (a: FormulaValue) -> FormulaValue { a.builder.call(.negate, a) }
  package static func + (a: FormulaValue, b: Double) -> FormulaValue { a + a.builder.constant(b) }
  package static func - (a: FormulaValue, b: Double) -> FormulaValue { a - a.builder.constant(b) }
  package static func * (a: FormulaValue, b: Double) -> FormulaValue { a * a.builder.constant(b) }
  package static func / (a: FormulaValue, b: Double) -> FormulaValue { a / a.builder.constant(b) }
  package static func - (a: Double, b: FormulaValue) -> FormulaValue { b.builder.constant(a) - b }
  package static func / (a: Double, b: FormulaValue) -> FormulaValue { b.builder.constant(a) / b }
}
