import TestSupport
import Testing

extension CommandTests {
  @Suite("Mistakes are exit code 2 with a sentence") struct UsageTests {
    /// Arguments, and what the message must contain.
    static let mistakes: [(arguments: [String], expected: [String])] = [
      (["paint"], ["paint"]),
      (["render"], ["preset"]),
      (["render", "sparks.json", "--no-such-option"], ["--no-such-option"]),
      (["render", "firework"], ["firework", "fireworks"]),
      (["render", "missing.json"], ["missing.json"]),
      (["render", "sparks.json", "--size", "1281x721", "-o", "a.mp4"], ["1281", "721", "1280x720"]),
      (["render", "sparks.json", "--size", "big"], ["--size", "big"]),
      (
        ["render", "sparks.json", "-o", "out/%05d.mp4"],
        ["out/%05d.mp4", "For pictures use -o 'out/%05d.png', for a movie a name without %"]
      ),
      (["render", "sparks.json", "--size", "0x0"], ["--size"]),
      (["render", "sparks.json", "--fps", "0"], ["--fps"]),
      (["render", "sparks.json", "--fps", "nan"], ["--fps"]),
      (["render", "sparks.json", "--duration", "-1"], ["--duration"]),
      (["render", "sparks.json", "--frames", "9-3"], ["--frames"]),
      (["render", "sparks.json", "--frames", "0-59:10", "-o", "a.mp4"], ["--frames 0-59:10", "--fps 6"]),
      (["hash", "sparks.json", "--frames", "0-9:0"], ["--frames 0-9:0", "0-239:10"]),
      (["verify", "."], [".framehash"]),
      (["render", "sparks.json", "--alpha", "-o", "a.mp4"], ["--alpha", "MP4", ".mov (prores4444)", ".webm (vp9)"]),
      (["render", "sparks.json", "--alpha", "--codec", "h264", "-o", "a.mov"], ["--alpha", "H.264", "prores4444"]),
      (["render", "sparks.json", "-o", "a.mov", "--profile", "best"], ["best", "hq, standard, lt, proxy"]),
      (["render", "sparks.json", "-o", "a.mov", "--encoder-preset", "fast"], ["ProRes 422", "h264", "vp9"]),
      (["render", "sparks.json", "-o", "a.mp4", "--depth", "12"], ["--depth 12", "8, 10", "h265"]),
      (["render", "sparks.json", "-o", "a.mp4", "--depth", "9"], ["--depth 9", "8, 10 bits; no codec has 9."]),
      (["render", "sparks.json", "-o", "a.mp4", "--bitrate", "fast"], ["--bitrate fast", "12M"]),
      (
        ["render", "sparks.json", "-o", "a.mp4", "--bitrate", "5M", "--crf", "20"],
        ["--crf 20 and --bitrate 5M cannot be combined"]
      ),
      (["render", "sparks.json", "-o", "a.yuv", "--pixel-format", "rgb24"], ["not available in a.yuv", "yuv420p"]),
      (
        ["render", "sparks.json", "-o", "a.rgb", "--alpha"],
        ["--alpha: a file with the name a.rgb holds no transparency", ".rgba"]
      ),
      (
        ["render", "sparks.json", "--over", "c.mp4", "--alpha", "-o", "w.mp4"],
        ["--alpha: nothing is transparent over a clip"]
      ),
      (
        ["render", "sparks.json", "--over", "c.mp4", "--matte", "m.mp4", "-o", "w.xyz"],
        ["--matte: nothing is transparent"]
      ),
      (["frame", "sparks.json", "--backdrop", "blurple"], ["Did you mean purple? Expected none, a colour"]),
      (["render", "sparks.json", "-o", "a.mp4", "--codec-option", "sharpness=3"], ["libx264", "sharpness"]),
      (["render", "sparks.json", "-o", "a.mp4", "--codec-option", "sharp"], ["--codec-option sharp", "KEY=VALUE"]),
      (
        ["render", "sparks.json", "-o", "a.mp4", "--codec-option", "x264-params=ref=3:foo=1"],
        ["libx264 does not take foo=1 in x264-params=ref=3:foo=1"]
      ),
      (
        ["render", "sparks.json", "-o", "a.mp4", "--codec", "h265", "--codec-option", "x265-params=no-sao=1:foo=1"],
        ["libx265 does not take foo=1 in x265-params"]
      ),
      (
        ["render", "sparks.json", "-o", "a.mp4", "--codec", "av1", "--codec-option", "svtav1-params=foo=1"],
        ["libsvtav1 does not take foo=1 in svtav1-params"]
      ),
      (
        ["render", "sparks.json", "-o", "a.mp4", "--codec-option", "tune=bar", "--codec-option", "refs=3"],
        ["libx264 does not take tune=bar: Error setting preset/tune"]
      ),
      (["render", "sparks.json", "-o", "a.mp4", "--codec-option", "refs=many"], ["libx264 does not take refs=many"]),
      (["render", "sparks.json", "-o", "a.mp4", "--codec-option", "tun=film"], ["\"tun\"", "Did you mean tune?"]),
      (["render", "sparks.json", "-o", "a.gif", "--fps", "60"], ["GIF", "50"]),
      (["render", "sparks.json", "-o", "-", "--crf", "3"], ["--crf", "raw frames"]),
      (["formats", "av2"], ["av2", "h264"]),
      (["render", "sparks.json", "--alpha", "-o", "a.xyz"], ["a.xyz", ".mp4", "-o - --pixel-format rgba | ffmpeg"]),
      (["render", "sparks.json", "-o", "a.flv"], ["a.flv", ".mp4", "-o - --pixel-format rgb24 | ffmpeg"]),
      (["render", "sparks.json", "--codec", "mpeg1"], ["mpeg1", "h264"]),
      (["render", "sparks.json", "--crf", "99"], ["--crf", "51"]),
      (["render", "sparks.json", "--encoder-preset", "warp", "-o", "a.mp4"], ["warp"]),
      (["render", "sparks.json", "-o", "a.mp4", "--pixel-format", "rgb565"], ["rgb565"]),
      (["render", "sparks.json", "-o", "a.xyz"], ["a.xyz"]),
      (["render", "sparks.json", "--threads", "0"], ["--threads"]),
      (["render", "sparks.json", "--set", "amount"], ["--set", "amount"]),
      (["render", "sparks.json", "--set", "amont=2"], ["amont", "amount"]),
      (["render", "sparks.json", "--set", "amount=9"], ["amount", "3"]),
      (["render", "sparks.json", "--set", "amount=many"], ["amount"]),
      (["render", "sparks.json", "--set", "layers.sparks.emitter.cells.spark.velocty=3"], ["velocty", "velocity"]),
      (["render", "sparks.json", "--set", "layers.spraks.opacity=0.5"], ["spraks", "sparks"]),
      (["render", "sparks.json", "--loop", "--fps", "29.97"], ["30000/1001", "1.001"]),
      (["render", "sparks.json", "--draft", "--size", "50%", "--encoder-preset", "fast"], ["--draft", "--size"]),
      (["frame", "sparks.json", "--time", "1", "--frame", "3"], ["--time", "--frame"]),
      (["frame", "sparks.json", "--time", "soon"], ["--time soon", "2.5"]),
      (["frame", "sparks.json", "--time", "1", "--time", "2", "-o", "a.png"], ["a.png", "'a-{time}.png'"]),
      (["frame", "sparks.json", "--frame", "1", "--frame", "2", "-o", "{time}.png"], ["{time}", "use {frame}"]),
      (["frame", "sparks.json", "--time", "1", "--time", "1"], ["--time 1", "twice"]),
      (["frame", "sparks.json", "--frame=-1"], ["--frame -1"]),
      (["frame", "sparks.json", "-o", "a.bmp"], ["a.bmp", ".png"]),
      (["watch", "missing.json"], ["missing.json"]),
      (["tune", "missing.json", "--no-open"], ["missing.json"]),
      (["tune", "sparks.json", "--no-open", "--token", "short"], ["--token", "16"]),
      (["tune", "sparks.json", "--no-open", "--host", "nowhere"], ["--host nowhere", "127.0.0.1"]),
      (["gallery", "sparks.json", "missing.json", "-o", "made"], ["missing.json"]),
      (["gallery", "sparks.json", "-o", "sparks.json"], ["sparks.json", "not a folder"]),
      (["gallery", "sparks.json", "-o", "made", "--width", "9"], ["--width 9", "64"]),
      (["watch", "sparks.json", "--set", "amont=2"], ["amont", "amount"]),
      (["watch", "sparks.json", "-o", "a.mp4"], ["a.mp4", ".png"]),
      (["watch", "sparks.json", "--sheet", "--time", "1"], ["--sheet", "--time"]),
      (["watch", "sparks.json", "--count", "4"], ["--count", "--sheet"]),
      (["hash", "sparks.json", "--pixels", "cmyk"], ["cmyk", "rgb24"]),
      (["describe", "nosuch"], ["nosuch"]),
      (["bench", "nosuch"], ["nosuch", "discs"]),
      (["bench", "bokhe"], ["bokhe", "bokeh?"]),
      (["bench", "particles:0"], ["particles:0", "10000000"]),
      (["bench", "frame:nosuch"], ["nosuch"]),
      (["bench", "yuv", "--runs", "0"], ["--runs", "1000"]),
      (["bench", "yuv", "--size", "640x480"], ["--size", "frame"]),
      (["bench", "frame", "--size", "641x480"], ["--size", "641x480"]),
    ]

