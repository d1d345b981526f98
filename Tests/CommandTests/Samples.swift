import TestSupport

/// A preset of the tests' own, so that changes of shipped presets affect no test.
enum Sample {
  /// Sparks over a gradient: 320 × 180, 60 frames a second, one second, one knob.
  static let sparks = """
    {
      "format": 1,
      "name": "Sparks", "about": "Sparks rise over a dark gradient.", "tags": ["test"],
      "canvas": { "width": 320, "height": 180, "frameRate": 60, "duration": 1, "seed": 7 },
      "knobs": { "amount": { "default": 1, "min": 0, "max": 3, "about": "how many sparks rise" } },
      "layers": [
        { "name": "sky", "gradient": { "type": "linear", "angle": 180, "stops": ["#05060f", "#131a3a"] } },
        { "name": "sparks", "blend": "add", "begin": -1,
          "emitter": { "shape": "line", "mode": "surface", "position": ["50%", "100%"], "size": ["80%", 0],
            "cells": [
              { "name": "spark", "sprite": { "type": "softDisc", "size": 12 }, "birthRate": "= 200 * amount",
                "lifetime": 1, "lifetimeRange": 0.5, "velocity": 150, "velocityRange": 90, "emissionLongitude": -90,
                "emissionRange": 60, "color": "#ffb066", "alphaSpeed": -0.8 }
            ] } }
      ]
    }

    """

  /// The line of `sparks` that holds the layer of the sky.
  static let skyLine = String(sparks.split(separator: "\n").first { $0.contains("\"sky\"") } ?? "")

  /// `sparks` with the first occurrence of one text replaced by another. Throws where there is none.
  static func sparks(replacing old: String, with new: String) throws -> String {
    let parts = sparks.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw ProgramError("The sample has no \(old)") }
    return parts.joined(separator: new)
  }

  /// The number of the first line of `sparks` that contains a text, counted from 1.
  static func line(of text: String) -> Int {
    let lines = sparks.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.firstIndex { $0.contains(text) } ?? -1) + 1
  }
}

extension TemporaryFolder {
  /// A fresh folder that holds `sparks.json`.
  static func withSparks(_ preset: String = Sample.sparks) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(preset, to: "sparks.json")
    return folder
  }
}
