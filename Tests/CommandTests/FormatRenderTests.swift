import Foundation
import Glibc
import TestSupport
import Testing

extension CommandTests {
  @Suite("motes render in many formats") struct FormatRenderTests {
    @Test(
      "A lossless movie of any kind decodes to the frames that were hashed",
      arguments: [
        ("a.mkv", "rgb24", []), ("b.mkv", "rgba", ["--alpha"]), ("c.mkv", "rgba64le", ["--alpha", "--depth", "16"]),
        ("d.mp4", "rgb24", ["--codec", "h264rgb"]), ("e.mov", "rgba", ["--alpha", "--codec", "animation"]),
        ("f.apng", "rgb24", []), ("g.y4m", "yuv420p", []), ("h.mkv", "yuv444p10le", ["--pixel-format", "yuv444p10le"]),
        ("i.webm", "yuv420p", ["--crf", "0"]), ("j.mp4", "yuv420p", ["--codec", "h265", "--crf", "0"]),
      ])
    func losslessMoviesHoldTheHashedFrames(file: String, format: String, options: [String]) async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        arguments: ["render", "sparks.json", "-o", file, "--frames", "20-29"] + options)
      #expect(result.exitCode == 0, "\(result.errors)")
      let decoded = try await folder.hashesByFFmpeg(pixelFormat: format, "-i", file)
      let hashed = try await folder.hashes("sparks.json", "--pixels", format, "--frames", "20-29")
      #expect(decoded.sequence == hashed.sequence && hashed.sequence.count == 10)
    }

    @Test("The last line says which alpha was written")
    func theLastLineNamesTheAlpha() async throws {
      let folder = try TemporaryFolder.withSparks()
      let movie = try await folder.motes("render", "sparks.json", "--alpha", "--frames", "0-4")
      #expect(movie.exitCode == 0 && movie.errors.contains("with straight alpha"), "\(movie.errors)")
      let facts = try await folder.probe("sparks.mov")
      #expect(facts["codec_tag_string"] == "ap4h" && facts["pix_fmt"]?.hasPrefix("yuva444p") == true)
      let lines = try await folder.motes(
        "render", "sparks.json", "--alpha", "-o", "a.webm", "--frames", "0-4", "--json")
      #expect(lines.text.contains("\"alpha\":\"straight\""), "\(lines.text)")
    }

    @Test(
      "A matte is refused at the movie's own path, however that is spelt",
      arguments: ["a.mov", "./a.mov", "link/a.mov", "/a.mov"], [true, false])
    func matteIsAnotherFile(matte: String, isThere: Bool) async throws {
      let folder = try TemporaryFolder.withSparks()
      try #require(symlink(".", folder["link"]) == 0)
      if isThere { try folder.write("precious", to: "a.mov") }
      let path = matte.hasPrefix("/") ? folder.path + matte : matte
      let result = try await folder.motes("render", "sparks.json", "-o", "a.mov", "--matte", path, "--force")
      #expect(result.exitCode == 2 && result.errors.contains("two files"), "\(result.errors)")
      #expect(folder.exists("a.mov") == isThere)
    }

    @Test("A matte movie holds the frames' alpha in grey, the movie beside it their colours")
    func matteIsAlphaInGrey() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "render", "sparks.json", "-o", "fill.mkv", "--matte", "key.mkv", "--frames", "20-29")
      #expect(result.exitCode == 0 && result.errors.contains("alpha in key.mkv"), "\(result.errors)")
      let key = try await folder.hashesByFFmpeg(pixelFormat: "gray", "-i", "key.mkv", "-vf", "extractplanes=g")
      let frames = try await folder.bash(
        """
        "$motes" render sparks.json -o - --pixel-format rgba --frames 20-29 --quiet |
          ffmpeg -nostdin -v error -f rawvideo -pix_fmt rgba -s 320x180 -r 60 -i - -vf extractplanes=a \\
            -pix_fmt gray -bitexact -f framehash -
        """)
      #expect(key.sequence == FrameHashText(frames.text).sequence && key.sequence.count == 10, "\(frames.errors)")
      let fill = try await folder.hashesByFFmpeg(pixelFormat: "rgb24", "-i", "fill.mkv")
      let hashed = try await folder.hashes("sparks.json", "--pixels", "rgb24", "--frames", "20-29")
      #expect(fill.sequence == hashed.sequence)
    }

    @Test(
      "Raw frames have the pixel format of the file extension",
      arguments: [
        ("a.yuv", [], "yuv420p"), ("a.rgb", [], "rgb24"), ("a.rgba", [], "rgba"), ("a.raw", [], "rgb24"),
        ("a.yuv", ["--depth", "10"], "yuv420p10le"), ("a.yuv", ["--alpha"], "yuva420p"),
        ("a.rgba", ["--alpha"], "rgba"),
        ("a.rgb", ["--depth", "16"], "rgb48le"), ("a.yuv", ["--pixel-format", "yuv444p"], "yuv444p"),
      ])
    func rawFramesFollowTheFileExtension(file: String, options: [String], format: String) async throws {
      let folder = try TemporaryFolder.withSparks()
      let frames = ["--frames", "20-21"]
      let result = try await folder.motes(arguments: ["render", "sparks.json", "-o", file] + frames + options)
      #expect(result.exitCode == 0, "\(result.errors)")
      let piped = try await folder.motes(
        arguments: ["render", "sparks.json", "-o", "-", "--quiet", "--pixel-format", format] + frames
          + options.filter { $0 == "--alpha" })
      #expect(folder.bytes(file) == piped.output && !piped.output.isEmpty)
    }

    @Test("A preset of 60 frames a second becomes a GIF of 50, and says so")
    func gifHasFiftyFrames() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("render", "sparks.json", "-o", "a.gif", "--duration", "0.2")
      #expect(result.exitCode == 0 && result.errors.contains("at most 50 frames a second"), "\(result.errors)")
      #expect(try await folder.probe("a.gif")["nb_read_frames"] == "10")
    }

    @Test("motes formats lists every codec, as a table, in detail and as JSON")
    func formatsAreListed() async throws {
      let folder = try TemporaryFolder()
      let table = try await folder.motes("formats")
      let json = try await folder.motes("formats", "--json")
      let list = try #require(try JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [[String: Any]])
      #expect(list.count + 2 == table.lines.count, "a header line and a hint")
      for codec in list {
        let name = try #require(codec["name"] as? String)
        #expect(table.lines.contains { $0.hasPrefix(name + " ") })
        #expect(codec["available"] as? Bool == true, "Debian's libavcodec has \(name)")
      }
      let webm = try await folder.motes("formats", ".webm")
      #expect(webm.text.contains("vp9: VP9") && !webm.text.contains("prores"))
    }
  }
}
