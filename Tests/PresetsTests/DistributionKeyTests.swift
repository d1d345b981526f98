import Model
import Presets
import Testing

@Suite struct DistributionKeyTests {
  private func distribution(_ text: String) throws -> Distributions {
    let preset = try load(
      """
      { "layers": [ { "emitter": { "cells": [ { "birthRate": 1, "lifetime": 1, "scaleRange": 1, "velocityRange": 1,
        "rotationRange": 9, \(text) } ] } } ] }
      """)
    guard case .emitter(let emitter) = preset.scene.layers.first?.source else { throw Missing() }
    guard let cell = emitter.cells.first else { throw Missing() }
    return cell.distribution
  }

  struct Missing: Error {}

  @Test("A word is for all ranges but those of angles")
  func word() throws {
    let word = try distribution(#""distribution": "power""#)
    #expect(word["scale"] == .power && word["velocity"] == .power && word["swayAmplitude"] == .power)
    #expect(word["rotation"] == .uniform && word["emission"] == .uniform && word["swayPhase"] == .uniform)
    #expect(try distribution(#""name": "c""#) == Distributions())
  }

  @Test("An object has a word for each range, also for those of angles")
  func object() throws {
    let named = try distribution(#""distribution": { "scale": "power", "rotation": "normal" }"#)
    #expect(named["scale"] == .power && named["rotation"] == .normal && named["velocity"] == .uniform)
  }

  @Test("Each range has its own distribution")
  func names() {
    for row in CellParameter.all {
      guard let name = row.rangeName else { continue }
      var distributions = Distributions()
      distributions[name] = .normal
      #expect(CellParameter.all.filter { distributions[$0] != .uniform }.map(\.name) == [row.name])
    }
  }

  @Test("What is no distribution is reported")
  func mistakes() {
    #expect(throws: (any Error).self) { try distribution(#""distribution": "pareto""#) }
    #expect(throws: (any Error).self) { try distribution(#""distribution": { "birthRate": "power" }"#) }
    #expect(throws: (any Error).self) { try distribution(#""distribution": 3"#) }
  }
}
