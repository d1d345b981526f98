import Importing
import JSON
import Motes
import Testing

/// Calls in scripts: which belong together, when they come, and what stands for values that are no constants.
@Suite struct ScriptCallTests {
  private func sources(_ text: String, _ name: String = "party.js") throws -> [ImportSource] {
    try Importer.sources(Array(text.utf8), name: name)
  }

  /// The times of the bursts of all emitters, sorted.
  private func times(_ file: ImportedFile) throws -> [Double] {
    let layers = try #require(try file.value("layers").elements)
    return layers.flatMap { layer -> [Double] in
      let cell = layer["emitter"]?["cells"]?.elements?.first
      guard let bursts = cell?["bursts"]?.elements else { return [0] }
      return bursts.compactMap { $0.elements?.first?.writtenNumber }
    }.sorted()
  }

  @Test("Calls through a function of the file are one preset, each with its own options") func fire() throws {
    let file = try ImportedFile(
      text: """
        const count = 200;
        const defaults = { origin: { y: 0.7 } };
        function fire(ratio, opts) {
          confetti({ ...defaults, ...opts, particleCount: Math.floor(count * ratio) });
        }
        fire(0.25, { spread: 26, startVelocity: 55 });
        fire(0.2, { spread: 60 });
        fire(0.35, { spread: 100, decay: 0.91, scalar: 0.8 });
        """, named: "party.js")
    let layers = try #require(try file.value("layers").elements)
    let cells = layers.compactMap { $0["emitter"]?["cells"]?.elements?.first }
    #expect(cells.map { $0["burst"]?.string } == ["= 50 * amount", "= 40 * amount", "= 70 * amount"])
    #expect(cells.map { $0["emissionRange"]?.writtenNumber } == [26, 60, 100])
    #expect(layers[0]["emitter"]?["position"]?.elements?.last?.string == "70%")
    #expect(try sources("function f() { confetti() }\nf();")[0].found == "confetti(…), line 1")
  }

