import Model

/// What a new preset shows at first: `motes new NAME --from START`.
package enum PresetStart: String, DescribedChoice {
  case title
  case overlay
  case spinner
  case background
  case shader
  case lowerThird = "lower-third"
  case particles

  package var sentence: String {
    switch self {
    case .title: "Words that come in letter by letter, with a line as wide as they are."
    case .overlay: "Lights that drift over a clip; there is no ground."
    case .spinner: "A ring for a web page, as an animated picture with alpha."
    case .background: "Colours that flow slowly and without a seam."
    case .shader: "A formula that is computed for every pixel."
    case .lowerThird: "A card of glass with a name, as wide as its words, that slides in and out."
    case .particles: "Sparks from a fountain."
    }
  }

  /// The keys after `about`.
  var body: String {
    switch self {
    case .title: Self.titleBody
    case .overlay: Self.overlayBody
    case .spinner: Self.spinnerBody
    case .background: Self.backgroundBody
    case .shader: Self.shaderBody
    case .lowerThird: Self.lowerThirdBody
    case .particles: Self.particlesBody
    }
  }

  private static let titleBody = """
      "tags": ["title", "text"],
      "canvas": { "width": 1920, "height": 1080, "frameRate": 60, "duration": 5, "seed": 1 },

      // Another text: motes render … --set title="Any words"
      "knobs": {
        "title": { "default": "Your title", "about": "the words; long ones are drawn smaller" },
        "subtitle": { "default": "and a line below it", "about": "the second line" },
        "ink": { "default": ["#ffffff", "#9db8ff"], "about": "colours of the title from top to bottom" },
      },

      "layers": [
        // --alpha and --over leave a layer with this role out.
        { "name": "ground", "role": "backdrop", "gradient": { "type": "radial", "radius": ["80%", "110%"], "stops": ["#1b2244", "#070915"] } },
        {
          "name": "title",
          "text": {
            "words": "= title", "font": "Inter, DejaVu Sans, sans-serif", "weight": 700, "size": 150, "maxWidth": "84%",
            "position": ["50%", "47%"], "fill": { "stops": "= ink" },
            // Every letter reads these values at a time of its own, which begins 0.04 seconds after that of the letter before it.
            "units": {
              "by": "letter", "begin": 0.3, "stagger": 0.04,
              "opacity": { "from": 0, "to": 1, "duration": 0.5 },
              "offset": [0, { "from": 50, "to": 0, "duration": 0.8, "ease": "easeOutCubic" }],
              "blur": { "from": 10, "to": 0, "duration": 0.5 },
            },
          },
        },
        {
          "name": "line",
          // As wide as the title, whatever it says.
          "shape": { "center": ["50%", "57%"], "size": ["= textWidth('title') * smoothstep(0.8, 1.8, t)", 4], "cornerRadius": 2, "fill": "#6f8cff" },
        },
        {
          "name": "subtitle", "opacity": "= smoothstep(1.4, 2.2, t)",
          "text": { "words": "= subtitle", "font": "Inter, DejaVu Sans, sans-serif", "size": 54, "maxWidth": "84%", "position": ["50%", "63%"], "fill": "#c4cef0" },
        },
      ],
    """

  private static let overlayBody = """
      "tags": ["overlay", "light"],
      "canvas": { "width": 1920, "height": 1080, "frameRate": 30, "duration": 6, "seed": 1, "loop": true },

      // There is no ground, so this lies over a clip: motes render … --over clip.mp4, or alone with --alpha -o overlay.mov.
      "knobs": {
        "amount": { "default": 30, "min": 0, "max": 200, "about": "lights a second" },
        "tint": { "default": ["#ffd08a", "#ff8f4a", "#ffe6bd"], "about": "colours of the lights" },
      },

      "layers": [
        {
          "name": "lights", "blend": "add",
          "emitter": {
            // Born along the lower edge.
            "shape": "line", "position": ["50%", "104%"], "size": ["100%", 0],
            "cells": [
              {
                "name": "light", "sprite": { "type": "softDisc", "size": 34 }, "birthRate": "= amount", "birthJitter": 1,
                "lifetime": 5, "lifetimeRange": 3,
                "velocity": 130, "velocityRange": 90, "emissionLongitude": -90, "emissionRange": 30,
                "driftAmplitude": 60, "driftScale": 300, "driftFrequency": 0.2,
                "scaleRange": 1.4, "colors": "= tint", "intensity": 2, "intensityRange": 2,
                "alphaOverLife": [[0, 0], [0.2, 1], [0.7, 0.8], [1, 0]],
              },
            ],
          },
        },
      ],
      "post": { "bloom": { "threshold": 0.8, "radius": 24, "strength": 0.5 }, "toneMap": "filmic" },
    """

  private static let spinnerBody = """
      "tags": ["interface", "progress", "loop"],
      // For a web page: motes render … --alpha -o spinner.webp. Colours are mixed as a browser mixes them.
      "canvas": { "width": 240, "height": 240, "frameRate": 30, "duration": 1.5, "seed": 1, "loop": true, "blending": "srgb" },

      "knobs": {
        "radius": { "default": 80, "min": 10, "max": 110, "about": "radius of the ring in points" },
        "thickness": { "default": 14, "min": 1, "max": 40, "about": "width of the line in points" },
        "tint": { "default": "#3b82f6", "about": "colour of the line" },
      },

      "layers": [
        { "name": "track", "shape": { "type": "circle", "radius": "= radius", "stroke": { "width": "= thickness", "paint": "#8080803a" } } },
        {
          "name": "arc",
          "shape": {
            "type": "circle", "radius": "= radius",
            "stroke": {
              "width": "= thickness", "cap": "round", "paint": "= tint",
              // Shares of the circle: it goes round once in the loop, and grows and shrinks.
              "strokeStart": "= t / duration", "strokeEnd": "= t / duration + 0.3 + 0.14 * sin(tau * t / duration)",
            },
          },
        },
      ],
    """

  private static let backgroundBody = """
      "tags": ["background", "gradient", "calm", "loop"],
      "canvas": { "width": 1920, "height": 1080, "frameRate": 30, "duration": 10, "seed": 1, "loop": true },

      "knobs": {
        "sway": { "default": 1, "min": 0, "max": 2, "about": "how far the colours move" },
        "colors": {
          "default": ["#0b1030", "#141a52", "#0a0d2a", "#3a1f7a", "#c04a8a", "#24409a", "#120c2c", "#4a2a6a", "#0c1230"],
          "about": "three rows of three colours",
        },
      },

      "layers": [
        {
          "name": "silk",
          "mesh": {
            "width": 3, "height": 3, "colors": "= colors",
            // Shares of the canvas. What is computed from tau * t / duration repeats without a seam.
            "points": [
              [0, 0], ["= 0.5 + 0.1 * sway * sin(tau * t / duration)", 0], [1, 0],
              [0, "= 0.5 + 0.1 * sway * cos(tau * t / duration)"],
              ["= 0.5 + 0.2 * sway * sin(tau * t / duration + 1)", "= 0.5 + 0.2 * sway * cos(tau * t / duration + 2)"],
              [1, "= 0.5 + 0.1 * sway * sin(tau * t / duration + 3)"],
              [0, 1], ["= 0.5 + 0.1 * sway * cos(tau * t / duration + 4)", 1], [1, 1],
            ],
          },
        },
      ],
    """

  private static let shaderBody = """
      "tags": ["shader", "loop"],
      "canvas": { "width": 1920, "height": 1080, "frameRate": 30, "duration": 6, "seed": 1, "loop": true },

      "knobs": {
        "rings": { "default": 9, "min": 1, "max": 40, "about": "how many rings there are" },
        "tint": { "default": "#2f6bff", "about": "colour of the rings" },
      },

      "layers": [
        {
          "name": "rings",
          // Formulas for every pixel: p is its place, -1 to 1 along the shorter side; phase runs once round in the loop.
          // motes help shaders lists all names and functions.
          "field": {
            "let": {
              "far": "= length(p + 0.08 * vec2(sin(phase + 3 * p.y), cos(phase + 3 * p.x)))",
              "wave": "= 0.5 + 0.5 * sin(tau * rings * far - 2 * phase)",
              "light": "= exp(-1.6 * far) * (0.15 + wave * wave * wave)",
            },
            "color": "= tint * light * 2 + vec3(0.9, 0.95, 1) * 0.25 * exp(-20 * far * far)",
          },
        },
      ],
      "post": { "bloom": { "threshold": 0.7, "radius": 24, "strength": 0.4 }, "toneMap": "filmic" },
    """

  private static let lowerThirdBody = """
      "tags": ["text", "title", "glass", "overlay"],
      // Over a clip: motes render … --over clip.mp4 --set title="Grace Hopper"
      "canvas": { "width": 1920, "height": 1080, "frameRate": 60, "duration": 6, "seed": 1 },

      "knobs": {
        "title": { "default": "Ada Lovelace", "about": "the name; a long one is drawn smaller" },
        "subtitle": { "default": "Mathematician, London", "about": "the line below it" },
        "accent": { "default": "#ffb04a", "about": "colour of the bar" },
      },

      "layers": [
        // Stands for the clip, which --over puts in its place.
        { "name": "evening", "role": "backdrop", "gradient": { "angle": 165, "stops": ["#141a36", "#5a3346", "#0c0b14"] } },
        {
          // One transform moves the glass with its words: in over a second, out in the last 0.8.
          "name": "card", "passThrough": true,
          "transform": {
            "position": [
              "= -(textWidth('title') + textWidth('subtitle') + 400) * (pow(1 - min(t, 1), 3) + pow(clamp((t - duration + 0.8) / 0.8, 0, 1), 3))",
              0,
            ],
          },
          "group": [
            {
              "name": "glass", "opacity": 0.16,
              // As large as the two texts, whatever they say.
              "shape": { "around": ["title", "subtitle"], "padding": [60, 32], "cornerRadius": 24, "fill": "#aab4e8" },
              "backdropFilters": [{ "type": "blur", "radius": 22 }, { "type": "brightness", "amount": 0.75 }],
            },
            { "name": "bar", "shape": { "center": [168, 900], "size": [6, "= textHeight('title') + textHeight('subtitle')"], "cornerRadius": 3, "fill": "= accent" } },
            { "name": "title", "text": { "words": "= title", "font": "Inter, DejaVu Sans, sans-serif", "weight": 700, "size": 72, "maxWidth": "60%", "position": [190, 912], "anchor": [0, 1] } },
            { "name": "subtitle", "text": { "words": "= subtitle", "font": "Inter, DejaVu Sans, sans-serif", "size": 36, "maxWidth": "60%", "position": [190, 912], "anchor": [0, 0], "fill": "#e0e4f4" } },
          ],
        },
      ],
    """

  private static let particlesBody = """
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
    """
}
