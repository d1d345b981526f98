import TestSupport
import Testing

extension CommandTests {
  /// Layers that show clips.
  @Suite("Presets show clips") struct VideoLayerTests {
    /// The text of a preset with one video layer on a canvas of 96 × 64, as large as the clips of these tests.
    ///
    /// - Parameters:
    ///   - keys: further keys of the video, from a comma on.
    ///   - layer: further keys of the layer.
    ///   - canvas: further keys of the canvas.
    private func preset(_ file: String, _ keys: String = "", layer: String = "", canvas: String = "") -> String {
      """
      {
        "format": 1,
        "canvas": { "width": 96, "height": 64, "frameRate": 25, "duration": 2\(canvas) },
        "layers": [
          { "name": "film"\(layer),
            "video": { "file": "\(file)"\(keys) } }
        ]
      }

      """
    }

    /// Makes a folder with `clip.mkv`, a lossless clip of 50 frames that Motes has drawn, and returns it with the frames' hashes.
    private func clipFolder() async throws -> (folder: TemporaryFolder, clip: [String]) {
      let folder = try TemporaryFolder.withSparks()
      let presetAndCanvas = ["sparks.json", "--size", "96x64", "--fps", "25", "--duration", "2"]
      let made = try await folder.motes(
        arguments: ["render"] + presetAndCanvas + ["-o", "clip.mkv", "--codec", "ffv1", "--pixel-format", "rgb24"])
      try #require(made.exitCode == 0, "\(made.errors)")
      let hashes = try await folder.motes(arguments: ["hash"] + presetAndCanvas)
      return (folder, FrameHashText(hashes.text).sequence)
    }

    /// Writes a preset's text to `film.json` and returns the hashes of its frames.
    private func hashes(_ folder: TemporaryFolder, _ text: String, _ options: String...) async throws -> [String] {
      try folder.write(text, to: "film.json")
      let result = try await folder.motes(arguments: ["hash", "film.json"] + options)
      try #require(result.exitCode == 0, "\(result.errors)")
      return FrameHashText(result.text).sequence
    }

    @Test("A lossless clip at its own size gives its frames back, to the bit")
    func framesComeBack() async throws {
      let (folder, clip) = try await clipFolder()
      #expect(Set(clip).count == 50)
      #expect(try await hashes(folder, preset("clip.mkv")) == clip)
      #expect(try await hashes(folder, preset("clip.mkv", canvas: ", \"blending\": \"srgb\"")) == clip)
      #expect(try await hashes(folder, preset("clip.mkv"), "--threads", "3") == clip)
      // Frames alone, the last one first.
      for number in [49, 7, 23] {
        #expect(try await hashes(folder, preset("clip.mkv"), "--frames", "\(number)-\(number)") == [clip[number]])
      }
    }

    @Test("Trim, speed, loops, `before` and `after` choose the clip's frames")
    func framesAreChosen() async throws {
      let (folder, clip) = try await clipFolder()
      let nothing = try await hashes(
        folder, preset("clip.mkv", ", \"before\": \"nothing\"", layer: ", \"timeOffset\": -9"))
      #expect(Set(nothing).count == 1)
      let trimmed = try await hashes(folder, preset("clip.mkv", ", \"start\": 0.4, \"end\": 1.2, \"loop\": true"))
      #expect(trimmed == (0..<50).map { clip[10 + $0 % 20] })
      let fast = try await hashes(folder, preset("clip.mkv", ", \"speed\": 2"))
      #expect(fast == (0..<50).map { clip[min(2 * $0, 49)] })
      let ended = try await hashes(folder, preset("clip.mkv", ", \"end\": 0.8, \"after\": \"nothing\""))
      #expect(ended == (0..<50).map { $0 < 20 ? clip[$0] : nothing[0] })
      let delayed = try await hashes(
        folder, preset("clip.mkv", ", \"before\": \"hold\"", layer: ", \"timeOffset\": -0.4"))
      #expect(delayed == (0..<50).map { clip[max($0 - 10, 0)] })
      let slow = try await hashes(folder, preset("clip.mkv", layer: ", \"speed\": 0.5"))
      #expect(slow == (0..<50).map { clip[$0 / 2] })
      let faster = try await hashes(folder, preset("clip.mkv"), "--fps", "50")
      #expect(faster == (0..<100).map { clip[$0 / 2] })
    }

