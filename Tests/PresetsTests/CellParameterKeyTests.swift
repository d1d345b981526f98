import Model
import Presets
import Testing

@Suite struct CellParameterKeyTests {
  @Test("Every row of CellParameter.all is declared as a key of a cell, in the table's order")
  func declared() throws {
    let cell = try #require(Declarations.all.first { $0.name == "cell" })
    let names = Set(CellParameter.all.map(\.name))
    #expect(cell.keys.map(\.name).filter(names.contains) == CellParameter.all.map(\.name))
  }
}
