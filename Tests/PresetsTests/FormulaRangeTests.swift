import Model
import Presets
import Testing

/// A formula that is never in its key's range is a mistake. One that sometimes is, or may be after a change, is clamped.
@Suite struct FormulaRangeTests {
  @Test(
    "A formula that is never in range is a mistake",
    arguments: [
      (
        "\"birthRate\": \"= -26\"",
        "x.json:2:16: layers.near.emitter.cells[0].birthRate: \"= -26\" is -26, out of range: 0 to 10000000 (particles a second) is allowed"
      ),
      (
        "\"birthRate\": \"= sin(t) - 26\"",
        "x.json:2:16: layers.near.emitter.cells[0].birthRate: \"= sin(t) - 26\" is -27 to -25, out of range: 0 to 10000000 (particles a second) is allowed"
      ),
      (
        "\"alphaRange\": \"= 10\"",
        "x.json:2:17: layers.near.emitter.cells[0].alphaRange: \"= 10\" is 10, out of range: 0 to 2 (a share) is allowed"
      ),
    ])
  func neverInRange(member: String, expected: String) {
    let found = cellIssues("{ \(member) }")
    #expect(found == [expected])
  }

  @Test(
    "A formula that is sometimes in range, or may be when a knob or the canvas changes, is no mistake",
    arguments: [
      "= -5 + t", "= 0", "= -t", "= 5 * sin(t) - 4", "= 3 - rate", "= duration - 9", "= 100 - width",
      "= 2 - 9 * random(3)",
    ])
  func sometimesInRange(formula: String) {
    let text = """
      { "knobs": { "rate": { "default": 9 } }, "layers": [ { "emitter": { "cells": [
        { "birthRate": "\(formula)", "burst": 2, "lifetime": 1 } ] } } ] }
      """
    #expect(issues(text).isEmpty)
  }
}
