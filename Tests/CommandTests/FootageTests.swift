import TestSupport
import Testing

extension CommandTests {
  /// Movies over clips that FFmpeg makes.
  @Suite("render draws over footage") struct FootageTests {
    /// Makes a folder with the preset `sparks.json`.
    private func presetFolder() throws -> TemporaryFolder { try TemporaryFolder.withSparks() }

    /// Makes a clip of FFmpeg's test picture; `options` are those of the output.
    private func make(
      _ name: String, _ folder: TemporaryFolder, source: String = "testsrc2=s=160x90:r=30000/1001:d=1",
      sound: String? = nil, _ options: String...
    ) async throws {
      let input = ["-f", "lavfi", "-i", source] + (sound.map { ["-f", "lavfi", "-i", $0, "-shortest"] } ?? [])
      let arguments = ["-nostdin", "-v", "error", "-y"] + input + ["-preset", "ultrafast"] + options + [name]
      let program = try Program(
        "ffmpeg", arguments, in: folder.path, environment: Command.environment(home: folder.path))
      let result = try await program.wait()
      try #require(result.exitCode == 0, "ffmpeg \(arguments.joined(separator: " ")): \(result.errors)")
    }

    /// Renders `sparks.json` with the fastest encoder preset and further arguments.
    private func render(_ folder: TemporaryFolder, _ arguments: String...) async throws -> ProgramResult {
      try await folder.motes(
        arguments: ["render", "sparks.json", "--encoder-preset", "ultrafast"] + arguments)
    }

    /// The frames' times, in order.
    private func times(_ file: String, _ folder: TemporaryFolder) async throws -> [String] {
      let result = try await folder.run(
        "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "frame=pts_time", "-of", "csv=p=0", file)
      try #require(result.exitCode == 0, "\(result.errors)")
      return result.lines
    }

    /// The lines of FFmpeg's framehash for the packets of all streams but the video.
    private func packets(_ file: String, _ folder: TemporaryFolder) async throws -> [String] {
      let result = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0", "-map", "-0:v", "-c", "copy", "-f", "framehash",
        "-")
      try #require(result.exitCode == 0, "\(result.errors)")
      return result.lines.filter { !$0.hasPrefix("#") }
    }

    /// The hashes alone in lines of `packets`, without times and lengths.
    private func digests(_ lines: [String]) -> [String] {
      lines.compactMap { $0.split(separator: ",").last.map(String.init) }
    }

    /// The decoded samples of a clip.
    private func samples(_ file: String, _ folder: TemporaryFolder, _ format: String = "rgb24") async throws -> [UInt8]
    {
      let result = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", file, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
        format, "-")
      try #require(result.exitCode == 0, "\(result.errors)")
      return result.output
    }

