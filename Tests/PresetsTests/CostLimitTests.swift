import Cost
import Model
import Presets
import Testing

/// Limits of the time and memory that a preset may take, for small presets of a high cost and for large ones of a low cost.
@Suite struct CostLimitTests {
  private func estimate(_ text: String) throws -> SceneEstimate {
    let scene = try load(text).scene
    return scene.estimate(scene.particleBudgets())
  }

  @Test("A folded mesh is refused, with the time that a frame would take")
  func foldedMeshesAreRefused() {
    let points = (0..<4096).map { index in
      let (column, row) = (Double(index % 64) / 63, Double(index / 64) / 63)
      let x = column + Double((index * 7) % 13 - 6) / 20
      let y = row + Double((index * 5) % 11 - 5) / 20
      return "[\(x), \(y)]"
    }
    let colors = Array(repeating: "\"red\", \"blue\"", count: 2048).joined(separator: ",")
    let found = issues(
      "{ \"canvas\": { \"width\": 1920, \"height\": 1080 }, \"layers\": [ { \"name\": \"cloth\", \"mesh\": { \"width\": 64, \"height\": 64, \"colors\": [\(colors)], \"points\": [\(points.joined(separator: ","))] } } ] }"
    )
    #expect(found.count == 1)
    #expect(found.first?.contains("layers.cloth: a frame drawn alone would take about") == true, "\(found)")
    #expect(found.first?.contains("so that the mesh does not fold") == true, "\(found)")
  }

  @Test("The cost of forces is that of every step of every particle")
  func forcesCount() {
    func found(forces: Int) -> [String] {
      let list = Array(repeating: "{ \"type\": \"turbulence\" }", count: forces).joined(separator: ",")
      return issues(
        "{ \"canvas\": { \"width\": 64, \"height\": 36, \"duration\": 60 }, \"layers\": [ { \"emitter\": { \"cells\": [ { \"name\": \"a\", \"burst\": 1000, \"lifetime\": 40, \"step\": 0.0002, \"forces\": [\(list)], \"sprite\": { \"type\": \"disc\", \"size\": 2 } } ] } } ] }"
      )
    }
    #expect(found(forces: 1).isEmpty)
    let refused = found(forces: 16)
    #expect(refused.count == 1)
    #expect(refused.first?.contains("a longer step, a shorter lifetime or fewer forces") == true, "\(refused)")
  }

  @Test("The cost of ripples is that of the pixels which their rings cover")
  func dropsCount() {
    func found(rate: Int, size: String) -> [String] {
      issues(
        "{ \"canvas\": { \(size), \"duration\": 200 }, \"layers\": [ { \"ripples\": { \"rate\": \(rate), \"lifetime\": 120, \"packet\": 5000, \"decay\": 0 } } ] }"
      )
    }
    let hd = "\"width\": 1920, \"height\": 1080"
    #expect(found(rate: 2, size: hd).isEmpty)
    let refused = found(rate: 200, size: "\"width\": 3840, \"height\": 2160")
    #expect(refused.count == 1)
    #expect(refused.first?.contains("a lower rate, a shorter lifetime") == true, "\(refused)")
    #expect(found(rate: 200, size: "\"width\": 192, \"height\": 108").isEmpty)
  }

