import TestSupport
import Testing

extension CommandTests {
  @Suite("render writes movies") struct RenderTests {
    @Test("A movie has the codec, the tags, the rate and every frame")
    func movieIsWhatWasPromised() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("render", "sparks.json", "-o", "sparks.mp4")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.output.isEmpty, "only the frames of -o - belong on stdout")
      #expect(folder.names == ["sparks.json", "sparks.mp4"], "nothing else may stay behind")

      let facts = try await folder.probe("sparks.mp4")
      let expected = [
        "codec_name": "h264", "pix_fmt": "yuv420p", "width": "320", "height": "180", "color_range": "tv",
        "color_space": "bt709", "color_transfer": "bt709", "color_primaries": "bt709", "r_frame_rate": "60/1",
        "avg_frame_rate": "60/1", "nb_frames": "60", "nb_read_frames": "60", "start_pts": "0",
      ]
      for (name, value) in expected { #expect(facts[name] == value, "\(name) is \(facts[name] ?? "missing")") }
    }

    @Test("The index lies before the pictures")
    func movieStartsFast() async throws {
      let folder = try TemporaryFolder.withSparks()
      _ = try await folder.motes("render", "sparks.json", "-o", "sparks.mp4", "--frames", "0-4")
      let text = String(decoding: folder.bytes("sparks.mp4") ?? [], as: UTF8.self)
      let index = try #require(text.firstRange(of: "moov"))
      let pictures = try #require(text.firstRange(of: "mdat"))
      #expect(index.lowerBound < pictures.lowerBound)
      #expect(text.firstRange(of: "moof") == nil, "fragments belong in the partial file only")
    }

    @Test("Size, rate, duration and frames follow the arguments")
    func argumentsAreFollowed() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "render", "sparks.json", "-o", "a.mp4", "--size", "50%", "--fps", "29.97", "--duration", "0.5", "--quiet")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      let facts = try await folder.probe("a.mp4")
      #expect(facts["width"] == "160" && facts["height"] == "90")
      #expect(facts["r_frame_rate"] == "30000/1001")
      #expect(facts["nb_read_frames"] == "15", "half a second at 29.97 is 14.985 frames, rounded up")

      _ = try await folder.motes("render", "sparks.json", "-o", "b.mp4", "--frames", "20-29", "--quiet")
      #expect(try await folder.probe("b.mp4")["nb_read_frames"] == "10")
    }

    @Test("A lossless movie decodes to the frames that were hashed")
    func losslessMovieHoldsTheHashedFrames() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--crf", "0", "--frames", "10-39")
      #expect(result.exitCode == 0, "\(result.errors)")
      let decoded = try await folder.hashesByFFmpeg(pixelFormat: "yuv420p", "-i", "a.mp4")
      let hashed = try await folder.hashes("sparks.json", "--pixels", "yuv420p", "--frames", "10-39")
      #expect(decoded.sequence == hashed.sequence && hashed.sequence.count == 30)
    }

    @Test("Raw frames in a pipe are the hashed ones", arguments: ["rgb24", "yuv420p"])
    func rawFramesAreTheHashedOnes(format: String) async throws {
      let folder = try TemporaryFolder.withSparks()
      let piped = try await folder.bash(
        """
        set -o pipefail
        "$motes" render sparks.json -o - --pixel-format \(format) --quiet |
          ffmpeg -nostdin -v error -f rawvideo -pix_fmt \(format) -s 320x180 -r 60 -i - -bitexact -f framehash -
        """)
      #expect(piped.exitCode == 0, "\(piped.errors)")
      let hashed = try await folder.motes("hash", "sparks.json", "--pixels", format)
      #expect(piped.text == hashed.text, "FFmpeg's file and ours are the same to the letter")
    }

    @Test("Stills are the hashed frames")
    func stillsAreTheHashedFrames() async throws {
      let folder = try TemporaryFolder.withSparks()
      let hashed = try await folder.hashes("sparks.json")
      #expect(hashed.hashes.count == 60)
      for frame in [0, 17, 59] {
        let result = try await folder.motes("frame", "sparks.json", "--frame", "\(frame)", "-o", "\(frame).png")
        #expect(result.exitCode == 0, "\(result.errors)")
        let decoded = try await folder.hashesByFFmpeg(pixelFormat: "rgb24", "-i", "\(frame).png")
        #expect(decoded.sequence == [hashed.hashes[frame]])
      }
      // A time names the same picture as its frame.
      _ = try await folder.motes("frame", "sparks.json", "--time", "0.5", "-o", "half.png")
      let decoded = try await folder.hashesByFFmpeg(pixelFormat: "rgb24", "-i", "half.png")
      #expect(decoded.sequence == [hashed.hashes[30]])
    }

    @Test("A still with --alpha has an alpha channel that is not flat")
    func stillsKeepAlpha() async throws {
      let folder = try TemporaryFolder.withSparks(try Sample.sparks(Sample.skyLine, ""))
      let result = try await folder.motes("frame", "sparks.json", "--frame", "30", "--alpha", "-o", "a.png")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try await folder.probe("a.png")["pix_fmt"]?.hasPrefix("rgba") == true)
      let plane = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", "a.png", "-vf", "alphaextract", "-f", "rawvideo", "-pix_fmt", "gray",
        "-")
      #expect(plane.output.count == 320 * 180)
      #expect(plane.output.contains(0) && plane.output.contains { $0 > 100 })
    }

    @Test("A sheet holds its pictures")
    func sheetIsDrawn() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("sheet", "sparks.json", "-o", "sheet.png", "--count", "4", "--columns", "2")
      #expect(result.exitCode == 0, "\(result.errors)")
      let facts = try await folder.probe("sheet.png")
      #expect(Int(facts["width"] ?? "") ?? 0 > 100 && Int(facts["height"] ?? "") ?? 0 > 100)
    }

    @Test("--json prints one object a line and ends with what was done")
    func progressAsJSON() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--json")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(!result.lines.isEmpty && result.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
      #expect(result.lines.last?.contains("\"frames\":60") == true, "\(result.text)")
    }
  }
}
