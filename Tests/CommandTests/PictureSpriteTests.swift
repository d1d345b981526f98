import TestSupport
import Testing

extension CommandTests {
  /// Particles that show pictures, and particles that are born on them.
  @Suite("Presets have pictures as particles") struct PictureSpriteTests {
    /// Makes a folder with a picture that Motes has drawn, `a.png`, and a preset `p.json` that uses it in every way.
    private func pictureFolder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder.withSparks()
      let made = try await folder.motes(
        arguments: ["frame", "sparks.json", "--size", "48x32", "--time", "1", "-o", "a.png"])
      try #require(made.exitCode == 0, "\(made.errors)")
      try folder.write(
        """
        { "format": 1, "canvas": { "width": 160, "height": 90, "frameRate": 10, "duration": 1, "seed": 4, "shutter": 180 },
          "layers": [
            { "name": "book", "emitter": { "position": "center", "cells": [
              { "birthRate": 40, "lifetime": 2, "velocity": 60, "emissionRange": 360, "rotationRange": 360, "tumbleSpeed": 300,
                "sprite": { "type": "image", "file": "a.png", "size": 40, "columns": 3, "rows": 2, "startFrame": "random", "crossfade": true } } ] } },
            { "name": "dust", "emitter": { "shape": { "type": "image", "file": "a.png" }, "position": "center", "size": [120, 80], "cells": [
              { "burst": 300, "lifetime": 2, "colorFrom": "picture", "sprite": { "size": 5 } } ] } }
          ] }
        """, to: "p.json")
      return folder
    }

    /// The hashes of the frames of `p.json`.
    private func hashes(_ folder: TemporaryFolder, _ options: String...) async throws -> [String] {
      let result = try await folder.motes(arguments: ["hash", "p.json"] + options)
      try #require(result.exitCode == 0, "\(result.errors)")
      return FrameHashText(result.text).sequence
    }

    @Test("Frames drawn alone, or with any number of threads, equal those of a run") func sameFrames() async throws {
      let folder = try await pictureFolder()
      let run = try await hashes(folder, "--threads", "1")
      #expect(run.count == 10 && Set(run).count == 10)
      #expect(try await hashes(folder, "--threads", "3") == run)
      #expect(try await hashes(folder, "--frames", "6-7") == Array(run[6...7]))
    }

    @Test("Another picture makes other frames") func otherPicture() async throws {
      let folder = try await pictureFolder()
      let before = try await hashes(folder)
      let made = try await folder.motes(
        arguments: ["frame", "sparks.json", "--size", "48x32", "--time", "0.5", "-o", "a.png", "--force"])
      try #require(made.exitCode == 0, "\(made.errors)")
      let after = try await hashes(folder)
      #expect(zip(before, after).allSatisfy { $0 != $1 })
    }

    @Test("A picture that cannot be read is reported at its place in the preset") func brokenPicture() async throws {
      let folder = try await pictureFolder()
      try folder.write("no picture", to: "a.png")
      let broken = try await folder.motes(arguments: ["check", "p.json"])
      #expect(broken.exitCode == 2)
      #expect(broken.errors.contains("p.json:5:"), "\(broken.errors)")
    }
  }
}
