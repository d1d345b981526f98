import Model

extension FormulaField {
  /// The program with what makes pixels of its results: four outputs, which are premultiplied colours as tiles hold them. NaN becomes 0, and
  /// all results are limited to the range of their colour space. Nil for a field of one component, which its ramp colours.
  ///
  /// What is the same for a frame is computed in Double up to the program's results, and from there on in Float as for each pixel.
  ///
  /// - Returns: the program, and the value without which nothing is seen; nil if there is none.
  func pixelProgram(on blending: Canvas.Blending) -> (program: FormulaProgram, opacity: Int?)? {
    guard componentCount > 1 else { return nil }
    let isEncoded = blending == .srgb
    let encodes = space == .linear && isEncoded
    var writer = NodeWriter(program)
    var planes = program.outputs.prefix(3).map { result in
      let limited = writer.clamp(result, encodes ? 1 : Double(space.range.upperBound))
      if space == .srgb && !isEncoded { return writer.call(.decodeSRGB, limited) }
      return encodes ? writer.call(.encodeSRGB, limited) : limited
    }
    var (alpha, opacity): (Int, Int?) = (writer.constant(1), nil)
    // Components are multiplied by the fourth one, then by the opacity.
    for index in 3..<program.outputs.count {
      let factor = writer.clamp(program.outputs[index], 1)
      for plane in 0..<3 { planes[plane] = writer.call(.multiply, planes[plane], factor) }
      alpha = opacity == nil ? factor : writer.call(.multiply, alpha, factor)
      opacity = factor
    }
    return (writer.program(outputs: planes + [alpha]), opacity)
  }
}

/// Appends nodes to a program.
private struct NodeWriter {
  private var nodes: [FormulaProgram.Node]
  private var valueCount: Int
  private var rates: [Int: FormulaRate] = [:]

  init(_ program: FormulaProgram) {
    (nodes, valueCount) = (program.nodes, program.valueCount)
    for node in nodes { for value in node.values { rates[value] = node.rate } }
  }

  func program(outputs: [Int]) -> FormulaProgram {
    FormulaProgram(nodes: nodes, outputs: outputs, valueCount: valueCount)
  }

  mutating func constant(_ value: Double) -> Int { append(.constant(value), .zero, .constant) }

  /// An operation, computed at least once a row.
  mutating func call(_ operation: FormulaOperation, _ a: Int, _ b: Int = 0) -> Int {
    let rate = (rates[a] ?? .constant).joined(with: rates[b] ?? .constant)
    return append(.operation(operation), SIMD4(Int32(a), Int32(b), 0, 0), max(rate, .row))
  }

  /// A value limited to 0...`upper`; NaN becomes 0.
  mutating func clamp(_ value: Int, _ upper: Double) -> Int {
    call(.minimum, call(.maximum, value, 0), constant(upper))
  }

  private mutating func append(_ source: FormulaSource, _ operands: SIMD4<Int32>, _ rate: FormulaRate) -> Int {
    let value = valueCount
    nodes.append(FormulaProgram.Node(source: source, operands: operands, firstValue: value, rate: rate))
    rates[value] = rate
    valueCount += 1
    return value
  }
}