    @Test("The message names the mistake", arguments: mistakes.indices)
    func mistakeIsNamed(index: Int) async throws {
      let (arguments, expected) = Self.mistakes[index]
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(arguments: arguments)
      #expect(result.exitCode == 2, "\(arguments): \(result.errors)")
      #expect(result.output.isEmpty, "\(arguments)")
      for part in expected {
        #expect(result.errors.lowercased().contains(part.lowercased()), "\(arguments): \(result.errors)")
      }
      #expect(folder.names == ["sparks.json"], "a mistake leaves no file behind")
    }

    @Test("Help and version are not mistakes")
    func helpIsNoMistake() async throws {
      let folder = try TemporaryFolder()
      let version = try await folder.motes("--version")
      #expect(version.exitCode == 0 && version.lines.count == 1)
      let help = try await folder.motes("--help")
      #expect(help.exitCode == 0 && help.errors.isEmpty)
      let subcommands = [
        "render", "frame", "sheet", "watch", "tune", "gallery", "hash", "verify", "list", "describe", "check", "schema",
        "formats",
        "bench",
        "new",
      ]
      for name in subcommands {
        #expect(help.text.contains(name), "\(name) is not in the help")
        let own = try await folder.motes(name, "--help")
        #expect(own.exitCode == 0 && !own.text.isEmpty, "\(name)")
      }
    }
  }
}
