import Importing
import JSON
import Motes
import Testing

/// Options are read out of scripts in every way in which JavaScript and TypeScript write them.
@Suite struct ScriptSyntaxTests {
  /// A way of writing one call of canvas-confetti with 80 pieces, a spread of 70 and a size of half.
  struct Spelling: CustomTestStringConvertible {
    let name: String
    let text: String
    var file = "party.js"
    var testDescription: String { name }
    init(_ name: String, _ text: String, file: String = "party.js") {
      (self.name, self.text, self.file) = (name, text, file)
    }
  }

  static let spellings: [Spelling] = [
    Spelling("keys without quotes", "confetti({ particleCount: 80, spread: 70, scalar: 0.5 });"),
    Spelling("keys in single quotes", "confetti({ 'particleCount': 80, 'spread': 70, 'scalar': 0.5 });"),
    Spelling("trailing commas", "confetti({ particleCount: 80, spread: 70, scalar: 0.5, },);"),
    Spelling(
      "comments", "confetti({ // how many\n particleCount: 80, /* wide */ spread: /**/ 70,\n scalar: 0.5 // }\n})"),
    Spelling("numbers without a zero", "confetti({ particleCount: 8e1, spread: 70., scalar: .5 })"),
    Spelling("plus signs", "confetti({ particleCount: +80, spread: +70, scalar: +.5 })"),
    Spelling("hexadecimal, binary and octal", "confetti({ particleCount: 0x50, spread: 0b1000110, scalar: 0o1 / 2 })"),
    Spelling("underscores", "confetti({ particleCount: 8_0, spread: 7_0, scalar: 0.5 })"),
    Spelling("texts as numbers", "confetti({ particleCount: '80', spread: `70`, scalar: \"0.5\" })"),
    Spelling("computed keys", "confetti({ ['particle' + 'Count']: 80, [\"spread\"]: 70, scalar: .5 })"),
    Spelling("arithmetic", "confetti({ particleCount: 2 * (50 - 10), spread: 280 / 4, scalar: 1 - 2 ** -1 })"),
    Spelling(
      "functions of Math",
      "confetti({ particleCount: Math.floor(80.9), spread: Math.max(10, 70), scalar: Math.cos(Math.PI / 2) + .5 })"),
    Spelling(
      "constants of the file",
      "const count = 80, half = .5;\nvar wide = 70;\nconfetti({ particleCount: count, spread: wide, scalar: half })"),
    Spelling(
      "shorthand keys", "let particleCount = 80, spread = 70, scalar = 0.5; confetti({ particleCount, spread, scalar })"
    ),
    Spelling(
      "a constant object", "const options = { particleCount: 80, spread: 70, scalar: 0.5 };\nconfetti(options);"),
    Spelling(
      "a spread", "const base = { particleCount: 9, spread: 70 }; confetti({ ...base, particleCount: 80, scalar: .5 })"),
    Spelling(
      "Object.assign",
      "var d = { spread: 70, scalar: 2 }; confetti(Object.assign({}, d, { particleCount: 80, scalar: .5 }))"),
    Spelling(
      "an alias",
      "const boom = confetti.create(canvas, { resize: true });\nboom({ particleCount: 80, spread: 70, scalar: .5 })"),
    Spelling("a member of window", "window.confetti({ particleCount: 80, spread: 70, scalar: .5 })"),
    Spelling(
      "an import with a name of its own",
      "import party from 'canvas-confetti';\nparty({ particleCount: 80, spread: 70, scalar: .5 })"),
    Spelling("require", "const c = require(\"canvas-confetti\"); c({ particleCount: 80, spread: 70, scalar: .5 })"),
    Spelling(
      "a dynamic import",
      "const { default: go } = x; import('canvas-confetti').then((m) => m.default({ particleCount: 80, spread: 70, scalar: .5 }))"
    ),
    Spelling(
      "minified",
      "!function(e){var t=e.confetti;confetti({particleCount:80,spread:70,scalar:.5,shapes:[\"circle\"]})}(window);"),
    Spelling(
      "a page",
      "<!DOCTYPE html><html><body><p>Don't {stop</p><script src=\"x.js\"></script>\n<script>\nconfetti({ particleCount: 80, spread: 70, scalar: .5 });</script></body></html>",
      file: "party.html"),
    Spelling(
      "an attribute of a page",
      "<button onclick=\"confetti({ particleCount: 80, spread: 70, scalar: .5 })\">Go</button>", file: "go.html"),
    Spelling(
      "types of TypeScript",
      "const fire = (n: number): void => { void n };\nconst o: Options = { particleCount: 80, spread: 70, scalar: .5 } as const;\nconfetti(o!);",
      file: "a.ts"),
    Spelling(
      "satisfies",
      "const o = { particleCount: 80, spread: 70, scalar: .5 } satisfies Partial<Options>; confetti(o as any);",
      file: "a.ts"),
    Spelling(
      "a component",
      "export function Party() {\n  const go = useCallback(() => { confetti({ particleCount: 80, spread: 70, scalar: .5 }) }, []);\n  return <button onClick={go}>It's on</button>;\n}",
      file: "Party.tsx"),
    Spelling(
      "a regular expression beside it",
      "const q = /[/'\"{]/g.test(s) ? 1 : 2; confetti({ particleCount: 80, spread: 70, scalar: .5 })"),
    Spelling("a template with holes", "const n = 8; confetti({ particleCount: `${n}0`, spread: 70, scalar: .5 })"),
    Spelling("choices", "confetti({ particleCount: true ? 80 : 40, spread: null ?? 70, scalar: 0 || .5 })"),
    Spelling("the way of JSON5", "// a file\n{ particleCount: 80, 'spread': 70, scalar: .5, }", file: "party.json"),
    Spelling(
      "a method of a class",
      "class Party { size = .5; go() { confetti({ particleCount: 80, spread: 70, scalar: this.size }) } }"),
    Spelling("the second argument of tsParticles' own", "confetti('canvas', { count: 80, spread: 70, scalar: .5 })"),
  ]

