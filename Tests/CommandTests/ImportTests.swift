import TestSupport
import Testing

extension CommandTests {
  @Suite("import makes presets of other systems' files") struct ImportTests {
    /// Two calls of canvas-confetti.
    private static let calls = """
      [{ "time": 0, "particleCount": 40, "spread": 60, "zIndex": 3 }, { "time": 0.5, "particleCount": 40, "spread": 60 }]
      """
    /// The bytes of a file of the importing module's own tests.
    private func bytes(_ name: String) throws -> [UInt8] {
      try #require(readFile("\(Command.repository)/Tests/ImportingTests/Files/\(name)"))
    }

    @Test("An import gives a preset that is accepted, a table of what was left out, and a report")
    func presetAndReport() async throws {
      let folder = try TemporaryFolder()
      try folder.write(Self.calls, to: "party.json")
      let result = try await folder.motes("import", "party.json", "-o", "mine.json", "--report", "report.json")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("[0].zIndex") && result.errors.contains("no meaning here"))
      #expect(result.text.contains("mine.json: written"))
      #expect(try await folder.motes("check", "mine.json").exitCode == 0)
      let report = String(decoding: folder.bytes("report.json") ?? [], as: UTF8.self)
      #expect(report.contains("\"canvas-confetti\"") && report.contains("[1].particleCount"))
      // Nothing is replaced without --force; the imported file never is.
      let again = try await folder.motes("import", "party.json", "-o", "mine.json")
      #expect(again.exitCode == 2 && again.errors.contains("--force"), "\(again.errors)")
      #expect(try await folder.motes("import", "party.json", "-o", "mine.json", "--force").exitCode == 0)
      let own = try await folder.motes("import", "party.json", "-o", "party.json", "--force")
      #expect(own.exitCode == 2 && own.errors.contains("-o"), "\(own.errors)")
      // Without -o the preset has a name of its own, not the imported file's.
      #expect(try await folder.motes("import", "party.json").exitCode == 0)
      #expect(folder.exists("party-imported.json"))
    }

    @Test("Textures become PNG files beside the preset") func textures() async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("in")
      try folder.makeFolder("out")
      try folder.write(bytes("fire-embedded.plist"), to: "in/fire.plist")
      _ = try await folder.motes("import", "in/fire.plist", "-o", "out/fire.json")
      let text = String(decoding: folder.bytes("out/fire.json") ?? [], as: UTF8.self)
      #expect(text.contains("\"file\": \"fire-texture.png\""), "\(text)")
      let size = try await folder.probe("out/fire-texture.png")
      #expect(size["width"] == "16" && size["height"] == "16" && size["pix_fmt"] == "rgba")
      // A texture that is a file beside the imported one is read; one outside of that folder is not.
      try folder.write(bytes("spark.png"), to: "in/spark.png")
      try folder.write(bytes("spark.png"), to: "secret.png")
      try folder.write(bytes("pixi-chain.json"), to: "in/chain.json")
      let chain = try await folder.motes("import", "in/chain.json", "-o", "out/chain.json")
      #expect(folder.exists("out/chain-texture.png"), "\(chain.errors)")
      let outside = String(decoding: try bytes("pixi-chain.json"), as: UTF8.self).replacing(
        "spark.png", with: "../secret.png")
      try folder.write(outside, to: "in/outside.json")
      let refused = try await folder.motes("import", "in/outside.json", "-o", "out/outside.json")
      #expect(refused.exitCode == 0 && refused.errors.contains("no file \"secret.png\""), "\(refused.errors)")
      #expect(!folder.exists("out/outside-texture.png"))
    }

    @Test("A bundle of Core Animation is a folder; mistakes are exit code 2") func bundlesAndMistakes() async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("Snow.ca")
      try folder.write(bytes("snow.caml"), to: "Snow.ca/main.caml")
      let bundle = try await folder.motes("import", "Snow.ca")
      #expect(bundle.exitCode == 0 && folder.exists("Snow.json"), "\(bundle.errors)")
      try folder.makeFolder("empty")
      try folder.write("{ \"hello\": 1 }", to: "hello.json")
      for (arguments, expected) in [
        (["missing.json"], "no such file"), (["empty"], ".caml"), (["hello.json", "-o", "x.json"], "--format"),
        (["hello.json", "--format", "word"], "canvas-confetti"), (["Snow.ca", "-o", "x.txt"], ".json"),
        (["hello.json", "--format", "pex", "-o", "x.json"], "XML"),
        (["Snow.ca", "-o", "x.json", "--report", "x.json"], "--report"),
      ] {
        let result = try await folder.motes(arguments: ["import"] + arguments)
        #expect(result.exitCode == 2 && result.errors.contains(expected), "\(arguments): \(result.errors)")
        #expect(!folder.exists("x.json"))
      }
      let unwritable = try await folder.motes("import", "Snow.ca", "-o", "nowhere/x.json")
      #expect(unwritable.exitCode == 3, "\(unwritable.errors)")
    }

    @Test("A script's calls become presets, each named after its function; --only takes one of them") func scripts()
      async throws
    {
      let folder = try TemporaryFolder()
      try folder.write(
        """
        export function cannon() { confetti({ particleCount: 100, spread: random(50, 70) }) }
        export function sides() { confetti({ angle: 60 }); setTimeout(() => confetti({ angle: 120 }), 400) }
        """, to: "party.js")
      let result = try await folder.motes("import", "party.js", "--report", "report.json")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("2 things to import") && result.errors.contains("confetti(…), line 1, in cannon"))
      #expect(result.errors.contains("no constant") && result.errors.contains("60 stands for it"))
      #expect(try await folder.motes("check", "party-cannon.json", "party-sides.json").exitCode == 0)
      #expect(folder.exists("report-cannon.json") && folder.exists("report-sides.json"))
      #expect(try await folder.motes("import", "party.js", "--only", "2", "-o", "one.json").exitCode == 0)
      #expect(String(decoding: folder.bytes("one.json") ?? [], as: UTF8.self).contains("emissionLongitude\": -120"))
      for (text, arguments, expected) in [
        ("confetti({ spread: 70", [], "broken.js:1:9"), ("let a = 1", [], "no options that are known"),
        ("confetti()", ["--only", "3"], "one thing"),
      ] {
        try folder.write(text, to: "broken.js")
        let refused = try await folder.motes(arguments: ["import", "broken.js", "-o", "x.json"] + arguments)
        #expect(refused.exitCode == 2 && refused.errors.contains(expected), "\(refused.errors)")
        #expect(!folder.exists("x.json"))
      }
    }
  }
}
