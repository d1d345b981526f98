// Lines of JSON to copy for kinds of objects, sorted by the object in which the line stands.

extension ReferenceExample {
  /// Lines that stand in a preset.
  package static let objectsOfPresets: [String: String] = [
    "canvas": #""canvas": { "width": 1920, "height": 1080, "frameRate": 60, "duration": 8, "seed": 1 }"#,
    "knob": #""knobs": { "amount": { "default": 1, "min": 0, "max": 5, "about": "how many sparks" } }"#,
    "listen":
      #""knobs": { "size": { "default": 200, "listen": { "to": "bass", "amount": 80, "release": 0.3 } } }"#,
    "camera": #""camera": { "distance": 1000, "focus": 0, "aperture": 30 }"#,
    "lens": #""camera": { "aperture": 30, "lens": { "blades": 6, "highlights": 2 } }"#,
    "moves": #""camera": { "moves": { "push": 0.05, "drift": [40, 0] } }"#,
    "shake": #""camera": { "shake": { "amount": 4 } }"#,
    "haze": ##""camera": { "haze": { "color": "#8fa3c8", "start": 900, "distance": 2500 } }"##,
    "light": #""lights": [{ "type": "parallel", "angle": -120, "elevation": 40 }]"#,
    "post": #""post": { "bloom": { "threshold": 0.8 }, "toneMap": "filmic", "look": "film" }"#,
    "bloom": #""post": { "bloom": { "threshold": 0.6, "radius": 20, "strength": 0.6 } }"#,
    "look": #""post": { "look": { "type": "film", "grain": 0.6 } }"#,
  ]

  /// Lines that stand in a layer; where the layer needs a source, the line has one.
  package static let objectsOfLayers: [String: String] = [
    "units":
      #""text": { "words": "Hello", "units": { "by": "letter", "stagger": 0.05, "opacity": { "from": 0, "to": 1, "duration": 0.4 } } }"#,
    "scramble":
      #""text": { "words": "Hello", "units": { "by": "letter", "stagger": 0.08, "scramble": { "until": 0.5 } } }"#,
    "typewriter": #""text": { "words": "Hello", "typewriter": { "rate": 12 }, "cursor": {} }"#,
    "cursor": #""text": { "words": "Hello", "typewriter": {}, "cursor": { "type": "block" } }"#,
    "textCircle": #""text": { "words": "round and round", "circle": { "radius": 200, "angle": "= 30 * t" } }"#,
    "passage": #""text": { "words": [{ "words": "Hello" }, { "words": "Goodbye", "at": 2 }] }"#,
    "counter": #""text": { "number": { "value": { "from": 0, "to": 2500, "duration": 3 } }, "size": 96 }"#,
    "filter": #""filters": [{ "type": "blur", "radius": 8 }]"#,
    "map": #""filters": [{ "type": "displacementMap", "scale": 40, "map": { "noise": {} } }]"#,
    "layerTransform": #""transform": { "position": [100, 0], "scale": 1.2, "rotation": 10 }"#,
    "mask": #""mask": { "gradient": { "angle": 90, "stops": ["white", "transparent"] } }"#,
    "reflection": #""reflection": { "line": "75%", "amount": 0.5, "fade": 200 }"#,
    "replicator":
      #""shape": { "type": "circle", "center": ["50%", "30%"], "radius": 10, "fill": "gold" }, "replicator": { "instanceCount": 12, "instanceTransform": { "rotation": 30 } }"#,
    "material": #""material": { "relief": "round", "reliefWidth": 30, "specular": 0.6, "roughness": 0.3 }"#,
    "copies": #""copies": { "count": 5 }, "opacity": "= (i + 1) / n""#,
    "keyframes": #""opacity": { "keys": [[0, 0], [1, 1, "ease-in-out"], [3, 0]] }"#,
    "tween": #""opacity": { "from": 0, "to": 1, "duration": 0.5, "ease": "ease-out" }"#,
    "spring": #""opacity": { "from": 0, "to": 1, "spring": { "bounce": 0.3, "duration": 1 } }"#,
    "sequence":
      #""opacity": { "sequence": [{ "from": 0, "to": 1, "duration": 1 }, { "to": 0, "duration": 0.5, "delay": 2 }] }"#,
    "sum":
      #""transform": { "position": [{ "sum": [{ "from": -200, "to": 0, "duration": 1 }, "= 5 * sin(tau * t)"] }, 0] }"#,
    "motionPath": #""transform": { "position": { "path": "M0 0C100-80 200 80 300 0", "duration": 3 } }"#,
    "stop": #""gradient": { "stops": [{ "color": "navy", "at": 0 }, { "color": "gold", "at": 0.7 }] }"#,
    "stroke": #""shape": { "type": "circle", "radius": 100, "stroke": { "paint": "gold", "width": 6 } }"#,
    "roughen":
      #""shape": { "type": "circle", "radius": 100, "fill": "gold", "roughen": { "amount": 12, "size": 60 } }"#,
    "transform": #""shape": { "type": "star", "radius": 80, "fill": "gold", "transform": { "rotation": "= 40 * t" } }"#,
    "figure":
      #""shape": { "type": "morph", "shapes": [{ "type": "circle", "radius": 80 }, { "type": "star", "radius": 90 }], "at": { "from": 0, "to": 1, "duration": 2 }, "fill": "gold" }"#,
    "meshPoint":
      #""mesh": { "width": 2, "height": 2, "colors": ["red", "gold", "navy", "teal"], "points": [{ "point": [0, 0], "trailing": [0.3, 0.1] }, [1, 0], [0, 1], [1, 1]] }"#,
    "relief": ##""blob": { "radius": 120, "fill": "#ff8a5c", "relief": { "light": 0.6, "gloss": 0.5 } }"##,
    "ball":
      #""metaballs": { "fill": "gold", "balls": [{ "center": ["45%", "50%"], "radius": 60 }, { "center": ["55%", "50%"], "radius": 40 }] }"#,
    "side":
      #""transition": { "type": "fade", "from": { "gradient": { "stops": ["navy", "teal"] } }, "progress": { "from": 0, "to": 1, "duration": 1 } }"#,
    "drop": #""ripples": { "drops": [{ "time": 0.5, "position": ["40%", "60%"] }] }"#,
    "swell": #""water": { "line": "60%", "swell": { "height": 6 } }"#,
    "chop": #""water": { "line": "60%", "chop": { "height": 2, "gusts": 0.6 } }"#,
    "drops": #""water": { "drops": { "rate": 3, "size": 10 } }"#,
    "waterDrop": #""water": { "drops": { "at": [{ "time": 0.5, "position": "center" }] } }"#,
    "gather":
      #""emitter": { "shape": { "type": "text", "words": "Hello" }, "cells": [{ "burst": 800, "lifetime": 4, "gather": { "seconds": 2 } }] }"#,
    "cell":
      #""emitter": { "cells": [{ "name": "spark", "birthRate": 40, "lifetime": 2, "velocity": 200, "sprite": { "type": "softDisc", "size": 12 } }] }"#,
    "emitterShape":
      #""emitter": { "shape": { "type": "star", "points": 5 }, "mode": "outline", "size": 300, "cells": [{ "birthRate": 200, "lifetime": 1 }] }"#,
  ]

