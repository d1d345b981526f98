import Glibc
import TestSupport
import Testing

extension CommandTests {
  /// Links, pipes, sizes and names that an attacker or an accident may give to the command.
  @Suite("The command withstands hostile files and arguments") struct AttackTests {
    @Test(
      "A preset is never replaced by its own output",
      arguments: [
        ["hash", "sparks.json", "--frames", "0", "-o", "sparks.json", "--force"],
        ["hash", "sparks.json", "--frames", "0", "-o", "link.json", "--force"],
      ])
    func outputNeverReplacesThePreset(arguments: [String]) async throws {
      let folder = try TemporaryFolder.withSparks()
      try #require(symlink("sparks.json", folder["link.json"]) == 0)
      let before = folder.bytes("sparks.json")
      let result = try await folder.motes(arguments: arguments)
      #expect(result.exitCode == 2 && result.errors.contains("is read from"), "\(result.errors)")
      #expect(folder.bytes("sparks.json") == before)
    }

    @Test("extends opens nothing outside of the preset's folder and the shipped presets")
    func extendsStaysInside() async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("inside")
      try folder.makeFolder("inside/deeper")
      try folder.write("{ \"secret\": ", to: "foreign.json")
      try folder.write(Sample.sparks, to: "inside/deeper/base.json")
      try #require(symlink("../foreign.json", folder["inside/link.json"]) == 0)
      for name in ["../foreign.json", folder["foreign.json"], "link.json", "deeper/../../foreign.json"] {
        try folder.write("{ \"format\": 1, \"extends\": \"\(name)\" }", to: "inside/top.json")
        let result = try await folder.motes("check", "inside/top.json")
        #expect(result.exitCode == 2 && result.errors.contains("lies outside"), "\(name): \(result.errors)")
        #expect(!result.errors.contains("secret") && !result.errors.contains("foreign.json:"), "\(result.errors)")
      }
      try folder.write("{ \"format\": 1, \"extends\": \"deeper/base.json\" }", to: "inside/top.json")
      #expect(try await folder.motes("check", "inside/top.json").exitCode == 0)
    }

    @Test("verify follows no hash file out of its folder and the working directory")
    func verifyStaysInside() async throws {
      let folder = try TemporaryFolder()
      try folder.makeFolder("hashes")
      try folder.write(Sample.sparks, to: "sparks.json")
      let made = try await folder.motes(
        "hash", "sparks.json", "--frames", "0", "--size", "64x36", "-o", "hashes/sparks.framehash")
      try #require(made.exitCode == 0, "\(made.errors)")
      #expect(try await folder.motes("verify", "hashes/sparks.framehash").exitCode == 0)
      let inside = try await folder.run("sh", "-c", "cd hashes && \(try Command.path()) verify sparks.framehash")
      #expect(inside.exitCode == 2 && inside.errors.contains("lies outside"), "\(inside.errors)")
    }

    @Test("verify reads no pipes, and does not read other files to their end")
    func verifyReadsOnlyHashFiles() async throws {
      let folder = try TemporaryFolder()
      try #require(mkfifo(folder["pipe"], 0o600) == 0)
      let pipe = try await folder.motes(arguments: ["verify", "pipe"], atMost: 10)
      #expect(pipe.exitCode == 2 && pipe.errors.contains("not a regular file"), "\(pipe.errors)")
      let descriptor = open(folder["large"], O_RDWR | O_CREAT, 0o600)
      try #require(descriptor >= 0 && ftruncate(descriptor, 1_000_000_000) == 0)
      close(descriptor)
      let large = try await folder.motes(arguments: ["verify", "large"], atMost: 10)
      #expect(large.exitCode == 2 && large.errors.contains("not a file of frame hashes"), "\(large.errors)")
    }

