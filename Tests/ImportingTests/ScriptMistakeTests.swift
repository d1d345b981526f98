import Importing
import Motes
import Testing

/// Scripts that cannot be imported are refused with a place and a reason, in bounded time and memory.
@Suite struct ScriptMistakeTests {
  private func refusal(_ text: String, _ name: String = "party.js", format: ImportFormat? = nil) -> String {
    let error = #expect(throws: ImportError.self) { try ImportedFile(text: text, named: name, format: format) }
    return error?.description ?? ""
  }

  @Test("Mistakes have their line and column") func places() {
    #expect(
      refusal("confetti({\n  spread: 70,\n  origin: { x: 0\n});")
        == "party.js:1:10: the { here is not closed before the ) of line 4; a } is missing.")
    #expect(refusal("// a\nconfetti({ spread: 70").hasPrefix("party.js:2:9: the ( here is never closed"))
    #expect(
      refusal("const options = { particles: { number: { value: 80 } }").contains(
        "party.js:1:17: the { here is never closed"))
    #expect(refusal("confetti({ spread: 70\n  ticks: 100 })") == "party.js:2:3: a comma is missing before ticks.")
    #expect(refusal("confetti({ spread 70 })") == "party.js:1:19: a : was expected after the key spread, not `70`.")
    #expect(refusal("confetti({ spread: 70; ticks: 9 })").contains("1:22: a , or } was expected here, not a semicolon"))
    #expect(refusal("confetti({ spread: 7x })").contains("7x is no number"))
    #expect(
      refusal("{ particles: { number: { value: 80 } }", "a.json5").contains("a.json5:1:1: the { here is never closed"))
  }

  @Test("A key without a value is a mistake") func missingValues() {
    #expect(
      refusal("confetti({ spread: , ticks: 9 })")
        == "party.js:1:20: a value was expected after the key spread, not `,`.")
    #expect(refusal("confetti({ spread: })").contains("a value was expected after the key spread, not `}`"))
  }

  @Test("A script without options says what was looked for; one that names a file, which") func nothing() {
    #expect(refusal("const a = 1;").contains("no options that are known: no call of confetti"))
    #expect(refusal("", "empty.js").contains("empty.js"))
    #expect(
      refusal("particlesJS.load('bg', 'assets/particles.json', () => 0);")
        == "party.js: line 1: the options of particlesJS.load(…) are in assets/particles.json; import that file.")
    #expect(refusal("tsParticles.load('x', config)").contains("are not in this file (`config`)"))
    #expect(refusal("tsParticles.load('x', { preset: 'fire' })").contains("the bundled preset \"fire\""))
    #expect(refusal("new Emitter(a, b)").contains("Emitter(…)"))
    #expect(refusal("confetti({})", format: .pex).contains("is a script"))
    // Functions of the same name that are others.
    #expect(refusal("function confetti(a) { return a } confetti({ pieces: 3 })").contains("no options"))
    #expect(refusal("confetti.reset(); const confetti2 = confetti;").contains("no options"))
  }

  @Test("Deep nesting, endless recursion and large loops are bounded") func bounds() throws {
    let deep =
      "confetti({ spread: 70, a: " + String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
      + " })"
    #expect(try ImportedFile(text: deep, named: "deep.js").number(ofCell: "emissionRange") == 70)
    let brackets = "x = " + String(repeating: "({", count: 100_000)
    _ = refusal(brackets)
    let recursion =
      "const a = b, b = a; function f(n) { return f(n - 1) }\nconfetti({ spread: a, ticks: f(9), angle: 90 })"
    #expect(try ImportedFile(text: recursion, named: "loop.js").lines("spread").first?.kind == .noConstant)
    let loop = "for (let i = 0; i < 1e9; i++) { confetti({ angle: i }) }"
    #expect(try ImportedFile(text: loop, named: "loop.js").value("layers").elements?.count ?? 0 > 0)
    let restless = "function f() { confetti({ angle: 60 }); setTimeout(f, 0) } f(); setInterval(f, -5)"
    #expect(try ImportedFile(text: restless, named: "restless.js").number(ofCell: "emissionLongitude") == -60)
    let halves = #"confetti({ angle: 60, a: "\uD83D\u0041\uD83D", b: "\u{}\x4", c: '\u{1F600}' })"#
    #expect(try ImportedFile(text: halves, named: "halves.js").number(ofCell: "emissionLongitude") == -60)
    // Declarations without bodies, which only types have.
    let bodiless =
      "{ function confetti2(a); } const o = { go() }; { b(c) } confetti({ angle: 60, go(), spread: confetti2(1) })"
    #expect(try ImportedFile(text: bodiless, named: "types.ts").number(ofCell: "emissionLongitude") == -60)
    let calls = "function a() { confetti() }\n" + String(repeating: "a();", count: 30_000)
    #expect(try Importer.sources(Array(calls.utf8), name: "calls.js").count == 1)
    let growing =
      "let s = 'x';"
      + (0..<60).map { "const s\($0) = s\($0 == 0 ? "" : "\($0 - 1)") + s\($0 == 0 ? "" : "\($0 - 1)");" }.joined()
      + "confetti({ spread: 60, colors: [s59] })"
    _ = try ImportedFile(text: growing, named: "grow.js")
  }

  @Test("A minified file of ten megabytes is read in seconds", .timeLimit(.minutes(1))) func large() throws {
    let part =
      "function a(e,t){return e.b[t]?c({d:1,e:[2,3],f:\"g\"}):(h=/x/.test(t))};var i={particles:[1,2],spread:9};"
    var text = String(repeating: part, count: 10_000_000 / part.utf8.count / 2)
    text += "confetti({particleCount:80,spread:70});" + text
    let clock = ContinuousClock()
    let begin = clock.now
    let file = try ImportedFile(text: text, named: "bundle.min.js")
    #expect(try file.number(ofCell: "emissionRange") == 70)
    #expect(begin.duration(to: clock.now) < .seconds(30))
    #expect(throws: ImportError.self) {
      try ImportedFile([UInt8](repeating: 0x20, count: ImportLimits.scriptBytes + 1), named: "large.js")
    }
  }

  @Test("Scripts with a few changed bytes are read or refused without a crash", arguments: 0..<8) func changedBytes(
    seed: Int
  ) {
    let whole = Array(
      (ScriptSyntaxTests.spellings.map(\.text) + ScriptSyntaxTests.places.map(\.text)).joined(separator: ";\n").utf8)
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for round in 0..<25 {
      var bytes = whole
      for _ in 0..<6 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        bytes[Int(state % UInt64(bytes.count))] = Array("{}()[]`'\"/,:;=>.\\${x0\n".utf8)[Int(state >> 40) % 22]
      }
      if round % 5 == 0 { bytes.removeLast(Int(state >> 20) % bytes.count) }
      guard let sources = try? Importer.sources(bytes, name: round % 2 == 0 ? "a.js" : "a.html") else { continue }
      for source in sources {
        guard let result = try? Importer.run(source) else { continue }
        _ = try? Preset(json: result.preset)
      }
    }
  }
}
