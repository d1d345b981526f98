import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Suite("One page teaches the preset language") struct TeachingPageTests {
    private static let page = String(
      decoding: readFile("\(Command.repository)/Sources/Motes/Motes.docc/Teaching.md") ?? [], as: UTF8.self)

    /// The page outside of its presets, and the presets.
    private static let parts: (prose: String, presets: [String]) = {
      let pieces = page.components(separatedBy: "```")
      let presets = pieces.enumerated().filter { $0.offset % 2 == 1 }.map {
        String($0.element.dropFirst("json\n".count))
      }
      return (pieces.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined(), presets)
    }()

    @Test("help --teach prints the page, which is short enough to be read whole")
    func pageIsPrinted() async throws {
      let folder = try TemporaryFolder()
      let printed = try await folder.motes("help", "--teach")
      #expect(printed.exitCode == 0 && printed.text == Self.page)
      #expect((10_000...20_000).contains(Self.page.utf8.count), "\(Self.page.utf8.count) bytes")
      let both = try await folder.motes("help", "--teach", "cell")
      #expect(both.exitCode == 2 && both.errors.contains("takes no topic"), "\(both.errors)")
    }

    @Test("Each of the ten presets passes check without a word, and its picture is neither dark nor flat")
    func presetsAreGood() async throws {
      #expect(Self.parts.presets.count == 10)
      let folder = try TemporaryFolder()
      for (index, preset) in Self.parts.presets.enumerated() {
        let name = "taught-\(index).json"
        try folder.write(preset, to: name)
        let check = try await folder.motes("check", name)
        #expect(check.text == "\(name): ok\n" && check.errors.isEmpty, "\(check.text)\(check.errors)")
        let frame = try await folder.motes("frame", name, "--size", "160x90", "-o", "taught-\(index).png")
        #expect(frame.exitCode == 0, "\(frame.errors)")
        let grey = try await folder.run(
          "ffmpeg", "-v", "error", "-i", "taught-\(index).png", "-f", "rawvideo", "-pix_fmt", "gray", "-")
        let values = grey.output.sorted()
        try #require(values.count == 160 * 90)
        #expect(values[values.count * 99 / 100] > 60 + Int(values[values.count / 100]), "\(name) is flat")
      }
    }

    @Test("Every key, function and name that the page tells of exists")
    func namesExist() async throws {
      let folder = try TemporaryFolder()
      var known = try await folder.motes("schema", "--reference").text
      for topic in ["easings", "topics", "list", "render", "colors"] {
        known += try await folder.motes("help", topic).text
      }
      known += try await folder.motes("list").text
      let words = Set(known.split { !($0.isLetter || $0.isNumber) })
      // Examples of a user's own names and files, and the page's own placeholders.
      let others: Set<Substring> = [
        "x", "y", "a", "b", "c", "amount", "tint", "title", "OverLife", "xRange", "f80", "WORDS", "ok", "png", "json",
        "mp4",
        "mov", "webm", "webp", "gif", "Grace", "Hopper", "clip", "spinner", "x720", "1280x720", "720", "motes", "o",
      ]
      let spans = Self.parts.prose.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(
        \.element)
      #expect(spans.count > 150)
      for span in spans {
        for word in span.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) where word.first?.isLetter == true {
          #expect(words.contains(word) || others.contains(word), "\(word) in `\(span)` is unknown")
        }
      }
    }
  }
}
