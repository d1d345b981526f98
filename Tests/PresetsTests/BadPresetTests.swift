import Model
import Presets
import Testing

/// What a person reads when a preset is wrong, word for word.
@Suite struct BadPresetTests {
  @Test("The designs example") func theDesignsExample() {
    let text = """
      {
        "layers": [ { "name": "near", "emitter": { "cells": [
          { "lifetime": 1,          "birthrate": 5 } ] } } ]
      }
      """
    #expect(
      issues(text) == [
        "x.json:3:31: layers.near.emitter.cells[0].birthrate: no such key. Did you mean birthRate?"
      ])
  }

  @Test(arguments: [
    (
      "{ \"birthRate\": 5 }",
      "2:1: layers.near.emitter.cells[0]: this cell can never be seen: it needs a lifetime above 0"
    ),
    (
      "{ \"name\": \"a\", \"lifetime\": 5 }",
      "2:1: layers.near.emitter.cells.a: this cell can never be seen: it needs a birthRate or a burst above 0"
    ),
    (
      "{ \"birthRate\": \"5\", \"lifetime\": 1 }",
      "2:16: layers.near.emitter.cells[0].birthRate: should be a number, not the text \"5\"; numbers stand without quotes"
    ),
    (
      "{ \"birthRate\": 1e12, \"lifetime\": 1 }",
      "2:16: layers.near.emitter.cells[0].birthRate: 1000000000000 is out of range: 0 to 10000000 (particles a second) is allowed"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1e9 }",
      "2:31: layers.near.emitter.cells[0].lifetime: 1000000000 is out of range: 0 to 100000 (seconds) is allowed"
    ),
    (
      "{ \"birthRate\": -1, \"lifetime\": 1 }",
      "2:16: layers.near.emitter.cells[0].birthRate: -1 is out of range: 0 to 10000000 (particles a second) is allowed"
    ),
    (
      "{ \"birthRate\": \"= 2 * foo\", \"lifetime\": 1 }",
      "2:23: layers.near.emitter.cells[0].birthRate: foo names nothing."
    ),
    (
      "{ \"birthRate\": \"= sine(t)\", \"lifetime\": 1 }",
      "2:19: layers.near.emitter.cells[0].birthRate: sine is no function. Did you mean sin?"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"spin\": \"5%\" }",
      "2:42: layers.near.emitter.cells[0].spin: \"5%\": only lengths can be percentages"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"lifetime\": 2 }",
      "2:34: layers.near.emitter.cells[0].lifetime: written twice; the first is at line 2, column 19"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"when\": \"deth\" }",
      "2:42: layers.near.emitter.cells[0].when: \"deth\" is none of life, birth, death, age or bounce. Did you mean death?"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"when\": \"death\" }",
      "2:1: layers.near.emitter.cells[0]: when is for cells of a cell; this one has no parent particle"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"cells\": [{ \"when\": \"age\", \"burst\": 1, \"lifetime\": 1 }] }",
      "2:44: layers.near.emitter.cells[0].cells[0]: when \"age\" needs age or ageShare"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"cells\": [{ \"age\": 1, \"burst\": 1, \"lifetime\": 1 }] }",
      "2:44: layers.near.emitter.cells[0].cells[0].age: does not apply to \"when\": \"life\", only to \"age\""
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"cells\": [{ \"when\": \"bounce\", \"burst\": 1, \"lifetime\": 1 }] }",
      "2:1: layers.near.emitter.cells[0]: a cell is born at its parent's bounces; this parent has no bounds with the action bounce"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"flutter\": 9 }",
      "2:1: layers.near.emitter.cells[0]: flutter needs a tumbleSpeed: a particle swoops once with every turn of its tumble"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"drag\": 1, \"velocityOverLife\": [1, 0] }",
      "2:1: layers.near.emitter.cells[0]: velocityOverLife and drag exclude each other: both say how a velocity goes on"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"forces\": [{ \"type\": \"vortex\" }], \"velocityOverLife\": [1, 0] }",
      "2:1: layers.near.emitter.cells[0]: velocityOverLife is for particles without forces and borders, which say how velocities go on"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"travel\": 90, \"bounds\": [{ \"type\": \"floor\", \"y\": 90, \"action\": \"kill\" }] }",
      "2:1: layers.near.emitter.cells[0]: bounds do not hold what travel moves: use velocity with drag, or no bounds"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"flutter\": 9, \"tumbleSpeed\": 90, \"spinOverLife\": [1, 0] }",
      "2:1: layers.near.emitter.cells[0]: flutter and spinOverLife exclude each other: swoops are even"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"trail\": { \"segments\": 1 } }",
      "2:57: layers.near.emitter.cells[0].trail.segments: 1 is out of range: 2 to 256 is allowed"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"color\": \"oragne\" }",
      "2:43: layers.near.emitter.cells[0].color: \"oragne\" is no colour of CSS: no colour is called oragne. Did you mean orange?"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"color\": 5 }",
      "2:43: layers.near.emitter.cells[0].color: should be a colour such as \"#ff8800\", not the number 5"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"color\": \"= tint\" }",
      "2:43: layers.near.emitter.cells[0].color: tint is no knob that holds a colour."
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"alignToMotion\": 1 }",
      "2:51: layers.near.emitter.cells[0].alignToMotion: should be true or false, not the number 1"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"wind\": 5 }",
      "2:42: layers.near.emitter.cells[0].wind: should be a point [x, y], not the number 5"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"wind\": [1, 2, 3] }",
      "2:42: layers.near.emitter.cells[0].wind: a point has two numbers, not 3"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"wind\": [1, \"x\"] }",
      "2:46: layers.near.emitter.cells[0].wind[1]: should be a number, not the text \"x\""
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"travelEase\": \"ease-ot\" }",
      "2:48: layers.near.emitter.cells[0].travelEase: \"ease-ot\" is no timing curve. Did you mean ease-out?"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"scaleOverLife\": [[0, 1], [0.5, 2], [0.2, 1]] }",
      "2:71: layers.near.emitter.cells[0].scaleOverLife[2]: its place 0.2 lies before the one before it, 0.5"
    ),
    (
      "{ \"birthRate\": {\"keys\": [[1, 5], [0, 5]]}, \"lifetime\": 1 }",
      "2:35: layers.near.emitter.cells[0].birthRate.keys[1]: its time 0 lies before that of the key before it, 1"
    ),
    (
      "{ \"birthRate\": {\"from\": 1, \"to\": 2}, \"lifetime\": 1 }",
      "2:16: layers.near.emitter.cells[0].birthRate: needs the key duration"
    ),
    (
      "{ \"birthRate\": {\"from\": 1, \"duration\": 2}, \"lifetime\": 1 }",
      "2:16: layers.near.emitter.cells[0].birthRate: needs the key to"
    ),
    (
      "{ \"birthRate\": {}, \"lifetime\": 1 }",
      "2:16: layers.near.emitter.cells[0].birthRate: an object that animates a value needs keys, or from and to, or one of values, sequence, sum and path"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": {\"type\": \"disk\"} }",
      "2:53: layers.near.emitter.cells[0].sprite.type: \"disk\" is none of disc, softDisc, square, capsule, streak, star, polygon, ring, heart, spark, flake, petal, leaf, paper, ribbon, triangle, sector or path. Did you mean disc?"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": {\"type\": \"disc\", \"sides\": 4} }",
      "2:61: layers.near.emitter.cells[0].sprite.sides: does not apply to \"type\": \"disc\", only to \"polygon\""
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"birthJitter\": \"= t\" }",
      "2:49: layers.near.emitter.cells[0].birthJitter: this value is read once, so it can not depend on t or T"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"inherit\": [\"colour\"] }",
      "2:46: layers.near.emitter.cells[0].inherit[0]: \"colour\" is none of color or scale. Did you mean color?"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": 1, \"before\": \"x\" }",
      "2:44: layers.near.emitter.cells[0].before: before and after are for presets that extend another"
    ),
    (
      "{ \"birthRate\": 1, \"lifetime\": null }",
      "2:31: layers.near.emitter.cells[0].lifetime: should be a number, not null"
    ),
    (
      "{ \"burst\": 1, \"lifetime\": 1, \"bursts\": [[0]] }",
      "2:41: layers.near.emitter.cells[0].bursts[0]: a burst is [time, count]"
    ),
  ])
  func cells(text: String, expected: String) {
    #expect(cellIssues(text) == ["x.json:" + expected])
  }

  @Test(arguments: [
    ("[]", "1:1: a preset is an object { … }, not a list"), ("{}", "1:1: needs the key layers"),
    ("{ \"format\": 2, \"layers\": [] }", "1:13: format: format 2 is unknown to this version of Motes; it reads 1"),
    ("{ \"layer\": [], \"layers\": [] }", "1:3: layer: no such key. Did you mean layers?"),
    (
      "{ \"layers\": [ {} ] }",
      "1:15: layers[0]: a layer needs one of emitter, gradient, shape, mesh, blob, metaballs, group, ripples, noise, aurora, rays, pattern or stars"
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"group\": [] } ] }",
      "1:15: layers[0]: has ripples and group; a layer is one source"
    ),
    (
      "{ \"layers\": [ { \"name\": \"a\", \"ripples\": {} }, { \"name\": \"a\", \"ripples\": {} } ] }",
      "1:57: layers[1]: two layers beside each other are called \"a\""
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"star\", \"radius\": 5 } } ] }",
      "1:26: layers[0].shape: a shape needs fill, stroke or both"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"fill\": \"red\" } } ] }",
      "1:26: layers[0].shape: \"type\": \"rectangle\" needs the key size"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"path\", \"path\": \"M0 0L5\", \"fill\": \"red\" } } ] }",
      "1:59: layers[0].shape.path: L needs x y here, and the text ends"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"circle\", \"radius\": 5, \"sides\": 3, \"fill\": \"red\" } } ] }",
      "1:59: layers[0].shape.sides: does not apply to \"type\": \"circle\", only to \"polygon\""
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"size\": [9, 9], \"cornerRadius\": [1, 2], \"fill\": \"red\" } } ] }",
      "1:60: layers[0].shape.cornerRadius: a list of 2 radii; a rectangle has four corners"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"polyline\", \"points\": [[1, 2]], \"fill\": \"red\" } } ] }",
      "1:26: layers[0].shape: a polyline needs two or more points, [[x, y], …]"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"star\", \"radius\": 9, \"points\": 1, \"fill\": \"red\" } } ] }",
      "1:67: layers[0].shape.points: 1 is out of range: 2 to 256 is allowed"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"circle\", \"radius\": 9, \"stroke\": { \"dashes\": [3, -1] } } } ] }",
      "1:85: layers[0].shape.stroke.dashes[1]: -1 is out of range: 0 to 1000000 (points) is allowed"
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"circle\", \"radius\": 9, \"stroke\": { \"cap\": \"flat\" } } } ] }",
      "1:78: layers[0].shape.stroke.cap: \"flat\" is none of butt, round or square."
    ),
    (
      "{ \"layers\": [ { \"shape\": { \"type\": \"circle\", \"radius\": 9, \"fill\": \"red\", \"transform\": { \"scale\": [1, 2, 3] } } } ] }",
      "1:98: layers[0].shape.transform.scale: a point has two numbers, not 3"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"stops\": [] } } ] }",
      "1:40: layers[0].gradient.stops: a gradient needs at least one stop"
    ),
    ("{ \"layers\": [ { \"gradient\": { } } ] }", "1:29: layers[0].gradient: needs the key stops"),
    (
      "{ \"layers\": [ { \"gradient\": { \"type\": \"conic\", \"angle\": 3, \"stops\": [\"red\"] } } ] }",
      "1:48: layers[0].gradient.angle: does not apply to \"type\": \"conic\", only to \"linear\", \"radial\" or \"diamond\""
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\"], \"interpolation\": \"oklab longer\" } } ] }",
      "1:66: layers[0].gradient.interpolation: oklab has no hue, so longer means nothing"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"stops\": [0.5, \"red\"] } } ] }",
      "1:41: layers[0].gradient.stops[0]: a hint stands between two colours"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\", 0.3, 0.4, \"blue\"] } } ] }",
      "1:53: layers[0].gradient.stops[2]: a hint stands between two colours"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\", [11, \"blue\"]] } } ] }",
      "1:49: layers[0].gradient.stops[1][0]: 11 is out of range: -10 to 10 (a share) is allowed"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"angle\": \"to botom\", \"stops\": [\"red\"] } } ] }",
      """
      1:40: layers[0].gradient.angle: \"to botom\" is none of to top, to right, to bottom, to left, to left top, to right top, \
      to left bottom, to right bottom, to top left, to top right, to bottom left or to bottom right. Did you mean to bottom?
      """
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"type\": \"radial\", \"radius\": 5, \"size\": \"closest-side\", \"stops\": [\"red\"] } } ] }",
      "1:62: layers[0].gradient: radius and size exclude each other"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"type\": \"conic\", \"startAngle\": 5, \"stops\": [\"red\"] } } ] }",
      "1:29: layers[0].gradient: startAngle and endAngle belong together"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"type\": \"diamond\", \"focus\": [1, 2], \"stops\": [\"red\"] } } ] }",
      "1:50: layers[0].gradient.focus: does not apply to \"type\": \"diamond\", only to \"radial\""
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"type\": \"radial\", \"radius\": 1e39, \"stops\": [\"red\"] } } ] }",
      "1:59: layers[0].gradient.radius: 1e+39 is out of range: 0 to 1000000 (points) is allowed"
    ),
    (
      "{ \"layers\": [ { \"gradient\": { \"spread\": \"reflect\", \"stops\": [\"red\"] } } ] }",
      "1:41: layers[0].gradient.spread: \"reflect\" is none of pad, repeat or mirror."
    ),
    (
      "{ \"layers\": [ { \"mesh\": { \"width\": 1, \"height\": 2, \"colors\": [\"red\"] } } ] }",
      "1:36: layers[0].mesh.width: 1 is out of range: 2 to 64 is allowed"
    ),
    (
      "{ \"layers\": [ { \"mesh\": { \"width\": 2, \"height\": 2, \"colors\": [\"red\", \"lime\"] } } ] }",
      "1:62: layers[0].mesh.colors: 2 colours for 2 × 2 points; 4 are needed"
    ),
    (
      "{ \"layers\": [ { \"mesh\": { \"width\": 2, \"height\": 2, \"points\": [[0, 0], [1, \"a\"], [0, 1], [1, 1]], \"colors\": [] } } ] }",
      "1:75: layers[0].mesh.points[1][1]: should be a number, not the text \"a\""
    ),
    (
      "{ \"layers\": [ { \"mesh\": { \"width\": 2, \"height\": 2, \"colorSpace\": \"hsl\", \"colors\": [\"red\", \"red\", \"red\", \"red\"] } } ] }",
      "1:66: layers[0].mesh.colorSpace: a mesh mixes in a space without hues, such as oklab, srgb or linear"
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"blend\": \"ad\" } ] }",
      "1:41: layers[0].blend: \"ad\" is none of normal, add, screen or multiply. Did you mean add?"
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"repeat\": 3 } ] }",
      "1:42: layers[0].repeat: needs the key duration, the seconds of one run, above 0"
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"duration\": 0, \"repeat\": \"forever\" } ] }",
      "1:57: layers[0].repeat: needs the key duration, the seconds of one run, above 0"
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"duration\": 1, \"autoreverse\": true } ] }",
      "1:62: layers[0].autoreverse: needs the key repeat: the way back is a second run"
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"duration\": 1, \"repeat\": \"often\" } ] }",
      "1:57: layers[0].repeat: should be a number, not the text \"often\""
    ),
    (
      "{ \"layers\": [ { \"ripples\": {}, \"opacity\": 2 } ] }",
      "1:43: layers[0].opacity: 2 is out of range: 0 to 1 (a share) is allowed"
    ),
    (
      "{ \"canvas\": { \"width\": 0 }, \"layers\": [] }",
      "1:24: canvas.width: 0 is out of range: 1 to 16384 (points) is allowed"
    ),
    (
      "{ \"canvas\": { \"width\": 16000, \"height\": 16000 }, \"layers\": [] }",
      "1:13: canvas: a frame of 16,000 × 16,000 = 256,000,000 pixels; at most 134,217,728 are allowed"
    ),
    (
      "{ \"canvas\": { \"frameRate\": 0 }, \"layers\": [] }",
      "1:28: canvas.frameRate: 0 is no frame rate: 0.1 to 1000, with at most three decimals, or a fraction such as 30000/1001"
    ),
    (
      "{ \"canvas\": { \"duration\": 0 }, \"layers\": [] }",
      "1:27: canvas.duration: 0 is no duration: above 0 and at most 1000000 seconds, with at most six decimals"
    ),
    (
      "{ \"canvas\": { \"duration\": 1000000 }, \"layers\": [] }",
      "1:27: canvas.duration: 60,000,000 frames; at most 10,000,000 are allowed"
    ),
    (
      "{ \"canvas\": { \"seed\": -1 }, \"layers\": [] }",
      "1:23: canvas.seed: -1 is no seed: whole numbers from 0 to 9007199254740991 are"
    ),
    (
      "{ \"canvas\": { \"duration\": 12, \"frameRate\": 29.97, \"loop\": true }, \"layers\": [] }",
      "1:27: canvas.duration: a loop of 12 s at 30000/1001 frames a second is no whole number of frames: 11.9119 s is 357 frames, 12.012 s is 360 frames"
    ),
    (
      "{ \"knobs\": { \"width\": { \"default\": 1 } }, \"layers\": [] }",
      "1:14: knobs.width: width already means something in expressions"
    ),
    (
      "{ \"knobs\": { \"a\": { \"default\": 5, \"max\": 3 } }, \"layers\": [] }",
      "1:32: knobs.a.default: 5 is out of range: -1000000 to 3 is allowed"
    ),
    ("{ \"knobs\": { \"a\": { } }, \"layers\": [] }", "1:19: knobs.a: needs the key default"),
    ("{ \"extends\": \"nowhere\", \"layers\": [] }", "1:14: extends: no preset \"nowhere\" was found."),
  ])
  func presets(text: String, expected: String) {
    #expect(issues(text) == ["x.json:" + expected])
  }

  @Test("All mistakes are listed in their order") func allMistakesAreListedInTheirOrder() {
    let text = """
      { "post": { "bloom": { "strenght": 1 } },
        "layers": [
          { "name": "a", "opacity": "x", "ripples": { "rate": -1, "speed": true } },
          { "name": "b", "gradient": { "stops": ["rde"] } } ],
        "canvas": { "width": "wide", "fps": 3 } }
      """
    #expect(
      issues(text).map { $0.split(separator: ":")[1...2].joined(separator: ":") } == [
        "1:24", "3:31", "3:57", "3:70", "4:44", "5:24", "5:32",
      ])
  }

  @Test("Many mistakes are counted") func manyMistakesAreCounted() {
    let text = "{ \"layers\": [], " + (0..<3_000).map { "\"k\($0)\": 0" }.joined(separator: ",") + "}"
    let error = #expect(throws: PresetError.self) { try load(text) }
    #expect(error?.issues.count == 50)
    #expect(error?.count == 3_000)
    #expect(error?.description.hasSuffix("… and 2950 more") == true)
  }

  @Test("Nesting and counts of layers and cells are bounded") func nestingAndCountsOfLayersAndCellsAreBounded() {
    var cell = "{ \"burst\": 1, \"lifetime\": 1 }"
    for _ in 0..<3 { cell = "{ \"burst\": 1, \"lifetime\": 1, \"cells\": [\(cell)] }" }
    #expect(cellIssues(cell).isEmpty)
    cell = "{ \"burst\": 1, \"lifetime\": 1, \"cells\": [\(cell)] }"
    #expect(cellIssues(cell).first?.contains("cells are nested 5 deep; at most 4 are allowed") == true)
    let layers = Array(repeating: "{ \"ripples\": {} }", count: 257).joined(separator: ",")
    #expect(
      issues("{ \"layers\": [\(layers)] }") == [
        "x.json:1:13: layers: 257 layers or more; at most 256 are allowed, those in groups and copies included"
      ])
  }

  @Test("Too many particles are refused with the figure") func tooManyParticlesAreRefusedWithTheFigure() {
    #expect(
      cellIssues("{ \"birthRate\": 2e6, \"lifetime\": 3 }") == [
        "x.json:2:1: layers.near.emitter.cells[0]: up to 6,000,000 particles would be alive at once, 6,000,000 of them from near[0]; at most 5,000,000 are allowed",
        "x.json:2:1: layers.near.emitter.cells[0]: particles would cover up to 26,136,000,000 pixels of a frame, 26,136,000,000 of them from near[0]; at most 20,000,000,000 are allowed",
      ])
    #expect(
      cellIssues("{ \"birthRate\": 10, \"lifetime\": 3, \"cells\": [ { \"birthRate\": 1e7, \"lifetime\": 1e5 } ] }")
        .count == 2)
    #expect(cellIssues("{ \"birthRate\": 1e5, \"lifetime\": 1, \"sprite\": {\"size\": 900} }").count == 1)
  }

  /// Line, column and key path of each issue.
  private func places(_ text: String) -> [String] {
    issues(text).map { issue in issue.split(separator: ":", maxSplits: 4)[1...3].joined(separator: ":") }
  }

  @Test("What the scene does wrong is found in the text") func whatTheSceneDoesWrongIsFoundInTheText() {
    let text = """
      { "canvas": { "duration": 2, "loop": true }, "post": { "exposure": "= t" },
        "layers": [
          { "shape": { "type": "rectangle", "center": [50, "= t"], "size": [9, 9], "fill": { "angle": "= 20 * t", "stops": ["red", "blue"] } } },
          { "name": "a", "group": [{ "name": "b", "blob": { "center": [50, 50], "radius": "= 20 + t" } }] },
          { "emitter": { "position": [3, 4], "cells": [{ "birthRate": 1e7, "lifetime": 1 }] } } ] }
      """
    #expect(
      places(text) == [
        "1:68: post.exposure", "3:49: layers[0].shape.center", "3:97: layers[0].shape.fill.angle",
        "4:85: layers.a.group.b.blob.radius", "5:50: layers[2].emitter.cells[0]",
        "5:50: layers[2].emitter.cells[0]",
      ])
  }

  @Test("Awkward names and lists are found too") func awkwardNamesAndListsAreFoundToo() {
    let text = """
      { "canvas": { "duration": 2, "loop": true }, "layers": [
        { "name": "background.far", "group": [{ "name": "foreground", "shape": { "type": "circle", "radius": 9, "fill": { "angle": "= t", "stops": ["red"] } } }] },
        { "name": "near", "emitter": { "cells": [
          { "name": "opacity", "birthRate": 1, "lifetime": 1, "forces": [{ "type": "vortex", "position": [3, 4], "strength": 90 }], "cells": [
            { "birthRate": 9e6, "lifetime": 2, "sprite": { "size": 1 } }] }] } },
        { "name": "opacity", "gradient": { "angle": 0, "stops": ["red", 0.3, { "color": "blue", "at": "= t / 4" }] } },
        { "name": "m", "metaballs": { "balls": [{ "center": [3, 3], "radius": 4 }, { "center": [3, 3], "radius": "= 1 + t" }] } } ] }
      """
    #expect(
      places(text) == [
        "2:126: layers.background.far.group.foreground.shape.fill.angle",
        "5:7: layers.near.emitter.cells.opacity.cells[0]", "6:59: layers.opacity.gradient.stops",
        "7:108: layers.m.metaballs.balls[1].radius",
      ])
    // Which of the layers that the scene has stands where in the text nobody can tell: the list is named.
    let copies = """
      { "canvas": { "duration": 2, "loop": true }, "layers": [
        { "copies": { "count": 3 }, "ripples": {} }, { "opacity": "= t / 4", "ripples": {} } ] }
      """
    #expect(
      issues(copies) == [
        "x.json:1:56: layers: [3].opacity: jumps at the loop's seam: it is 0 at the start and 0.5 after 2 s"
      ])
  }

  @Test("A loop must not jump") func aLoopMustNotJump() {
    let text = """
      { "canvas": { "duration": 4, "loop": true }, "layers": [ { "name": "a", "opacity": "= t / 8", "ripples": {} } ] }
      """
    #expect(
      issues(text) == [
        "x.json:1:84: layers.a.opacity: jumps at the loop's seam: it is 0 at the start and 0.5 after 4 s"
      ])
    #expect(issues(text.replacing("t / 8", with: "0.5 + 0.5 * sin(tau * t / duration)")).isEmpty)
    let turning = """
      { "canvas": { "duration": 4, "loop": true },
        "layers": [ { "gradient": { "angle": "= 360 * t / duration", "stops": ["red", "blue"] } } ] }
      """
    #expect(issues(turning).isEmpty)
  }

  @Test("Runs of a layer fit into a loop") func runsOfALayerFitIntoALoop() {
    func found(_ keys: String) -> [String] {
      issues(
        """
        { "canvas": { "duration": 4, "loop": true },
          "layers": [ { "name": "a", "opacity": "= t / 2", "repeat": "forever", \(keys), "ripples": {} } ] }
        """)
    }
    #expect(found("\"duration\": 1").isEmpty)
    #expect(found("\"duration\": 2, \"autoreverse\": true").isEmpty)
    #expect(
      found("\"duration\": 1.5, \"speed\": 1").first
        == "x.json:2:15: layers.a: repeats every 1.5 s, which does not go into the loop's 4 s without rest")
    #expect(found("\"duration\": 4, \"autoreverse\": true").count == 2)
  }
}
