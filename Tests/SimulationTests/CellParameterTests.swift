import Model
import Simulation
import Testing

@Suite struct CellParameterTests {
  /// Parameters without a row in `CellParameter.all`: those of the emitter, and the components of a colour.
  private static let parametersWithoutRow: Set<BirthParameter> = [
    .emitterX, .emitterY, .emitterWidth, .emitterHeight, .emitterZ, .emitterDepth, .red, .green, .blue, .alpha,
  ]

  private static let components = CellParameter.all.flatMap { $0.components(of: Cell(name: "", cellPath: 0)) }

  @Test("Every birth parameter of a cell has one row, in the order of the rows")
  func rows() {
    let parameters = Self.components.map(\.parameter)
    #expect(parameters == BirthParameter.allCases.filter { !Self.parametersWithoutRow.contains($0) })
  }

  @Test("Every row has a name of its own")
  func names() {
    #expect(Set(CellParameter.all.map(\.name)).count == CellParameter.all.count)
  }

  @Test("No two random variables share a channel")
  func channels() {
    let rangeChannels = Self.components.compactMap(\.channel)
    let otherChannels = RandomChannel.allCases.flatMap { $0.rawValue..<$0.rawValue + $0.count }
    #expect(Set(rangeChannels + otherChannels).count == rangeChannels.count + otherChannels.count)
  }

  @Test("Exactly the rows whose names end in Range are random")
  func ranges() {
    for row in CellParameter.all { #expect((row.randomSource != nil) == row.name.hasSuffix("Range"), "\(row.name)") }
  }

  @Test("Features and parameters fit into the bits of their sets")
  func capacity() {
    #expect(CellFeature.allCases.count <= 64)
    #expect(BirthParameter.allCases.count <= 128)
  }
}

@Suite struct ParticleLayoutTests {
  @Test("A layout has no columns after the last one that is filled")
  func columnCount() {
    for bits in 0..<16 {
      let layout = ParticleLayout(
        isRound: bits & 1 != 0, hasBlur: bits & 2 != 0, hasOrder: bits & 4 != 0, hasShutterSamples: bits & 8 != 0)
      let last = ParticleLayout.columns.last(where: layout.contains)
      #expect(layout.columnCount == last.map { $0.rawValue + 1 })
    }
  }

  @Test("The record of a round sprite has a radius in place of the four numbers of its axes")
  func roundByteCount() {
    #expect(ParticleLayout(isRound: true).filledByteCount == 4 * 7 + 1)
    #expect(ParticleLayout().filledByteCount == 4 * 10 + 1)
    #expect(ParticleLayout.maximumByteCount == 4 * 84 + 1)
  }
}
