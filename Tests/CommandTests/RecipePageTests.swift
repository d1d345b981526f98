import Foundation
import TestSupport
import Testing

extension CommandTests {
  /// The article Recipes and its presets in Sources/Examples/Recipes.
  @Suite("The recipes of the documentation work as they are written") struct RecipePageTests {
    private static let presets = "\(Command.repository)/Sources/Examples/Recipes"

    /// The command lines of each section, by its heading.
    private static let sections: [(title: String, commands: String)] = {
      let page = "\(Command.repository)/Sources/Motes/Motes.docc/Recipes.md"
      let text = String(decoding: readFile(page) ?? [], as: UTF8.self)
      return text.components(separatedBy: "\n## ").dropFirst().map { section in
        // Every second piece stands between fences.
        let pieces = section.components(separatedBy: "\n```\n")
        let blocks = pieces.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        return (String(section.prefix { $0 != "\n" }), blocks.joined(separator: "\n"))
      }
    }()

    /// Runs the commands of a section in a fresh folder, as they are written but with only the first 30 frames of movies, and returns the
    /// folder and what they printed.
    private func runRecipe(_ title: String) async throws -> (folder: TemporaryFolder, result: ProgramResult) {
      let commands = try #require(Self.sections.first { $0.title == title }, "Recipes.md has no section \(title)")
        .commands
      let folder = try TemporaryFolder()
      for name in try #require(filesInFolder(Self.presets)) where name.hasSuffix(".json") {
        try folder.write(try #require(readFile("\(Self.presets)/\(name)")), to: name)
      }
      let result = try await folder.bash(
        """
        set -euo pipefail
        motes() { if [[ $1 == render || $1 == batch ]]; then "$motes" "$@" --frames 0-29; else "$motes" "$@"; fi; }
        ffmpeg() { command ffmpeg -nostdin -v error "$@"; }
        \(commands)
        """, atMost: 600)
      try #require(result.exitCode == 0, "\(title): \(result.errors)")
      return (folder, result)
    }

    @Test("Each section has a test here")
    func allSectionsAreTested() {
      #expect(
        Self.sections.map(\.title) == [
          "Light over a clip", "A name over a clip", "A spinner for a web page", "A logo that is drawn by light",
          "A wallpaper without a seam", "A title", "A push through five layers",
          "A focus pull from a title to confetti",
          "A film for each name", "A fly-through", "A regression job",
        ])
    }

