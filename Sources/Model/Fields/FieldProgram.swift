/// A compiled formula of a field: operations in an order in which each comes after those whose results it takes.
///
/// A value is a number that an operation gives; values are numbered through all operations. Common subexpressions are computed once,
/// constants are folded, and every operation states its rate, so that what is the same for a whole frame, row or column is not computed
/// for every pixel.
package struct FieldProgram: Sendable, Equatable {
  package struct Node: Sendable, Equatable {
    package var operation: FieldOperation
    /// The values that it takes.
    package var operands: [Int]
    /// The number of its first value; further ones follow.
    package var firstValue: Int
    package var rate: FieldRate

    package var values: Range<Int> { firstValue..<(firstValue + operation.outputCount) }
  }

  package let nodes: [Node]
  /// The values that the program is for.
  package let outputs: [Int]
  package let valueCount: Int

  /// The most operations of one field; further ones are refused before they are made.
  package static let maximumNodes = 4_000

  /// Nothing but zeros, in place of a formula with mistakes.
  package static let empty = FieldProgram(nodes: [], outputs: [], valueCount: 0)

  /// The cost of a pixel, in additions. What is computed once a row or a column is left out.
  package var units: Double { nodes.reduce(0) { $0 + ($1.rate == .pixel ? $1.operation.units : 0) } }

  /// Whether it reads a clock.
  package var readsTime: Bool {
    nodes.contains { node in if case .input(let input) = node.operation { input.isClock } else { false } }
  }

  package var readsRamp: Bool { nodes.contains { $0.operation == .ramp } }

  /// The program without operations that the outputs do not need, and with products fused to sums where the product has no other use.
  init(_ nodes: [Node], outputs: [Int], valueCount: Int) {
    var uses = [Int](repeating: 0, count: valueCount)
    for output in outputs { uses[output] += 1 }
    // From the last one on: an operation is needed if one of its values is.
    var needed: [Node] = []
    for node in nodes.reversed() where node.values.contains(where: { uses[$0] > 0 }) {
      for operand in node.operands { uses[operand] += 1 }
      needed.append(node)
    }
    needed.reverse()
    var products: [Int: Node] = [:]
    for node in needed where node.operation == .function(.multiply) && uses[node.firstValue] == 1 {
      products[node.firstValue] = node
    }
    for output in outputs { products[output] = nil }
    var fused: Set<Int> = []
    for index in needed.indices where needed[index].operation == .function(.add) {
      let node = needed[index]
      for (product, other) in [(node.operands[0], node.operands[1]), (node.operands[1], node.operands[0])] {
        guard let factor = products[product], factor.rate == node.rate, product != other else { continue }
        needed[index].operation = .multiplyAdd
        needed[index].operands = factor.operands + [other]
        fused.insert(product)
        break
      }
    }
    self.init(
      nodes: needed.filter { !fused.contains($0.firstValue) }, outputs: outputs, valueCount: valueCount)
  }

  private init(nodes: [Node], outputs: [Int], valueCount: Int) {
    self.nodes = nodes
    self.outputs = outputs
    self.valueCount = valueCount
  }
}