  @Test("Timers put calls at their times; delays before the first are left out") func timers() throws {
    let file = try ImportedFile(
      text: """
        function shoot() { confetti({ particleCount: 40 }); }
        setTimeout(shoot, 1000);
        setTimeout(() => { shoot(); setTimeout(shoot, 200) }, 1100);
        """, named: "party.js")
    #expect(try times(file) == [0, 0.1, 0.3])
    #expect(file.lines("time").first?.reason.contains("waits for 1 s") == true)
    let loop = try ImportedFile(
      text: "for (let i = 0; i < 4; i++) { setTimeout(() => confetti({ particleCount: 10 * (i + 1) }), i * 150) }",
      named: "loop.js")
    #expect(try times(loop) == [0, 0.15, 0.3, 0.45])
    let short = try ImportedFile(
      text: "for (var i = 0; i < 3; i++) confetti({ angle: 60 + 30 * i }); confetti({ angle: 45 });", named: "short.js")
    let angles = try #require(try short.value("layers").elements).map {
      $0["emitter"]?["cells"]?.elements?.first?["emissionLongitude"]?.writtenNumber
    }
    #expect(angles == [-60, -90, -120, -45])
    let each = try ImportedFile(
      text: "const xs = [.2, .8]; xs.forEach((x, i) => setTimeout(() => confetti({ origin: { x } }), i * 500));",
      named: "each.js")
    let places = try #require(try each.value("layers").elements).compactMap {
      $0["emitter"]?["position"]?.elements?.first?.string
    }
    #expect(places == ["20%", "80%"])
  }

  @Test("What is repeated ends when the script says so, else after three seconds, and the report says which")
  func repetition() throws {
    let interval = """
      const duration = 2 * 1000, end = Date.now() + duration;
      const timer = setInterval(function () {
        const left = end - Date.now();
        if (left <= 0) return clearInterval(timer);
        confetti({ particleCount: 50 * (left / duration), origin: { x: Math.random(), y: .2 } });
      }, 250);
      """
    let file = try ImportedFile(text: interval, named: "fireworks.js")
    // The last of the eight has no pieces any more.
    #expect(try times(file).count == 7 || times(file) == [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5])
    #expect(file.lines("time").first?.reason == "line 2: repeated every 250 ms for 2 s")
    let random = try #require(file.lines("[0].origin.x").first)
    #expect(
      random.kind == .noConstant && random.reason.contains("each repetition has a value of its own"), "\(random.reason)"
    )
    let frames = try ImportedFile(
      text: """
        const end = Date.now() + 1000;
        (function frame() {
          confetti({ particleCount: 2, angle: 60 });
          if (Date.now() < end) requestAnimationFrame(frame);
        }());
        """, named: "frames.js")
    #expect(try times(frames).count == 60)
    let endless = try ImportedFile(text: "setInterval(() => confetti({ particleCount: 5 }), 1000)", named: "endless.js")
    #expect(try times(endless).count == 3)
    #expect(endless.lines("time").first?.reason.contains("does not say plainly") == true)
    let cleared = try ImportedFile(
      text: "const t = setInterval(() => confetti({}), 500); setTimeout(() => clearInterval(t), 4000);",
      named: "cleared.js")
    #expect(try times(cleared).count == 8)
  }

  @Test("Functions that nothing calls are presets of their own, named after them") func severalPresets() throws {
    let found = try sources(
      """
      export function cannon() { confetti({ particleCount: 100 }) }
      export const sides = () => { confetti({ angle: 60 }); confetti({ angle: 120 }) };
      button.addEventListener('click', () => confetti({ spread: 360 }));
      particlesJS('bg', { particles: { number: { value: 80 } } });
      """)
    #expect(found.map(\.suffix) == ["cannon", "sides", "click", "4"])
    #expect(found.map(\.format) == [.canvasConfetti, .canvasConfetti, .canvasConfetti, .tsParticles])
    #expect(found[1].found == "2 calls of confetti(…), line 2, in sides")
    for source in found { _ = try Preset(json: try Importer.run(source).preset) }
    #expect(try Importer.run(found[1]).preset.contains("\"Party sides\""))
  }

  @Test("Functions of the same name in different places are told apart") func scopes() throws {
    let found = try sources(
      """
      const effects = {
        stars: function () { function shoot() { confetti({ shapes: ['star'] }) } setTimeout(shoot, 0); setTimeout(shoot, 100) },
        random: function () { confetti({ angle: 40 + 10 * Math.random() }) },
        emoji: function () { function shoot() { confetti({ shapes: ['circle'] }) } shoot(); }
      };
      """)
    #expect(found.map(\.suffix) == ["stars", "random", "emoji"])
    #expect(
      found.map(\.found) == [
        "2 calls of confetti(…), line 2, in stars", "confetti(…), line 3, in random", "confetti(…), line 4, in emoji",
      ])
  }

  @Test("What is no constant has a line with its place and what stands for it") func noConstants() throws {
    let file = try ImportedFile(
      text: """
        const between = (a, b) => Math.random() * (b - a) + a;
        let skew = 1;
        function go(props, { ticks = 120 } = {}) {
          skew = skew - .1;
          confetti({
            angle: between(55, 125),
            spread: randomInRange(50, 70),
            particleCount: isMobile ? 40 : 90,
            startVelocity: props.speed,
            scalar: skew,
            gravity: window.innerWidth / 640,
            decay: innerHeight / 800,
            drift: props.drift || .5,
            ticks,
            ...props.extra,
          });
        }
        """, named: "go.ts")
    func reason(_ key: String) -> String { file.lines(key).first { $0.kind == .noConstant }?.reason ?? "" }
    #expect(
      reason("angle")
        == "line 6: `between(55, 125)` is no constant: it is another number each time the script runs; 90 stands for it"
    )
    #expect(reason("spread").contains("taken for a random number") && reason("spread").hasSuffix("60 stands for it"))
    #expect(reason("particleCount").contains("`isMobile`") && reason("particleCount").hasSuffix("90 stands for it"))
    #expect(reason("startVelocity").contains("a caller that this file does not have; left out"))
    #expect(reason("scalar").contains("changes while the script runs") && reason("scalar").hasSuffix("1 stands for it"))
    #expect(reason("gravity").contains("1280 × 720") && reason("gravity").hasSuffix("2 stands for it"))
    #expect(reason("decay").hasSuffix("0.9 stands for it"))
    #expect(reason("drift").hasSuffix("0.5 stands for it"))
    #expect(reason("ticks").isEmpty)
    #expect(reason("…").contains("`...props.extra`") && reason("…").contains("its keys are missing"))
    #expect(try file.number(ofCell: "lifetime") == 2)
    #expect(try file.number(ofCell: "emissionLongitude") == -90)
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
    #expect(file.result.report.table().contains("no constant"))
  }

  @Test("Names of the libraries' enumerations are their values") func enumerations() throws {
    let file = try ImportedFile(
      text: """
        export const options = { particles: { number: { value: 9 }, move: { enable: true, direction: MoveDirection.bottomLeft,
          straight: true, outModes: { default: OutMode.bounce } }, life: { count: Engine.count } } };
        """, named: "snow.ts")
    #expect(try file.number(ofCell: "emissionLongitude") == 135)
    #expect(try file.cell("bounds").elements?.first?["action"]?.string == "bounce")
    #expect(
      file.lines("particles.life.count").first?.reason
        == "line 2: `Engine.count` is not of this file; left out, so that the library's default counts")
  }

  @Test("Shapes of texts and paths, made by canvas-confetti's own functions") func shapes() throws {
    let file = try ImportedFile(
      text:
        "const s = 2, fish = confetti.shapeFromText({ text: '🐟', scalar: s });\nconfetti({ shapes: [fish, confetti.shapeFromPath({ path: 'M0 0L9 0L9 9Z' })], scalar: s });",
      named: "fish.js")
    let sprites = try #require(try file.cell("sprite").elements)
    #expect(sprites.map { $0["type"]?.string } == ["text", "path"])
    #expect(sprites[0]["text"]?.string == "🐟" && sprites[0]["size"]?.writtenNumber == 20)
    _ = try Preset(json: file.result.preset)
  }

  @Test("particles.js has its own values where a script writes none, and the report names them") func defaults() throws
  {
    let file = try ImportedFile(text: "particlesJS('x', { particles: { color: { value: '#f00' } } })", named: "x.js")
    #expect(try file.cell("burst").string == "= 1037 * amount")
    #expect(try file.cell("links")["distance"]?.writtenNumber == 100)
    #expect(file.lines("particles").first?.reason.contains("number.value") == true)
  }
}
