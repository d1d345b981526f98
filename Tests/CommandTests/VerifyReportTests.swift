import TestSupport
import Testing

extension CommandTests {
  @Suite("verify shows what differs, and names presets that have no hashes") struct VerifyReportTests {
    /// Makes a folder with `box/sparks.json`, and hashes and pictures of some of its frames.
    private func recordedFolder(frames: String) async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.makeFolder("box")
      try folder.write(Sample.sparks, to: "box/sparks.json")
      let made = try await folder.motes(
        "hash", "box/sparks.json", "--frames", frames, "--size", "64x36", "--keep-pictures", "-o",
        "box/sparks.framehash")
      try #require(made.exitCode == 0, "\(made.errors)")
      return folder
    }

    /// Changes the sky's colour in `box/sparks.json`.
    private func changePreset(in folder: TemporaryFolder) throws {
      try folder.write(try Sample.sparks(replacing: "#131a3a", with: "#533a3a"), to: "box/sparks.json")
    }

    /// The names of the report's pictures, sorted.
    private func pictures(in folder: TemporaryFolder) -> [String] {
      (filesInFolder(folder["out"]) ?? []).filter { $0.hasSuffix(".png") }.sorted()
    }

    @Test("Pictures show the first and the last frame that differ, and some evenly spread between them")
    func picturesAreSpread() async throws {
      let folder = try await recordedFolder(frames: "10-39")
      try changePreset(in: folder)
      for (count, frames) in [("4", [10, 20, 29, 39]), ("2", [10, 39]), ("1", [10]), ("0", [])] {
        let result = try await folder.motes("verify", "box", "--report", "out/", "--pictures", count)
        #expect(result.exitCode == 1, "\(result.errors)")
        #expect(pictures(in: folder) == frames.map { "sparks.framehash-frame-\($0).png" }, "\(result.text)")
      }
    }

    @Test("A report removes the pictures of the previous report, and nothing else")
    func earlierPicturesAreRemoved() async throws {
      let folder = try await recordedFolder(frames: "0-5")
      try changePreset(in: folder)
      try folder.makeFolder("out")
      try folder.write("mine", to: "out/sparks.framehash-frame-90.png")
      try folder.write("mine", to: "precious-frame-1.png")
      let first = try await folder.motes("verify", "box", "--report", "out")
      #expect(first.exitCode == 1 && pictures(in: folder).count == 5, "\(first.text)\(first.errors)")
      // Whatever the list names, only pictures in the report's own folder are removed.
      let more = try await folder.bash(
        "echo ../precious-frame-1.png >> out/motes-report.txt; echo notes.txt > out/notes.txt")
      #expect(more.exitCode == 0)
      try folder.write(Sample.sparks, to: "box/sparks.json")
      let second = try await folder.motes("verify", "box", "--report", "out")
      #expect(second.exitCode == 0, "\(second.text)\(second.errors)")
      #expect(filesInFolder(folder["out"])?.sorted() == ["notes.txt", "sparks.framehash-frame-90.png"])
      #expect(folder.exists("precious-frame-1.png"))
    }

    @Test("A path that cannot be a report's folder is one mistake, reported before anything is drawn")
    func wrongReportFolders() async throws {
      let folder = try await recordedFolder(frames: "0")
      let copied = try await folder.bash("cp box/sparks.framehash box/twin.framehash; echo list > box/motes-report.txt")
      try #require(copied.exitCode == 0)
      try changePreset(in: folder)
      try folder.write("text", to: "file")
      for path in ["file", "missing/out", "", "box"] {
        let result = try await folder.motes("verify", "box", "--report", path)
        #expect(result.exitCode == 2 && result.output.isEmpty, "\(path): \(result.text)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(path): \(result.errors)")
      }
      #expect(
        folder.bytes("file") == Array("text".utf8) && folder.bytes("box/motes-report.txt") == Array("list\n".utf8))
    }

    @Test("If a frame equals its kept picture, the report says that the file's line differs")
    func equalPicturesAreReported() async throws {
      let folder = try await recordedFolder(frames: "0-1")
      let edited = try await folder.bash(
        "sed -i -E 's/^(0, +1,.*)[0-9a-f]{64}$/\\1'$(printf '0%.0s' {1..64})'/' box/sparks.framehash")
      try #require(edited.exitCode == 0, "\(edited.errors)")
      let result = try await folder.motes("verify", "box", "--report", "out")
      #expect(result.exitCode == 1)
      let line = try #require(result.lines.first { $0.hasPrefix("out/") }, "\(result.text)\(result.errors)")
      #expect(line.hasSuffix("it is this frame's line in box/sparks.framehash that differs."), "\(line)")
    }

    @Test("Presets of a folder that no hash file covers are named, and change nothing else")
    func presetsWithoutHashesAreNamed() async throws {
      let folder = try await recordedFolder(frames: "0")
      let more = try await folder.bash(
        """
        cd box && mkdir deep && cp sparks.json 'deep/other one.json' && echo '[1, 2]' > colors.json
        "$motes" new fresh --schema && mv fresh.json deep && echo '{ "format": 1, "extends": "base.json" }' > top.json
        cp sparks.json base.json && "$motes" hash top.json --frames 0 --size 64x36 -o twice.framehash
        """)
      try #require(more.exitCode == 0, "\(more.errors)")
      let result = try await folder.motes("verify", "box")
      #expect(result.exitCode == 0 && result.lines.last == "all 2 are equal.", "\(result.text)\(result.errors)")
      // sparks, top and what top extends are covered; colors and the schema are no presets.
      #expect(
        result.errors == """
          motes: box/deep/fresh.json has no hashes: motes hash box/deep/fresh.json -o box/deep/fresh.framehash
          motes: box/deep/other one.json has no hashes: motes hash 'box/deep/other one.json' -o 'box/deep/other one.framehash'

          """, "\(result.errors)")
      let one = try await folder.motes("verify", "box/sparks.framehash")
      #expect(one.exitCode == 0 && one.errors.isEmpty, "only folders are searched: \(one.errors)")
    }

    @Test("hash takes --pixel-format, the name in render, for --pixels")
    func pixelFormatHasTwoNames() async throws {
      let folder = try await recordedFolder(frames: "0")
      let options = ["box/sparks.json", "--frames", "0", "--size", "64x36"]
      let first = try await folder.motes(arguments: ["hash"] + options + ["--pixels", "rgba"])
      let second = try await folder.motes(arguments: ["hash"] + options + ["--pixel-format", "rgba"])
      #expect(first.exitCode == 0 && first.output == second.output, "\(second.errors)")
      #expect(second.text.contains(" \(4 * 64 * 36), "), "\(second.text)")
    }
  }
}