    /// The largest difference of two samples; 256 if the counts differ.
    private func worstDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
      a.count == b.count ? zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 : 256
    }

    @Test("YUV4MPEG2 in a pipe states the aspect ratio of the clip's pixels") func pixelAspectOfPipes() async throws {
      let folder = try presetFolder()
      try await make("wide.mkv", folder, "-vf", "setsar=16/11", "-c:v", "ffv1")
      let piped = try await folder.motes(
        arguments: [
          "render", "sparks.json", "--over", "wide.mkv", "-o", "-", "--codec", "y4m", "--frames", "0-1", "--quiet",
        ])
      let header = String(decoding: piped.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      #expect(header.contains(" A16:11 "), "\(header) \(piped.errors)")
    }

    @Test("Times and length are the clip's, sound and subtitles are copied", arguments: ["cfr", "vfr"])
    func timesAndSoundAreTheClips(kind: String) async throws {
      let folder = try presetFolder()
      try folder.write("1\n00:00:00,200 --> 00:00:00,700\nHello\n", to: "words.srt")
      try await make("plain.mp4", folder, sound: "sine=d=1", "-c:a", "aac", "-bf", "2")
      let select = kind == "vfr" ? ["-vf", "select='not(mod(n,5))+not(mod(n,3))'", "-fps_mode", "vfr"] : []
      // `run` takes no list of arguments: for a constant frame rate, four other options stand in for the filter's.
      let result = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", "plain.mp4", "-i", "words.srt", "-map", "0", "-map", "1",
        select.first ?? "-shortest", select.count > 1 ? select[1] : "-bf", select.count > 2 ? select[2] : "2",
        select.count > 3 ? select[3] : "-y", "-c:a", "copy", "-c:s", "mov_text", "-preset", "ultrafast", "clip.mp4")
      try #require(result.exitCode == 0, "\(result.errors)")
      let rendered = try await render(folder, "--over", "clip.mp4", "-o", "out.mp4")
      #expect(rendered.exitCode == 0, "\(rendered.errors)")
      #expect(try await times("out.mp4", folder) == times("clip.mp4", folder))
      let (before, after) = (try await packets("clip.mp4", folder), try await packets("out.mp4", folder))
      #expect(before == after && before.count > 20, "\(before.count) and \(after.count) packets")
      let (clip, movie) = (try await folder.probe("clip.mp4"), try await folder.probe("out.mp4"))
      for name in ["width", "height", "r_frame_rate", "nb_frames", "duration", "start_time"] {
        #expect(clip[name] == movie[name], "\(name): \(clip[name] ?? "") and \(movie[name] ?? "")")
      }
    }

    @Test("Where nothing is drawn, a clip's samples come back to within one code")
    func codesComeBack() async throws {
      let folder = try presetFolder()
      let own = try await folder.motes(
        "render", "sparks.json", "-o", "own.mp4", "--frames", "20-24", "--crf", "0", "--pixel-format", "yuv444p")
      try #require(own.exitCode == 0, "\(own.errors)")
      let result = try await render(
        folder, "--over", "own.mp4", "--begin", "100", "-o", "out.mp4", "--crf", "0", "--pixel-format", "yuv444p")
      #expect(result.exitCode == 0, "\(result.errors)")
      let (a, b) = (try await samples("own.mp4", folder, "yuv444p"), try await samples("out.mp4", folder, "yuv444p"))
      #expect(worstDifference(a, b) <= 1, "\(worstDifference(a, b))")
    }

    @Test(
      "A clip is read by its own tags",
      arguments: [
        ("bt601", "smpte170m", "tv", "yuv420p"), ("bt709", "bt709", "tv", "yuv422p10le"),
        ("bt709", "bt709", "pc", "yuv444p"), ("bt2020", "bt2020nc", "tv", "yuv420p12le"),
        ("bt601", "", "tv", "yuv420p"),
      ])
    func tagsAreFollowed(matrix: String, tag: String, range: String, format: String) async throws {
      let folder = try presetFolder()
      let tags = tag.isEmpty ? [] : ["-colorspace", tag]
      let arguments =
        ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=0x3060c0:s=64x48:r=10:d=0.2"]
        + ["-vf", "scale=out_color_matrix=\(matrix):out_range=\(range),format=\(format)"]
        + tags + ["-color_range", range, "-c:v", "ffv1", "clip.mkv"]
      let program = try Program(
        "ffmpeg", arguments, in: folder.path, environment: Command.environment(home: folder.path))
      let made = try await program.wait()
      try #require(made.exitCode == 0, "\(made.errors)")
      let result = try await folder.motes(
        "render", "sparks.json", "--over", "clip.mkv", "--begin", "9", "-o", "-", "--pixel-format", "rgb24", "--quiet")
      #expect(result.exitCode == 0, "\(result.errors)")
      let pixel = Array(result.output.prefix(3))
      // FFmpeg has rounded the colour to codes of the clip, and we round it to codes of RGB.
      #expect(worstDifference(pixel, [0x30, 0x60, 0xC0]) <= 2, "\(pixel)")
    }

    @Test("A clip with a rotation in its metadata is drawn upright", arguments: [90, 180, 270])
    func turnedClipsStandUpright(degrees: Int) async throws {
      let folder = try presetFolder()
      try await make("plain.mp4", folder, source: "testsrc2=s=160x90:r=10:d=0.3", "-pix_fmt", "yuv444p", "-qp", "0")
      let turned = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", "plain.mp4", "-c", "copy", "-metadata:s:v", "rotate=\(degrees)",
        "clip.mp4")
      try #require(turned.exitCode == 0, "\(turned.errors)")
      let result = try await render(
        folder, "--over", "clip.mp4", "--begin", "9", "-o", "out.mp4", "--crf", "0", "--pixel-format", "yuv444p")
      #expect(result.exitCode == 0, "\(result.errors)")
      let facts = try await folder.probe("out.mp4")
      #expect(facts["width"] == (degrees == 180 ? "160" : "90") && facts["rotation"] == nil)
      // FFmpeg rotates the clip as it decodes it. The clip is untagged, hence taken for BT.601 by both; the movie has another matrix, so
      // samples differ a little.
      let (a, b) = (try await samples("clip.mp4", folder), try await samples("out.mp4", folder))
      let nearCount = zip(a, b).filter { abs(Int($0) - Int($1)) <= 3 }.count
      #expect(a.count == b.count && nearCount * 100 > a.count * 97, "\(nearCount) of \(a.count)")
    }

    @Test("--begin and --fade decide when the effect begins and how it fades")
    func effectBeginsAndFades() async throws {
      let folder = try presetFolder()
      try await make("clip.mp4", folder, source: "color=c=black:s=320x180:r=30:d=1")
      let plain = ["--over", "clip.mp4", "-o", "-", "--pixel-format", "rgb24", "--quiet"]
      let begun = try await folder.motes(arguments: ["render", "sparks.json", "--begin", "0.5"] + plain)
      let faded = try await folder.motes(arguments: ["render", "sparks.json", "--fade", "0.5"] + plain)
      let whole = try await folder.motes(arguments: ["render", "sparks.json"] + plain)
      let frameBytes = 320 * 180 * 3
      try #require([begun, faded, whole].allSatisfy { $0.exitCode == 0 && $0.output.count == 30 * frameBytes })
      /// The sum of the samples of one frame.
      func light(_ result: ProgramResult, _ number: Int) -> Int {
        result.output[number * frameBytes..<(number + 1) * frameBytes].reduce(0) { $0 + Int($1) }
      }
      #expect(light(begun, 14) == 0 && light(begun, 25) > 0, "nothing is drawn before the effect begins")
      #expect(
        Array(begun.output[25 * frameBytes..<26 * frameBytes])
          == Array(whole.output[10 * frameBytes..<11 * frameBytes]))
      #expect(light(faded, 0) == 0 && light(faded, 5) < light(whole, 5) && light(faded, 15) == light(whole, 15))
      #expect(light(faded, 28) < light(whole, 28))
    }

    @Test("A file that is no clip is refused with a message")
    func brokenFilesAreRefused() async throws {
      let folder = try presetFolder()
      try await make("clip.mp4", folder, sound: "sine=d=1", "-c:a", "aac")
      _ = try await folder.run("ffmpeg", "-v", "error", "-i", "clip.mp4", "-vn", "-c", "copy", "sound.m4a")
      try folder.write("hello there\n", to: "text.mp4")
      try folder.write("ffconcat version 1.0\nfile clip.mp4\n", to: "list.mp4")
      try folder.write("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nclip.mp4\n", to: "list.m3u8")
      try folder.write("", to: "empty.mp4")
      for name in ["text.mp4", "list.mp4", "list.m3u8", "empty.mp4", "sound.m4a", "missing.mp4", "."] {
        let result = try await render(folder, "--over", name, "-o", "out.mp4")
        #expect(result.exitCode == 3 && result.errors.hasPrefix("motes: "), "\(name): \(result.errors)")
        #expect(!folder.exists("out.mp4") && !folder.exists("out.mp4.partial"))
      }
      let itself = try await render(folder, "--over", "clip.mp4", "-o", "clip.mp4", "--force")
      #expect(itself.exitCode == 2 && itself.errors.contains("not replaced"), "\(itself.errors)")
      _ = try await folder.run("cp", "clip.mp4", "out.mp4.partial")
      let partial = try await render(folder, "--over", "out.mp4.partial", "-o", "out.mp4")
      #expect(partial.exitCode == 2 && folder.size("out.mp4.partial") == folder.size("clip.mp4"), "\(partial.errors)")
    }

    @Test("Damaged clips give a movie or an error message, never a crash", arguments: ["mkv", "ts", "avi"])
    func damagedClipsAreShownOrRefused(fileExtension: String) async throws {
      let folder = try presetFolder()
      try await make("clip.\(fileExtension)", folder, sound: "sine=d=1", "-c:v", "libx264", "-c:a", "ac3")
      let bytes = try #require(folder.bytes("clip.\(fileExtension)"))
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      func random(_ range: Range<Int>) -> Int {
        // Pseudo-random numbers by Knuth's MMIX generator.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return range.lowerBound + Int((state >> 33) % UInt64(range.count))
      }
      var movies = 0
      for round in 0..<4 {
        var damaged = bytes
        if round % 2 == 0 {
          damaged.removeLast(random(1..<bytes.count))
        } else {
          for _ in 0..<40 { damaged[random(1000..<bytes.count)] = UInt8(random(0..<256)) }
        }
        try folder.write(damaged, to: "broken.\(fileExtension)")
        let result = try await render(folder, "--over", "broken.\(fileExtension)", "-o", "out.mp4", "--force")
        #expect(
          result.exitCode == 0 || result.exitCode == 3, "round \(round): \(result.exitCode ?? -1) \(result.errors)")
        if result.exitCode == 0 { movies += 1 }
      }
      #expect(movies > 0, "some damaged files are still drawn, as players show them")
    }

    @Test("Odd sizes need a pixel format that allows them, which the message names")
    func oddSizes() async throws {
      let folder = try presetFolder()
      try await make(
        "clip.mkv", folder, source: "testsrc2=s=161x91:r=10:d=0.3,format=rgb24", "-pix_fmt", "yuv420p", "-c:v", "ffv1")
      let refused = try await render(folder, "--over", "clip.mkv", "-o", "out.mp4")
      #expect(refused.exitCode == 2 && refused.errors.contains("--pixel-format yuv444p"), "\(refused.errors)")
      #expect(!folder.exists("out.mp4"))
      let result = try await render(folder, "--over", "clip.mkv", "-o", "out.mp4", "--pixel-format", "yuv444p")
      #expect(result.exitCode == 0, "\(result.errors)")
      let facts = try await folder.probe("out.mp4")
      #expect(facts["width"] == "161" && facts["height"] == "91" && facts["nb_read_frames"] == "3")
    }

    @Test("A separate sound track ends with the movie")
    func tracks() async throws {
      let folder = try presetFolder()
      for (name, codec) in [("long.m4a", "aac"), ("long.wav", "pcm_s16le")] {
        _ = try await folder.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=3", "-c:a", codec, name)
      }
      let result = try await render(folder, "--audio", "long.m4a", "--frames", "0-29", "-o", "out.mp4")
      #expect(result.exitCode == 0, "\(result.errors)")
      let (whole, cut) = (digests(try await packets("long.m4a", folder)), digests(try await packets("out.mp4", folder)))
      #expect(
        cut == Array(whole.prefix(cut.count)) && (22...24).contains(cut.count), "\(cut.count) packets for half a second"
      )
      let accepted = try await render(
        folder, "--audio", "long.wav", "--frames", "0-5", "-o", "b.mov", "--codec", "h264")
      #expect(accepted.exitCode == 0, "\(accepted.errors)")
    }

    @Test(
      "Sound that a container takes only experimentally, or not at its sample rate, is encoded to AAC",
      arguments: [("a.flac", "b.mp4", "MP4"), ("a.flac", "b.mov", "QuickTime"), ("a.opus", "b.mov", "QuickTime")])
    func soundIsEncoded(sound: String, movie: String, container: String) async throws {
      let folder = try presetFolder()
      let made = try await folder.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1:r=48000", sound)
      try #require(made.exitCode == 0, "\(made.errors)")
      let result = try await render(folder, "--audio", sound, "--frames", "0-29", "-o", movie, "--codec", "h264")
      #expect(
        result.exitCode == 0 && result.errors.contains("encoded to AAC, because \(container) cannot hold it as it is"),
        "\(result.errors)")
      let codec = try await folder.run(
        "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of", "csv=p=0", movie)
      #expect(codec.text.contains("aac"), "\(codec.text) \(codec.errors)")
    }

    @Test(
      "Sound that a container cannot hold, nor AAC in its place, is refused with alternatives",
      arguments: [
        ("a.flac", 48_000, "b.webm", ["flac", "WebM cannot hold", "Opus", "Matroska (.mkv) can hold this sound"]),
        ("a.wav", 48_000, "b.mxf", ["pcm_s16le", "MXF", "written without sound", "QuickTime (.mov) can hold"]),
        ("a.wav", 44_100, "b.mov", []), ("a.opus", 48_000, "b.mp4", []), ("a.flac", 48_000, "b.mkv", []),
      ])
    func soundIsCheckedBeforehand(sound: String, rate: Int, movie: String, words: [String]) async throws {
      let folder = try presetFolder()
      let made = try await folder.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1:r=\(rate)", sound)
      try #require(made.exitCode == 0, "\(made.errors)")
      let codec = movie.hasSuffix("mxf") ? "dnxhr" : movie.hasSuffix("webm") ? "vp9" : "h264"
      let result = try await folder.motes(
        "render", "sparks.json", "--audio", sound, "--frames", "0-29", "-o", movie, "--codec", codec)
      #expect(result.exitCode == (words.isEmpty ? 0 : 2), "\(result.errors)")
      for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
      if words.isEmpty { #expect(try await packets(movie, folder).count > 0) }
      #expect(folder.exists(movie) == words.isEmpty && !folder.exists(movie + ".partial"))
    }

    @Test("A range of a clip's frames begins at time 0, with its sound")
    func someFrames() async throws {
      let folder = try presetFolder()
      try await make("clip.mkv", folder, source: "testsrc2=s=160x90:r=25:d=2", sound: "sine=d=2", "-c:a", "flac")
      let result = try await folder.motes(
        "render", "sparks.json", "--over", "clip.mkv", "--frames", "25-34", "-o", "out.mkv", "--codec", "ffv1")
      #expect(result.exitCode == 0, "\(result.errors)")
      let times = try await times("out.mkv", folder)
      #expect(times.count == 10 && times.first == "0.000000", "\(times)")
      let (before, after) = (try await packets("clip.mkv", folder), try await packets("out.mkv", folder))
      #expect(!after.isEmpty && digests(before).contains(digests(after)), "\(after)")
    }

    @Test("A still over a clip is the frame that a movie over it has")
    func stills() async throws {
      let folder = try presetFolder()
      try await make("clip.mp4", folder, source: "testsrc2=s=160x90:r=25:d=2", "-pix_fmt", "yuv420p", "-bf", "2")
      let movie = try await folder.motes(
        "render", "sparks.json", "--over", "clip.mp4", "--begin", "0.5", "--fade", "0.3", "-o", "-", "--pixel-format",
        "rgb24", "--quiet")
      try #require(movie.exitCode == 0, "\(movie.errors)")
      let frameBytes = 160 * 90 * 3
      for (name, value, number) in [("--frame", "30", 30), ("--time", "0.52", 13), ("--time", "1.999", 49)] {
        let still = try await folder.motes(
          "frame", "sparks.json", "--over", "clip.mp4", "--begin", "0.5", "--fade", "0.3", name, value, "-o",
          "still.png", "--force")
        #expect(still.exitCode == 0, "\(still.errors)")
        #expect(
          try await samples("still.png", folder)
            == Array(movie.output[number * frameBytes..<(number + 1) * frameBytes]), "\(value)"
        )
      }
      let beyond = try await folder.motes("frame", "sparks.json", "--over", "clip.mp4", "--frame", "50", "-o", "x.png")
      #expect(beyond.exitCode == 2 && beyond.errors.contains("no frame 50: it has 50"), "\(beyond.errors)")
      let sized = try await folder.motes("frame", "sparks.json", "--over", "clip.mp4", "--size", "50%", "-o", "x.png")
      #expect(sized.exitCode == 2 && sized.errors.contains("--size") && !folder.exists("x.png"), "\(sized.errors)")
    }

    @Test("A clip that ends before its stated end is reported")
    func cutClipsAreReported() async throws {
      let folder = try presetFolder()
      try await make(
        "clip.mkv", folder, source: "testsrc2=s=160x90:r=25:d=2", sound: "sine=d=2", "-c:v", "ffv1", "-c:a", "flac")
      let whole = try await folder.motes(
        "render", "sparks.json", "--over", "clip.mkv", "-o", "whole.mkv", "--codec", "ffv1")
      #expect(whole.exitCode == 0 && !whole.errors.contains("cut off"), "\(whole.errors)")
      let bytes = try #require(folder.bytes("clip.mkv"))
      try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mkv")
      let cut = try await folder.motes(
        "render", "sparks.json", "--over", "cut.mkv", "-o", "cut-out.mkv", "--codec", "ffv1")
      #expect(cut.exitCode == 0, "\(cut.errors)")
      #expect(
        cut.errors.contains("cut.mkv: it ends at ") && cut.errors.contains(" of 2 s; it may be cut off."),
        "\(cut.errors)")
    }

    @Test(
      "Frames that the clip does not have, and an effect that begins after its end, are reported",
      arguments: ["mp4", "mkv"])
    func whatLiesBeyondTheEndIsReported(fileExtension: String) async throws {
      let folder = try presetFolder()
      try await make("clip.\(fileExtension)", folder, source: "testsrc2=s=160x90:r=25:d=1.2", "-c:v", "libx264")
      for output in [["-o", "out.mp4"], ["-o", "-", "--pixel-format", "rgb24"]] {
        let beyond = try await folder.motes(
          arguments: ["render", "sparks.json", "--over", "clip.\(fileExtension)", "--frames", "70-99"] + output)
        #expect(beyond.exitCode == 2 && beyond.errors.contains("0 to 29"), "\(beyond.exitCode ?? 0) \(beyond.errors)")
        #expect(!folder.exists("out.mp4") && !folder.exists("out.mp4.partial"))
      }
      let some = try await folder.motes(
        "render", "sparks.json", "--over", "clip.\(fileExtension)", "--frames", "20-99", "--begin", "99", "-o", "-",
        "--pixel-format", "rgb24")
      #expect(some.exitCode == 0 && some.output.count == 10 * 160 * 90 * 3)
      #expect(
        some.errors.contains("it has 30 frames; of --frames 20-99, those up to 29 are in the movie."), "\(some.errors)")
      #expect(some.errors.contains("--begin 99: clip.\(fileExtension) lasts 1.2"), "\(some.errors)")
    }

    @Test("The last frame of an animated picture is shown as long as the clip's", arguments: ["gif", "apng", "webp"])
    func lastFramesLast(fileExtension: String) async throws {
      let folder = try presetFolder()
      let made = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=0.5", "-final_delay", "70",
        "clip.gif")
      try #require(made.exitCode == 0, "\(made.errors)")
      let result = try await folder.motes("render", "sparks.json", "--over", "clip.gif", "-o", "out.\(fileExtension)")
      #expect(result.exitCode == 0, "\(result.errors)")
      guard fileExtension == "webp" else {
        let probed = try await folder.run(
          "ffprobe", "-v", "error", "-show_entries", "packet=duration_time", "-of", "csv=p=0", "out.\(fileExtension)")
        let seconds = probed.lines.compactMap(Double.init)
        #expect(seconds.count == 5 && seconds.dropLast().allSatisfy { abs($0 - 0.1) < 1e-6 }, "\(seconds)")
        #expect(seconds.last.map { abs($0 - 0.7) < 1e-6 } == true, "\(seconds)")
        return
      }
      // FFmpeg does not read animated WebP. A frame's milliseconds lie 20 bytes after the start of its chunk's name.
      let bytes = try #require(folder.bytes("out.webp"))
      let frames = bytes.indices.filter { $0 + 23 < bytes.count && bytes[$0..<$0 + 4].elementsEqual("ANMF".utf8) }
      let durations = frames.map { Int(bytes[$0 + 20]) | Int(bytes[$0 + 21]) << 8 | Int(bytes[$0 + 22]) << 16 }
      #expect(durations == [100, 100, 100, 100, 700], "\(durations)")
    }
  }
}
