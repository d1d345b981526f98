extension FormulaProgram {
  /// Returns the program with as many places as values are needed at once: a value takes the place of one that is read no more. Only for
  /// programs that run from the first node to the last at one place and time.
  ///
  /// Each run needs memory for all values. With few of them it is on the stack, also for a long formula that thousands of particles read,
  /// such as a sum over a list of moments.
  func sharingPlaces() -> FormulaProgram {
    /// For each value, the last node that reads it; that after all nodes for what is read in the end, and −1 for what is not read.
    var lastReaders = [Int](repeating: -1, count: valueCount)
    for (reader, node) in nodes.enumerated() {
      for operand in node.operandIndices { lastReaders[operand] = reader }
    }
    // Value 0 stands in place of operands that are not taken, and stays where it is.
    for value in outputs + [0] { lastReaders[value] = nodes.count }

    var places = [Int](repeating: 0, count: valueCount)
    var placeCount = 0
    var freePlaces: Set<Int> = []
    /// The first of some places side by side that are free, which are taken.
    func take(_ count: Int) -> Int {
      let free = freePlaces.filter { place in (place..<place + count).allSatisfy(freePlaces.contains) }.min()
      if let free {
        freePlaces.subtract(free..<free + count)
        return free
      }
      placeCount += count
      return placeCount - count
    }
    let placed = nodes.enumerated().map { reader, node in
      var placed = node
      for index in 0..<4 { placed.operands[index] = Int32(places[Int(node.operands[index])]) }
      // A node reads its operands before it writes its values.
      for operand in node.operandIndices where lastReaders[operand] == reader { freePlaces.insert(places[operand]) }
      placed.firstValue = take(node.values.count)
      for (offset, value) in node.values.enumerated() {
        places[value] = placed.firstValue + offset
        if lastReaders[value] < 0 { freePlaces.insert(places[value]) }
      }
      return placed
    }
    return FormulaProgram(nodes: placed, outputs: outputs.map { places[$0] }, valueCount: placeCount)
  }
}