  @Test("One call of confetti, in each way of writing it", arguments: spellings) func confetti(spelling: Spelling)
    throws
  {
    let file = try ImportedFile(text: spelling.text, named: spelling.file)
    #expect(file.result.format == .canvasConfetti)
    #expect(try file.cell("burst").string == "= 80 * amount")
    #expect(try file.number(ofCell: "emissionRange") == 70)
    // Half of the size of a disc of 8.5 pixels, or of a square's 10 × 5.
    let sprite = try file.cell("sprite")
    let sizes = (sprite.elements ?? [sprite]).compactMap {
      $0["size"]?.writtenNumber ?? $0["size"]?.elements?.first?.writtenNumber
    }
    #expect(sizes.allSatisfy { [4.25, 5].contains($0) } && !sizes.isEmpty, "\(sizes)")
    #expect(!file.result.report.lines.contains { $0.kind == .noConstant }, "\(file.result.report.lines)")
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }

  /// Where options of tsParticles with 42 particles stand.
  static let places: [(name: String, text: String)] = [
    ("a.js", "particlesJS('particles', { particles: { number: { value: 42 }, line_linked: { enable: false } } });"),
    ("b.js", "tsParticles.load('x', { particles: { number: { value: 42 } } }).then(c => c.play());"),
    ("c.js", "await tsParticles.load({ id: 'x', options: { particles: { number: { value: 42 } } } });"),
    ("d.js", "tsParticles.load('x', [{ particles: { number: { value: 42 } } }], 0)"),
    ("e.js", "export const options = { fpsLimit: 60, particles: { number: { value: 42 } } };"),
    ("f.js", "export default { particles: { number: { value: 42 } } };"),
    ("g.cjs", "module.exports = { particles: { 'number': { value: 42 } } };"),
    ("h.ts", "const options: ISourceOptions = { particles: { number: { value: 42 } } };\nexport { options };"),
    ("i.jsx", "export const B = () => <Particles id=\"x\" options={{ particles: { number: { value: 42 } } }} />;"),
    ("j.tsx", "const o = useMemo<ISourceOptions>(() => ({ particles: { number: { value: 42 } } }), []);"),
    ("k.tsx", "const o = useMemo(() => { return { particles: { number: { value: 42 } } }; }, []);"),
    ("l.ts", "@Component({}) export class A { id = 'x'; options = { particles: { number: { value: 42 } } }; }"),
    ("m.vue", "<template><vue-particles :options=\"{ particles: { number: { value: 42 } } }\" /></template>"),
    (
      "n.js",
      "const base = { particles: { number: { value: 1 }, size: { value: 3 } } };\nparticlesJS('x', { ...base, particles: { ...base.particles, line_linked: { enable: false }, number: { value: 42, density: { enable: false } } } })"
    ),
    (
      "o.js", "function start(id, n) { tsParticles.load(id, { particles: { number: { value: n } } }) }\nstart('x', 42);"
    ),
    ("p.json", "{ particles: { number: { value: 42 } } }"),
  ]

  @Test("Options of tsParticles, wherever they stand", arguments: places.map(\.name)) func tsParticles(name: String)
    throws
  {
    let text = try #require(Self.places.first { $0.name == name }).text
    let file = try ImportedFile(text: text, named: name)
    #expect(file.result.format == .tsParticles)
    // particles.js counts on an area, 800 × 1000 pixels where the script writes none.
    let count = name == "a.js" ? 109 : 42
    #expect(try file.cell("burst").string == "= \(count) * amount")
  }

  @Test("Configurations of pixi, and options of Particles.init") func others() throws {
    let behaviors = "behaviors: [{ type: 'moveSpeedStatic', config: { min: 40, max: 60 } }]"
    for text in [
      "new Emitter(container, { lifetime: { min: 1, max: 2 }, frequency: .01, \(behaviors) })",
      "const e = new PIXI.particles.Emitter(c, [tex], { lifetime: { min: 1, max: 2 }, frequency: .01, \(behaviors) });",
      "const config = { lifetime: { min: 1, max: 2 }, frequency: .01, \(behaviors) };\nnew Emitter(c, upgradeConfig(config, [t]));",
      "export const smoke: EmitterConfigV3 = { lifetime: { min: 1, max: 2 }, frequency: .01, \(behaviors) };",
    ] {
      let file = try ImportedFile(text: text, named: "emitter.ts")
      #expect(file.result.format == .pixi)
      #expect(try file.number(ofCell: "birthRate") == 100 && file.number(ofCell: "velocity") == 50)
    }
    let file = try ImportedFile(
      text:
        "window.onload = function() { Particles.init({ selector: '.bg', maxParticles: 60, speed: .5, color: ['#ff0000', '#00f'], connectParticles: true }) }",
      named: "app.js")
    #expect(file.result.format == .particlesInit)
    #expect(try file.cell("burst").string == "= 60 * amount")
    #expect(try file.cell("links")["distance"]?.writtenNumber == 120)
    #expect(try file.cell("colors").elements?.map(\.string) == ["#ff0000", "#0000ff"])
    #expect(file.lines("selector").map(\.kind) == [.meaningless])
    #expect(try Preset(json: file.result.preset).warnings.isEmpty)
  }
}