  /// Lines that stand in a cell.
  package static let objectsOfCells: [String: String] = [
    "sprite": #""sprite": { "type": "softDisc", "size": 40 }"#,
    "force": #""forces": [{ "type": "turbulence", "strength": 200, "scale": 200 }]"#,
    "bound": #""bounds": [{ "type": "floor", "y": "90%", "restitution": 0.5 }]"#,
    "gatherTarget":
      #""gather": { "seconds": 2, "hold": 1, "then": [{ "shape": { "type": "text", "words": "Hello" }, "seconds": 2, "hold": 1 }] }"#,
    "colorByPlace": #""colorByPlace": { "along": "y", "stops": ["gold", "crimson"] }"#,
    "links": #""links": { "distance": 140, "width": 1 }"#,
    "trail": #""trail": { "duration": 0.6, "width": 4 }"#,
    "burst": #""bursts": [{ "time": 0.5, "count": 100 }]"#,
    "cluster": #""cluster": { "size": 12, "spread": 40 }"#,
    "distribution": #""velocityRange": 100, "distribution": { "velocity": "normal" }"#,
  ]

  /// The keys of each force besides its type.
  static let forces: [String: String] = [
    "attractor": #""position": "center", "stiffness": 6"#,
    "vortex": #""position": "center", "strength": 400"#,
    "turbulence": #""strength": 200, "scale": 200, "frequency": 0.4"#,
    "gust": #""strength": 300, "angle": 0"#,
    "wave": #""force": [200, 0], "frequency": 0.5"#,
    "drag": #""coefficient": 0.004"#,
    "speedLimit": #""maximum": 300"#,
  ]

  /// The keys of each bound besides its type.
  static let bounds: [String: String] = [
    "edges": #""axis": "both", "action": "wrap""#,
    "floor": #""y": "90%", "restitution": 0.5"#,
    "line": #""from": ["20%", "60%"], "to": ["80%", "75%"]"#,
  ]

  /// The keys of each light besides its type.
  static let lights: [String: String] = [
    "ambient": ##""color": "#9fb4ff", "intensity": 0.3"##,
    "parallel": ##""color": "#ffe2b8", "angle": -120, "elevation": 40"##,
    "point": #""position": ["50%", "30%"], "zPosition": 200, "intensity": 2"#,
    "spot": #""position": ["50%", "0%"], "zPosition": 300, "target": "center", "coneAngle": 30"#,
    "threePoint": #""intensity": 1"#,
    "layer": #""layer": "fire", "intensity": 200"#,
  ]

  /// The keys of each shape of an emitter besides its type.
  static let emitterShapes: [String: String] = [
    "polygon": #", "sides": 6"#,
    "star": #", "points": 5"#,
    "heart": "",
    "path": #", "path": "M0-90L80 70H-80Z""#,
    "image": #", "file": "logo.png""#,
    "density": #", "density": "= perlin(xy / 200)""#,
    "text": #", "words": "Hello""#,
  ]
}
