import Model

/// The nodes of a pixel, divided into what is compiled and what is run on strips (noises, the ramp, rare functions): stages that follow one
/// another, each of which is a routine and then instructions on strips.
///
/// Instructions are run as early as their operands allow, compiled nodes as late as those that read them allow: then few numbers have to be
/// kept in memory from one stage to the next.
struct FieldStage {
  /// Compiled nodes, each after those whose results it takes.
  var compiled: [FormulaProgram.Node] = []
  var instructions: [FormulaProgram.Node] = []

  /// The stages of a program's pixels.
  ///
  /// - Parameters:
  ///   - nodes: the nodes of pixels, each after those whose results it takes.
  ///   - firstCount: how many of them belong to stages of their own, before all others.
  /// - Returns: the stages, and how many of them hold the first nodes.
  static func stages(of nodes: [FormulaProgram.Node], firstCount: Int) -> (stages: [FieldStage], firstStages: Int) {
    var producers: [Int: Int] = [:]
    for (index, node) in nodes.enumerated() { for value in node.values { producers[value] = index } }
    // As early as possible: a compiled node belongs to the stage after that of an instruction whose result it takes.
    var earliest = [Int](repeating: 0, count: nodes.count)
    var firstStages = 0
    for (index, node) in nodes.enumerated() {
      if index >= firstCount { earliest[index] = firstStages }
      for producer in node.takenOperands.compactMap({ producers[$0] }) {
        let isNext = node.isCompiled && !nodes[producer].isCompiled
        earliest[index] = max(earliest[index], earliest[producer] + (isNext ? 1 : 0))
      }
      if index < firstCount { firstStages = max(firstStages, earliest[index] + 1) }
    }
    let count = (earliest.max() ?? 0) + 1
    // As late as possible, for compiled nodes.
    var latest = nodes.indices.map { $0 < firstCount ? firstStages - 1 : count - 1 }
    for (index, node) in nodes.enumerated().reversed() {
      if !node.isCompiled { latest[index] = earliest[index] }
      for producer in node.takenOperands.compactMap({ producers[$0] }) {
        latest[producer] = min(latest[producer], latest[index])
      }
    }
    var stages = [FieldStage](repeating: FieldStage(), count: count)
    for (index, node) in nodes.enumerated() {
      if node.isCompiled {
        stages[latest[index]].compiled.append(node)
      } else {
        stages[earliest[index]].instructions.append(node)
      }
    }
    return (stages, firstStages)
  }

  /// The compiled nodes in an order that keeps few numbers in registers: each result's operands right before it, first the operand that
  /// takes most registers (R. Sethi and J. D. Ullman, "The generation of optimal code for arithmetic expressions", 1970).
  ///
  /// - Parameter results: the values that later stages or the pixels read.
  func ordered(for results: Set<Int>) -> [FormulaProgram.Node] {
    var producers: [Int: Int] = [:]
    var needs = [Int](repeating: 1, count: compiled.count)
    for (index, node) in compiled.enumerated() {
      for value in node.values { producers[value] = index }
      let operands = node.takenOperands.map { producers[$0].map { needs[$0] } ?? 0 }.sorted(by: >)
      for (position, need) in operands.enumerated() { needs[index] = max(needs[index], need + position) }
    }
    var order: [FormulaProgram.Node] = []
    var isPlaced = [Bool](repeating: false, count: compiled.count)
    for (index, node) in compiled.enumerated() where node.values.contains(where: { results.contains($0) }) {
      // A stack of its own, since formulas can be nested deeper than calls.
      var pending = [index]
      while let next = pending.last {
        let open = compiled[next].takenOperands.compactMap { producers[$0] }.filter { !isPlaced[$0] }
        if isPlaced[next] || open.isEmpty {
          pending.removeLast()
          if !isPlaced[next] { order.append(compiled[next]) }
          isPlaced[next] = true
        } else {
          // The last one is taken first.
          pending += open.sorted { needs[$0] < needs[$1] }
        }
      }
    }
    return order
  }
}

extension FormulaProgram.Node {
  /// Whether `StripCompiler` knows the node.
  var isCompiled: Bool {
    if case .operation(let operation) = source { operation.isCompiled } else { false }
  }
}
