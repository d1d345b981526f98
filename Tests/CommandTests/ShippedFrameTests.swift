import TestSupport
import Testing

extension CommandTests {
  /// What ARCHITECTURE.md promises of a frame, on the headline presets: it depends on its time alone.
  @Suite("A frame is the same however it is drawn") struct ShippedFrameTests {
    static let presets: [String] = {
      let headline = ["fireworks", "snow", "rain", "confetti", "meteors", "ripples"]
      return headline + headline.map { "classic/" + $0 }
    }()

    @Test("Alone or in a run, on 1, 2 or 7 threads, at 60 or 30 frames a second", arguments: presets)
    func framesAgree(preset: String) async throws {
      let folder = try TemporaryFolder()
      let common = ["--size", "320x180", "--fps", "60"]
      func hashes(_ arguments: [String]) async throws -> [Int: String] {
        let result = try await folder.motes(arguments: ["hash", preset] + arguments)
        try #require(result.exitCode == 0, "\(result.errors)")
        return FrameHashText(result.text).hashes
      }

      let run = try await hashes(common + ["--frames", "92-107"])
      #expect(run.count == 16)
      #expect(Set(run.values).count > 1, "a preset that stands still proves nothing")

      let alone = try await hashes(common + ["--frames", "100"])
      #expect(alone == [100: run[100]], "frame 100 alone")
      for threads in [1, 2, 7] {
        let part = try await hashes(common + ["--frames", "100-103", "--threads", "\(threads)"])
        #expect(part == run.filter { (100...103).contains($0.key) }, "\(threads) threads")
      }
      let half = try await hashes(["--size", "320x180", "--fps", "30", "--frames", "46-53"])
      for frame in 46...53 { #expect(half[frame] == run[2 * frame], "frame \(frame) at 30 frames a second") }
    }

    @Test("With --loop, frame N is frame 0", arguments: presets)
    func loopsClose(preset: String) async throws {
      let folder = try TemporaryFolder()
      let whole = try await folder.motes("hash", preset, "--loop", "--size", "64x36", "--fps", "1")
      if whole.exitCode == 2 {
        // A preset whose values differ between both ends cannot loop, and the refusal must say so.
        #expect(whole.errors.contains("loop"), "\(whole.errors)")
        #expect(!Self.loopingPresets.contains(preset), "\(preset) is meant to loop: \(whole.errors)")
        return
      }
      try #require(whole.exitCode == 0, "\(whole.errors)")
      let seconds = FrameHashText(whole.text).hashes.count
      let common = ["hash", preset, "--loop", "--size", "320x180", "--fps", "60", "--frames"]
      let first = FrameHashText(try await folder.motes(arguments: common + ["0-1"]).text)
      let last = FrameHashText(try await folder.motes(arguments: common + ["\(60 * seconds)-\(60 * seconds + 1)"]).text)
      #expect(first.sequence.count == 2 && first.sequence == last.sequence)
    }

    /// Presets that promise to loop.
    static let loopingPresets = Set(presets)

    @Test("A preset is found from any folder, by its name, its path and its folder")
    func presetsAreFound() async throws {
      let folder = try TemporaryFolder()
      let arguments = ["--size", "64x36", "--frames", "30"]
      let byName = try await folder.motes(arguments: ["hash", "snow"] + arguments)
      #expect(byName.exitCode == 0, "\(byName.errors)")
      let byPath = try await folder.motes(arguments: ["hash", "\(Command.repository)/Presets/snow.json"] + arguments)
      #expect(byPath.text == byName.text)

      // --presets comes before MOTES_PRESETS, and both before what is shipped.
      for name in ["first", "second"] {
        try folder.makeFolder(name)
        try folder.write(
          try Sample.sparks(replacing: "Sparks rise over", with: "The \(name) of"), to: "\(name)/snow.json")
      }
      let environment = ["MOTES_PRESETS": folder["second"]]
      let second = try await folder.motes("describe", "snow", environment: environment)
      #expect(second.text.contains("The second of"), "\(second.text) \(second.errors)")
      let first = try await folder.motes(
        "describe", "snow", "--presets", folder["first"], environment: environment)
      #expect(first.text.contains("The first of"), "\(first.text) \(first.errors)")
      let shipped = try await folder.motes("describe", "fireworks", environment: environment)
      #expect(shipped.exitCode == 0, "what the folder lacks is still found: \(shipped.errors)")
    }
  }
}
