import Importing
import Motes
import Testing

/// Peculiarities of each format.
@Suite struct FormatDetailTests {
  @Test("Particle Designer: negative variances, a size of −1, colours and blending") func designerFire() throws {
    let file = try ImportedFile("fire.plist")
    #expect(
      try file.number(ofCell: "birthRate") == 250.0 / 3 || abs(file.number(ofCell: "birthRate") - 83.33333) < 1e-4)
    // ±0.25 s, written as −0.25.
    #expect(try file.number(ofCell: "lifetimeRange") == 0.5)
    #expect(try file.number(ofCell: "velocityRange") == 40)
    // 90° is up in the file; in a preset y points down.
    #expect(try file.number(ofCell: "emissionLongitude") == -90)
    #expect(try file.number(ofCell: "emissionRange") == 20)
    #expect(try file.value("layers", "0", "blend").string == "add")
    #expect(try file.value("layers", "0", "emitter", "cells", "0")["scaleOverLife"] == nil)
    #expect(try abs(file.number(ofCell: "scaleRange") - 20.0 / 54) < 1e-6)
    #expect(try file.cell("colorOverLife").elements?.last?.string == "#000000")
    #expect(try file.value("layers", "0", "emitter", "size").elements?.count == 2)
    #expect(try file.value("canvas", "blending").string == "srgb")
    // The binary property list gives the same preset, except for the lines that name the file.
    let binary = try ImportedFile("fire-binary.plist").result.preset
    #expect(binary.contains(file.result.preset.split(separator: "\n").dropFirst(3).joined(separator: "\n")))
  }

  @Test("Particle Designer: yCoordFlipped −1 flips displacements, and accelerations become forces")
  func designerSwirl() throws {
    let file = try ImportedFile("swirl.plist")
    #expect(try file.number(ofCell: "emissionLongitude") == -90)
    #expect(try file.number(ofCell: "yAcceleration") == -40)
    let cells = try #require(try file.value("layers", "0", "emitter", "cells").elements)
    #expect(cells.count == 5, "a variance of a force: five groups")
    #expect(file.lines("radialAccelVariance").first?.kind == .approximated)
    #expect(try file.number(ofCell: "duration") == 2.5)
    #expect(try file.number(ofCell: "turn") == 360)
  }

  @Test("PEX: y downwards, case slips, embedded textures") func pex() throws {
    let file = try ImportedFile("sun.pex")
    // 270° is up where y points down.
    #expect(try file.number(ofCell: "emissionLongitude") == 270)
    #expect(try file.number(ofCell: "yAcceleration") == -50)
    #expect(try file.number(ofCell: "lifetime") == 2 && abs(file.number(ofCell: "lifetimeRange") - 3.8) < 1e-6)
    #expect(file.lines("FinishParticleSizeVariance").first?.kind == .approximated)
    #expect(file.result.report.carried.contains("particleLifeSpan.value"))
    #expect(try file.cell("sprite")["type"]?.string == "image")
    #expect(try file.cell("sprite")["file"]?.string == "texture.png")
    // 70 points wide, and half as high: the proportions of the texture.
    #expect(try file.cell("sprite")["size"]?.elements?.map(\.writtenNumber) == [70, 35])
    #expect(try ImportedFile("sun.pex", hasTextures: false).cell("sprite")["type"]?.string == "softDisc")
    // cocos2d draws squares whatever the proportions of the texture.
    #expect(try ImportedFile("fire-embedded.plist").cell("sprite")["size"]?.elements?.map(\.writtenNumber) == [54, 54])
  }

  @Test("tsParticles: speeds, radii, densities, both spellings") func tsParticles() throws {
    let old = try ImportedFile("particles-js.json")
    #expect(try old.number(ofCell: "velocity") == 180)
    #expect(try old.number(ofCell: "emissionRange") == 360)
    // 80 particles per 800,000 pixels are 207 on 1,920 × 1,080.
    #expect(try old.cell("burst").string == "= 207 * amount")
    #expect(try old.cell("links")["distance"] != nil)
    // Radii up to 5 are diameters up to 10.
    #expect(try old.number(ofCell: "scale") == 0.5 && old.number(ofCell: "scaleRange") == 1)
    #expect(try old.cell("bounds").elements?.first?["action"]?.string == "wrap")
    #expect(old.lines("interactivity").first?.kind == .meaningless)

    let snow = try ImportedFile("snow-v2.json")
    #expect(try snow.number(ofCell: "emissionLongitude") == 90 && snow.number(ofCell: "emissionRange") == 90)
    #expect(try snow.value("layers", "0", "role").string == "backdrop")
    let confetti = try ImportedFile("confetti-v4.json")
    #expect(try confetti.number(ofCell: "yAcceleration") == 600)
    #expect(try abs(confetti.number(ofCell: "drag") - 6.32163) < 1e-4)
    #expect(try confetti.cell("colors").elements?.count == 4)
    #expect(try confetti.cell("sprite").elements?.count == 3)
    #expect(try confetti.cell("birthRate").string?.contains("fract") == true)
    let fireworks = try ImportedFile("fireworks-v2.json")
    #expect(try fireworks.cell("cells").elements?.first?["when"]?.string == "death")
    #expect(try fireworks.number(ofCell: "yAcceleration") == -900)
  }

  @Test("canvas-confetti: equal calls are bursts of one emitter") func confettiCalls() throws {
    let file = try ImportedFile("confetti-calls.json")
    #expect(try file.value("layers").elements?.count == 3)
    #expect(try file.cell("bursts").elements?.count == 2)
    #expect(try file.number(ofCell: "emissionLongitude") == -60)
    #expect(file.lines("[1].colors").first?.kind == .unreadable)
    #expect(file.lines("[3].zIndex").first?.kind == .meaningless)
    // The first step is 45 pixels and each later one is 9/10 of the one before: 450 pixels in all.
    let call = try ImportedFile("confetti-call.json")
    #expect(try abs(call.number(ofCell: "velocity") / call.number(ofCell: "drag") - 450) < 1e-3)
    #expect(try ImportedFile("confetti-call.json").cell("colors").elements?.count == 7)
  }

  @Test("Vortex: lengths in screens, angles in radians, variations of ± half, ramps") func vortex() throws {
    let file = try ImportedFile("vortex-fireworks.json")
    #expect(try file.number(ofCell: "velocity") == 1620 && file.number(ofCell: "velocityRange") == 810)
    #expect(try abs(file.number(ofCell: "emissionRange") - 60) < 1e-4)
    #expect(try file.number(ofCell: "drag") == 2)
    let children = try #require(try file.cell("cells").elements)
    // Sparkles, and explosions of two colour ramps, each with half of the 500 births.
    #expect(children.count == 3 && children[0]["when"]?.string == "life" && children[1]["when"]?.string == "death")
    guard case .number(let burst, _) = try #require(children[1]["burst"]).value else { return }
    #expect(burst == 250)
    let fire = try ImportedFile("vortex-fire.json")
    #expect(try fire.cell("birthRate").string == "= 300 * (fract(t / 0.7) < 0.2857143)")
    #expect(try fire.cell("alphaOverLife").elements?.count == 4)
    #expect(try ImportedFile("vortex-confetti.json").cell("burst").string == "= 100 * amount")
  }

  @Test("pixi: lists of values, flat keys of old versions, shapes") func pixi() throws {
    let file = try ImportedFile("pixi-v5.json")
    #expect(try file.number(ofCell: "birthRate") == 125)
    #expect(try file.number(ofCell: "velocity") == 255 && file.number(ofCell: "velocityRange") == 90)
    #expect(try file.cell("velocityOverLife").elements?.count == 2)
    #expect(try file.cell("alphaOverLife").elements?.count == 3)
    #expect(try file.cell("sprite").elements?.count == 2, "one of two textures")
    #expect(try file.value("layers", "0", "blend").string == "add")
    #expect(file.lines("behaviors[8]").first?.kind == .unsupported)
    let old = try ImportedFile("pixi-v1.json")
    #expect(try old.number(ofCell: "velocity") == 500 && old.number(ofCell: "yAcceleration") == 900)
    #expect(try old.value("layers", "0", "emitter", "shape").string == "circle")
    #expect(try ImportedFile("pixi-chain.json").value("layers", "0", "emitter", "mode").string == "outline")
  }

  @Test("CAML: y upwards unless geometryFlipped, radians, children") func caml() throws {
    let snow = try ImportedFile("snow.caml")
    // Longitudes of particles born on a line are offset by 90°: π gives 180° − 90°.
    #expect(try abs(snow.number(ofCell: "emissionLongitude") - 90) < 1e-4)
    #expect(try snow.number(ofCell: "yAcceleration") == 4)
    #expect(try snow.value("layers", "0", "role").string == "backdrop")
    #expect(try snow.value("canvas", "height").writtenNumber == 844)
    let fountain = try ImportedFile("fountain.caml")
    #expect(try abs(fountain.number(ofCell: "emissionLongitude") + 90) < 1e-4)
    #expect(try fountain.number(ofCell: "yAcceleration") == 160)
    #expect(try fountain.value("layers", "0", "emitter", "position", "1").writtenNumber == 350)
    #expect(try fountain.value("layers", "0", "emitter", "birthRate").string == "= 2 * amount")
    #expect(try fountain.cell("cells").elements?.count == 1)
  }

  @Test("pixi: a rotation that accelerates turns by half of it times the lifetime squared") func pixiAcceleration()
    throws
  {
    let file = try ImportedFile(
      text: """
        { "lifetime": { "min": 2, "max": 2 }, "frequency": 0.1, "emitterLifetime": -1,
          "behaviors": [ { "type": "rotation", "config": { "minStart": 0, "maxStart": 0, "minSpeed": 10, "maxSpeed": 10, "accel": 90 } } ] }
        """, format: .pixi)
    #expect(try file.number(ofCell: "turn") == 180)
    #expect(try file.cell("travelEase").string == "easeInQuad")
  }

  @Test("Vortex: an acceleration with one number is none") func vortexShortAcceleration() throws {
    let file = try ImportedFile(
      text: #"{"position": [0.5, 0.5], "birthRate": 5, "lifespan": 1, "acceleration": [1]}"#, format: .vortex)
    #expect(try file.value("layers", "0", "emitter", "cells", "0")["yAcceleration"] == nil)
  }

  @Test("pixi: a static scale whose ends are swapped keeps its range") func pixiSwappedScale() throws {
    let file = try ImportedFile(
      text: """
        { "lifetime": { "min": 1, "max": 1 }, "frequency": 0.1, "emitterLifetime": -1,
          "behaviors": [ { "type": "scaleStatic", "config": { "min": 2, "max": 1 } } ] }
        """, format: .pixi)
    #expect(try file.number(ofCell: "scale") == 1.5)
    #expect(try file.number(ofCell: "scaleRange") == 1)
  }

  @Test("canvas-confetti: squares stand for bitmaps, and a cut list of colours is told apart from one with mistakes")
  func confettiSubstitutes() throws {
    let colors = Array(repeating: "\"#ff0000\"", count: 1025).joined(separator: ",")
    let file = try ImportedFile(
      text: "{\"particleCount\": 10, \"shapes\": [{\"type\": \"bitmap\"}, \"circle\"], \"colors\": [\(colors)]}",
      format: .canvasConfetti)
    let sprites = try #require(file.cell("sprite").elements)
    #expect(sprites.map { $0["type"]?.string } == ["square", "disc"])
    #expect(file.lines("colors").map(\.kind) == [.approximated])
  }

  @Test("tsParticles: a path adds its turbulence to gravity's limit of speed") func pathBesideGravity() throws {
    let file = try ImportedFile(
      text: """
        { "particles": { "number": { "value": 5 }, "move": { "enable": true, "speed": 1,
          "gravity": { "enable": true, "acceleration": 100, "maxSpeed": 1 }, "path": { "enable": true } } } }
        """, format: .tsParticles)
    #expect(try file.cell("forces").elements?.map { $0["type"]?.string } == ["speedLimit", "turbulence"])
  }
}

