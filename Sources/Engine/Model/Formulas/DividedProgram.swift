/// A program for pixels, divided into what is computed for each pixel and what is computed on coarser grids and interpolated
/// (`FormulaSource.coarse`).
///
/// A grid's step is the largest power of two, up to 8, that is no longer than the spacing. Where that is a single pixel, as in a small
/// picture, the number is computed for each pixel like all others.
package struct DividedProgram {
  /// What is computed for each pixel. In it, sources `interpolated` stand for the outputs of the grids.
  package let pixels: FormulaProgram
  package let grids: [Grid]

  /// What is computed at each `step`-th pixel of each `step`-th row, counted from the frame's first ones.
  package struct Grid {
    package let step: Int
    package let program: FormulaProgram
  }

  /// - Parameter pixelsPerPoint: the canvas's scale.
  package init(_ program: FormulaProgram, pixelsPerPoint: Double) {
    func step(_ node: FormulaProgram.Node) -> Int? {
      guard case .coarse(let spacing) = node.source else { return nil }
      return DividedProgram.step(spacing: spacing, pixelsPerPoint: pixelsPerPoint)
    }
    guard program.nodes.contains(where: { step($0) != nil }) else {
      (pixels, grids) = (program, [])
      return
    }
    /// The numbers that are interpolated, by the index of the interpolated one.
    var operands: [Int: Int] = [:]
    let nodes = program.nodes.map { node in
      guard let step = step(node), step > 1 else { return node.computedForEachPixel }
      operands[node.firstValue] = Int(node.operands.x)
      var node = node
      node.operands = .zero
      return node
    }
    // What only the grids need is left out, and so are numbers that only other interpolated numbers need.
    let needed = FormulaProgram(nodes, outputs: program.outputs, valueCount: program.valueCount)
    let steps = Set(needed.nodes.compactMap(step)).sorted()
    var outputs = [[Int]](repeating: [], count: steps.count)
    let interpolating = needed.nodes.map { node in
      guard let grid = step(node).flatMap({ steps.firstIndex(of: $0) }) else { return node }
      var node = node
      node.source = .interpolated(grid: grid, output: outputs[grid].count)
      outputs[grid].append(operands[node.firstValue] ?? 0)
      return node
    }
    pixels = FormulaProgram(nodes: interpolating, outputs: program.outputs, valueCount: program.valueCount)
    // Inside of a grid nothing is interpolated once more.
    let gridNodes = program.nodes.map(\.computedForEachPixel)
    grids = zip(steps, outputs).map { step, outputs in
      Grid(step: step, program: FormulaProgram(gridNodes, outputs: outputs, valueCount: program.valueCount))
    }
  }

  /// Pixels from one place of a grid to the next.
  private static func step(spacing: Int, pixelsPerPoint: Double) -> Int {
    var step = 1
    while step < 8, Double(2 * step) <= Double(spacing) * pixelsPerPoint { step *= 2 }
    return step
  }

  /// The cost of a pixel, of which each node that is computed for pixels has a part.
  package func costPerPixel(of node: (FormulaProgram.Node) -> Double) -> Double {
    func cost(_ program: FormulaProgram) -> Double {
      program.nodes.reduce(0) { $0 + ($1.rate == .pixel ? node($1) : 0) }
    }
    return grids.reduce(cost(pixels)) { $0 + cost($1.program) / Double($1.step * $1.step) }
  }
}

extension FormulaProgram.Node {
  /// The node, without interpolation.
  fileprivate var computedForEachPixel: Self {
    guard case .coarse = source else { return self }
    var node = self
    // The operand plus 0.
    node.source = .operation(.add)
    return node
  }
}