    @Test("A mistake about a clip is reported where the preset names it")
    func mistakesHavePlaces() async throws {
      let (folder, _) = try await clipFolder()
      try folder.write("no movie\n", to: "text.mp4")
      try folder.makeFolder("in")
      try folder.write(preset("../clip.mkv"), to: "in/out.json")
      _ = try await folder.run("ln", "-s", "../clip.mkv", "in/link.mkv")
      try folder.write(preset("link.mkv"), to: "in/link.json")
      try folder.write(preset("clp.mkv"), to: "missing.json")
      try folder.write(preset("text.mp4"), to: "broken.json")
      try folder.write(preset("clip.mkv", ", \"start\": 3"), to: "late.json")
      try folder.write(preset("clip.mkv", ", \"start\": 1, \"end\": 0.5"), to: "short.json")
      try folder.write(preset("clip.mkv", ", \"fit\": \"cover\""), to: "fit.json")
      let place = "layers.film.video.file: "
      for (name, words) in [
        ("in/out.json", ":6:26: \(place)\"../clip.mkv\" lies outside"),
        ("in/link.json", ":6:26: \(place)\"link.mkv\" lies outside"),
        ("missing.json", ":6:26: \(place)no file \"clp.mkv\" was found in \".\". Did you mean clip.mkv?"),
        ("broken.json", ":6:26: \(place)text.mp4 is not a movie"),
        ("late.json", ":6:47: layers.film.video.start: lies at the end of the clip or after it, which lasts 2 s"),
        ("short.json", ":6:57: layers.film.video.end: should be greater than start, 1 s"),
        ("fit.json", ":6:45: layers.film.video.fit: \"cover\" is not one of fill, fit or stretch"),
      ] {
        let result = try await folder.motes("check", name)
        #expect(result.exitCode == 2 && result.errors.contains(name + words), "\(name): \(result.errors)")
        let drawn = try await folder.motes("frame", name, "-o", "x.png")
        #expect(drawn.exitCode == 2 && !folder.exists("x.png"), "\(name): \(drawn.errors)")
      }
      // With `--assets .` clips may lie anywhere in that folder. Without it, --set cannot name a file outside of the preset's folder either.
      let allowed = try await folder.motes("check", "in/out.json", "in/link.json", "--assets", ".")
      #expect(allowed.exitCode == 0, "\(allowed.errors)")
      try folder.write(preset("clip.mkv"), to: "in/by-name.json")
      #expect(try await folder.motes("check", "in/by-name.json", "--assets", ".").exitCode == 0)
      let set = try await folder.motes("hash", "in/by-name.json", "--set", "layers.film.video.file=/etc/passwd")
      #expect(set.exitCode == 2 && set.errors.contains("lies outside"), "\(set.errors)")
    }

    @Test("A clip's contents belong to the preset's fingerprint, and the clip is never replaced")
    func contentsBelongToThePreset() async throws {
      let (folder, _) = try await clipFolder()
      try folder.write(preset("clip.mkv"), to: "film.json")
      let written = try await folder.motes("hash", "film.json", "--frames", "0-9", "-o", "film.framehash")
      #expect(written.exitCode == 0, "\(written.errors)")
      let same = try await folder.motes("verify", "film.framehash")
      #expect(same.exitCode == 0, "\(same.text) \(same.errors)")
      let other = try await folder.motes(
        "render", "sparks.json", "--size", "96x64", "--fps", "25", "--duration", "2", "--seed", "9", "-o", "clip.mkv",
        "--codec", "ffv1", "--pixel-format", "rgb24", "--force")
      #expect(other.exitCode == 0, "\(other.errors)")
      let changed = try await folder.motes("verify", "film.framehash")
      #expect(
        changed.exitCode == 1 && changed.text.contains("the preset is the same, but it shows another clip: clip.mkv"),
        "\(changed.text)")
      let replaced = try await folder.motes("render", "film.json", "-o", "clip.mkv", "--codec", "ffv1", "--force")
      #expect(replaced.exitCode == 2 && replaced.errors.contains("not replaced"), "\(replaced.errors)")
    }

    @Test("Clips of every kind are shown upright, in their colours")
    func kindsOfClips() async throws {
      let (folder, _) = try await clipFolder()
      for (name, options) in [
        ("ten.mkv", "-pix_fmt yuv422p10le -c:v ffv1"), ("odd.mkv", "-vf scale=95:63 -pix_fmt yuv420p -c:v ffv1"),
        ("turned.mp4", "-c:v libx264 -pix_fmt yuv420p -metadata:s:v rotate=90"),
        ("wide.mkv", "-vf setsar=2 -pix_fmt yuv444p -c:v ffv1"),
      ] {
        let source = name == "turned.mp4" ? "color=c=0x3060c0:s=64x96:r=25:d=1" : "color=c=0x3060c0:s=96x64:r=25:d=1"
        let arguments =
          ["-nostdin", "-v", "error", "-f", "lavfi", "-i", source] + options.split(separator: " ").map(String.init)
        let made = try await Program(
          "ffmpeg", arguments + [name], in: folder.path, environment: Command.environment(home: folder.path)
        ).wait()
        try #require(made.exitCode == 0, "\(made.errors)")
        try folder.write(preset(name, ", \"fit\": \"stretch\""), to: "film.json")
        let result = try await folder.motes(
          "render", "film.json", "--frames", "12-12", "-o", "-", "--pixel-format", "rgb24", "--quiet")
        #expect(result.exitCode == 0, "\(result.errors)")
        let middle = Array(result.output[(32 * 96 + 48) * 3..<(32 * 96 + 49) * 3])
        #expect(zip(middle, [0x30, 0x60, 0xC0]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(name): \(middle)")
      }
    }

    @Test("describe lists a video layer, and a video with the role of a backdrop is left out")
    func costsAndRoles() async throws {
      let (folder, _) = try await clipFolder()
      let sparks = try #require(folder.bytes("sparks.json").map { String(decoding: $0, as: UTF8.self) })
      let line = Sample.skyLine
      try folder.write(
        sparks.replacing(
          line, with: "{ \"name\": \"film\", \"role\": \"backdrop\", \"video\": { \"file\": \"clip.mkv\" } },"),
        to: "both.json")
      let described = try await folder.motes("describe", "both.json")
      #expect(described.exitCode == 0 && described.text.contains("film"), "\(described.errors)")
      try folder.write(
        sparks.replacing("\"name\": \"sky\",", with: "\"name\": \"sky\", \"role\": \"backdrop\","), to: "sky.json")
      let video = try await folder.hashes("both.json", "--backdrop", "none", "--frames", "20-22")
      let gradient = try await folder.hashes("sky.json", "--backdrop", "none", "--frames", "20-22")
      #expect(video.sequence == gradient.sequence)
    }
  }
}
