extension Preset {
  /// The text that `motes new NAME` writes: a preset with comments that can be rendered without changes.
  ///
  /// - Parameters:
  ///   - name: the preset's name; any text.
  ///   - schema: the address of the JSON Schema for editors; nil to leave out the key `$schema`.
  package static func template(name: String, schema: String? = nil) -> String {
    func jsonText(_ text: String) -> String { JSONText.text(text).written() }
    let schemaLine = schema.map { "\n  \"$schema\": \(jsonText($0))," } ?? ""
    return """
      // A preset of Motes. Comments and trailing commas are allowed; `motes check` reports what is wrong, and where.
      {\(schemaLine)
        "format": 1,
        "name": \(jsonText(name)),
        "about": \(jsonText("\(name): describe in one sentence what it shows.")),
        "tags": ["sparks", "night"],

        // Lengths below are in points of this canvas, whatever size is rendered.
        "canvas": { "width": 1920, "height": 1080, "frameRate": 60, "duration": 8, "seed": 1 },

        // What users may change: motes render … --set sparks=400
        "knobs": {
          "sparks": { "default": 260, "min": 0, "max": 2000, "about": "sparks a second" },
          "power": { "default": 900, "min": 100, "max": 2000, "about": "how fast they leave the ground" },
          "tint": { "default": "#ffb347", "about": "colour of the sparks" },
        },

        "layers": [
          {
            "name": "ground",
            "gradient": { "type": "radial", "center": ["50%", "104%"], "radius": ["80%", "110%"],
                          "stops": ["#1d2136", "#0c0e1a", "#05060c"] },
          },
          {
            "name": "fountain",
            "blend": "add",
            // A negative begin lets the fountain run before the first frame.
            "begin": -3,
            "emitter": {
              "shape": "line",
              "position": ["50%", "100%"],
              "size": [60, 0],
              "cells": [
                {
                  "name": "spark",
                  // A streak lies along its motion; its length grows with its speed.
                  "sprite": { "type": "streak", "size": [14, 5] },
                  "alignToMotion": true,
                  "stretch": 0.03,
                  // Expressions may name knobs, width, height, duration and the time t.
                  "birthRate": "= sparks * (1 + 0.3 * sin(tau * t / 4))",
                  "birthJitter": 1,
                  "lifetime": 2.2, "lifetimeRange": 0.8,
                  // Angles are degrees: 0 right, -90 up.
                  "emissionLongitude": -90, "emissionRange": 26,
                  // With a Range, each particle has a random value from value - range/2 to value + range/2.
                  "velocity": "= power", "velocityRange": 320,
                  "yAcceleration": 620,
                  "drag": 0.25,
                  "scale": 1, "scaleRange": 0.7,
                  "color": "= tint",
                  "intensity": 5, "intensityRange": 4,
                  // Over life: white-hot at birth, ember at the end.
                  "colorOverLife": ["white", [0.25, "#ffe0a0"], [0.7, "#ff7a30"], [1, "#a01808"]],
                  "alphaOverLife": [[0, 1], [0.6, 0.9, "ease-in"], [1, 0]],
                  "twinkle": 0.5, "twinkleFrequency": 12,
                },
              ],
            },
          },
        ],

        // Light above white glows, then a film curve brings it back into the picture.
        "post": { "bloom": { "threshold": 0.9, "radius": 30, "strength": 0.7 }, "toneMap": "filmic" },
      }

      """
  }
}