    @Test("Every frame of the recipes' presets is the one that was recorded")
    func presetsAreGuarded() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.motes("verify", Self.presets)
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
      let presets = try #require(filesInFolder(Self.presets)).filter { $0.hasSuffix(".json") }
      #expect(presets.count == 8 && result.lines.last == "all 8 are equal.", "\(result.text)")
    }

    /// Expects BT.709's colour tags, which the recipes promise, and the 30 frames that are drawn here.
    private func expectBT709Movie(_ probe: [String: String]) {
      for key in ["color_space", "color_primaries", "color_transfer"] { #expect(probe[key] == "bt709", "\(key)") }
      #expect(probe["nb_read_frames"] == "30")
    }

    @Test("The overlay lies over the clip, and is transparent for an editor")
    func overlay() async throws {
      let (folder, _) = try await runRecipe("Light over a clip")
      let overlaid = try await folder.probe("overlaid.mp4")
      expectBT709Movie(overlaid)
      #expect(overlaid["width"] == "1280" && overlaid["pix_fmt"] == "yuv420p")
      let onBlack = try await folder.probe("light-on-black.mp4")
      expectBT709Movie(onBlack)
      #expect(onBlack["pix_fmt"] == "yuv420p")
      let movie = try await folder.probe("light.mov")
      expectBT709Movie(movie)
      #expect(movie["codec_name"] == "prores" && movie["pix_fmt"]?.hasPrefix("yuva444p") == true)
      let levels = try await alphaLevels(of: "light.mov", decoder: "prores", in: folder)
      #expect(
        levels.min() == 0 && levels.max()! > 100, "it is transparent between the lights, and less so where they are")
      // In the middle of the picture (columns 28 ..< 36 of 64), where no lights are, only the encoder changes the clip; at the sides the lights
      // do.
      let differences = try await folder.run(
        "ffmpeg", "-v", "error", "-i", "clip.mp4", "-i", "overlaid.mp4", "-filter_complex",
        "[0][1]blend=all_mode=difference,crop=1280:512:0:100,scale=64:32,format=gray", "-frames:v", "1", "-f",
        "rawvideo", "-")
      #expect(differences.output.count == 64 * 32)
      let middle = differences.output.enumerated().filter { (28..<36).contains($0.offset % 64) }.map(\.element)
      #expect(middle.max()! <= 2 && differences.output.max()! >= 6, "\(middle.max()!) \(differences.output.max()!)")
    }

    @Test("The name stands on glass that shows the clip")
    func nameOverClip() async throws {
      let (folder, _) = try await runRecipe("A name over a clip")
      expectBT709Movie(try await folder.probe("named.mp4"))
      // The effect has begun in frame 15; only the card's place, in the lower left quarter, differs from the clip by far in frame 29.
      let differences = try await folder.run(
        "ffmpeg", "-v", "error", "-i", "interview.mp4", "-i", "named.mp4", "-filter_complex",
        "[0][1]blend=all_mode=difference,scale=64:36,format=gray", "-f", "rawvideo", "-")
      let last = differences.output.suffix(64 * 36)
      let upper = last.prefix(64 * 18).max() ?? 0
      #expect(last.count == 64 * 36 && upper <= 2 && last.max()! > 20, "\(upper) \(last.max() ?? 0)")
      let own = try await folder.motes("check", "my-third.json")
      #expect(own.exitCode == 0, "\(own.errors)")
    }

    /// The alpha values of the last of a movie's 30 frames.
    private func alphaLevels(of file: String, decoder: String, in folder: TemporaryFolder) async throws -> [UInt8] {
      let result = try await folder.run(
        "ffmpeg", "-v", "error", "-c:v", decoder, "-i", file, "-vf", "alphaextract,format=gray", "-f", "rawvideo", "-")
      try #require(result.exitCode == 0, "\(result.errors)")
      return Array(result.output.suffix(result.output.count / 30))
    }

    @Test("The spinner is transparent and has no seam")
    func spinner() async throws {
      let (folder, result) = try await runRecipe("A spinner for a web page")
      let lines = result.lines
      #expect(lines.prefix(2) == ["pix_fmt=yuv420p", "TAG:alpha_mode=1"], "\(result.text)")
      let hashes = FrameHashText(lines.dropFirst(2).joined(separator: "\n")).hashes
      #expect(hashes.count == 2 && hashes[0] == hashes[60], "\(result.text)")
      #expect(result.text.contains(" \(4 * 240 * 240), "), "alpha is hashed, too: \(result.text)")
      let alpha = try await folder.probe("alpha.png")
      #expect(alpha["width"] == "240" && alpha["pix_fmt"]?.hasPrefix("gray") == true, "\(alpha)")
      let (large, small) = (folder.bytes("loader.webp")?.count ?? 0, folder.bytes("small.webp")?.count ?? 0)
      #expect(small > 5_000 && small <= 60_000 && small * 2 < large, "\(small), \(large)")
      #expect(result.errors.contains(" of at most 60.0 kB"), "\(result.errors)")
      #expect(folder.bytes("icon.webp")?.starts(with: Array("RIFF".utf8)) == true)
      let picture = try #require(folder.bytes("loader.webp"))
      #expect(String(decoding: picture[8..<12], as: UTF8.self) == "WEBP")
      #expect(picture.firstRange(of: Array("ANIM".utf8)) != nil && picture.firstRange(of: Array("ALPH".utf8)) != nil)
      expectBT709Movie(try await folder.probe("loader.webm"))
      let levels = try await alphaLevels(of: "loader.webm", decoder: "libvpx-vp9", in: folder)
      #expect(levels.count == 240 * 240 && levels.min() == 0 && levels.max()! > 250)
    }

    @Test("The logo is drawn along any path")
    func logo() async throws {
      let (folder, _) = try await runRecipe("A logo that is drawn by light")
      #expect(try await folder.probe("reveal.mp4")["nb_read_frames"] == "30")
      #expect(folder.bytes("reveal.mp4") != folder.bytes("mine.mp4"))
      #expect(try await folder.probe("logo.png")["width"] == "1280")
    }

    @Test("The wallpaper fits its phone and has no seam")
    func wallpaper() async throws {
      let (folder, _) = try await runRecipe("A wallpaper without a seam")
      for (file, width, height) in [
        ("wallpaper.png", "1170", "2532"), ("wallpaper.mp4", "1170", "2532"), ("tablet.png", "2048", "2732"),
      ] {
        let probe = try await folder.probe(file)
        #expect(probe["width"] == width && probe["height"] == height, "\(file)")
      }
      let hashes = try await folder.hashes("wallpaper.json", "--size", "146x316", "--frames", "0-240:120").hashes
      #expect(hashes.count == 3 && hashes[0] == hashes[240] && hashes[0] != hashes[120])
    }

    @Test("The title has its word")
    func title() async throws {
      let (folder, _) = try await runRecipe("A title")
      expectBT709Movie(try await folder.probe("title.mp4"))
      let track = try await folder.run(
        "ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name", "-of", "csv=p=0",
        "title.mp4")
      #expect(String(decoding: track.output, as: UTF8.self).hasPrefix("aac"))
      #expect(folder.bytes("title.mp4") != folder.bytes("late.mp4"))
      let gif = try #require(folder.bytes("title.gif"))
      #expect(gif.count <= 3_000_000 && gif.starts(with: Array("GIF89a".utf8)))
      // At the end of the first second some letters are half visible: their strokes make the frame brighter.
      let without = try await folder.motes(
        "render", "title.json", "--set", "words= ", "--frames", "0-29", "-o", "without.mp4")
      try #require(without.exitCode == 0, "\(without.errors)")
      var frames: [[UInt8]] = []
      for file in ["title.mp4", "without.mp4"] {
        let result = try await folder.run(
          "ffmpeg", "-v", "error", "-i", file, "-vf", "crop=500:160:80:280,format=gray", "-f", "rawvideo", "-")
        frames.append(result.output.suffix(500 * 160))
      }
      let letterPixels = zip(frames[0], frames[1]).count { Int($0) > Int($1) + 40 }
      #expect((3_000...60_000).contains(letterPixels), "\(letterPixels)")
    }

    /// A still's grey values, reduced to a width and height.
    private func grey(_ file: String, width: Int, height: Int, in folder: TemporaryFolder) async throws -> [Int] {
      let result = try await folder.run(
        "ffmpeg", "-v", "error", "-i", file, "-vf", "scale=\(width):\(height):flags=area,format=gray", "-f", "rawvideo",
        "-")
      try #require(result.exitCode == 0 && result.output.count == width * height, "\(result.errors)")
      return result.output.map { Int($0) }
    }

    @Test("The push moves what is near more than what is far")
    func push() async throws {
      let (folder, _) = try await runRecipe("A push through five layers")
      #expect(folder.bytes("push.mp4") != folder.bytes("evening.mp4"))
      for (file, time) in [("first.png", "0"), ("last.png", "5.9")] {
        let result = try await folder.motes("frame", "push.json", "--time", time, "-o", file)
        try #require(result.exitCode == 0, "\(result.errors)")
      }
      // Rows of 20 pixels: the sky in 3 ..< 9, the pines, woods and grass in 18 ..< 36.
      let first = try await grey("first.png", width: 64, height: 36, in: folder)
      let last = try await grey("last.png", width: 64, height: 36, in: folder)
      func change(_ rows: Range<Int>, _ columns: Range<Int>) -> Double {
        var sum = 0
        for row in rows {
          for column in columns { sum += abs(first[64 * row + column] - last[64 * row + column]) }
        }
        return Double(sum) / Double(rows.count * columns.count)
      }
      let (sky, woods) = (change(3..<9, 16..<48), change(18..<36, 0..<64))
      #expect(sky < 3 && woods > 4 * sky && woods > 12, "\(sky) \(woods)")
    }

    @Test("The focus goes from the title to the paper before it")
    func focusPull() async throws {
      let (folder, _) = try await runRecipe("A focus pull from a title to confetti")
      #expect(folder.bytes("bravo.mp4") != folder.bytes("thanks.mp4"))
      /// The median of the greatest steps of the rows across the left edge of the title's first letter.
      func steepestStep(_ file: String) async throws -> Int {
        let values = try await grey(file, width: 1280, height: 720, in: folder)
        var steps: [Int] = []
        for y in 260..<440 {
          let row = values[(1280 * y + 120)..<(1280 * y + 210)]
          steps.append(zip(row, row.dropFirst()).map { abs($0 - $1) }.max() ?? 0)
        }
        return steps.sorted()[steps.count / 2]
      }
      let (sharp, soft) = (try await steepestStep("title.png"), try await steepestStep("confetti.png"))
      #expect(sharp > 60 && soft < 25, "\(sharp) \(soft)")
    }

    @Test("Each name has its film, and the second run finds all done")
    func filmForEachName() async throws {
      let (folder, result) = try await runRecipe("A film for each name")
      let films = ["ada", "bob", "lei"].map { "thanks/\($0).mp4" }
      for film in films { #expect(try await folder.probe(film)["nb_read_frames"] == "30", "\(film)") }
      #expect(Set(films.map { folder.bytes($0) }).count == 3)
      #expect(result.errors.contains("3 films: 3 drawn, in ") && result.errors.contains("3 films: 3 done before, in "))
    }

    @Test("The flight ends where it began")
    func flyThrough() async throws {
      let (folder, _) = try await runRecipe("A fly-through")
      #expect(folder.bytes("gates.mp4") != folder.bytes("blue.mp4"))
      for (file, time) in [("begin.png", "0"), ("middle.png", "2"), ("end.png", "4")] {
        let result = try await folder.motes("frame", "fly-through.json", "--time", time, "-o", file)
        try #require(result.exitCode == 0, "\(result.errors)")
      }
      let begin = try await grey("begin.png", width: 128, height: 72, in: folder)
      func largestChange(_ file: String) async throws -> Int {
        let values = try await grey(file, width: 128, height: 72, in: folder)
        return zip(begin, values).map { abs($0 - $1) }.max() ?? 0
      }
      // Grain differs from frame to frame.
      let (end, middle) = (try await largestChange("end.png"), try await largestChange("middle.png"))
      #expect(end <= 6 && middle > 60, "\(end) \(middle)")
    }

    @Test("The regression job notices a change, shows it and records it")
    func regressionJob() async throws {
      let (folder, result) = try await runRecipe("A regression job")
      let output = result.text
      #expect(output.contains("all 2 are equal.") && output.contains("1 of 2 differs."), "\(output)")
      #expect(output.contains("1 of 2 was recorded again."), "\(output)")
      #expect(output.contains("pixels differ, at most by"), "the pictures show what was expected: \(output)")
      #expect(folder.exists("differences"))
      #expect(output.contains("\"equal\":2,\"differing\":0"), "\(output)")
    }
  }
}