    @Test("What lies at the partial file's path is replaced only if it is a regular file without further hard links")
    func foreignPartialsAreKept() async throws {
      let folder = try TemporaryFolder.withSparks()
      let render = ["render", "sparks.json", "-o", "a.mp4", "--frames", "0-1"]
      try #require(mkfifo(folder["a.mp4.partial"], 0o600) == 0)
      let pipe = try await folder.motes(arguments: render, atMost: 30)
      #expect(pipe.exitCode == 3 && pipe.errors.contains("is in the way"), "\(pipe.errors)")
      var status = stat()
      #expect(lstat(folder["a.mp4.partial"], &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
      unlink(folder["a.mp4.partial"])

      try folder.write("precious", to: "precious")
      try #require(link(folder["precious"], folder["a.mp4.partial"]) == 0)
      let second = try await folder.motes(arguments: render, atMost: 30)
      #expect(second.exitCode == 3 && second.errors.contains("is in the way"), "\(second.errors)")
      #expect(folder.bytes("precious") == Array("precious".utf8))
    }

    @Test("A name without room for the partial file's suffix is refused before any work")
    func longName() async throws {
      let folder = try TemporaryFolder.withSparks()
      let name = String(repeating: "n", count: 245) + ".mp4"
      let result = try await folder.motes("render", "sparks.json", "-o", name, "--frames", "0-1")
      #expect(result.exitCode == 2 && result.errors.contains("leave room for .partial"), "\(result.errors)")
      let png = String(repeating: "n", count: 248) + ".png"
      let still = try await folder.motes("frame", "sparks.json", "--frame", "0", "-o", png)
      #expect(still.exitCode == 2 && still.errors.contains("leave room for .partial"), "\(still.errors)")
    }

    @Test("--force-limits draws what exceeds the limits, with a warning")
    func forcedLimits() async throws {
      let folder = try TemporaryFolder()
      let cell =
        "{ \"burst\": 1, \"lifetime\": 10000, \"step\": 0.0002, \"forces\": [ { \"type\": \"turbulence\" } ] }"
      try folder.write(
        "{ \"format\": 1, \"canvas\": { \"width\": 64, \"height\": 36 }, \"layers\": [ { \"emitter\": { \"cells\": [ \(cell) ] } } ] }",
        to: "crowd.json")
      let refused = try await folder.motes("hash", "crowd.json", "--frames", "0")
      #expect(refused.exitCode == 2 && refused.errors.contains("--force-limits renders it"), "\(refused.errors)")
      let forced = try await folder.motes("hash", "crowd.json", "--frames", "0", "--force-limits")
      #expect(forced.exitCode == 0 && forced.errors.contains("would live for"), "\(forced.errors)")
    }

    @Test("Help that cannot be written is a failure")
    func helpToFullDevice() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.run("sh", "-c", "\(try Command.path()) --help > /dev/full")
      #expect(result.exitCode == 3 && result.errors.contains("standard output cannot be written"), "\(result.errors)")
    }

    @Test("Arguments must be text, and --presets a folder")
    func argumentsAreText() async throws {
      let folder = try TemporaryFolder.withSparks()
      let command = try Command.path()
      let notUTF8 = try await folder.run("sh", "-c", "\(command) check sparks.json --set \"amount=$(printf '\\377')\"")
      #expect(notUTF8.exitCode == 2 && notUTF8.errors.contains("not UTF-8 text"), "\(notUTF8.errors)")
      let file = try await folder.motes("list", "--presets", "sparks.json")
      #expect(file.exitCode == 2 && file.errors.contains("no such folder"), "\(file.errors)")
    }

    @Test("Thousands of --set are refused at once")
    func thousandsOfOverrides() async throws {
      let folder = try TemporaryFolder.withSparks()
      let sets = (0..<5_000).flatMap { _ in ["--set", "amount=1"] }
      let result = try await folder.motes(arguments: ["check", "sparks.json"] + sets, atMost: 2)
      #expect(result.exitCode == 2 && result.errors.contains("at most 1000 are allowed"), "\(result.errors)")
    }

    @Test("Control characters for the direction of writing do not reach the terminal")
    func directionMarks() async throws {
      let folder = try TemporaryFolder()
      try folder.write("{ \"format\": 1, \"layers\": [], \"a\u{202E}b\u{2066}\": 1 }", to: "marks.json")
      let result = try await folder.motes("check", "marks.json")
      #expect(result.exitCode == 2)
      #expect(!result.errors.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x2066 })
    }
  }
}