  @Test(
    "What is born at least once in each loop is counted, however short the loop is on the layer's clock",
    arguments: [
      ("\"loop\": true", "\"speed\": 1e-7", "5e-07"), ("\"loop\": true", "\"speed\": 1e-30", "5e-30"),
      ("\"loop\": false", "\"duration\": 1e-9, \"repeat\": \"forever\"", "1e-09"),
      ("\"loop\": false", "\"duration\": 1e6, \"repeat\": 1e6, \"speed\": 1e-30", "1e-24"),
    ])
  func shortLoopsOfRipplesAreRefused(loop: String, clock: String, seconds: String) {
    func found(_ layer: String) -> [String] {
      issues("{ \"canvas\": { \"width\": 320, \"height\": 180, \(loop) }, \"layers\": [\(layer)] }")
    }
    for layer in ["{ \"ripples\": {}, \(clock) }", "{ \"group\": [{ \"ripples\": {} }], \(clock) }"] {
      let refused = found(layer)
      #expect(
        refused.first?.contains("at least one drop falls in each loop, which lasts \(seconds) s on the layer's clock")
          == true, "\(refused)")
    }
    #expect(found("{ \"ripples\": {}, \"speed\": 0.1 }").isEmpty)
    // Drops of a list fall once in each loop.
    let listed = found("{ \"ripples\": { \"rate\": 0, \"drops\": [{ \"time\": 0 }] }, \(clock) }")
    #expect(listed.first?.contains("are allowed") == true, "\(listed)")
  }

  @Test("A loop far shorter than a life on the emitter's clock has too many particles")
  func shortLoopsOfEmittersAreRefused() {
    func found(_ clock: String, _ group: String = "\"begin\": 0") -> [String] {
      issues(
        "{ \"canvas\": { \"loop\": true }, \"layers\": [{ \"group\": [{ \"emitter\": { \"cells\": [{ \"birthRate\": 20, \"lifetime\": 1 }] }, \(clock) }], \(group) }] }"
      )
    }
    for refused in [found("\"speed\": 1e-9"), found("\"speed\": 1e-5", "\"speed\": 1e-4")] {
      #expect(refused.count == 1)
      #expect(refused.first?.contains("up to 200,000,0") == true, "\(refused)")
      #expect(refused.first?.contains("born in each loop, which lasts 5") == true, "\(refused)")
      #expect(refused.first?.contains("a greater speed of the clock or shorter lives") == true, "\(refused)")
    }
    #expect(found("\"speed\": 1e-5").isEmpty)
  }

  @Test("A transition whose sides have filters is drawn as far around the frame as these read")
  func sidesOfTransitionsHaveMargins() throws {
    func bytes(_ depth: Int) throws -> Double {
      let layer = (0..<depth).reduce("{ \"noise\": {} }") { inner, _ in
        "{ \"transition\": { \"type\": \"swirl\", \"progress\": 0.5, \"from\": \(inner), \"to\": \(inner) } }"
      }
      return try estimate("{ \"canvas\": { \"width\": 320, \"height\": 180 }, \"layers\": [\(layer)] }").layers
        .reduce(0) { $0 + $1.bytes }
    }
    // Two transitions in the sides of another one, each of which has as many bytes as the one alone, and margins besides.
    #expect(try bytes(2) > 1.5 * 3 * bytes(1))
  }

  @Test("Many small particles before a lens are not refused at a large size")
  func manyDotsAreDrawn() {
    var settings = PresetSettings()
    settings.size = .pixels(width: 3840, height: 2160)
    let text =
      "{ \"canvas\": { \"width\": 1920, \"height\": 1080, \"duration\": 3 }, \"camera\": { \"distance\": 1200, \"aperture\": 40 }, \"layers\": [ { \"blend\": \"add\", \"emitter\": { \"shape\": \"sphere\", \"position\": [\"50%\", \"50%\"], \"size\": [600, 600], \"renderMode\": \"backToFront\", \"cells\": [ { \"sprite\": { \"type\": \"softDisc\", \"size\": 5 }, \"burst\": 200000, \"lifetime\": 100, \"velocity\": 30, \"velocityRange\": 40, \"emissionRange\": 360 } ] } } ] }"
    #expect(issues(text, settings).isEmpty)
    // With sprites 500 times as large they are refused: a frame takes too long, and each is kept for each tile that it touches.
    #expect(issues(text.replacing("\"size\": 5 }", with: "\"size\": 2500 }"), settings).count == 2)
  }

  @Test("The estimate counts finished frames of 8 bytes a pixel and the picture behind them")
  func finishedFramesCount() throws {
    func bytes(_ side: Int) throws -> Double {
      try estimate("{ \"canvas\": { \"width\": \(side), \"height\": \(side) }, \"layers\": [] }").bytes
    }
    // A pixel has four samples of 16 bits in each of four frames, and three Floats in the picture. Still layers of so many
    // pixels are not cached.
    #expect(try bytes(8192) - bytes(8190) >= Double(8192 * 8192 - 8190 * 8190) * (4 * 8 + 12))
  }

  @Test("Groups take memory for tiles, not for whole frames")
  func groupsTakeTiles() throws {
    func bytes(_ layers: String) throws -> Double {
      try estimate("{ \"canvas\": { \"width\": 4000, \"height\": 4000 }, \"layers\": [\(layers)] }").bytes
    }
    let gradient = "{ \"gradient\": { \"type\": \"radial\", \"stops\": [\"red\", \"blue\"] } }"
    let ungrouped = try bytes(gradient)
    let grouped = try bytes("{ \"group\": [ { \"group\": [ \(gradient) ] } ] }")
    #expect(grouped > ungrouped && grouped - ungrouped < 0.2 * 4000 * 4000 * 16)
  }

  @Test("The estimate for a filter counts the largest radius that it has during the movie")
  func theLargestRadiusDuringTheMovieCounts() throws {
    func bytes(_ layer: String, duration: Int = 4) throws -> Double {
      let text =
        "{ \"format\": 1, \"canvas\": { \"width\": 640, \"height\": 360, \"duration\": \(duration) }, \"layers\": [{ \"group\": [{ \"gradient\": { \"stops\": [\"red\", \"blue\"] } }], \(layer) }] }"
      let scene = try Preset.load(text: Array(text.utf8), named: "x.json").scene
      return try #require(scene.estimate(scene.particleBudgets()).layers.map(\.bytes).max())
    }
    let withGrowingRadius = try bytes("\"filters\": [{ \"type\": \"blur\", \"radius\": \"= 10 + 10 * t\" }]")
    // At the end of the movie, 4 s, the radius is 50.
    let ofRadius50 = try bytes("\"filters\": [{ \"type\": \"blur\", \"radius\": 50 }]")
    #expect(withGrowingRadius == ofRadius50)
    // A layer that begins at 2 s has a local time of 2 s at the end.
    let late = try bytes("\"begin\": 2, \"filters\": [{ \"type\": \"blur\", \"radius\": \"= 10 + 10 * t\" }]")
    #expect(late == (try bytes("\"filters\": [{ \"type\": \"blur\", \"radius\": 30 }]")))
    let fast = try bytes("\"speed\": 2, \"filters\": [{ \"type\": \"blur\", \"radius\": \"= 10 + 10 * t\" }]")
    #expect(fast == (try bytes("\"filters\": [{ \"type\": \"blur\", \"radius\": 90 }]")))
    let shadow = try bytes("\"filters\": [{ \"type\": \"dropShadow\", \"radius\": 2 }]")
    #expect(shadow > ofRadius50, "a narrow blur keeps every pixel")
  }

  @Test("The estimate of ten blurred groups at 4K is below 1.5 GB")
  func blurredGroupsAreSmall() throws {
    let group =
      "{ \"group\": [{ \"gradient\": { \"stops\": [\"red\", \"blue\"] } }], \"filters\": [{ \"type\": \"blur\", \"radius\": 20 }] }"
    let text =
      "{ \"format\": 1, \"canvas\": { \"width\": 3840, \"height\": 2160 }, \"layers\": [\(Array(repeating: group, count: 10).joined(separator: ","))] }"
    let scene = try Preset.load(text: Array(text.utf8), named: "x.json").scene
    #expect(scene.estimate(scene.particleBudgets()).bytes < 1.5e9)
  }
}
