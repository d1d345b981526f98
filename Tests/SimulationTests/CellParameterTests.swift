import Model
import Simulation
import Testing

@Suite struct CellParameterTests {
  /// Parameters that are no keys of a cell: those of the emitter, and the components of a colour.
  private static let withoutRow: Set<BirthParameter> = [
    .emitterX, .emitterY, .emitterWidth, .emitterHeight, .emitterZ, .emitterDepth, .red, .green, .blue, .alpha,
  ]

  private static let components = CellParameter.all.flatMap { $0.components(of: Cell(name: "", cellPath: 0)) }

  @Test("Every birth parameter of a cell has one row, in the order of the rows")
  func rows() {
    let parameters = Self.components.map(\.parameter)
    #expect(parameters == BirthParameter.allCases.filter { !Self.withoutRow.contains($0) })
  }

  @Test("Every row has a name of its own")
  func names() {
    #expect(Set(CellParameter.all.map(\.name)).count == CellParameter.all.count)
  }

  @Test("No two random variables share a channel")
  func channels() {
    let ranges = Self.components.compactMap(\.channel)
    let others = RandomChannel.allCases.flatMap { $0.rawValue..<$0.rawValue + $0.count }
    #expect(Set(ranges + others).count == ranges.count + others.count)
  }

  @Test("Ranges are what is called so")
  func ranges() {
    for row in CellParameter.all { #expect((row.randomSource != nil) == row.name.hasSuffix("Range"), "\(row.name)") }
  }

  @Test("Features and parameters fit into the bits of their set")
  func capacity() {
    #expect(CellFeature.allCases.count <= 64)
    #expect(BirthParameter.allCases.count <= 128)
  }
}

@Suite struct ParticleLayoutTests {
  @Test("Memory ends after the last column that is filled")
  func columnCount() {
    for bits in 0..<16 {
      let layout = ParticleLayout(
        isRound: bits & 1 != 0, hasBlur: bits & 2 != 0, hasOrder: bits & 4 != 0, hasShutterSamples: bits & 8 != 0)
      let last = ParticleLayout.columns.last(where: layout.contains)
      #expect(layout.columnCount == last.map { $0.rawValue + 1 })
    }
  }

  @Test("A round record has a radius in place of four numbers")
  func roundByteCount() {
    #expect(ParticleLayout(isRound: true).filledByteCount == 4 * 7 + 1)
    #expect(ParticleLayout().filledByteCount == 4 * 10 + 1)
    #expect(ParticleLayout.maximumByteCount == 4 * 14 + 1)
  }
}
