import TestSupport
import Testing

extension CommandTests {
  @Suite("Presets are read with care") struct PresetTests {
    @Test("check reports every mistake of every file, with its place")
    func checkReportsAll() async throws {
      let folder = try TemporaryFolder.withSparks()
      let good = try await folder.motes("check", "sparks.json")
      #expect(good.exitCode == 0, "\(good.text)\(good.errors)")

      var bad = try Sample.sparks(replacing: "\"birthRate\"", with: "\"birthrate\"")
      bad = bad.replacing("\"#ffb066\"", with: "\"#ffb06\"").replacing("\"rectangle\"", with: "\"oval\"")
      bad = bad.replacing("\"lifetimeRange\": 0.5", with: "\"lifetimeRange\": \"long\"")
      try folder.write(bad, to: "bad.json")
      try folder.write("{ \"format\": 1,", to: "cut.json")
      let result = try await folder.motes("check", "bad.json", "sparks.json", "cut.json")
      #expect(result.exitCode == 2)
      let messages = result.text + result.errors
      let line = Sample.line(of: "\"birthRate\"")
      #expect(messages.contains("bad.json:\(line):"), "\(messages)")
      #expect(messages.contains("birthrate") && messages.contains("birthRate"), "a suggestion: \(messages)")
      #expect(messages.contains("bad.json:\(Sample.line(of: "#ffb066")):"), "\(messages)")
      #expect(messages.contains("bad.json:\(Sample.line(of: "lifetimeRange")):"), "\(messages)")
      #expect(messages.contains("cut.json:1:"), "\(messages)")
      #expect(messages.contains("cells[0]") || messages.contains("cells.spark"), "the key path: \(messages)")
    }

    @Test("Another duration of a preset that loops is explained, --no-loop takes it, and hashes remember that")
    func otherDuration() async throws {
      let folder = try TemporaryFolder()
      try folder.write(
        """
        { "canvas": { "width": 32, "height": 16, "duration": 2, "frameRate": 10, "loop": true },
          "layers": [{ "name": "dot", "shape": { "type": "circle", "radius": "= 5 + 2 * sin(tau * t / 2)", "fill": "white" } }] }
        """, to: "dot.json")
      let refused = try await folder.motes("hash", "dot.json", "--duration", "1.5")
      #expect(
        refused.exitCode == 2
          && refused.errors.contains("--duration: the preset loops, so this asks for a loop of 1.5 s")
          && refused.errors.contains("with --no-loop the end need not meet the start"), "\(refused.errors)")
      #expect(try await folder.motes("hash", "dot.json", "--duration", "1.5", "--loop").errors.contains("jumps at"))
      let taken = try await folder.motes("hash", "dot.json", "--duration", "1.5", "--no-loop", "-o", "dot.framehash")
      #expect(taken.exitCode == 0, "\(taken.errors)")
      let verified = try await folder.motes("verify", "dot.framehash")
      #expect(verified.exitCode == 0 && verified.text.contains("15 frames equal"), "\(verified.text)\(verified.errors)")
    }

