import Foundation
import Model
import Presets
import Testing

/// Warnings of values that are allowed, but probably not intended.
@Suite struct WarningTests {
  private func warnings(_ text: String, _ settings: PresetSettings = PresetSettings()) throws -> [String] {
    try load(text, settings).warnings.map(\.description)
  }

  /// Returns the warnings of a cell's keys, which begin in column 5 of line 2, without the file, the line and the path to the
  /// cell.
  private func cellWarnings(_ keys: String) throws -> [String] {
    try warnings(
      """
      { "layers": [ { "emitter": { "position": "center", "cells": [ { "birthRate": 1, "lifetime": 1,
          \(keys) } ] } } ] }
      """
    ).map { $0.replacing("x.json:2:", with: "").replacing("layers[0].emitter.cells[0].", with: "") }
  }

  @Test(
    "A key of a cell that has no effect is warned of",
    arguments: [
      (#""twinkleFrequency": 3"#, "5: twinkleFrequency: has no effect without twinkle"),
      (#""twinkle": 0, "twinkleFrequency": 3"#, "19: twinkleFrequency: has no effect without twinkle"),
      (#""driftScale": 3"#, "5: driftScale: has no effect without driftAmplitude"),
      (#""driftFrequency": 3"#, "5: driftFrequency: has no effect without driftAmplitude"),
      (#""driftFade": 3"#, "5: driftFade: has no effect without driftAmplitude"),
      (#""swayPhase": 3"#, "5: swayPhase: has no effect without swayAmplitude or swayAmplitudeRange"),
      (#""swayFrequency": [1, 2]"#, "5: swayFrequency: has no effect without swayAmplitude or swayAmplitudeRange"),
      (
        #""swayAmplitude": [0, 0], "swayPhaseRange": 9"#,
        "30: swayPhaseRange: has no effect without swayAmplitude or swayAmplitudeRange"
      ),
      (#""wind": [1, 2]"#, "5: wind: has no effect without drag, dragRange or forces"),
      (#""flutterLift": 1"#, "5: flutterLift: has no effect without flutter or flutterRange"),
      (#""travelEase": "ease-out""#, "5: travelEase: has no effect without travel, travelRange, turn or turnRange"),
      (#""step": 0.01"#, "5: step: has no effect without forces or bounds"),
      (#""cone": "solid""#, "5: cone: has no effect without emissionRange"),
      (
        #""distribution": "power", "rotationRange": 9"#,
        "5: distribution: has no effect without a range such as scaleRange; those of angles stay uniform unless they are named"
      ),
      (
        #""distribution": { "scale": "power" }, "velocityRange": 9"#,
        "5: distribution: scale has no effect without scaleRange"
      ),
      (#""interpolation": "oklab""#, "5: interpolation: has no effect without colorOverLife"),
      (#""color": "red", "colors": ["red"]"#, "5: color: has no effect: colors is given, too, and takes its place"),
      (
        #""velocity": {"keys": [[0, 5]], "ease": "ease-out"}"#,
        "17: velocity: ease has no effect on a single key: it leads from one key to the next"
      ),
      (
        #""velocity": {"keys": [[0, 5], [1, 9, "ease"]]}"#,
        "42: velocity.keys[1]: ease has no effect on the last key: it leads from a key to the next"
      ),
      (
        #""alphaOverLife": [[0, 1], [1, 0, "ease"]]"#,
        "38: alphaOverLife[1]: ease has no effect on the last stop: it leads from a stop to the next"
      ),
      (
        #""velocity": {"from": 0, "to": 5, "duration": 1, "autoreverse": true}"#,
        "53: velocity.autoreverse: has no effect without repeat or repeatDuration"
      ),
      (
        #""forces": [{"type": "attractor", "falloffDistance": 4}]"#,
        "38: forces[0].falloffDistance: has no effect without falloff"
      ),
      (#""forces": [{"type": "wave", "phase": 4}]"#, "33: forces[0].phase: has no effect without force or zForce"),
    ])
  func idleKeysOfCells(keys: String, expected: String) throws {
    #expect(try cellWarnings(keys) == [expected])
  }

  @Test(
    "A key beside those that it needs is not warned of",
    arguments: [
      #""twinkle": 0.4, "twinkleFrequency": 3"#, #""twinkle": "= 0 * i", "twinkleFrequency": 3"#,
      #""colors": [], "color": "red""#, #""velocity": {"keys": [[0, 5], [1, 6]], "ease": "ease-out"}"#,
      #""swayAmplitude": [0, 4], "swayPhase": 3"#, #""turn": 90, "travelEase": "ease-out""#,
    ])
  func effectiveKeys(keys: String) throws { #expect(try cellWarnings(keys).isEmpty) }

  @Test(
    "A key of a layer that has no effect is warned of",
    arguments: [
      (
        #""shape": {"type": "circle", "radius": 5, "stroke": {"width": 2}, "softness": 4}"#,
        "layers[0].shape.softness: has no effect without fill"
      ),
      (
        #""shape": {"type": "circle", "radius": 5, "stroke": {}, "fillRule": "evenodd"}"#,
        "layers[0].shape.fillRule: has no effect without fill"
      ),
      (
        #""shape": {"size": 5, "fill": "red", "corners": "continuous"}"#,
        "layers[0].shape.corners: has no effect without cornerRadius"
      ),
      (
        #""shape": {"size": 5, "stroke": {"dashPhase": 2}}"#,
        "layers[0].shape.stroke.dashPhase: has no effect without dashes"
      ),
      (
        #""shape": {"size": 5, "stroke": {"miterLimit": 2, "join": "round"}}"#,
        "layers[0].shape.stroke.miterLimit: has no effect with join \"round\", only with \"miter\""
      ),
      (
        #""blob": {"waveStep": 40, "motion": "noise"}"#,
        "layers[0].blob.waveStep: has no effect with motion \"noise\", only with \"wave\""
      ),
      (
        #""noise": {"type": "plasma", "octaves": 3}"#,
        "layers[0].noise.octaves: has no effect with type \"plasma\", only with \"gradient\", \"value\", \"ridged\" or \"billow\""
      ),
      (
        #""metaballs": {"balls": [{"center": [5, 5], "radius": 9}], "radiusRange": 4}"#,
        "layers[0].metaballs.radiusRange: has no effect without count"
      ),
    ])
  func idleKeysOfLayers(layer: String, expected: String) throws {
    let found = try warnings("{ \"layers\": [ { \(layer) } ] }")
    #expect(found.count == 1 && found[0].hasPrefix("x.json:1:") && found[0].hasSuffix(": " + expected), "\(found)")
  }

  @Test("A focus without an aperture is warned of") func focusNeedsAperture() throws {
    let layers = "\"layers\": [ { \"ripples\": {} } ]"
    #expect(
      try warnings("{ \"camera\": { \"focus\": 40 }, \(layers) }") == [
        "x.json:1:15: camera.focus: has no effect without aperture"
      ])
    let withAperture = "{ \"camera\": { \"focus\": 40, \"aperture\": 3 }, \(layers) }"
    #expect(try warnings(withAperture).isEmpty)
    // A value that `--set` turns off is not warned of.
    #expect(try warnings(withAperture, set("camera.aperture=0")).isEmpty)
  }

  @Test("Copies of a layer are warned of once") func copiesWarnOnce() throws {
    let text = #"{ "layers": [ { "copies": {"count": 3}, "blob": { "waveStep": 40 } } ] }"#
    #expect(try warnings(text).count == 1)
  }

  @Test("Every key that another key needs is off by default") func companionsAreOffByDefault() {
    for object in Declarations.all {
      for key in object.keys {
        for neededName in key.companions + [key.replacement].compactMap({ $0 }) {
          guard let neededKey = object.key(named: neededName) else {
            Issue.record("\(object.name) has no key \(neededName)")
            continue
          }
          let defaultsWithoutEffect: Set<String?> = [nil, "0", "[0, 0]", "false", "1"]
          #expect(defaultsWithoutEffect.contains(neededKey.defaultText()), "\(object.name).\(neededName)")
        }
      }
    }
  }

  // MARK: Time

  @Test("A layer that begins after the end is warned of") func layersAfterTheEnd() throws {
    let text = """
      { "canvas": { "duration": 2 }, "layers": [
        { "name": "late", "begin": 2, "ripples": {} }, { "begin": 1.9, "ripples": {} },
        { "name": "g", "begin": 1, "speed": 2, "group": [{ "begin": 1.9, "ripples": {} }, { "name": "in", "begin": 2, "ripples": {} }] },
        { "name": "f", "begin": "= 1 + 1", "ripples": {} }, { "name": "c", "copies": { "count": 3, "begin": 1 }, "ripples": {} } ] }
      """
    #expect(
      try warnings(text) == [
        "x.json:2:30: layers.late.begin: this layer is never seen: the movie ends at 2 s of the clock that begin refers to",
        "x.json:3:110: layers.g.group.in.begin: this layer is never seen: the movie ends at 2 s of the clock that begin refers to",
      ])
    // In a group whose clock stands still, all frames show one time.
    let still = """
      { "canvas": { "duration": 2 }, "layers": [ { "speed": 0, "timeOffset": 1, "group": [
        { "begin": 1, "ripples": {} }, { "name": "late", "begin": 1.5, "ripples": {} } ] } ] }
      """
    let foundInStillGroup = try warnings(still)
    #expect(foundInStillGroup.count == 1 && foundInStillGroup[0].contains("late.begin"), "\(foundInStillGroup)")
    // A movie that the user shortens is not warned of, nor is a loop.
    #expect(try warnings(text, PresetSettings(duration: Rational(1))).isEmpty)
    let loop = "{ \"canvas\": { \"duration\": 2, \"loop\": true }, \"layers\": [ { \"begin\": 2, \"ripples\": {} } ] }"
    #expect(try warnings(loop).isEmpty)
  }

  // MARK: Knobs

  @Test("A knob that nothing reads is warned of") func unusedKnobs() throws {
    let text = """
      { "knobs": { "speed": { "default": 2 },
          "dusk": { "default": "red" }, "rate": { "default": 1, "about": "= rates" }, "tint": { "default": "red" } },
        "layers": [ { "opacity": "= min(1,speed*2)", "blob": { "fill": "= tint" } } ] }
      """
    #expect(
      try warnings(text) == [
        "x.json:2:5: knobs.dusk: this knob is not used; a value can use it in a formula, such as \"= dusk\"",
        "x.json:2:35: knobs.rate: this knob is not used; a value can use it in a formula, such as \"= rate\"",
      ])
    // A knob is not unused because `--set` replaces the value that reads it.
    #expect(try warnings(text, set("layers[0].opacity=1", "dusk=blue")).count == 2)
  }

  @Test("A knob none of whose values is in range is warned of once, at the knob") func knobsOutOfRange() throws {
    func found(_ limits: String, _ opacity: String) throws -> [String] {
      try warnings(
        """
        { "knobs": { "rate": { "default": 1 },
            "share": { "default": 20, \(limits) } },
          "layers": [ { "copies": { "count": 2 }, "opacity": "\(opacity)", "blob": { "radius": "= 5 * share * rate" } } ] }
        """)
    }
    let expected =
      "x.json:2:5: knobs.share: all its values, 10 to 30, are out of range where it is read, by layers[0].opacity: 0 to 1 (a share) is allowed"
    #expect(try found("\"min\": 10, \"max\": 30", "= share") == [expected])
    #expect(try found("\"min\": 10", "= share").count == 1)
    #expect(try found("\"min\": 0.5, \"max\": 30", "= share").isEmpty)
    #expect(try found("\"max\": 30", "= share").isEmpty)
    #expect(try found("\"min\": 10, \"max\": 30", "= share / 30").isEmpty)
  }

  @Test("An unused knob of the base is not warned of in the preset that extends it") func inheritedKnobs() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "base.json",
      #"{ "knobs": { "speed": { "default": 1 } }, "layers": [ { "name": "a", "opacity": "= speed", "ripples": {} } ] }"#
    )
    let path = try folder.write("top.json", #"{ "extends": "base", "layers": [ { "name": "a", "opacity": 0.5 } ] }"#)
    #expect(try Preset.load(path).warnings.isEmpty)
  }

  // MARK: Place

  /// Returns the warnings for an emitter with one cell on a canvas of 800 × 600 points.
  @Test(
    "A birth rate that is 0 nearly always is warned of",
    arguments: [
      (
        #""birthRate": "= 1e5 * (t < 0)""#, #", "begin": -0.1"#,
        "is 0 at all times of this layer, from t = 0 to 2.1, so nothing is born; t begins at the layer's own begin; births all at once are a burst"
      ),
      (
        #""birthRate": "= 1e5 * (t < 0.01)""#, "",
        "is 0 nearly always, from t = 0 to 2 but for less than a frame; t begins at the layer's own begin; births all at once are a burst"
      ),
      (#""birthRate": "= 1e5 * (t < 0.02)""#, "", nil),
      (#""birthRate": "= 1e5 * (T < 0)""#, #", "begin": -0.1"#, nil),
      (#""birthRate": "= 1e5 * (t > 1.5)", "beginTime": 1"#, "", nil),
      (
        #""birthRate": "= 1e5 * (t > 1.5)", "duration": 1"#, "",
        "is 0 at all times of this layer, from t = 0 to 1, so nothing is born; t begins at the layer's own begin; births all at once are a burst"
      ),
      // Time runs again, so its end does not tell what is seen.
      (#""birthRate": "= 1e5 * (t < 0)""#, #", "duration": 1, "repeat": 2"#, nil),
    ])
  func ratesOfNothing(keys: String, layer: String, expected: String?) throws {
    let found = try warnings(
      """
      { "canvas": { "duration": 2, "frameRate": 60 }, "layers": [ { "emitter": { "position": "center", "cells": [ { "lifetime": 1, \(keys) } ] }\(layer) } ] }
      """
    ).filter { $0.contains("birthRate") }
    #expect(found.count == (expected == nil ? 0 : 1), "\(found)")
    if let expected { #expect(found.first?.hasSuffix(".birthRate: \(expected)") == true, "\(found)") }
  }

  @Test("In a loop births before 0 s are those at its end, and never see the layer's first seconds")
  func ratesBeforeLoops() throws {
    func found(_ begin: Double) throws -> [String] {
      try warnings(
        """
        { "canvas": { "duration": 2, "frameRate": 60, "loop": true }, "layers": [ { "begin": \(begin), "emitter": { "position": "center", "cells": [
          { "lifetime": 1, "birthRate": "= 1e5 * (t < 0.1)" } ] } } ] }
        """
      ).filter { $0.contains("birthRate") }
    }
    #expect(try found(-0.1).count == 1 && found(-0.1)[0].contains("from t = 0.1 to 2.1, so nothing is born"))
    #expect(try found(0).isEmpty && found(-0.05).isEmpty)
  }

  @Test(
    "Stops that are not in order are warned of",
    arguments: [
      (#"[[1, "red"], [0, "blue"]]"#, 1), (#"["red", [0.5, "blue"], [0.3, "lime"], "white"]"#, 1),
      (#"[[0, "red"], [0.5, "blue"], [0.5, "lime"], [1, "red"]]"#, 0),
      (#"["red", { "color": "blue", "at": "= t" }, [0, "lime"]]"#, 0),
    ])
  func stopsOutOfOrder(stops: String, count: Int) throws {
    let found = try warnings("{ \"layers\": [ { \"gradient\": { \"stops\": \(stops) } } ] }")
    #expect(found.count == count && found.allSatisfy { $0.contains("lies before the one in front of it") }, "\(found)")
  }

  private func reachWarnings(_ emitter: String, _ cell: String, post: String = "") throws -> [String] {
    try warnings(
      """
      { "canvas": { "width": 800, "height": 600 }, \(post) "layers": [ { "emitter": { \(emitter), "cells": [
        { "birthRate": 1, "lifetime": 2, "sprite": { "size": 10 }, \(cell) } ] } } ] }
      """)
  }

  @Test("Particles that are never in the picture are warned of") func outOfThePicture() throws {
    #expect(
      try reachWarnings("\"position\": [400, -900]", "\"velocity\": 100") == [
        "x.json:2:3: layers[0].emitter.cells[0]: these particles are never in the picture: they move at most 640 points from the emitter's position, which is farther outside the canvas"
      ])
    #expect(try reachWarnings("\"position\": [\"= 5000 + t / 1e4\", 10]", "\"velocity\": 100").count == 1)
  }

  @Test(
    "Particles that may come into the picture are not warned of",
    arguments: [
      ("\"position\": [400, -600]", "\"velocity\": 100"), ("\"position\": [400, -900]", "\"velocity\": 300"),
      ("\"position\": [400, -900]", "\"yAcceleration\": 400"), ("\"position\": [400, -900]", "\"travel\": 900"),
      ("\"position\": [400, -900]", "\"swayAmplitude\": [0, 900]"), ("\"position\": [400, -900]", "\"scale\": 100"),
      ("\"position\": [400, -900]", "\"forces\": [{ \"type\": \"attractor\" }]"),
      ("\"position\": [400, -900]", "\"offsetOverLife\": [[0, 0], [0, 900]]"),
      ("\"position\": [400, -900]", "\"cells\": [{ \"birthRate\": 1, \"lifetime\": 9, \"velocity\": 900 }]"),
      ("\"position\": [400, -900], \"shape\": \"line\", \"size\": [4000, 0]", "\"velocity\": 100"),
      ("\"position\": [400, -900], \"velocity\": 5", "\"velocity\": 100"),
      ("\"position\": [400, -900], \"zPosition\": -5000", "\"velocity\": 100"),
      ("\"position\": [400, { \"from\": -900, \"to\": 100, \"duration\": 2 }]", "\"velocity\": 100"),
    ])
  func perhapsInThePicture(emitter: String, cell: String) throws {
    #expect(try reachWarnings(emitter, cell).isEmpty)
  }

  @Test("A number of motion with which the warning does not reckon silences it", arguments: CellParameter.all)
  func everyOtherMotionIsExcluded(row: CellParameter) throws {
    guard (BirthParameter.windX ..< .rotation).contains(row.parameter) else { return }
    let reckoned = ["inheritVelocity", "travel", "travelRange"].contains(row.name)
    let value = row.parameters.count == 2 ? "[0.5, 0.5]" : "0.5"
    let found = try reachWarnings("\"position\": [400, -900]", "\"tumbleSpeed\": 90, \"\(row.name)\": \(value)")
    #expect(found.contains { $0.contains("never in the picture") } == reckoned, "\(row.name): \(found)")
  }

  @Test("Particles whose bloom may reach the picture are not warned of") func glowReaches() throws {
    let post = "\"post\": { \"bloom\": { \"radius\": 100 } },"
    #expect(try reachWarnings("\"position\": [400, -900]", "\"velocity\": 100", post: post).isEmpty)
  }

  @Test("Filters of the canvas do not bring particles into the picture, since they see nothing outside of it")
  func canvasFiltersDoNotReach() throws {
    for filter in ["\"blur\", \"radius\": 400", "\"pixellate\"", "\"brightness\", \"amount\": 2"] {
      let post = "\"post\": { \"filters\": [ { \"type\": \(filter) } ] },"
      #expect(try reachWarnings("\"position\": [400, -900]", "\"velocity\": 100", post: post).count == 1, "\(filter)")
      #expect(try reachWarnings("\"position\": [400, -600]", "\"velocity\": 100", post: post).isEmpty, "\(filter)")
    }
  }

  // MARK: All presets

  @Test("Shipped presets and golden scenes have no warnings") func shippedPresetsAreSound() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var count = 0
    for folder in ["Presets", "Tests/Golden"] {
      let files = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      while let file = files?.nextObject() as? String {
        // One scene is about stops that are not in order.
        guard file.hasSuffix(".json"), !file.hasSuffix("stops out of order.json") else { continue }
        let path = root.appendingPathComponent(folder).appendingPathComponent(file).path
        var settings = PresetSettings(folders: [root.appendingPathComponent("Presets").path])
        settings.assetLoader = .madeUp
        let preset = try Preset.load(file: path, settings)
        #expect(preset.warnings.isEmpty, "\(preset.warnings.map(\.description).joined(separator: "\n"))")
        count += 1
      }
    }
    #expect(count > 150)
  }

  @Test(
    "A lens blur that hides the sprites of all particles is warned of",
    arguments: [
      (#""sprite": {"type": "star", "size": 10}"#, #""aperture": 200, "focus": 500"#, true),
      (#""sprite": {"type": "star", "size": 10}"#, #""aperture": 200, "focus": 0"#, false),
      (#""sprite": {"type": "star", "size": 10}"#, #""aperture": 4, "focus": 500"#, false),
      (#""sprite": {"type": "disc", "size": 10}"#, #""aperture": 200, "focus": 500"#, false),
      // Some particles are in focus, or all of them are at some time.
      (#""sprite": {"type": "star", "size": 10}, "zAcceleration": 900"#, #""aperture": 200, "focus": 500"#, false),
      (#""sprite": {"type": "star", "size": 10}"#, #""aperture": 200, "focus": "= 500 - 100 * t""#, false),
    ])
  func hiddenSprites(keys: String, camera: String, isWarned: Bool) throws {
    let found = try warnings(
      """
      { "camera": { "distance": 900, \(camera) }, "layers": [ { "name": "a", "emitter": { "depth": 20, "shape": "rectangle",
          "position": "center", "size": [600, 300], "cells": [ { "name": "b", "burst": 90, "lifetime": 5,
        \(keys) } ] } } ] }
      """)
    #expect(found.count == (isWarned ? 1 : 0), "\(found)")
    #expect(
      found.allSatisfy {
        $0.hasPrefix("x.json:3:13: layers.a.emitter.cells.b.sprite: none of these particles shows its sprite")
      }, "\(found)")
  }

  @Test(
    "A movie whose end is empty is warned of",
    arguments: [
      (#""burst": 9, "lifetime": 2, "lifetimeRange": 1"#, "", "2.5 s, for the last 50 % of the movie"),
      (#""bursts": [[1, 5], [2, 0]], "lifetime": 2, "beginTime": 0.5"#, "", "3.5 s, for the last 30 % of the movie"),
      (#""birthRate": 9, "duration": 1, "lifetime": 2"#, "", "3 s, for the last 40 % of the movie"),
      (#""birthRate": {"keys": [[0, 9], [1.5, 0]]}, "lifetime": 2"#, "", "3.5 s"),
      (#""burst": 9, "lifetime": 1, "cells": [{"when": "death", "burst": 3, "lifetime": 1.5}]"#, "", "2.5 s"),
      (#""burst": 9, "lifetime": 2"#, #""begin": 1, "speed": 2,"#, "2 s"),
      (#""burst": 9, "lifetime": 2"#, #""begin": 1, "timeOffset": 0.5,"#, "2.5 s"),
      (#""birthRate": 9, "lifetime": 2"#, #""duration": 3,"#, "3 s"),
      (#""birthRate": 9, "lifetime": 2"#, "", nil),
      (#""birthRate": "= 9 * (t < 1)", "lifetime": 1"#, "", nil),
      (#""burst": 9, "lifetime": 4.6"#, "", nil),
      (#""burst": 9, "lifetime": 2"#, #""duration": 2.5, "repeat": "forever","#, nil),
      (#""burst": 9, "lifetime": 2, "trail": {"duration": 3}"#, "", nil),
    ] as [(String, String, String?)])
  func emptyEnds(cell: String, layer: String, expected: String?) throws {
    func text(_ otherLayer: String, loop: Bool = false) -> String {
      """
      { "canvas": { "loop": \(loop),
        "duration": 5 },
        "layers": [ { "role": "backdrop", "stars": {} }, \(otherLayer) { \(layer) "emitter": { "position": "center", "cells": [ { \(cell) } ] } } ] }
      """
    }
    let found = try warnings(text(""))
    #expect(found.count == (expected == nil ? 0 : 1), "\(found)")
    if let expected {
      #expect(
        found.first?.hasPrefix("x.json:2:15: canvas.duration: the effect cannot be seen after \(expected)") == true,
        "\(found)")
    }
    // No warning where another layer is seen, where the movie loops, or where the settings give the duration.
    #expect(try warnings(text(#"{ "stars": {} },"#)).isEmpty)
    #expect(try !warnings(text("", loop: true)).contains { $0.contains("nothing is seen") })
    var settings = PresetSettings()
    settings.duration = Rational(9)
    #expect(try warnings(text(""), settings).isEmpty)
  }

  @Test(
    "An emitter whose position or size jumps at a loop's seam is warned of",
    arguments: [
      (#""position": ["= 160 + 60 * cos(tau * 0.3 * T)", 9]"#, "layers[0].emitter.position: jumps at the loop's seam"),
      (#""position": ["= 100 * t", 9]"#, "layers[0].emitter.position: jumps at the loop's seam"),
      (#""size": ["= 10 + 3 * T", 9]"#, "layers[0].emitter.size: jumps at the loop's seam"),
      (#""position": ["= 160 + 60 * cos(tau * 0.5 * T)", 9]"#, ""),
      (#""position": ["= 160 + 60 * random(t)", "= t < 2 ? 5 : 90"]"#, ""),
    ])
  func jumpingBirths(keys: String, expected: String) throws {
    let found = try warnings(
      """
      { "canvas": { "duration": 4, "loop": true }, "layers": [ { "emitter": { \(keys), "cells": [
        { "birthRate": 1, "lifetime": 1, "emissionLongitude": "= 90 * T" } ] } } ] }
      """
    ).filter { !$0.contains("has no effect") }
    #expect(found.count == (expected.isEmpty ? 0 : 1), "\(found)")
    #expect(found.allSatisfy { $0.contains(expected) }, "\(found)")
  }
}
