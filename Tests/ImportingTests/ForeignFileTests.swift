import Importing
import JSON
import Motes
import Testing

/// Details of real files that the descriptions of their formats do not mention.
@Suite struct ForeignFileTests {
  private func cells(_ file: ImportedFile, layer: Int = 0) throws -> [JSONNode] {
    try #require(try file.value("layers", "\(layer)", "emitter", "cells").elements)
  }

  // MARK: tsParticles

  @Test("tsParticles: the direction of an emitter's own particles overrides the emitter's direction")
  func directions() throws {
    let withOwnDirection = try ImportedFile(
      text: """
        { "particles": { "move": { "enable": true, "direction": "left" } },
          "emitters": { "direction": "top", "particles": { "move": { "direction": "bottom" } } } }
        """)
    #expect(try withOwnDirection.number(ofCell: "emissionLongitude") == 90)
    let withEmittersDirection = try ImportedFile(
      text: """
        { "particles": { "move": { "enable": true, "direction": "left" } }, "emitters": { "direction": "top" } }
        """)
    #expect(try withEmittersDirection.number(ofCell: "emissionLongitude") == -90)
  }

  @Test("tsParticles: emitters begin at once, pause after each life, and wait before the first only if told to")
  func lives() throws {
    func emitter(_ life: String) throws -> ImportedFile {
      try ImportedFile(
        text: """
          { "particles": { "move": { "enable": true } },
            "emitters": { "life": \(life), "rate": { "quantity": 20, "delay": 0.5 }, "startCount": 3 } }
          """)
    }
    let endless = try emitter(#"{ "count": 0, "duration": 1, "delay": 3 }"#)
    #expect(try endless.cell("birthRate").string == "= 40 * (fract(t / 4) < 0.25)")
    let twice = try emitter(#"{ "count": 2, "duration": 1, "delay": 3 }"#)
    let moments = try #require(try twice.cell("bursts").elements).compactMap { $0.elements?.first?.writtenNumber }
    // startCount at 0 s, then a burst every half second of each life; the second life begins at 4 s.
    #expect(moments == [0, 0, 0.5, 4, 4.5], "\(moments)")
    let late = try emitter(#"{ "count": 1, "duration": 0.4, "delay": 2, "wait": true }"#)
    #expect(try late.cell("bursts").elements?.last?.elements?.first?.writtenNumber == 2)
    // The particles of startCount are born at the first update, even if the emitter waits.
    #expect(try late.cell("bursts").elements?.first?.elements?.first?.writtenNumber == 0)
    let lateAndEndless = try emitter(#"{ "count": 0, "duration": 1, "delay": 3, "wait": true }"#)
    #expect(try lateAndEndless.cell("burst").string == "= 3 * amount")
    #expect(try lateAndEndless.cell("birthRate").string == "= 40 * (t >= 3) * (fract((t - 3) / 4) < 0.25)")
    #expect(try lateAndEndless.value("layers", "0", "emitter", "cells", "0")["beginTime"] == nil)
    #expect(try Preset(json: lateAndEndless.result.preset).warnings.isEmpty)
  }

  @Test("tsParticles: lives too many for a list of bursts are carried over as a rate, with a line in the report")
  func manyLives() throws {
    let file = try ImportedFile(
      text: """
        { "emitters": { "life": { "count": 5000, "duration": 0.01, "delay": 0.1 }, "rate": { "quantity": 2, "delay": 0.1 } } }
        """)
    #expect(try file.cell("birthRate").string?.hasPrefix("= 20 * (fract(t / 0.11)") == true)
    #expect(try file.number(ofCell: "duration") == 550)
    #expect(file.lines("emitters.life.count").map(\.kind) == [.approximated])
  }

  @Test("tsParticles: pieces of a split particle with the direction outside fly in all directions")
  func outside() throws {
    let file = try ImportedFile(
      text: """
        { "emitters": {}, "particles": { "move": { "enable": true, "direction": "top" }, "life": { "duration": 1 },
            "destroy": { "mode": "split", "split": { "rate": { "value": 9 }, "particles": {
              "life": { "duration": 1 }, "move": { "enable": true, "direction": "outside" } } } } } }
        """)
    let child = try #require(try file.cell("cells").elements?.first)
    #expect(child["emissionFrom"] == nil && child["emissionRange"]?.writtenNumber == 360)
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  @Test("tsParticles: without a delay particles are born at each update, and kinds of particles share the births")
  func kinds() throws {
    let file = try ImportedFile(
      text: """
        { "emitters": [{ "rate": { "quantity": 2, "delay": 0 },
            "particles": [{ "size": { "value": 4 } }, { "size": { "value": 9 } }] }] }
        """)
    let cells = try cells(file)
    #expect(cells.count == 2 && cells.allSatisfy { abs(($0["birthRate"]?.writtenNumber ?? 0) - 60) < 1e-9 })
    #expect(cells[1]["sprite"]?["size"]?.writtenNumber == 18)
  }

  @Test("tsParticles: maxSpeed is in pixels per update, and move.random does not apply to a range of speeds")
  func speeds() throws {
    let file = try ImportedFile(
      text: """
        { "particles": { "move": { "enable": true, "speed": { "min": 2, "max": 4 }, "random": true,
            "gravity": { "enable": true, "acceleration": 50, "maxSpeed": 5 } } }, "emitters": {} }
        """)
    #expect(try file.number(ofCell: "velocity") == 90 && file.number(ofCell: "velocityRange") == 60)
    #expect(try file.cell("forces").elements?.first?["maximum"]?.writtenNumber == 300)
  }

  @Test("tsParticles: lists of options for shapes, images by name, and particles with options of their own")
  func shapes() throws {
    let file = try ImportedFile(
      Array(
        """
        { "preload": [{ "name": "leaf", "src": "leaf.png", "width": 16, "height": 8 }, { "name": "none", "src": "x.png" }],
          "particles": { "number": { "value": 60 }, "size": { "value": 10 }, "shape": { "type": ["image", "diamonds"],
            "options": { "image": [{ "name": "leaf" }, { "name": "leaf", "particles": { "size": { "value": 20 } } }] } } } }
        """.utf8), named: "leaves.json", hasTextures: true)
    // Three shapes, one of which has particles of its own: three populations of a third each.
    #expect(try file.value("layers").elements?.count == 3)
    #expect(try file.cell("burst").string == "= 20 * amount")
    #expect(try file.cell("sprite")["file"]?.string == "texture.png")
    #expect(try cells(file, layer: 1)[0]["sprite"]?["size"]?.elements?.first?.writtenNumber == 40)
    #expect(try cells(file, layer: 2)[0]["sprite"]?["type"]?.string == "path")
    #expect(file.lines("preload[1].src").first?.kind == .meaningless)
  }

  @Test("tsParticles: characters, stars, and different outModes of the two axes") func details() throws {
    let file = try ImportedFile(
      text: """
        { "particles": { "number": { "value": 5 }, "size": { "value": 10 },
            "shape": { "type": ["character", "star"], "character": { "value": ["A", "B"], "font": "Verdana" },
              "star": { "sides": 5 } },
            "move": { "enable": true, "outModes": { "default": "out", "left": "bounce", "right": "bounce" } } } }
        """)
    let sprites = try #require(try file.cell("sprite").elements)
    #expect(sprites[0]["text"]?.elements?.count == 2 && sprites[1]["size"]?.writtenNumber == 40)
    let bounds = try #require(try file.cell("bounds").elements)
    #expect(bounds.map { $0["axis"]?.string } == ["horizontal", "vertical"])
    #expect(bounds.map { $0["action"]?.string } == ["bounce", "wrap"])
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  @Test("tsParticles: animated hues, blending, trails of version 4, groups, and positions of single particles")
  func versionFour() throws {
    let file = try ImportedFile(
      text: """
        { "blend": { "enable": true, "mode": "lighter" }, "trail": { "enable": true, "length": 30 },
          "manualParticles": [{ "position": { "x": 25, "y": 75 } }],
          "particles": { "paint": { "fill": { "enable": true, "color": { "value": "#ff0000",
              "animation": { "enable": true, "speed": 20, "sync": true } } } },
            "move": { "enable": true },
            "groups": { "few": { "number": { "value": 4 }, "size": { "value": 7 } } } } }
        """)
    #expect(try file.value("layers", "0", "blend").string == "add")
    #expect(try file.cell("burst").string == "= 4 * amount" && file.cell("sprite")["size"]?.writtenNumber == 14)
    #expect(try file.cell("trail")["duration"]?.writtenNumber == 0.5)
    #expect(try file.value("layers", "1", "emitter", "position", "1").string == "75%")
    // The hue turns by 12° a second over a life of 9 s.
    let hues = try #require(try file.cell("colorOverLife").elements).compactMap(\.string)
    #expect(hues.first == "#ff0000" && hues.count == 9, "\(hues)")
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  @Test("tsParticles: an emitter started by a click is imported if there is no other; a trail of the mouse is refused")
  func clicks() throws {
    let file = try ImportedFile(
      text: """
        { "particles": { "number": { "value": 0 }, "move": { "enable": true } },
          "interactivity": { "events": { "onClick": { "enable": true, "mode": "emitters" } },
            "modes": { "emitters": { "life": { "count": 1, "duration": 0.1 }, "rate": { "delay": 0.1, "quantity": 40 } } } } }
        """)
    #expect(try file.cell("burst").string == "= 40 * amount")
    #expect(file.lines("interactivity.modes.emitters").first?.kind == .approximated)
    #expect(throws: ImportError.self) {
      try ImportedFile(
        text:
          #"{ "particles": { "number": { "value": 0 } }, "interactivity": { "modes": { "trail": { "delay": 1 } } } }"#)
    }
  }

  @Test("tsParticles: keys that are switched off are reported as meaningless, not as unsupported")
  func switchedOff() throws {
    let file = try ImportedFile(
      text: """
        { "polygon": { "enable": false, "scale": 1 }, "infection": { "enable": true, "cure": false },
          "particles": { "number": { "value": 9, "density": { "enable": false, "area": 800 }, "limit": -1 },
            "collisions": { "enable": false, "mode": "bounce" }, "shadow": { "enable": true, "blur": 5 },
            "stroke": { "width": 0, "color": "#000" }, "zIndex": { "value": 0 },
            "move": { "enable": true, "attract": { "enable": false, "rotate": { "x": 600 } }, "warp": false } } }
        """)
    for key in ["polygon", "particles.collisions", "particles.stroke", "particles.zIndex", "particles.move.attract"] {
      #expect(file.lines(key).map(\.kind) == [.meaningless], "\(key)")
    }
    for key in ["infection", "particles.shadow"] { #expect(file.lines(key).map(\.kind) == [.unsupported], "\(key)") }
    #expect(
      !file.result.report.lines.contains { [.unknown, .clamped, .unreadable].contains($0.kind) },
      "\(file.result.report.lines)")
    #expect(try file.cell("burst").string == "= 9 * amount")
  }

  // MARK: Particle Designer

  /// Returns a property list of Particle Designer with default values for all keys but these.
  private func designer(_ keys: [String: String]) -> String {
    let defaults = [
      "maxParticles": "20", "particleLifespan": "1", "speed": "50", "startParticleSize": "20",
      "finishParticleSize": "-1", "blendFuncSource": "770", "blendFuncDestination": "772",
    ]
    let all = defaults.merging(keys) { $1 }.sorted { $0.key < $1.key }
    return "<plist version=\"1.0\"><dict>"
      + all.map {
        "<key>\($0.key)</key>"
          + ($0.key == "textureImageData"
            ? "<string>\($0.value)</string>" : "<real>\($0.value)</real>")
      }.joined() + "</dict></plist>"
  }

  @Test("Particle Designer: blend functions assume an opaque background, and old files have blendAdditive")
  func blending() throws {
    #expect(try ImportedFile(text: designer([:]), named: "a.plist").value("layers", "0", "blend").string == "add")
    let over = try ImportedFile(
      text: designer(["blendFuncSource": "772", "blendFuncDestination": "771"]), named: "a.plist")
    #expect(try over.value("layers", "0")["blend"] == nil)
    let old = try ImportedFile(text: designer(["blendAdditive": "0"]), named: "a.plist")
    #expect(!old.result.report.lines.contains { $0.kind == .unknown })
  }

  @Test("Particle Designer: spirals that begin at their centre, and textures without base64 padding")
  func spirals() throws {
    let file = try ImportedFile(
      text: designer([
        "emitterType": "1", "maxRadius": "0", "minRadius": "80", "rotatePerSecond": "90", "angleVariance": "180",
      ]), named: "a.plist")
    #expect(try file.number(ofCell: "velocity") == 80 && file.number(ofCell: "emissionRange") == 360)
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
    let circle = try ImportedFile(
      text: designer(["emitterType": "1", "maxRadius": "60", "minRadius": "-1", "rotatePerSecond": "90"]),
      named: "a.plist")
    #expect(try circle.cell("swayAmplitude").elements?.first?.writtenNumber == 60)
    let textured = try ImportedFile(
      Array(designer(["textureImageData": "iVBORw0KGgo"]).utf8), named: "a.plist", hasTextures: true)
    #expect(try textured.cell("sprite")["type"]?.string == "image")
  }

  @Test("Particle Designer: a named file replaces an embedded texture that cannot be read")
  func brokenTexture() throws {
    let text = designer(["textureImageData": "!"]).replacing(
      "</dict>", with: "<key>textureFileName</key><string>a.png</string></dict>")
    let file = try ImportedFile(Array(text.utf8), named: "a.plist", hasTextures: true)
    #expect(try file.cell("sprite")["type"]?.string == "image")
    let line = try #require(file.lines("textureImageData").first)
    #expect(line.kind == .unsupported && line.reason.hasSuffix("the named file is used instead"), "\(line.reason)")
  }

  @Test("PEX: a final size of −1 means 0, unlike in Particle Designer's files") func finishSizeOfPEX() throws {
    let file = try ImportedFile(
      text: """
        <particleEmitterConfig><maxParticles value="9"/><particleLifeSpan value="1"/><startParticleSize value="20"/>
        <finishParticleSize value="-1"/></particleEmitterConfig>
        """, named: "a.pex")
    #expect(try file.cell("scaleOverLife").elements?.last?.writtenNumber == 0)
    let list = try ImportedFile(text: designer([:]), named: "a.plist")
    #expect(try list.value("layers", "0", "emitter", "cells", "0")["scaleOverLife"] == nil)
  }

  // MARK: Others

  @Test("pixi: a single texture in place of a list is reported under the key itself") func singleTexture() throws {
    let file = try ImportedFile(
      text: """
        { "lifetime": { "min": 1, "max": 1 }, "frequency": 0.5, "pos": { "x": 0, "y": 0 }, "behaviors": [
            { "type": "textureRandom", "config": { "textures": "a.png" } }] }
        """)
    #expect(file.lines("behaviors[0].config.textures").first?.kind == .unsupported)
    #expect(!file.result.report.lines.contains { $0.key.hasSuffix("textures[0]") })
  }

  @Test("pixi: waves have fixed directions, or random ones without a spacing, and a path gives the speed")
  func pixiWaves() throws {
    func wave(spacing: Int) throws -> ImportedFile {
      try ImportedFile(
        text: """
          { "lifetime": { "min": 1, "max": 1 }, "frequency": 0.5, "emitterLifetime": 1, "particlesPerWave": 4,
            "maxParticles": 100, "pos": { "x": 0, "y": 0 }, "behaviors": [
              { "type": "spawnBurst", "config": { "start": 10, "spacing": \(spacing), "distance": 0 } },
              { "type": "movePath", "config": { "path": "sin(x)", "speed": { "start": 90, "end": 90 } } }] }
          """)
    }
    let fixed = try cells(wave(spacing: 90))
    #expect(fixed.compactMap { $0["emissionLongitude"]?.writtenNumber } == [10, 100, 190, 280])
    #expect(fixed[0]["velocity"]?.writtenNumber == 90)
    let bursts = try #require(fixed[0]["bursts"]?.elements)
    #expect(bursts.compactMap { $0.elements?.first?.writtenNumber } == [0, 0.5])
    #expect(bursts[0].elements?.last?.string == "= 4 * amount / 4")
    let random = try wave(spacing: 0)
    #expect(try cells(random).count == 1 && random.number(ofCell: "emissionRange") == 360)
  }

  @Test("Vortex: tags choose sprites") func vortexTags() throws {
    let file = try ImportedFile(
      text:
        #"{ "tags": ["square", "circle"], "birthRate": 10, "spawnOccasion": { "onBirth": {} }, "speedVariation": 1 }"#)
    #expect(try file.cell("sprite").elements?.map { $0["type"]?.string } == ["square", "disc"])
  }

  @Test("canvas-confetti: many calls at different places are one moving emitter; different numbers become ranges")
  func manyCalls() throws {
    func calls(_ options: (Int) -> String) throws -> ImportedFile {
      let list = (0..<90).map {
        "{ \"time\": \(Double($0) / 10), \"origin\": { \"x\": 0.\($0 + 10), \"y\": 0.2 }, \(options($0)) }"
      }
      return try ImportedFile(text: "[" + list.joined(separator: ",") + "]")
    }
    let places = try calls { _ in #""particleCount": 5, "startVelocity": 1"# }
    #expect(try places.value("layers").elements?.count == 1)
    #expect(try places.value("layers", "0", "emitter", "position", "keys").elements?.count == 90)
    let center = try places.lightCenter(atSeconds: 0.05)
    #expect(abs(center.x - 0.1 * 1280) < 40 && abs(center.y - 0.2 * 720) < 60, "\(center)")
    let numbers = try calls { #""particleCount": 1, "ticks": \#(100 + $0), "scalar": 0.\#(10 + $0)"# }
    #expect(try numbers.value("layers").elements?.count == 1)
    #expect(try abs(numbers.number(ofCell: "lifetimeRange") - 89.0 / 60) < 1e-5)
    #expect(numbers.lines("[3].ticks").first?.kind == .approximated)
  }

  @Test("CAML: nested layers have lines in the report and keep their background, and a zPosition of 0 has no effect")
  func nested() throws {
    let file = try ImportedFile(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer id="cap" name="Root" bounds="0 0 390 844" position="195 422" zPosition="0">
            <sublayers>
              <CALayer name="Sky" bounds="0 0 390 844" position="195 422" backgroundColor="0 0 1" cornerRadius="9">
                <sublayers>
                  <CAEmitterLayer name="Snow" bounds="0 0 390 844" position="195 422" emitterPosition="195 844">
                    <emitterCells>
                      <CAEmitterCell birthRate="9" lifetime="3" velocity="50" sparkle="1"><contents><CGImage src="a.png"/></contents>
                      </CAEmitterCell>
                    </emitterCells>
                  </CAEmitterLayer>
                </sublayers>
              </CALayer>
            </sublayers>
          </CALayer>
        </caml>
        """, named: "main.caml")
    #expect(try file.value("layers", "0", "gradient", "stops", "0").string == "#0000ff")
    #expect(file.lines("CALayer.zPosition").first?.kind == .meaningless)
    #expect(file.lines("CALayer.sublayers.CALayer.cornerRadius").first?.kind == .unsupported)
    let madeUpKey = "CALayer.sublayers.CALayer.sublayers.CAEmitterLayer.emitterCells.CAEmitterCell.sparkle"
    #expect(file.lines(madeUpKey).first?.kind == .unknown)
    #expect(try file.value("layers", "1", "emitter", "position", "1").writtenNumber == 0)
  }
}