    @Test("check --loop finds what does not come back at the seam")
    func checkFindsSeams() async throws {
      let folder = try TemporaryFolder()
      try folder.write(
        #"{ "format": 1, "layers": [ { "name": "dot", "shape": { "type": "circle", "radius": "= 9 + t", "fill": "red" } } ] }"#,
        to: "dot.json")
      #expect(try await folder.motes("check", "dot.json").exitCode == 0)
      let looped = try await folder.motes("check", "dot.json", "--loop")
      #expect(
        looped.exitCode == 2 && looped.errors.contains("layers.dot.shape.radius: jumps at the loop's seam"),
        "\(looped.errors)")
    }

    /// Edits of the sample that exceed a limit. For each list of `expected` (the figure, then the limit) the refusal contains one of
    /// the list's spellings.
    static let excesses: [(name: String, old: String, new: String, expected: [[String]])] = [
      (
        "canvas", "\"width\": 320, \"height\": 180", "\"width\": 100000, \"height\": 100000",
        [["100000", "100,000"], ["16384", "16,384"]]
      ),
      (
        "birth rate", "\"= 200 * amount\"", "1e12",
        [
          ["1e12", "1000000000000", "1,000,000,000,000", "1e+12"],
          ["1000000", "1,000,000", "5,000,000", "5000000", "1e6"],
        ]
      ),
      (
        "lifetime", "\"lifetime\": 1,", "\"lifetime\": 1e9,",
        [["1e9", "1000000000", "1,000,000,000", "1e+09"], ["1000000", "1,000,000", "5,000,000", "5000000", "1e6"]]
      ),
      ("particles", "\"= 200 * amount\"", "900000", [["5,000,000", "5000000"]]),
      ("knob", "\"= 200 * amount\"", "\"= 1e300 * 1e300\"", [["birthRate"]]),
    ]

    @Test("What is too big is refused at once with the figure and the limit", arguments: excesses.indices)
    func excessIsRefused(index: Int) async throws {
      let (name, old, new, expected) = Self.excesses[index]
      var preset = try Sample.sparks(replacing: old, with: new)
      if name == "particles" {
        preset = preset.replacing("\"lifetime\": 1,", with: "\"lifetime\": 60,")
        preset = preset.replacing("\"duration\": 1,", with: "\"duration\": 60,")
      }
      let folder = try TemporaryFolder.withSparks(preset)
      let result = try await folder.motes("hash", "sparks.json", "--frames", "0", atMost: 20)
      if name == "knob" {
        // A formula's result is clamped to its key's range: the preset may be drawn or refused, but soon.
        #expect(result.exitCode == 0 || result.exitCode == 2, "\(result.errors)")
      } else {
        #expect(result.exitCode == 2, "\(name): \(result.errors)")
        for choices in expected {
          #expect(choices.contains { result.errors.contains($0) }, "\(name): none of \(choices) in \(result.errors)")
        }
        #expect(result.errors.contains("sparks.json:"), "\(name): \(result.errors)")
      }
      #expect(result.peakMemory < 1 << 30, "\(name): \(result.peakMemory)")
    }

    @Test("A canvas that an argument makes too big is refused too")
    func sizeByArgumentIsRefused() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "frame", "sparks.json", "--time", "0", "--size", "100000x100000", "-o", "a.png")
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("16384") || result.errors.contains("16,384"), "\(result.errors)")
    }

    @Test("A preset of 100 MB is refused without being read")
    func hugeFileIsRefused() async throws {
      let folder = try TemporaryFolder()
      _ = try await folder.run("truncate", "-s", "100M", "huge.json")
      _ = try await folder.run(try Command.path(), "new", "small")
      let (small, smallMegabytes) = try await Self.checkMeasured("small.json", in: folder)
      #expect(small.exitCode == 0, "\(small.errors)")
      let (result, megabytes) = try await Self.checkMeasured("huge.json", in: folder)
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("huge.json") && result.errors.contains("8"), "\(result.errors)")
      #expect(result.errors.contains("100") || result.errors.contains("104"), "the figure: \(result.errors)")
      #expect(megabytes <= smallMegabytes + 2, "\(megabytes) MB, \(smallMegabytes) for a small preset")
    }

    /// Runs `motes check`, and measures its peak memory in megabytes.
    private static func checkMeasured(
      _ name: String, in folder: TemporaryFolder
    ) async throws -> (result: ProgramResult, megabytes: Int) {
      // On Linux a program's peak begins with that of the process that started it, so a small one starts the command.
      let result = try await folder.run(
        "python3", "-c",
        """
        import os, sys
        child = os.fork()
        if child == 0: os.execv(sys.argv[1], sys.argv[1:])
        _, status, usage = os.wait4(child, 0)
        print(usage.ru_maxrss // 1024)
        sys.exit(os.waitstatus_to_exitcode(status))
        """, try Command.path(), "check", name)
      return (result, try #require(Int(result.lines.last ?? "")))
    }

    @Test("A folder, a device or a named pipe is refused as a preset", arguments: ["folder", "/dev/zero", "fifo"])
    func oddFilesAreRefused(path: String) async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("folder")
      _ = try await folder.run("mkfifo", "fifo")
      let result = try await folder.motes("check", path == "/dev/zero" ? path : "./" + path, atMost: 20)
      #expect(result.exitCode == 2, "\(result.errors)")
      #expect((result.errors + result.text).contains(path), "\(result.errors)")
    }

    @Test("list, describe and new help beginners")
    func beginningIsEasy() async throws {
      let folder = try TemporaryFolder()
      let list = try await folder.motes("list")
      #expect(list.exitCode == 0)
      for preset in ShippedFrameTests.presets { #expect(list.text.contains(preset), "\(preset) is not listed") }

      let described = try await folder.motes("describe", "fireworks")
      #expect(described.exitCode == 0 && described.text.contains("amount"), "\(described.text)")
      #expect(described.text.contains("A frame that is drawn alone takes about"), "\(described.text)")
      #expect(described.lines.last?.contains("in all") == true && described.text.contains(" ms"), "\(described.text)")

      let made = try await folder.motes("new", "glow")
      #expect(made.exitCode == 0, "\(made.errors)")
      #expect(folder.names == ["glow.json"])
      #expect(try await folder.motes("check", "glow.json").exitCode == 0)
      #expect(try await folder.motes("hash", "glow.json", "--frames", "30", "--size", "64x36").exitCode == 0)
      let before = folder.bytes("glow.json")
      let again = try await folder.motes("new", "glow")
      #expect(again.exitCode != 0, "an existing file is not replaced")
      #expect(folder.bytes("glow.json") == before)
    }

    @Test("An independent validator finds every shipped preset valid by the printed schema")
    func shippedPresetsAreValid() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.run(
        "\(Command.repository)/Scripts/validate-presets", "--motes", try Command.path())
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
    }

    @Test("check accepts every shipped preset")
    func shippedPresetsPassCheck() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.bash(
        "find '\(Command.repository)/Presets' -name '*.json' -exec \"$motes\" check {} +")
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
    }

    @Test("Random edits of shipped presets are drawn or refused")
    func randomEditsEndWell() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.run(
        "\(Command.repository)/Scripts/fuzz-presets", "--motes", try Command.path(), "--count", "20", "--seed", "unit",
        "--keep", folder["kept"])
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
    }
  }
}
