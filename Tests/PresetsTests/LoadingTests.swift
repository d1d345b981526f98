import Colorimetry
import Lanes
import Model
import Presets
import Testing

@Suite struct LoadingTests {
  private func firstCell(_ preset: Preset) throws -> Cell {
    guard case .emitter(let emitter) = preset.scene.layers.first?.source else { throw Missing() }
    guard let cell = emitter.cells.first else { throw Missing() }
    return cell
  }

  private func cell(_ text: String, _ settings: PresetSettings = PresetSettings()) throws -> Cell {
    try firstCell(
      load(
        "{ \"layers\": [ { \"emitter\": { \"cells\": [ { \"birthRate\": 1, \"lifetime\": 1, \(text) } ] } } ] }",
        settings))
  }

  struct Missing: Error {}

  @Test("Values of every kind are read") func valuesOfEveryKindAreRead() throws {
    let cell = try cell(
      """
      "name": "c", "velocity": { "keys": [[0, 1], [2, "= 3 * 4", "ease-in"], [3, 5]] },
      "spin": { "from": 0, "to": 90, "duration": 2, "ease": [0.1, 0, 0.2, 1], "repeat": "forever", "autoreverse": true },
      "rotation": { "from": 0, "to": 1, "spring": { "duration": 0.5, "bounce": 0.3 } },
      "travel": "= 10 + t", "wind": ["= width / 2", "= height / 4"], "swayAmplitude": { "keys": [[0, [1, 2]], [1, [3, 4]]] },
      "sprite": [ { "type": "star", "points": 7, "size": [4, 8] }, "disc", { "type": "ring" } ],
      "color": { "keys": [[0, "red"], [1, "#00f"]] }, "colors": ["white", "black"],
      "scaleOverLife": [0, 1, 0.5], "alphaOverLife": [[0, 1], [0.8, 1, "ease-out"], [1, 0]],
      "colorOverLife": ["white", [0.9, "lime"]], "offsetOverLife": [[0, 0], [1, [5, 6]]],
      "bursts": [[2, 5], { "time": 1, "count": 3 }], "inherit": [], "shared": ["color", "drag"], "interpolation": "oklch longer"
      """)
    #expect(
      cell.velocity.source
        == .keys([.init(time: 0, value: 1), .init(time: 2, value: 12, easing: .easeIn), .init(time: 3, value: 5)]))
    guard case .tween(let spin) = cell.spin.source else { throw Missing() }
    #expect(spin.repeatCount == .infinity && spin.autoreverses)
    #expect(spin.motion == .easing(.cubicBezier(x1: 0.1, y1: 0, x2: 0.2, y2: 1)))
    guard case .tween(let rotation) = cell.rotation.source, case .spring(let spring) = rotation.motion else {
      throw Missing()
    }
    #expect(abs(spring.stiffness - 157.91) < 0.01 && abs(spring.damping - 17.59) < 0.01)
    #expect(cell.travel.value(at: AnimationClock(local: 2, canvas: 0)) == 12)
    #expect(cell.swayAmplitude.y.value(at: AnimationClock(0.5)) == 3)
    #expect(
      cell.sprites == [
        Sprite(.star(points: 7, ratio: 0.4), width: 4, height: 8), Sprite(.disc), Sprite(.ring(thickness: 0.2)),
      ])
    #expect(cell.colors == [.white, .black])
    #expect(cell.scaleOverLife == [.init(0, 0), .init(0.5, 1), .init(1, 0.5)])
    #expect(cell.alphaOverLife[1].easing == .easeOut)
    #expect(cell.colorOverLife.map(\.location) == [0, 0.9])
    #expect(cell.offsetOverLife == [.init(0, 0, 0), .init(1, 5, 6)])
    #expect(cell.bursts == [.init(time: 1, count: 3), .init(time: 2, count: 5)])
    #expect(cell.inherit.isEmpty && cell.shared == [.color, .drag])
    #expect(cell.interpolation == ColorInterpolation(.oklch, hue: .longer))
  }

  @Test("Expressions are clamped to their key's range") func expressionsAreClampedToTheirKeysRange() throws {
    let cell = try cell("\"drag\": \"= -5 + t\"")
    #expect(cell.drag.value(at: AnimationClock(1)) == 0)
    #expect(cell.drag.value(at: AnimationClock(7)) == 2)
  }

  @Test("An emitter without cells gets the catalogue's plain cell")
  func anEmitterWithoutCellsGetsThePlainCell() throws {
    let preset = try load("{ \"layers\": [ { \"emitter\": { \"size\": [10, 20] } } ] }")
    guard case .emitter(let emitter) = preset.scene.layers[0].source else { throw Missing() }
    #expect(emitter.position.x.constant == 960 && emitter.position.y.constant == 540)
    #expect(emitter.mode == .outline && emitter.size.y.constant == 20)
    let cell = try firstCell(preset)
    #expect(cell.birthRate.constant == 50 && cell.velocityRange.constant == 50 && cell.alphaSpeed.constant == -0.5)
  }

  @Test("Layers that are not enabled are left out") func disabledLayersAreLeftOut() throws {
    let preset = try load(
      """
      { "layers": [ { "name": "a", "ripples": {}, "enabled": false },
                    { "name": "b", "group": [ { "ripples": {} }, { "ripples": {}, "enabled": false } ] } ] }
      """)
    #expect(preset.scene.layers.map(\.name) == ["b"])
    guard case .group(let inner) = preset.scene.layers[0].source else { throw Missing() }
    #expect(inner.count == 1)
  }

  @Test("A layer's path follows from its name, not from its index") func pathsFollowFromNames() throws {
    let alone = try load("{ \"layers\": [ { \"name\": \"a\", \"emitter\": {} } ] }")
    let second = try load("{ \"layers\": [ { \"ripples\": {} }, { \"name\": \"a\", \"emitter\": {} } ] }")
    #expect(alone.scene.layers[0].path == second.scene.layers[1].path)
  }

  @Test("Gradient stops are spread as in CSS") func gradientStopsAreSpreadAsInCSS() throws {
    let preset = try load(
      """
      { "layers": [ { "gradient": { "stops": ["red", [0.4, "lime"], "blue", "white", { "color": "black", "at": 0.1 }] } } ] }
      """)
    guard case .gradient(let gradient) = preset.scene.layers[0].source else { throw Missing() }
    let locations = gradient.stops.compactMap(\.location?.constant)
    #expect(locations == [0, 0.4, 0.4, 0.4, 0.4])
    #expect(gradient.interpolation == .oklab)
  }

  // MARK: Sizes, rates, durations

  @Test("A size of other proportions keeps lengths and shows more of the scene")
  func anotherSizeKeepsLengthsAndShowsMore() throws {
    let text =
      "{ \"canvas\": { \"width\": 1920, \"height\": 1080 }, \"layers\": [ { \"emitter\": { \"position\": [\"50%\", \"100%\"] } } ] }"
    let wide = try load(text, PresetSettings(size: .pixels(width: 1080, height: 540)))
    #expect(wide.scene.canvas.pixelsPerPoint == 0.5)
    #expect(wide.scene.canvas.widthPoints == 2160 && wide.scene.canvas.heightPoints == 1080)
    guard case .emitter(let emitter) = wide.scene.layers[0].source else { throw Missing() }
    #expect(emitter.position.x.constant == 1080 && emitter.position.y.constant == 1080)
    let half = try load(text, PresetSettings(size: .percent(50)))
    #expect(half.scene.canvas.widthPixels == 960 && half.scene.canvas.heightPixels == 540)
    #expect(half.scene.canvas.widthPoints == 1920)
    let tall = try load(text, PresetSettings(size: .pixels(width: 540, height: 1080)))
    #expect(tall.scene.canvas.pixelsPerPoint == 0.5 && tall.scene.canvas.heightPoints == 2160)
  }

  @Test("Settings replace values of the canvas") func settingsReplaceValuesOfTheCanvas() throws {
    let text =
      "{ \"canvas\": { \"frameRate\": 29.97, \"duration\": 2.5 }, \"layers\": [ { \"opacity\": \"= duration / 10\", \"ripples\": {} } ] }"
    let plain = try load(text)
    #expect(plain.scene.canvas.frameRate == Rational(30_000, 1_001) && plain.scene.canvas.duration == Rational(5, 2))
    #expect(plain.scene.layers[0].opacity.constant == 0.25)
    let changed = try load(
      text, PresetSettings(frameRate: Rational(60), duration: Rational(4), seed: 9, loops: true))
    #expect(changed.scene.canvas.presetFrameRate == Rational(30_000, 1_001))
    #expect(changed.scene.canvas.frameCount == 240 && changed.scene.canvas.seed == 9 && changed.scene.canvas.loops)
    #expect(changed.scene.layers[0].opacity.constant == 0.4)
    #expect(
      issues(text, PresetSettings(duration: Rational(1, 3), loops: true)).first
        == "--duration: a loop of 1/3 s at 30000/1001 frames a second is not a whole number of frames: 0.3003 s is 9 frames, 0.4004 s is 12 frames"
    )
    #expect(
      issues(text, PresetSettings(size: .pixels(width: 100_000, height: 100_000))) == [
        "--size: a frame of 100,000 × 100,000 pixels; a side has at most 16,384"
      ])
  }

  // MARK: --set

  private let presetWithKnobs = """
    { "knobs": { "speed": { "default": 100, "min": 0, "max": 500 }, "tint": { "default": "red" },
                 "wide": { "default": false }, "palette": { "default": ["red", "lime"] } },
      "layers": [ { "name": "snow", "emitter": { "cells": [ { "name": "flake", "birthRate": 1, "lifetime": 1,
        "velocity": "= speed * (wide ? 2 : 1)", "color": "= tint", "colors": "= palette" } ] } } ] }
    """

  @Test("--set sets knobs") func knobsAreSet() throws {
    let cell = try firstCell(
      load(presetWithKnobs, set("speed=200", "tint=#0000ff", "wide=true", "palette=[\"white\"]")))
    #expect(cell.velocity.constant == 400)
    #expect(cell.color == .constant(LinearColor(red: 0, green: 0, blue: 1)))
    #expect(cell.colors == [.white])
    let preset = try load(presetWithKnobs)
    #expect(preset.knobs.map(\.name) == ["speed", "tint", "wide", "palette"])
    #expect(preset.knobs.map(\.kind) == [.number, .text, .flag, .list])
    #expect(preset.knobs[3].value == "[\"red\",\"lime\"]")
  }

  @Test("--set sets keys") func keysAreSet() throws {
    let preset = try load(
      presetWithKnobs,
      set(
        "layers.snow.emitter.cells.flake.velocity=900", "layers[0].emitter.cells[0].spin==2 * 45",
        "post.bloom.strength=0.25", "canvas.width=640", "layers.snow.emitter.cells.flake.color=oklch(70% 0.2 40)",
        "layers.snow.emitter.position=[\"50%\", 3]", "layers.snow.blend=add"))
    let cell = try firstCell(preset)
    #expect(cell.velocity.constant == 900 && cell.spin.constant == 90)
    #expect(cell.color == .constant(try #require(LinearColor(css: "oklch(70% 0.2 40)"))))
    #expect(preset.scene.post.bloom?.strength.constant == 0.25)
    #expect(preset.scene.canvas.widthPixels == 640 && preset.scene.layers[0].blend == .add)
  }

  @Test(
    "Mistakes in --set are reported",
    arguments: [
      ("speed=900", "--set speed: 900 is out of range: 0 to 500 is allowed"),
      ("speed=fast", "--set speed: should be a number, not the text \"fast\""),
      ("sped=1", "--set sped: the preset has no knob of this name. Did you mean speed?"),
      ("zzz=1", "--set zzz: the preset has no knob of this name. Its knobs are speed, tint, wide and palette."),
      ("layers.snw.opacity=1", "--set layers.snw.opacity: nothing in layers is called snw. Did you mean snow?"),
      (
        "layers.snow.emitter.cells.flake.velocty=1",
        "--set layers.snow.emitter.cells.flake.velocty: no such key. Did you mean velocity?"
      ),
      ("layers[3].opacity=1", "--set layers[3].opacity: layers has 1 elements, counted from 0"),
      ("layers.snow.opacity=2", "--set layers.snow.opacity: 2 is out of range: 0 to 1 (a share) is allowed"),
      (
        "layers.snow.opacity.x=2",
        "--set layers.snow.opacity.x: layers.snow.opacity: an object that animates a value needs keys, or from and to, or one of values, sequence, sum and path"
      ),
      ("layers..x=2", "--set layers..x: this is not a path of keys such as layers.snow.opacity"),
      ("layers.snow.opacity=[1", "--set layers.snow.opacity: the [ here is never closed"),
      (
        "layers.snow.opacity== foo",
        "--set layers.snow.opacity: foo is unknown. There are t, T, loop, phase, duration, width, height, pi, tau, i, n, speed and wide."
      ),
      (
        "tint=oragne",
        "--set tint: \"oragne\" is not a colour of CSS: no colour is called oragne. Did you mean orange? (read by layers.snow.emitter.cells.flake.color)"
      ),
    ])
  func wrongOverridesAreReported(assignment: String, expected: String) {
    #expect(issues(presetWithKnobs, set(assignment)) == [expected])
  }

  @Test("All spellings of a preset have the same canonical form") func allSpellingsHaveOneCanonicalForm() throws {
    let spaced = try load("{ \"name\": \"a\", \"layers\": [ { \"ripples\": { \"rate\": 1, \"speed\": 5 } } ] }")
    let terse = try load("// c\n{\"layers\":[{\"ripples\":{\"speed\":5,\"rate\":1,},}],\"name\":\"a\"}")
    #expect(spaced.canonicalJSON == terse.canonicalJSON)
    let overridden = try load(
      "{ \"name\": \"a\", \"layers\": [ { \"ripples\": { \"rate\": 2, \"speed\": 5 } } ] }",
      set("layers[0].ripples.rate=1"))
    #expect(spaced.canonicalJSON == overridden.canonicalJSON)
  }

  @Test("What a job keeps of a preset is read as the preset, also where names follow each other out of their order")
  func resolvedPreset() throws {
    let text = """
      { "layers": [ { "name": "a", "field": { "functions": { "wave(x)": "= sin(x)", "both(x)": "= wave(x) + 1" },
        "let": { "wide": "= x / 9", "high": "= both(wide)" }, "color": "= high" } } ] }
      """
    let preset = try load(text)
    let again = try Preset.load(text: preset.resolvedJSON, named: "x.json")
    #expect(again.canonicalJSON == preset.canonicalJSON)
    #expect(throws: PresetError.self) { try Preset.load(text: preset.canonicalJSON, named: "x.json") }
  }
}
