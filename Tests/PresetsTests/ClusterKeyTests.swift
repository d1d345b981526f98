import Model
import Presets
import Testing

@Suite struct ClusterKeyTests {
  private func preset(cell: String) throws -> Preset {
    try load("{ \"layers\": [ { \"emitter\": { \"cells\": [ { \"birthRate\": 1, \"lifetime\": 1, \(cell) } ] } } ] }")
  }

  @Test("A cluster is read, and is not for children")
  func cluster() throws {
    guard case .emitter(let emitter) = try preset(cell: #""cluster": { "size": 5 }"#).scene.layers[0].source else {
      Issue.record("no emitter")
      return
    }
    #expect(emitter.cells[0].cluster == Cluster(size: 5, spread: 40))
    #expect(throws: (any Error).self) {
      try preset(cell: #""cells": [ { "birthRate": 1, "lifetime": 1, "cluster": {} } ]"#)
    }
    #expect(throws: (any Error).self) { try preset(cell: #""cluster": { "size": 0 }"#) }
  }
}
