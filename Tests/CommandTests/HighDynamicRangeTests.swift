import TestSupport
import Testing

extension CommandTests {
  @Suite("render --hdr writes light above white") struct HighDynamicRangeTests {
    /// A canvas of one grey: linear 0.25, exposed by one stop.
    static let grey = """
      { "canvas": { "width": 64, "height": 64, "frameRate": 25, "duration": 0.2 },
        "post": { "exposure": 1, "toneMap": "filmic" },
        "layers": [
          { "gradient": { "type": "linear", "angle": 90,
              "stops": [{ "at": 0, "color": "color(srgb-linear 0.25 0.25 0.25)" }, { "at": 1, "color": "color(srgb-linear 0.25 0.25 0.25)" }] } }
        ] }
      """

    @Test(
      "A lossless movie has PQ's code of its grey, BT.2020's tags and measured light", arguments: ["mp4", "mov", "mkv"])
    func movie(fileExtension: String) async throws {
      let folder = try TemporaryFolder()
      try folder.write(Self.grey, to: "grey.json")
      let result = try await folder.motes(
        "render", "grey.json", "--hdr", "pq", "--codec", "h265", "--crf", "0", "-o", "a.\(fileExtension)")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("5 frames are drawn once to measure"), "\(result.errors)")
      let facts = try await folder.probe("a.\(fileExtension)")
      #expect(facts["pix_fmt"] == "yuv420p10le" && facts["color_transfer"] == "smpte2084")
      #expect(facts["color_primaries"] == "bt2020" && facts["color_space"] == "bt2020nc")
      #expect(facts["color_range"] == "tv")
      // 0.25 · 2 is at the filmic curve's knee: half of white, 101.5 cd/m².
      #expect(facts["max_content"] == "102" && facts["max_average"] == "102", "\(facts)")
      let decoded = try await folder.bash(
        "ffmpeg -nostdin -v error -i a.\(fileExtension) -frames:v 1 -f rawvideo -pix_fmt yuv420p10le - | od -An -v -tu2 -N128 -w2 | sort -u"
      )
      // PQ of 101.5 cd/m² is 0.50979: 64 + 876 · 0.50979 = 510.6, dithered.
      #expect(decoded.text.split(separator: "\n").map { $0.filter(\.isNumber) } == ["510", "511"])
    }

    @Test(
      "A backdrop's light is measured as it is written, without the scene's exposure and tone map",
      arguments: [("white", "203"), ("#808080", "44"), ("grey.png", "109")])
    func backdropLight(backdrop: String, nits: String) async throws {
      let folder = try TemporaryFolder()
      // A dim spark, under a tone map and an exposure that would change a backdrop.
      let spark = """
        { "emitter": { "shape": "point", "position": [32, 32], "cells": [{ "birthRate": 20, "lifetime": 1, "color": "#222",
          "sprite": { "type": "disc", "size": 5 } }] } }, { "role": "backdrop",
        """
      try folder.write(Self.grey.replacing("{ \"gradient\"", with: spark + " \"gradient\""), to: "spark.json")
      // FFmpeg turns 0xC2, which is 194, into 193: by sRGB's curve 0.533 of white.
      let picture = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=c=0xC2C2C2:s=64x64,format=rgb24", "-frames:v",
        "1",
        "grey.png")
      #expect(picture.exitCode == 0, "\(picture.errors)")
      let result = try await folder.motes(
        "render", "spark.json", "--hdr", "pq", "--codec", "h265", "--backdrop", backdrop, "-o", "a.mp4")
      #expect(result.exitCode == 0, "\(result.errors)")
      let facts = try await folder.probe("a.mp4")
      #expect(facts["max_content"] == nits, "\(facts["max_content"] ?? "")")
      let average = try #require(facts["max_average"].flatMap { Int($0) })
      #expect(average <= Int(nits)! && average > Int(nits)! - 2, "\(average)")
    }

    @Test("Raw frames are those of the movie") func raw() async throws {
      let folder = try TemporaryFolder.withSparks()
      _ = try await folder.motes(
        "render", "sparks.json", "--hdr", "hlg", "--codec", "h265", "--crf", "0", "-o", "a.mp4", "--frames", "0-9")
      let movie = try await folder.hashesByFFmpeg(pixelFormat: "yuv420p10le", "-i", "a.mp4")
      let piped = try await folder.bash(
        """
        set -o pipefail
        "$motes" render sparks.json -o - --hdr hlg --frames 0-9 --pixel-format yuv420p10le --quiet |
          ffmpeg -nostdin -v error -f rawvideo -pix_fmt yuv420p10le -s 320x180 -r 60 -i - -bitexact -f framehash -
        """)
      #expect(piped.exitCode == 0, "\(piped.errors)")
      #expect(FrameHashText(piped.text).sequence == movie.sequence && movie.sequence.count == 10)
      let plain = try await folder.hashes("sparks.json", "--pixels", "yuv420p10le", "--frames", "0-9")
      #expect(plain.sequence != movie.sequence)
    }

    @Test("YUV4MPEG2 on a pipe tells ffmpeg all it needs") func y4m() async throws {
      let folder = try TemporaryFolder.withSparks()
      let piped = try await folder.bash(
        """
        set -o pipefail
        "$motes" render sparks.json -o - --codec y4m --pixel-format yuv422p --frames 0-9 --quiet |
          ffmpeg -nostdin -v error -f yuv4mpegpipe -i - -bitexact -f framehash -
        """)
      #expect(piped.exitCode == 0, "\(piped.errors)")
      let hashed = try await folder.hashes("sparks.json", "--pixels", "yuv422p", "--frames", "0-9")
      #expect(FrameHashText(piped.text).sequence == hashed.sequence && hashed.sequence.count == 10)
      #expect(piped.text.contains("#dimensions 0: 320x180") && piped.text.contains("#tb 0: 1/60"))
      let refused = try await folder.motes(
        "render", "sparks.json", "-o", "-", "--codec", "y4m", "--pixel-format", "rgb24")
      #expect(refused.exitCode == 2 && refused.errors.contains("yuv420p"), "\(refused.errors)")
    }

    @Test("A format that cannot hold high dynamic range is a mistake, answered with those that can")
    func refusals() async throws {
      let folder = try TemporaryFolder.withSparks()
      for (arguments, text) in [
        (["--hdr", "hdr10"], "--hdr hdr10: expected pq (HDR10) or hlg."),
        (["--hdr", "pq", "--codec", "vp8", "-o", "a.webm"], "VP8 files cannot be marked as that; --codec h265"),
        (["--hdr", "pq", "--codec", "h265", "--pixel-format", "yuv420p"], "--pixel-format yuv420p10le"),
        (["--hdr", "hlg", "-o", "-", "--pixel-format", "rgb24"], "rgb24 cannot hold it"),
      ] {
        let result = try await folder.motes(arguments: ["render", "sparks.json"] + arguments)
        #expect(result.exitCode == 2, "\(arguments)")
        #expect(result.errors.contains(text), "\(result.errors)")
      }
      #expect(folder.names == ["sparks.json"])
    }
  }
}
