/// A compiled formula of a field: operations, each after the operations whose results it takes.
///
/// A value is one result of an operation; the values of all operations have consecutive indices. Common subexpressions are
/// computed once, constants are folded, and every operation has a rate that says how often it is computed (`FieldRate`): values
/// that are the same for a whole frame, row or column are not computed for every pixel.
package struct FieldProgram: Sendable, Equatable {
  /// An operation, the values that it takes, and the values that are its results.
  package struct Node: Sendable, Equatable {
    package var operation: FieldOperation
    /// Indices of the values that the operation takes.
    package var operands: [Int]
    /// Index of the operation's first value; its further values follow.
    package var firstValue: Int
    package var rate: FieldRate

    package var values: Range<Int> { firstValue..<(firstValue + operation.outputCount) }
  }

  /// The operations in the order in which they run.
  package let nodes: [Node]
  /// Indices of the values that are the program's result.
  package let outputs: [Int]
  /// Number of the values of all operations.
  package let valueCount: Int

  /// The most operations of one field.
  package static let maximumNodes = 4_000

  /// A program without operations, in place of a formula with mistakes.
  package static let empty = FieldProgram(nodes: [], outputs: [], valueCount: 0)

  /// The cost of a pixel, in additions. Values that are computed once for a row, a column or a frame do not count.
  package var costInAdditionsPerPixel: Double {
    nodes.reduce(0) { $0 + ($1.rate == .pixel ? $1.operation.additions : 0) }
  }

  /// Whether the program reads a clock.
  package var readsTime: Bool {
    nodes.contains { node in if case .input(let input) = node.operation { input.isClock } else { false } }
  }

  /// Whether the program looks up colours of the field's ramp (`FieldOperation.ramp`).
  package var readsRamp: Bool { nodes.contains { $0.operation == .ramp } }

  /// Makes a program of the operations that the outputs need. A product that is used only once, by a sum, is merged with the sum
  /// into a `multiplyAdd`.
  init(_ nodes: [Node], outputs: [Int], valueCount: Int) {
    var useCounts = [Int](repeating: 0, count: valueCount)
    for output in outputs { useCounts[output] += 1 }
    // Backwards, because later operations decide which values are used: an operation is needed if one of its values is.
    var needed: [Node] = []
    for node in nodes.reversed() where node.values.contains(where: { useCounts[$0] > 0 }) {
      for operand in node.operands { useCounts[operand] += 1 }
      needed.append(node)
    }
    needed.reverse()
    /// The multiplications that may be merged, by the index of their value.
    var products: [Int: Node] = [:]
    for node in needed where node.operation == .function(.multiply) && useCounts[node.firstValue] == 1 {
      products[node.firstValue] = node
    }
    for output in outputs { products[output] = nil }
    /// Indices of the values of multiplications that were merged.
    var merged: Set<Int> = []
    for index in needed.indices where needed[index].operation == .function(.add) {
      let node = needed[index]
      for (product, other) in [(node.operands[0], node.operands[1]), (node.operands[1], node.operands[0])] {
        guard let productNode = products[product], productNode.rate == node.rate, product != other else { continue }
        needed[index].operation = .multiplyAdd
        needed[index].operands = productNode.operands + [other]
        merged.insert(product)
        break
      }
    }
    self.init(
      nodes: needed.filter { !merged.contains($0.firstValue) }, outputs: outputs, valueCount: valueCount)
  }

  private init(nodes: [Node], outputs: [Int], valueCount: Int) {
    self.nodes = nodes
    self.outputs = outputs
    self.valueCount = valueCount
  }
}
