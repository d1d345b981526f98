import Model
import Presets
import Testing

/// The messages for mistakes in a preset, word for word.
@Suite struct BadPresetTests {
  @Test("A misspelt key is reported at its position, with a suggestion") func misspeltKeysAreLocated() {
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

  @Test(
    "Mistakes in a preset are reported at their positions",
    arguments: [
      ("[]", "1:1: a preset is an object { … }, not a list"), ("{}", "1:1: needs the key layers"),
      ("{ \"format\": 2, \"layers\": [] }", "1:13: format: format 2 is unknown to this version of Motes; it reads 1"),
      ("{ \"layer\": [], \"layers\": [] }", "1:3: layer: no such key. Did you mean layers?"),
      (
        "{ \"layers\": [ {} ] }",
        "1:15: layers[0]: a layer needs one of emitter, gradient, shape, mesh, blob, metaballs, video, image, shafts, text, transition, group, ripples, water, noise, aurora, flame, rays, pattern, field or stars"
      ),
      (
        "{ \"layers\": [ { \"ripples\": {}, \"group\": [] } ] }",
        "1:15: layers[0]: has ripples and group; a layer has one source"
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
        "1:60: layers[0].shape.cornerRadius: has 2 of 4 radii: a list has one for each corner of a rectangle; other shapes take one number"
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
        "1:78: layers[0].shape.stroke.cap: \"flat\" is not one of butt, round or square."
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
        "1:41: layers[0].gradient.stops[0]: a hint must stand between two colours"
      ),
      (
        "{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\", 0.3, 0.4, \"blue\"] } } ] }",
        "1:53: layers[0].gradient.stops[2]: a hint must stand between two colours"
      ),
      (
        "{ \"layers\": [ { \"gradient\": { \"stops\": [\"red\", [11, \"blue\"]] } } ] }",
        "1:49: layers[0].gradient.stops[1][0]: 11 is out of range: -10 to 10 (a share) is allowed"
      ),
      (
        "{ \"layers\": [ { \"gradient\": { \"angle\": \"to botom\", \"stops\": [\"red\"] } } ] }",
        """
        1:40: layers[0].gradient.angle: \"to botom\" is not one of to top, to right, to bottom, to left, to left top, to right top, \
        to left bottom, to right bottom, to top left, to top right, to bottom left or to bottom right. Did you mean "to bottom"?
        """
      ),
      (
        "{ \"layers\": [ { \"gradient\": { \"type\": \"radial\", \"radius\": 5, \"size\": \"closest-side\", \"stops\": [\"red\"] } } ] }",
        "1:62: layers[0].gradient: radius and size cannot be combined"
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
        "1:41: layers[0].gradient.spread: \"reflect\" is not one of pad, repeat or mirror."
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
        "1:41: layers[0].blend: \"ad\" is not one of normal, add, screen, multiply, overlay, darken, lighten, color-dodge, color-burn, hard-light, soft-light, difference, exclusion, hue, saturation, color, luminosity or plus-lighter. Did you mean add?"
      ),
      (
        "{ \"layers\": [ { \"ripples\": {}, \"repeat\": 3 } ] }",
        "1:42: layers[0].repeat: needs the key duration, the seconds of one cycle, above 0"
      ),
      (
        "{ \"layers\": [ { \"ripples\": {}, \"duration\": 0, \"repeat\": \"forever\" } ] }",
        "1:57: layers[0].repeat: needs the key duration, the seconds of one cycle, above 0"
      ),
      (
        "{ \"layers\": [ { \"ripples\": {}, \"duration\": 1, \"autoreverse\": true } ] }",
        "1:62: layers[0].autoreverse: needs the key repeat: the backward cycle is a second one"
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
        "1:28: canvas.frameRate: 0 is not a frame rate: 0.1 to 1000, with at most three decimals, or a fraction such as 30000/1001"
      ),
      (
        "{ \"canvas\": { \"duration\": 0 }, \"layers\": [] }",
        "1:27: canvas.duration: 0 is not a duration: above 0 and at most 1000000 seconds, with at most six decimals"
      ),
      (
        "{ \"canvas\": { \"duration\": 1000000 }, \"layers\": [] }",
        "1:27: canvas.duration: 60,000,000 frames; at most 10,000,000 are allowed"
      ),
      (
        "{ \"canvas\": { \"seed\": -1 }, \"layers\": [] }",
        "1:23: canvas.seed: -1 is not a seed: a seed is a whole number from 0 to 9007199254740991"
      ),
      (
        "{ \"canvas\": { \"duration\": 12, \"frameRate\": 29.97, \"loop\": true }, \"layers\": [] }",
        "1:27: canvas.duration: a loop of 12 s at 30000/1001 frames a second is not a whole number of frames: 11.9119 s is 357 frames, 12.012 s is 360 frames"
      ),
      (
        "{ \"knobs\": { \"a b\": { \"default\": 1 } }, \"layers\": [] }",
        "1:14: knobs.a b: a knob's name is letters, digits and _, beginning with a letter"
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

  @Test("All mistakes are listed in the order of the text") func allMistakesAreListedInTheOrderOfTheText() {
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

  @Test("Of many mistakes 50 are listed and all are counted") func manyMistakesAreCounted() {
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

  @Test("Too many particles are refused, with their number") func tooManyParticlesAreRefusedWithTheirNumber() {
    #expect(
      cellIssues("{ \"birthRate\": 2e6, \"lifetime\": 3 }") == [
        "x.json:2:1: layers.near.emitter.cells[0]: up to 6,000,000 particles would be alive at once, 6,000,000 of them from near[0]; at most 5,000,000 are allowed: fewer births or shorter lives"
      ])
    #expect(
      cellIssues("{ \"birthRate\": 10, \"lifetime\": 3, \"cells\": [ { \"birthRate\": 1e7, \"lifetime\": 1e5 } ] }")
        .count == 1)
    #expect(cellIssues("{ \"birthRate\": 1e6, \"lifetime\": 1, \"sprite\": {\"size\": 900} }").count == 1)
  }
}
