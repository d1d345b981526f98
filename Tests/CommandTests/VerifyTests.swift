import TestSupport
import Testing

extension CommandTests {
  @Suite("verify tells what changed") struct VerifyTests {
    /// A folder with `sparks.json` and the hashes of its first frames in `sparks.framehash`.
    private func recorded() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "hash", "sparks.json", "--frames", "0-9", "--size", "160x90", "--seed", "3", "--set", "amount=2", "-o",
        "sparks.framehash")
      try #require(result.exitCode == 0, "\(result.errors)")
      return folder
    }

    private func text(of folder: TemporaryFolder) -> String {
      String(decoding: folder.bytes("sparks.framehash") ?? [], as: UTF8.self)
    }

    @Test("The file is what is printed, and one line more")
    func fileHasOneLineMore() async throws {
      let folder = try await recorded()
      let printed = try await folder.motes(
        "hash", "sparks.json", "--frames", "0-9", "--size", "160x90", "--seed", "3", "--set", "amount=2")
      let lines = text(of: folder).split(separator: "\n").map(String.init)
      #expect(lines.filter { !$0.hasPrefix("#motes:") } == printed.lines)
      #expect(lines.filter { $0.hasPrefix("#motes:") }.count == 1)
      #expect(lines.contains { $0.hasPrefix("#motes:") && $0.contains("sparks.json") })
    }

    @Test("A preset whose file is not called .json is found again")
    func otherEnding() async throws {
      let folder = try TemporaryFolder()
      try folder.write(Sample.sparks, to: "sparks.txt")
      let made = try await folder.motes(
        "hash", "sparks.txt", "--frames", "0", "--size", "64x36", "-o", "sparks.framehash")
      try #require(made.exitCode == 0, "\(made.errors)")
      let verified = try await folder.motes("verify", "sparks.framehash")
      #expect(verified.exitCode == 0, "\(verified.errors)")
    }

    @Test("The format is FFmpeg's to the letter")
    func formatIsFFmpegs() async throws {
      let folder = try TemporaryFolder.withSparks()
      let printed = try await folder.motes("hash", "sparks.json", "--frames", "3", "--fps", "29.97", "--size", "64x36")
      #expect(
        printed.lines.dropLast() == [
          "#format: frame checksums", "#version: 2", "#hash: SHA256", "#tb 0: 1001/30000", "#media_type 0: video",
          "#codec_id 0: rawvideo", "#dimensions 0: 64x36", "#sar 0: 0/1",
          "#stream#, dts,        pts, duration,     size, hash",
        ])
      let line = try #require(printed.lines.last)
      #expect(line.hasPrefix("0,          3,          3,        1,     6912, "))
      #expect(line.split(separator: " ").last?.count == 64)
    }

    @Test("The same frames: exit code 0, from any folder")
    func sameFramesPass() async throws {
      let folder = try await recorded()
      let result = try await folder.motes("verify", "sparks.framehash")
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
      try folder.makeFolder("elsewhere")
      let elsewhere = try await folder.bash(#"cd elsewhere && "$motes" verify ../sparks.framehash"#)
      #expect(elsewhere.exitCode == 0, "\(elsewhere.text)\(elsewhere.errors)")
    }

    @Test("Another preset: exit code 1, and it says that the preset changed")
    func changedPresetIsTold() async throws {
      let folder = try await recorded()
      try folder.write(try Sample.sparks("#ffb066", "#66b0ff"), to: "sparks.json")
      let result = try await folder.motes("verify", "sparks.framehash")
      #expect(result.exitCode == 1)
      let said = (result.text + result.errors).lowercased()
      #expect(said.contains("preset") && said.contains("changed"), "\(said)")
      #expect(said.contains("sparks.framehash"), "\(said)")
    }

    @Test("Other frames of the same preset: exit code 1, and it says that the renderer changed and where")
    func changedRendererIsTold() async throws {
      let folder = try await recorded()
      // Another hash in the line of frame 4 is what a renderer that draws frame 4 otherwise would find.
      let otherHash = String(repeating: "0", count: 64)
      let lines = text(of: folder).split(separator: "\n").map(String.init).map { line in
        line.hasPrefix("0,          4,") ? String(line.dropLast(64)) + otherHash : line
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "sparks.framehash")
      let result = try await folder.motes("verify", "sparks.framehash", "--report", "report")
      #expect(result.exitCode == 1)
      let said = (result.text + result.errors).lowercased()
      #expect(said.contains("renderer"), "\(said)")
      #expect(said.contains("frame 4"), "it names the first frame that differs: \(said)")
      let pictures = try await folder.run("find", "report", "-name", "*.png")
      #expect(!pictures.lines.isEmpty, "the report has a picture")
    }

    @Test("One of several differs: all are looked at, exit code 1")
    func allFilesAreLookedAt() async throws {
      let folder = try await recorded()
      let good = text(of: folder)
      try folder.write(good, to: "good.framehash")
      // Any other digit will do, in the last line's hash.
      let last = good.dropLast(2) + (good.dropLast().hasSuffix("0") ? "1" : "0") + "\n"
      try folder.write(String(last), to: "sparks.framehash")
      let result = try await folder.motes("verify", "sparks.framehash", "good.framehash")
      #expect(result.exitCode == 1)
      #expect((result.text + result.errors).contains("good.framehash"), "\(result.text)\(result.errors)")
    }

    @Test("A file that is none, or is not there, is exit code 2")
    func brokenFilesAreRefused() async throws {
      let folder = try await recorded()
      let whole = text(of: folder)
      try folder.write("not a hash file\n", to: "noise.framehash")
      try folder.write(
        String(whole.split(separator: "\n").filter { !$0.hasPrefix("#motes:") }.joined(separator: "\n")),
        to: "bare.framehash")
      try folder.write("", to: "empty.framehash")
      try folder.write(String(whole.prefix(whole.count / 2)), to: "cut.framehash")
      for name in ["noise", "bare", "empty", "cut", "missing"] {
        let result = try await folder.motes("verify", "\(name).framehash")
        #expect(result.exitCode == 2, "\(name): \(result.text)\(result.errors)")
        #expect(result.errors.contains("\(name).framehash"), "\(name): \(result.errors)")
      }
    }

    @Test("A hash file whose preset is gone says so")
    func missingPresetIsNamed() async throws {
      let folder = try await recorded()
      try folder.write(text(of: folder), to: "kept.framehash")
      _ = try await folder.run("rm", "sparks.json")
      let result = try await folder.motes("verify", "kept.framehash")
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("sparks.json"), "\(result.errors)")
    }
  }
}
