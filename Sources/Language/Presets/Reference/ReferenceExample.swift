/// Lines of JSON to copy, for the entries of `motes help`. A test reads each of them in a preset.
package enum ReferenceExample {
  /// The line of a kind of an object, such as the filter blur; nil if there is none.
  package static func line(ofKind kind: String, of object: String) -> String? {
    switch object {
    case "filter": filters[kind].map { #""filters": [{ "type": "\#(kind)", \#($0) }]"# }
    case "sprite": sprites[kind].map { #""sprite": { "type": "\#(kind)", \#($0) }"# }
    default: nil
    }
  }

  /// The line of a kind of object, or of a source of layers; nil if there is none.
  package static func line(of object: String) -> String? { sources[object] ?? objects[object] }

  /// The keys of each filter besides its type.
  private static let filters: [String: String] = [
    "brightness": #""amount": 1.2"#,
    "contrast": #""amount": 1.3"#,
    "saturate": #""amount": 1.4"#,
    "grayscale": #""amount": 1"#,
    "sepia": #""amount": 0.6"#,
    "hueRotate": #""angle": 90"#,
    "invert": #""amount": 1"#,
    "opacity": #""amount": 0.5"#,
    "exposure": #""stops": 1"#,
    "colorMatrix": #""matrix": [0,0,1,0,0, 0,1,0,0,0, 1,0,0,0,0, 0,0,0,1,0]"#,
    "levels": #""inputBlack": 0.1, "gamma": 1.2"#,
    "curves": #""all": [[0, 0], [0.5, 0.6], [1, 1]]"#,
    "posterize": #""steps": 4"#,
    "duotone": ##""colors": ["#1b1238", "#ff8a5c"]"##,
    "vignette": #""amount": 0.5"#,
    "scanlines": #""amount": 0.4, "spacing": 4"#,
    "interlace": #""thickness": 1, "color": "black""#,
    "grain": #""amount": 0.15"#,
    "blur": #""radius": 8"#,
    "dropShadow": ##""shift": [0, 4], "radius": 8, "color": "#00000080""##,
    "innerShadow": ##""shift": [0, 4], "radius": 8, "color": "#00000080""##,
    "glow": #""radius": 12, "strength": 1"#,
    "bloom": #""threshold": 1, "radius": 28, "strength": 0.5"#,
    "wave": #""amplitude": 10, "wavelength": 160"#,
    "circleWave": #""center": "center", "amplitude": 10, "wavelength": 160"#,
    "ripple": #""center": "center", "amplitude": 12"#,
    "water": #""height": 14, "wavelength": 120"#,
    "bubble": #""center": "center", "radius": 120"#,
    "lens": #""center": "center", "radius": 60, "zoom": 2.5"#,
    "swirl": #""center": "center", "radius": 200, "angle": 180"#,
    "turbulence": #""amplitude": 20, "wavelength": 120"#,
    "displace": #""amplitude": 100, "x": "= sin(tau * (y / 200 + t))""#,
    "displacementMap": #""scale": 40, "map": { "noise": {} }"#,
    "heightMap": #""height": 40, "map": { "noise": {} }"#,
    "kaleidoscope": #""segments": 6"#,
    "mirror": #""angle": 0"#,
    "barrel": #""amount": 0.15"#,
    "colorPlanes": #""shift": [4, 0]"#,
    "chromaticAberration": #""amplitude": 4"#,
    "pixellate": #""size": 16"#,
    "emboss": #""amount": 1, "angle": 225"#,
    "edges": #""amount": 1, "size": 1.5"#,
    "infrared": #""amount": 1"#,
    "lightGrid": #""size": 60, "strength": 3"#,
    "sinebow": #""amount": 1"#,
    "motionBlur": #""length": 40, "angle": 0"#,
    "zoomBlur": #""center": "center", "amount": 0.2"#,
    "spinBlur": #""center": "center", "angle": 10"#,
    "lensBlur": #""radius": 12, "blades": 6"#,
    "variableBlur": #""radius": 20, "inner": 0.2, "outer": 1"#,
    "halation": #""threshold": 0.8, "radius": 8"#,
    "streak": #""threshold": 1, "length": 120"#,
  ]

  /// The keys of each sprite besides its type.
  private static let sprites: [String: String] = [
    "disc": #""size": 20"#,
    "softDisc": #""size": 40"#,
    "hotDisc": #""size": 60, "core": 0.12"#,
    "square": #""size": [24, 12]"#,
    "capsule": #""size": [40, 10]"#,
    "streak": #""size": [40, 4], "taper": 0.2"#,
    "star": #""size": 40, "points": 5, "ratio": 0.4"#,
    "polygon": #""size": 40, "sides": 6"#,
    "ring": #""size": 40, "thickness": 0.2"#,
    "heart": #""size": 40"#,
    "spark": #""size": 60"#,
    "flake": #""size": 40, "variants": 8"#,
    "petal": #""size": [30, 24]"#,
    "leaf": #""size": [40, 20]"#,
    "paper": #""size": [40, 30]"#,
    "ribbon": #""size": [60, 12]"#,
    "triangle": #""size": 40"#,
    "sector": #""size": 40, "startAngle": -60, "endAngle": 60"#,
    "puff": #""size": 200, "density": 1.6"#,
    "sheet": #""size": [60, 40], "form": "paper", "bend": 60"#,
    "path": #""size": 40, "path": "M0-9L8 7H-8Z""#,
    "image": #""size": 60, "file": "note.png""#,
    "text": #""size": 40, "text": "♪""#,
  ]

  /// The sources of layers.
  private static let sources: [String: String] = [
    "emitter": #""emitter": { "cells": [{ "name": "spark", "birthRate": 40, "lifetime": 2, "velocity": 200 }] }"#,
    "gradient": ##""gradient": { "angle": 180, "stops": ["#070a1c", "#2a1533"] }"##,
    "shape": #""shape": { "type": "circle", "radius": 100, "fill": "gold" }"#,
    "mesh": #""mesh": { "width": 2, "height": 2, "colors": ["red", "gold", "navy", "teal"] }"#,
    "blob": ##""blob": { "radius": 120, "fill": "#ff8a5c" }"##,
    "metaballs":
      #""metaballs": { "fill": "gold", "balls": [{ "center": ["45%", "50%"], "radius": 60 }, { "center": ["55%", "50%"], "radius": 40 }] }"#,
    "video": #""video": { "file": "clip.mp4", "loop": true }"#,
    "image": #""image": { "file": "logo.png" }"#,
    "shafts": #""shafts": { "length": 900, "dust": 0.3 }"#,
    "text": #""text": { "words": "Hello", "size": 96, "fill": "white" }"#,
    "transition":
      #""transition": { "type": "wipe", "from": { "image": { "file": "a.png" } }, "to": { "image": { "file": "b.png" } }, "progress": { "from": 0, "to": 1, "duration": 1 } }"#,
    "group": #""group": [{ "blob": {} }, { "text": { "words": "Hello" } }]"#,
    "ripples": #""ripples": { "drops": [{ "time": 0.5 }] }"#,
    "water": #""water": { "line": "60%" }"#,
    "noise": ##""noise": { "stops": ["#101430", "#6a7fd8"] }"##,
    "aurora": #""aurora": { "intensity": 1 }"#,
    "flame": #""flame": { "height": "52%", "width": "28%" }"#,
    "rays": #""rays": { "count": 12 }"#,
    "pattern": #""pattern": { "type": "dots", "size": 40, "thickness": 0.2 }"#,
    "field": #""field": { "color": "= 0.5 + 0.5 * sin(x / 80 + t)", "stops": ["navy", "gold"] }"#,
    "stars": #""stars": { "intensity": 1 }"#,
  ]

  /// Other kinds of objects, in the key that holds them.
  private static let objects: [String: String] = [
    "units":
      #""text": { "words": "Hello", "units": { "by": "letter", "stagger": 0.05, "opacity": { "from": 0, "to": 1, "duration": 0.4 } } }"#,
    "typewriter": #""text": { "words": "Hello", "typewriter": { "rate": 12 }, "cursor": {} }"#,
    "counter": #""text": { "number": { "value": { "from": 0, "to": 2500, "duration": 3 } }, "size": 96 }"#,
    "gather":
      #""emitter": { "shape": { "type": "text", "words": "Hello" }, "cells": [{ "birthRate": 800, "lifetime": 4, "gather": { "seconds": 2 } }] }"#,
    "gatherTarget":
      #""gather": { "seconds": 2, "hold": 1, "then": [{ "shape": { "type": "text", "words": "Hello" }, "seconds": 2, "hold": 1 }] }"#,
    "colorByPlace": #""colorByPlace": { "along": "y", "stops": ["gold", "crimson"] }"#,
    "filter": #""filters": [{ "type": "blur", "radius": 8 }]"#,
    "sprite": #""sprite": { "type": "softDisc", "size": 40 }"#,
    "cell":
      #""cells": [{ "name": "spark", "birthRate": 40, "lifetime": 2, "velocity": 200, "sprite": { "type": "softDisc", "size": 12 } }]"#,
    "layerTransform": #""transform": { "position": [100, 0], "scale": 1.2, "rotation": 10 }"#,
    "mask": #""mask": { "gradient": { "angle": 90, "stops": ["white", "transparent"] } }"#,
    "bloom": #""post": { "bloom": { "threshold": 0.6, "radius": 20, "strength": 0.6 } }"#,
    "copies": #""copies": { "count": 5 }, "opacity": "= (i + 1) / n""#,
    "keyframes": #""opacity": { "keys": [[0, 0], [1, 1, "ease-in-out"], [3, 0]] }"#,
    "tween": #""opacity": { "from": 0, "to": 1, "duration": 0.5, "ease": "ease-out" }"#,
    "spring": #""opacity": { "from": 0, "to": 1, "spring": { "bounce": 0.3, "duration": 1 } }"#,
    "knob": #""knobs": { "amount": { "default": 1, "min": 0, "max": 5, "about": "how many sparks" } }"#,
    "canvas": #""canvas": { "width": 1920, "height": 1080, "frameRate": 60, "duration": 8, "seed": 1 }"#,
    "trail": #""trail": { "duration": 0.6, "width": 4 }"#,
    "stroke": #""shape": { "type": "circle", "radius": 100, "stroke": { "paint": "gold", "width": 6 } }"#,
  ]
}