/// Faults of importers that were mended.
@Suite struct MendedImportTests {
  @Test("A duration beyond ten minutes is limited, and a line says so") func longDurations() throws {
    let pixi = try ImportedFile(
      text: """
        { "lifetime": { "min": 1, "max": 2 }, "frequency": 10, "emitterLifetime": 900, "behaviors": [
            { "type": "moveSpeedStatic", "config": { "min": 40, "max": 60 } }] }
        """)
    #expect(try pixi.value("canvas", "duration").writtenNumber == 600)
    #expect(pixi.lines("duration").map(\.kind) == [.clamped])
    let ts = try ImportedFile(text: #"{ "duration": 4000, "particles": { "number": { "value": 5 } } }"#)
    #expect(try ts.value("canvas", "duration").writtenNumber == 600)
    #expect(ts.lines("duration").map(\.kind) == [.clamped])
    #expect(try ts.number(ofCell: "lifetime") == 601)
    #expect(try ImportedFile("pixi-v5.json").lines("duration").isEmpty)
  }

  @Test("Core Animation: layers and cells have names of their own, whatever the file calls them") func equalNames()
    throws
  {
    func layer(_ name: String, _ cells: [String]) -> String {
      let list = cells.map { "<CAEmitterCell name=\"\($0)\" birthRate=\"1\" lifetime=\"2\"/>" }.joined()
      return "<CAEmitterLayer name=\"\(name)\"><emitterCells>\(list)</emitterCells></CAEmitterLayer>"
    }
    let layers = layer("a2", ["b2", "b", "b"]) + layer("a", ["b"]) + layer("a", [""]) + layer("", [""])
    let file = try ImportedFile(
      text: "<caml><CALayer bounds=\"0 0 90 90\"><sublayers>\(layers)</sublayers></CALayer></caml>", named: "x.caml")
    let read = try #require(try file.value("layers").elements)
    #expect(read.map { $0["name"]?.string } == ["a2", "a3", "a4", "emitter4"])
    let cells = read.flatMap { $0["emitter"]?["cells"]?.elements ?? [] }.compactMap { $0["name"]?.string }
    #expect(cells == ["b2", "b3", "b4", "b5", "particle5", "particle6"])
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  @Test("tsParticles: curves of a population that is born early are made for its whole life") func curvesOfPopulations()
    throws
  {
    let file = try ImportedFile(
      text: """
        { "duration": 8, "particles": { "number": { "value": 20 }, "size": { "value": { "min": 2, "max": 8 },
            "animation": { "enable": true, "speed": 10, "sync": true, "startValue": "min" } } } }
        """)
    // From 2 to 8 at 6 a second: a second for each sweep, a life of 9 s and 2 s for the births before.
    #expect(try file.number(ofCell: "lifetime") == 11)
    let stops = try #require(try file.cell("scaleOverLife").elements)
    let second = try #require(stops[1].elements?.first?.writtenNumber)
    #expect(abs(second * 11 - 1) < 1e-4, "\(second)")
    #expect(stops.count == 12)
  }

  @Test("tsParticles: lifetimes are random shares of the written one, unless they are in step") func lifetimes() throws
  {
    func lifetime(_ duration: String) throws -> [Double] {
      let file = try ImportedFile(
        text: """
          { "emitters": { "rate": { "quantity": 2, "delay": 0.1 } }, "particles": { "life": { "count": 1, "duration": \(duration) } } }
          """)
      let range = try file.value("layers", "0", "emitter", "cells", "0")["lifetimeRange"]?.writtenNumber ?? 0
      return [try file.number(ofCell: "lifetime"), range]
    }
    #expect(try lifetime(#"{ "value": 3 }"#) == [1.5, 3])
    #expect(try lifetime(#"{ "value": 3, "sync": true }"#) == [3, 0])
    #expect(try lifetime(#"{ "value": { "min": 2, "max": 4 }, "sync": true }"#) == [3, 2])
    #expect(try lifetime(#"{ "value": { "min": 2, "max": 4 } }"#) == [1.5, 3])
  }

  @Test("tsParticles: lines are as opaque as in the library, whatever the opacity of their ends") func linkOpacity()
    throws
  {
    func opacity(_ particles: Double, _ links: Double) throws -> Double? {
      let file = try ImportedFile(
        text: """
          { "particles": { "number": { "value": 5 }, "opacity": { "value": \(particles) },
              "links": { "enable": true, "opacity": \(links) } } }
          """)
      return try file.cell("links")["opacity"]?.writtenNumber
    }
    #expect(try opacity(1, 0.4) == 0.4)
    #expect(try opacity(0.5, 0.4) == 0.8)
    #expect(try opacity(0.5, 0.9) == 1)
  }

  @Test("tsParticles: the weight of letters may be a word; another is reported") func weights() throws {
    func file(_ weight: String) throws -> ImportedFile {
      try ImportedFile(
        text: """
          { "particles": { "number": { "value": 5 }, "shape": { "type": "char",
              "options": { "char": { "value": "A", "font": "Verdana", "weight": "\(weight)" } } } } }
          """)
    }
    #expect(try file("bold").cell("sprite")["weight"]?.writtenNumber == 700)
    #expect(try file("normal").cell("sprite")["weight"] == nil)
    #expect(try file("300").cell("sprite")["weight"]?.writtenNumber == 300)
    let odd = try file("heavy-ish")
    #expect(odd.lines("particles.shape.options.char.weight").map(\.kind) == [.unreadable])
  }

  @Test("Vortex: a limit of births is reached later where the system idles in between") func idleTime() throws {
    func duration(_ limit: Int) throws -> Double {
      let file = try ImportedFile(
        text: """
          { "birthRate": 100, "emissionLimit": \(limit), "emissionDuration": 0.5, "idleDuration": 2, "lifespan": 1 }
          """, format: .vortex)
      return try file.number(ofCell: "duration")
    }
    // 50 births in each half second; the next half second begins 2.5 s after the one before.
    #expect(try duration(30) == 0.3)
    #expect(try duration(50) == 0.5)
    #expect(try duration(60) == 2.6)
    #expect(try duration(120) == 5.2)
  }

  @Test("pixi: births stop at the limit of particles, and go on when the first die") func limitedBirths() throws {
    let file = try ImportedFile(
      text: """
        { "lifetime": { "min": 0.5, "max": 1.5 }, "frequency": 0.01, "maxParticles": 40, "behaviors": [
            { "type": "moveSpeedStatic", "config": { "min": 40, "max": 60 } }] }
        """)
    #expect(try file.cell("birthRate").string == "= (100 * (t < 0.4) + 40 * (t >= 0.5))")
    #expect(file.lines("maxParticles").map(\.kind) == [.approximated])
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  @Test("pixi: particles with a constant speed below 0 fly backwards, with a changing one they stay")
  func negativeSpeeds() throws {
    func file(_ speed: String) throws -> ImportedFile {
      try ImportedFile(
        text: """
          { "lifetime": { "min": 1, "max": 1 }, "frequency": 0.1, "behaviors": [
              { "type": "moveSpeed", "config": { "speed": { "list": \(speed) }, "minMult": 0.5 } }] }
          """)
    }
    let constant = try file(#"[{ "value": -80, "time": 0 }]"#)
    #expect(try constant.number(ofCell: "velocity") == -60 && constant.number(ofCell: "velocityRange") == 40)
    // A changing speed below 0 turns a particle around at each update of the library.
    let turning = try file(
      #"[{ "value": 100, "time": 0 }, { "value": -50, "time": 0.75 }, { "value": -50, "time": 1 }]"#)
    #expect(try turning.number(ofCell: "velocity") == 75)
    let stops = try #require(try turning.cell("velocityOverLife").elements).map {
      $0.elements?.map(\.writtenNumber) ?? []
    }
    #expect(stops == [[0, 1], [0.5, 0], [0.75, 0], [1, 0]])
    #expect(turning.lines("speed").map(\.kind) == [.approximated])
    #expect(try Preset(json: turning.result.preset).warnings.isEmpty)
  }
}
