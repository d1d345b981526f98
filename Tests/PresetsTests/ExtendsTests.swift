import Model
import Presets
import Testing

@Suite struct ExtendsTests {
  struct Missing: Error {}

  private let base = """
    { "canvas": { "width": 640, "height": 360, "duration": 3 },
      "knobs": { "rate": { "default": 4, "max": 10, "about": "drops" } },
      "layers": [ { "name": "sky", "gradient": { "type": "linear", "angle": 90, "stops": ["red", "blue"] } },
                  { "name": "water", "ripples": { "rate": "= rate", "speed": 50 } } ] }
    """

  private func preset(_ top: String, _ settings: PresetSettings = PresetSettings()) throws -> Preset {
    let folder = try TemporaryFolder()
    _ = try folder.write("base.json", base)
    return try Preset.load(try folder.write("top.json", top), settings)
  }

  @Test("Layers merge by name, and new ones come last or where before and after say")
  func layersMergeByNameAndNewOnesComeLast() throws {
    let loaded = try preset(
      """
      { "extends": "base.json", "knobs": { "rate": { "default": 6 } },
        "layers": [ { "name": "water", "ripples": { "speed": 70 } }, { "name": "new", "ripples": {} },
                    { "name": "under", "before": "sky", "ripples": {} }, { "name": "over", "after": "sky", "ripples": {} } ] }
      """)
    #expect(loaded.scene.layers.map(\.name) == ["under", "sky", "over", "water", "new"])
    guard case .ripples(let water) = loaded.scene.layers[3].source else { return #expect(Bool(false)) }
    #expect(water.speed == 70 && water.rate == 6)
    #expect(loaded.scene.canvas.widthPixels == 640)
    #expect(loaded.knobs.first?.maximum == 10)
    #expect(loaded.files.count == 2)
    #expect(!String(decoding: loaded.canonicalJSON, as: UTF8.self).contains("extends"))
  }

  @Test("Values and other lists are replaced") func valuesAndOtherListsAreReplaced() throws {
    let loaded = try preset(
      """
      { "extends": "base", "layers": [ { "name": "sky", "gradient": { "type": "conic", "stops": ["lime"] } },
                                       { "name": "water", "enabled": false } ] }
      """)
    #expect(loaded.scene.layers.map(\.name) == ["sky"])
    guard case .gradient(let sky) = loaded.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(sky.stops.count == 1)
    guard case .conic = sky.shape else { return #expect(Bool(false)) }
  }

  @Test("A misspelt name, which would make a new layer or cell, is answered with the base's similar name")
  func misspeltNamesAreGuessed() throws {
    func issues(_ layers: String) throws -> [String] {
      let folder = try TemporaryFolder()
      _ = try folder.write(
        "base.json",
        """
        { "layers": [ { "name": "water", "ripples": {} },
          { "name": "sparks", "emitter": { "cells": [ { "name": "spark", "birthRate": 9, "lifetime": 1 } ] } } ] }
        """)
      let top = try folder.write("top.json", "{ \"extends\": \"base\", \"layers\": [ \(layers) ] }")
      let error = #expect(throws: PresetError.self) { try Preset.load(top) }
      return error?.issues.map(\.message) ?? []
    }
    let lacks = "this cell can never be seen: it needs a"
    let hint = "; did you mean \"spark\", which the extended preset has?"
    #expect(
      try issues(#"{ "name": "sparks", "emitter": { "cells": [ { "name": "sprak", "velocity": 9 } ] } }"#) == [
        "\(lacks) lifetime above 0\(hint)", "\(lacks) birthRate or a burst above 0\(hint)",
      ])
    #expect(
      try issues(#"{ "name": "wather", "opacity": 0.5 }"#).first?.hasSuffix(
        "; did you mean \"water\", which the extended preset has?") == true)
    // A name of the base that is itself used is not suggested.
    #expect(
      try issues(
        #"{ "name": "sparks", "emitter": { "cells": [ { "name": "sprak", "birthRate": 9 }, { "name": "spark", "velocity": 9 } ] } }"#
      ) == ["\(lacks) lifetime above 0"])
  }

  @Test("Another source replaces the base's") func anotherSourceReplacesTheBases() throws {
    let loaded = try preset("{ \"extends\": \"base\", \"layers\": [ { \"name\": \"sky\", \"ripples\": {} } ] }")
    guard case .ripples = loaded.scene.layers[0].source else { return #expect(Bool(false)) }
  }

  @Test("Mistakes are reported in the file that has them") func mistakesAreReportedInTheirFile() throws {
    let folder = try TemporaryFolder()
    let lower = try folder.write(
      "base.json", "{ \"layers\": [\n{ \"name\": \"a\", \"opacity\": 3, \"ripples\": {} } ] }")
    let upper = try folder.write(
      "top.json", "{ \"extends\": \"base.json\", \"layers\": [ { \"name\": \"a\", \"ripples\": { \"rat\": 1 } } ] }")
    let error = #expect(throws: PresetError.self) { try Preset.load(upper) }
    #expect(
      error?.issues.map(\.description) == [
        "\(upper):1:67: layers.a.ripples.rat: no such key. Did you mean rate?",
        "\(lower):2:27: layers.a.opacity: 3 is out of range: 0 to 1 (a share) is allowed",
      ])
  }

  @Test("Circles and missing files are errors") func circlesAndMissingFilesAreErrors() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("a.json", "{ \"extends\": \"b.json\" }")
    _ = try folder.write("b.json", "{ \"extends\": \"./a.json\" }")
    let circle = #expect(throws: PresetError.self) { try Preset.load(first) }
    #expect(circle?.issues.first?.message.hasPrefix("the presets extend each other in a circle: ") == true)
    #expect(circle?.issues.first?.keyPath == "extends" && circle?.issues.first?.column == 14)
    let missing = #expect(throws: PresetError.self) { try Preset.load(folder.path + "/none.json") }
    #expect(missing?.description == "\(folder.path)/none.json: no such file")
    let lost = #expect(throws: PresetError.self) { try Preset.load(folder.path) }
    #expect(lost?.description == "\(folder.path): this is not a file" || lost?.issues.count == 1)
  }

  @Test("Shipped presets are found by name") func shippedPresetsAreFoundByName() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "shipped/classic/drops.json",
      "{ \"about\": \"Drops.\", \"tags\": [\"water\"], \"layers\": [ { \"ripples\": {} } ] }")
    let top = try folder.write("mine.json", "{ \"extends\": \"classic/drops\" }")
    let settings = PresetSettings(folders: [folder.path + "/shipped"])
    #expect(try Preset.load("classic/drops", settings).scene.layers.count == 1)
    #expect(try Preset.load(top, settings).scene.layers.count == 1)
    let entries = PresetLibrary(folders: settings.folders).list()
    #expect(
      entries.map(\.name) == ["classic/drops"] && entries.first?.about == "Drops." && entries.first?.tags == ["water"])
    // A preset may extend the shipped one of its own name; without one it would extend itself.
    let own = try folder.write("shipped/wet/drops.json", "{ \"extends\": \"drops\" }")
    let circle = #expect(throws: PresetError.self) { try Preset.load(own, settings) }
    #expect(circle?.issues.first?.message.hasPrefix("the presets extend each other in a circle: ") == true)
    _ = try folder.write("shipped/drops.json", "{ \"layers\": [ { \"ripples\": {} }, { \"ripples\": {} } ] }")
    #expect(try Preset.load("wet/drops", settings).scene.layers.count == 2)
    let error = #expect(throws: PresetError.self) { try Preset.load("classic/drop", settings) }
    #expect(error?.description == "classic/drop: no preset of this name was found. Did you mean classic/drops?")
    #expect(throws: PresetError.self) { try Preset.load("../mine", settings) }
  }

  @Test("A noise, a mesh and a fill keep the base's keys that the preset does not write")
  func fieldsAndMeshesMerge() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      "base.json",
      """
      { "layers": [ { "name": "n", "noise": { "type": "ridged", "scale": 40, "stops": ["#000", "#f80", "#fff"] } },
                    { "name": "m", "mesh": { "width": 2, "height": 2, "colors": ["red", "lime", "blue", "white"] } },
                    { "name": "f", "shape": { "type": "circle", "radius": 9,
                      "fill": { "type": "conic", "from": 30, "stops": ["red", "blue"] } } } ] }
      """)
    let top = try folder.write(
      "top.json",
      """
      { "extends": "base.json",
        "layers": [ { "name": "n", "noise": { "contrast": 2 } }, { "name": "m", "mesh": { "smoothsColors": false } },
                    { "name": "f", "shape": { "fill": { "type": "linear", "angle": 90 } } } ] }
      """)
    let scene = try Preset.load(top).scene
    guard case .noise(let noise) = scene.layers[0].source, case .mesh(let mesh) = scene.layers[1].source,
      case .shape(let shape) = scene.layers[2].source, case .gradient(let fill) = shape.fill
    else { throw Missing() }
    #expect(noise.kind == .ridged && noise.scale.x.constant == 40 && noise.colors.stops.count == 3)
    #expect(noise.contrast.constant == 2)
    #expect(mesh.vertices.count == 4 && !mesh.smoothsColors)
    // The key "from" does not apply to the new type; the stops stay.
    guard case .angle(let angle) = fill.shape else { throw Missing() }
    #expect(fill.stops.count == 2 && angle.constant == 90)
  }
}
