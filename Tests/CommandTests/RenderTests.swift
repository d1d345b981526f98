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

    @Test("The index lies before the frames")
    func movieStartsFast() async throws {
      let folder = try TemporaryFolder.withSparks()
      _ = try await folder.motes("render", "sparks.json", "-o", "sparks.mp4", "--frames", "0-4")
      let text = String(decoding: folder.bytes("sparks.mp4") ?? [], as: UTF8.self)
      let index = try #require(text.firstRange(of: "moov"))
      let frames = try #require(text.firstRange(of: "mdat"))
      #expect(index.lowerBound < frames.lowerBound)
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
      #expect(piped.text == hashed.text, "FFmpeg's file and ours are identical")
    }

    @Test("A draft is half as large, encoded fast, and says so; explicit options win")
    func draftIsSmall() async throws {
      // Half of 182 is odd, which 4:2:0 cannot take: the draft is 90 rows high.
      let folder = try TemporaryFolder.withSparks(
        try Sample.sparks(replacing: "\"height\": 180", with: "\"height\": 182"))
      for (name, options, size, speed) in [
        ("a.mp4", [], "160x90", "ultrafast"), ("b.mp4", ["--size", "64x36"], "64x36", "ultrafast"),
        ("c.mp4", ["--encoder-preset", "faster"], "160x90", "faster"),
      ] {
        let result = try await folder.motes(
          arguments: ["render", "sparks.json", "-o", name, "--draft", "--frames", "0-4"] + options)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(result.errors.contains("a draft: \(size), encoder preset \(speed)"), "\(result.errors)")
        let facts = try await folder.probe(name)
        #expect("\(facts["width"] ?? "")x\(facts["height"] ?? "")" == size)
        // x264 writes its settings into the file. Only the fastest preset leaves out the deblocking filter.
        let text = String(decoding: folder.bytes(name) ?? [], as: UTF8.self)
        #expect(text.contains("deblock=0") == (speed == "ultrafast") && text.contains("deblock="), "\(name)")
      }
      let plain = try await folder.motes("render", "sparks.json", "-o", "d.mp4", "--frames", "0-4")
      #expect(!plain.errors.contains("draft"))
    }

    @Test("--json ends with an event when raw frames are stopped") func stoppedPipe() async throws {
      let folder = try TemporaryFolder.withSparks()
      let stopped = try await folder.bash(
        """
        "$motes" render sparks.json -o - --duration 60000 --json > /dev/null 2> events &
        while [ ! -s events ]; do sleep 0.02; done
        kill -TERM $!
        wait $!
        echo $?
        """)
      #expect(stopped.text == "143\n", "\(stopped.errors)")
      let events = folder.bytes("events").map { String(decoding: $0, as: UTF8.self) } ?? ""
      let last = events.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix("{\"event\":\"stopped\",\"frames\":") && last.hasSuffix("\"file\":\"-\"}"), "\(last)")
    }

    @Test("--json prints one object a line; the last one says what was done")
    func progressAsJSON() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--json")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(!result.lines.isEmpty && result.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
      #expect(result.lines.last?.contains("\"frames\":60") == true, "\(result.text)")
    }
  }
}
