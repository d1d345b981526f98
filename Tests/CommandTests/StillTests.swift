import TestSupport
import Testing

extension CommandTests {
  @Suite("frame and sheet write pictures") struct StillTests {
    @Test("Stills are the hashed frames")
    func stillsAreTheHashedFrames() async throws {
      let folder = try TemporaryFolder.withSparks()
      let hashed = try await folder.hashes("sparks.json")
      #expect(hashed.hashes.count == 60)
      for frame in [0, 17, 59] {
        let result = try await folder.motes("frame", "sparks.json", "--frame", "\(frame)", "-o", "\(frame).png")
        #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
        #expect(try await folder.pixelHashes("\(frame).png") == [hashed.hashes[frame]])
      }
      // A time gives the same picture as the number of its frame.
      _ = try await folder.motes("frame", "sparks.json", "--time", "0.5", "-o", "half.png")
      #expect(try await folder.pixelHashes("half.png") == [hashed.hashes[30]])
    }

    @Test("A still with --alpha has an alpha channel that is not flat")
    func stillsKeepAlpha() async throws {
      let folder = try TemporaryFolder.withSparks(try Sample.sparks(replacing: Sample.skyLine, with: ""))
      let result = try await folder.motes("frame", "sparks.json", "--frame", "30", "--alpha", "-o", "a.png")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try await folder.probe("a.png")["pix_fmt"]?.hasPrefix("rgba") == true)
      let plane = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", "a.png", "-vf", "alphaextract", "-f", "rawvideo", "-pix_fmt", "gray",
        "-")
      #expect(plane.output.count == 320 * 180)
      #expect(plane.output.contains(0) && plane.output.contains { $0 > 100 })
    }

    @Test("Several moments give as many pictures, named after them")
    func severalMoments() async throws {
      let folder = try TemporaryFolder.withSparks()
      let hashed = try await folder.hashes("sparks.json")
      let byTime = try await folder.motes(
        "frame", "sparks.json", "--time", "0.25", "--time", "0.50", "-o", "at-{time}.png")
      #expect(byTime.exitCode == 0, "\(byTime.errors)")
      let byNumber = try await folder.motes("frame", "sparks.json", "--frame", "7", "--frame", "30")
      #expect(byNumber.exitCode == 0, "\(byNumber.errors)")
      let expected = ["at-0.25.png": 15, "at-0.50.png": 30, "sparks-7.png": 7, "sparks-30.png": 30]
      #expect(folder.names == (["sparks.json"] + expected.keys).sorted())
      for (name, frame) in expected { #expect(try await folder.pixelHashes(name) == [hashed.hashes[frame]], "\(name)") }

      // Every target is checked before anything is drawn.
      let refused = try await folder.motes("frame", "sparks.json", "--frame", "8", "--frame", "7")
      #expect(refused.exitCode == 3 && refused.errors.contains("sparks-7.png"), "\(refused.errors)")
      #expect(!folder.exists("sparks-8.png"))
    }

    @Test("Without a moment, frame chooses the one that shows most, and says which")
    func goodMomentIsChosen() async throws {
      // A square that is visible for 0.3 of two seconds.
      let folder = try TemporaryFolder()
      try folder.write(
        """
        { "canvas": { "width": 64, "height": 36, "frameRate": 30, "duration": 2 },
          "layers": [ { "gradient": { "type": "linear", "stops": ["#000", "#222"] } },
            { "begin": 1.3, "duration": 0.3,
              "shape": { "type": "rectangle", "size": [20, 20], "center": ["50%", "50%"], "fill": "white" } } ] }
        """, to: "flash.json")
      let result = try await folder.motes("frame", "flash.json")
      #expect(result.exitCode == 0 && result.errors.contains("at 1.4 s"), "\(result.errors)")
      _ = try await folder.motes("frame", "flash.json", "--time", "1.4", "-o", "named.png")
      #expect(folder.bytes("flash.png") == folder.bytes("named.png"))
      let named = try await folder.motes("frame", "flash.json", "-o", "{time}.png")
      #expect(named.exitCode == 0 && folder.exists("1.4.png"), "\(named.errors)")
    }

    @Test("A sheet's pictures are those of round times")
    func sheetIsDrawn() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "sheet", "sparks.json", "-o", "sheet.png", "--count", "4", "--columns", "2", "--width", "80", "--duration", "2")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      for (index, time) in ["0.2", "0.7", "1.2", "1.7"].enumerated() {
        let name = "\(index).png"
        _ = try await folder.motes(
          "frame", "sparks.json", "--time", time, "--size", "80x45", "--duration", "2", "-o", name)
        // A margin of 16 pixels around each, and below each a caption of 20.
        let (x, y) = (16 + index % 2 * (80 + 16), 16 + index / 2 * (45 + 20 + 16))
        let cut = try await folder.hashesByFFmpeg(
          pixelFormat: "rgb24", "-i", "sheet.png", "-vf", "crop=80:45:\(x):\(y)")
        #expect(cut.sequence == (try await folder.pixelHashes(name)), "\(time) s")
      }
    }
  }
}

extension TemporaryFolder {
  /// The hash of a picture's pixels, as `motes hash` prints it for a frame, in a list of one.
  func pixelHashes(_ name: String) async throws -> [String] {
    try await hashesByFFmpeg(pixelFormat: "rgb24", "-i", name).sequence
  }
}
