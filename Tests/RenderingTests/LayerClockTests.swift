import Hashing
import Motes
import Testing

/// Layers run by the clocks of the groups around them.
@Suite struct LayerClockTests {
  private func hashes(_ layer: String, frames: [Int] = [0, 3, 5, 9, 14]) throws -> [String] {
    let text = """
      { "canvas": { "width": 64, "height": 48, "frameRate": 8, "duration": 2, "seed": 3 },
        "layers": [\(layer)] }
      """
    let renderer = try Renderer(Preset.load(text: Array(text.utf8), named: "x.json"), threads: 1)
    let hasher = FrameHasher()
    return frames.map { hasher.hash(renderer.frame(at: Rational(Int64($0), 8))) }
  }

  private func sparks(_ keys: String) -> String {
    """
    { "name": "sparks", \(keys), "emitter": { "position": [10, 24], "cells": [
      { "name": "spark", "birthRate": 9, "lifetime": 1, "velocity": 40, "scale": "= 0.2 + t + T", "sprite": { "size": 9 } } ] } }
    """
  }

  /// All times are halves and quarters of seconds, so that both ways of writing them give the same bits.
  @Test("Particles in a group keep its time") func particlesInAGroupKeepItsTime() throws {
    let grouped = try hashes(
      "{ \"name\": \"g\", \"begin\": 0.25, \"speed\": 2, \"group\": [\(sparks("\"begin\": 0.5, \"duration\": 1.5"))] }")
    let single = try hashes(
      "{ \"name\": \"g\", \"group\": [\(sparks("\"begin\": 0.5, \"speed\": 2, \"duration\": 0.75"))] }")
    #expect(grouped == single)
    #expect(Set(grouped).count > 2)
  }

  @Test("T is the canvas's time everywhere") func bigTIsTheCanvassEverywhere() throws {
    func group(_ keys: String, _ formula: String) throws -> [String] {
      try hashes(
        """
        { \(keys), "group": [ { "gradient": { "stops": ["black", "white"], "angle": "= \(formula)" } } ] }
        """)
    }
    #expect(try group("\"timeOffset\": 0.5", "90 * T") == group("\"timeOffset\": 0", "90 * T"))
    #expect(try group("\"timeOffset\": 0.5", "90 * t") == group("\"timeOffset\": 0", "90 * (t + 0.5)"))
  }

  @Test("Repeated runs show the same frames") func runsShowTheSameAgain() throws {
    let frames = Array(0..<16)
    let again = try hashes(sparks("\"duration\": 0.5, \"repeat\": 3"), frames: frames)
    #expect(Array(again[0..<4]) == Array(again[4..<8]) && Array(again[0..<4]) == Array(again[8..<12]))
    #expect(Set(again[0..<4]).count == 4)
    // After the last run all is black, as the first frame is.
    #expect(Set(again[12..<16]) == [again[0]])
    let back = try hashes(sparks("\"duration\": 1, \"repeat\": \"forever\", \"autoreverse\": true"), frames: frames)
    for step in 1..<8 { #expect(back[8 + step] == back[8 - step]) }
    #expect(back[1] != back[2] && back[7] != back[8])
  }
}
