/// A compiled formula: nodes, each after the nodes whose values it takes.
///
/// Values have consecutive indices, and value 0 is the constant 0.
/// Common subexpressions are computed once, constants are folded, and every node has a rate that says how often it is computed
/// (`FormulaRate`): values that are the same for a whole frame, row or column are not computed for every pixel.
package struct FormulaProgram: Sendable, Equatable {
  /// A source, the values that it takes, and the values that it gives.
  package struct Node: Sendable, Equatable {
    package var source: FormulaSource
    /// Indices of the values that the source takes. In place of those that it does not take stands value 0, so that all four can be
    /// read without asking how many there are.
    package var operands: SIMD4<Int32>
    /// Index of the source's first value; its further values follow.
    package var firstValue: Int
    package var rate: FormulaRate

    package init(source: FormulaSource, operands: SIMD4<Int32>, firstValue: Int, rate: FormulaRate) {
      self.source = source
      self.operands = operands
      self.firstValue = firstValue
      self.rate = rate
    }

    package var values: Range<Int> { firstValue..<(firstValue + source.resultCount) }

    /// The indices in `operands`.
    package var operandIndices: [Int] { (0..<4).map { Int(operands[$0]) } }
  }

  /// The nodes in the order in which they run; the first gives value 0.
  package let nodes: [Node]
  /// Indices of the values that are the program's result.
  package let outputs: [Int]
  /// Number of the values of all nodes.
  package let valueCount: Int

  /// A program without outputs, in place of a formula with mistakes.
  package static let empty = FormulaProgram(nodes: [], outputs: [], valueCount: 1)

  /// The cost of a pixel, in additions. Values that are computed once for a row, a column or a frame do not count.
  package var costInAdditionsPerPixel: Double {
    nodes.reduce(0) { $0 + ($1.rate == .pixel ? $1.source.additions : 0) }
  }

  /// Whether the program reads a clock.
  package var readsTime: Bool {
    nodes.contains { node in if case .input(let input) = node.source { input.isClock } else { false } }
  }

  /// Whether the program looks up colours of the field's ramp (`FormulaSource.ramp`).
  package var readsRamp: Bool { nodes.contains { $0.source == .ramp } }

  /// Makes a program of the nodes that the outputs need. A product that is used only once, by a sum, is merged with the sum
  /// into a `multiplyAdd`.
  init(_ nodes: [Node], outputs: [Int], valueCount: Int) {
    var useCounts = [Int](repeating: 0, count: valueCount)
    for output in outputs { useCounts[output] += 1 }
    // Value 0 is read in place of operands that are not taken.
    useCounts[0] += 1
    // Backwards, because later nodes decide which values are used: a node is needed if one of its values is.
    var needed: [Node] = []
    for node in nodes.reversed() where node.values.contains(where: { useCounts[$0] > 0 }) {
      for operand in node.operandIndices { useCounts[operand] += 1 }
      needed.append(node)
    }
    needed.reverse()
    /// The multiplications that may be merged, by the index of their value.
    var products: [Int: Node] = [:]
    for node in needed where node.source == .operation(.multiply) && useCounts[node.firstValue] == 1 {
      products[node.firstValue] = node
    }
    for output in outputs { products[output] = nil }
    /// Indices of the values of multiplications that were merged.
    var merged: Set<Int> = []
    for index in needed.indices where needed[index].source == .operation(.add) {
      let node = needed[index]
      for (product, other) in [(node.operands.x, node.operands.y), (node.operands.y, node.operands.x)] {
        guard let productNode = products[Int(product)], productNode.rate == node.rate, product != other else {
          continue
        }
        needed[index].source = .operation(.multiplyAdd)
        needed[index].operands = SIMD4(productNode.operands.x, productNode.operands.y, other, 0)
        merged.insert(Int(product))
        break
      }
    }
    self.init(
      nodes: needed.filter { !merged.contains($0.firstValue) }, outputs: outputs, valueCount: valueCount)
  }

  /// A program of nodes as they are.
  package init(nodes: [Node], outputs: [Int], valueCount: Int) {
    self.nodes = nodes
    self.outputs = outputs
    self.valueCount = valueCount
  }
}
