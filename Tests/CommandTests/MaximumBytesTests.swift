import TestSupport
import Testing

extension CommandTests {
  @Suite("--max-bytes keeps a file within a size") struct MaximumBytesTests {
    /// A file, its limit, and what is told to have changed.
    private static let files: [(name: String, rate: String, limit: String, change: String)] = [
      ("a.mp4", "20", "50k", "in place of 17.7, 320x180"), ("b.webp", "20", "100k", "in place of 85, 320x180"),
      ("c.gif", "20", "450k", "with 128 colours, 320x180"), ("d.apng", "20", "0.5M", "in place of 320x180"),
      ("e.gif", "40", "40k", "frames a second in place of 40"), ("f.mp4", "20", "5M", "with quality 17.7, 320x180"),
    ]
    private static let bytes = [
      "50k": 50_000, "100k": 100_000, "450k": 450_000, "0.5M": 500_000, "40k": 40_000, "5M": 5_000_000,
    ]

    @Test("Quality or colours go first, then the size, then the rate", arguments: files.indices)
    func fileFits(index: Int) async throws {
      let (name, rate, limit, change) = Self.files[index]
      let folder = try TemporaryFolder.withSparks()
      // A file of one's own with a name like those of attempts stays as it is.
      let own = name.replacing(".", with: ".fitting.")
      try folder.write("mine", to: own)
      let result = try await folder.motes(
        "render", "sparks.json", "-o", name, "--fps", rate, "--max-bytes", limit)
      try #require(result.exitCode == 0, "\(result.errors)")
      let (size, most) = (try #require(folder.size(name)), try #require(Self.bytes[limit]))
      #expect(size <= most && folder.names == [own, name, "sparks.json"].sorted(), "\(size), \(folder.names)")
      #expect(folder.size(own) == 4)
      #expect(result.errors.split(separator: "\n").last?.contains(change) == true, "\(result.errors)")
      // FFmpeg does not decode animated WebP.
      guard !name.hasSuffix(".webp") else { return }
      #expect(Int(try await folder.probe(name)["nb_read_frames"] ?? "") ?? 0 >= 10)
    }

    @Test("A limit that cannot be met, or that contradicts other options, is refused, and nothing is written")
    func refusals() async throws {
      let folder = try TemporaryFolder.withSparks()
      for (options, message) in [
        (["-o", "a.mp4", "--max-bytes", "1k"], "--max-bytes 1k: the smallest file that was tried has "),
        (["-o", "a.mp4", "--max-bytes", "few"], "--max-bytes few: expected bytes from 1k on, such as 300k or 2M."),
        (["-o", "a.mp4", "--max-bytes", "10"], "--max-bytes 10: expected bytes"),
        (["-o", "a.mp4", "--max-bytes", "20k", "--bitrate", "1M"], "--bitrate: not with --max-bytes"),
        (["-o", "a.mp4", "--max-bytes", "20k", "--parts", "2"], "--max-bytes: not with --parts"),
        (["-o", "-", "--max-bytes", "20k"], "--max-bytes: raw frames (-o -) are not encoded."),
        (["-o", "%03d.png", "--max-bytes", "20k"], "--max-bytes is for movies"),
      ] {
        let result = try await folder.motes(arguments: ["render", "sparks.json", "--fps", "20"] + options)
        #expect(result.exitCode == 2 && result.errors.contains(message), "\(message): \(result.errors)")
        #expect(folder.names == ["sparks.json"])
      }
    }

    @Test("The size of a large movie is told before it is drawn")
    func largeMovies() async throws {
      let folder = try TemporaryFolder.withSparks()
      let large = try await folder.motes(
        "render", "sparks.json", "-o", "a.mov", "--codec", "prores4444", "--size", "1920x1080")
      #expect(
        large.exitCode == 0 && large.errors.hasPrefix("motes: a.mov will have about ")
          && large.errors.contains(" MB a second"), "\(large.errors)")
      let small = try await folder.motes("render", "sparks.json", "-o", "b.mov", "--codec", "prores4444")
      #expect(small.exitCode == 0 && !small.errors.contains("will have about"), "\(small.errors)")
    }
  }
}
