import Glibc
import TestSupport
import Testing

extension CommandTests {
  @Suite("watch draws at each save") struct WatchTests {
    private static let arguments = ["watch", "sparks.json", "-o", "a.png", "--time", "0.5", "--size", "80x45"]

    /// Waits until a condition holds. After a minute, kills the program and throws an error with what it has written to standard error.
    private func wait(for program: Program, _ expectation: String, until holds: () -> Bool) async throws {
      for _ in 0..<3000 {
        if holds() { return }
        try await Task.sleep(for: .milliseconds(20))
      }
      program.send(SIGKILL)
      throw ProgramError("Not within a minute: \(expectation). Standard error: \(program.errorsSoFar)")
    }

    private static func preset(sky: String) throws -> String { try Sample.sparks(replacing: "#131a3a", with: sky) }

    @Test(
      "A save in place and a save by renaming are drawn, a mistake keeps the picture, Control-C ends with exit code 0")
    func savesAreDrawn() async throws {
      let folder = try TemporaryFolder.withSparks()
      let watch = try folder.startMotes(Self.arguments)
      try await wait(for: watch, "first picture") { folder.exists("a.png") }
      let first = folder.bytes("a.png")

      try folder.write(try Self.preset(sky: "#731a3a"), to: "sparks.json")
      try await wait(for: watch, "another picture after a save in place") { folder.bytes("a.png") != first }
      let second = folder.bytes("a.png")
      let frame = try await folder.motes(
        "frame", "sparks.json", "-o", "b.png", "--time", "0.5", "--size", "80x45")
      #expect(frame.exitCode == 0 && folder.bytes("b.png") == second, "the picture is that of motes frame")

      // The new file has as many bytes as the old one: only its inode and its modification time differ.
      try folder.write(try Self.preset(sky: "#737a3a"), to: "new.json")
      #expect(rename(folder["new.json"], folder["sparks.json"]) == 0)
      try await wait(for: watch, "another picture after a rename") { folder.bytes("a.png") != second }
      let third = folder.bytes("a.png")

      try folder.write(try Sample.sparks(replacing: "\"lifetime\"", with: "\"lifetimes\""), to: "sparks.json")
      try await wait(for: watch, "error") { watch.errorsSoFar.contains("not drawn: the picture of") }
      #expect(watch.errorsSoFar.contains("sparks.json:\(Sample.line(of: "lifetime")):"), "\(watch.errorsSoFar)")
      #expect(folder.bytes("a.png") == third)
      try folder.write("{", to: "sparks.json")
      try await wait(for: watch, "another error") {
        watch.errorsSoFar.occurrences(of: "not drawn: the picture of") == 2
      }
      #expect(folder.bytes("a.png") == third)

      try folder.write(Sample.sparks, to: "sparks.json")
      try await wait(for: watch, "first picture again") { folder.bytes("a.png") == first }

      // Leaves time for a drawing that no save asked for; there must be none.
      try await Task.sleep(for: .milliseconds(500))
      watch.send(SIGINT)
      let result = try await watch.wait(atMost: 30)
      #expect(result.exitCode == 0 && result.output.isEmpty, "\(result.errors)")
      #expect(result.errors.occurrences(of: "a.png (0.5 s) drawn in ") == 4, "\(result.errors)")
      #expect(folder.names == ["a.png", "b.png", "sparks.json"], "nothing else stays behind")
    }

    @Test("The preset that it extends is watched too, even before its file exists")
    func baseIsWatched() async throws {
      let folder = try TemporaryFolder()
      try folder.write("{ \"extends\": \"base\" }", to: "sparks.json")
      let watch = try folder.startMotes(Self.arguments)
      try await wait(for: watch, "error") { watch.errorsSoFar.contains("not drawn: nothing is drawn yet") }
      #expect(watch.errorsSoFar.contains("no preset \"base\" was found"), "\(watch.errorsSoFar)")

      try folder.write(Sample.sparks, to: "base.json")
      try await wait(for: watch, "picture") { folder.exists("a.png") }
      let first = folder.bytes("a.png")
      try folder.write(try Self.preset(sky: "#731a3a"), to: "base.json")
      try await wait(for: watch, "another picture") { folder.bytes("a.png") != first }

      watch.send(SIGTERM)
      #expect(try await watch.wait(atMost: 30).exitCode == 143)
    }

    @Test("A sheet is drawn anew, and a still keeps the moment that was chosen at first")
    func sheetIsWatched() async throws {
      let folder = try TemporaryFolder.withSparks()
      let sheet = try folder.startMotes(["watch", "sparks.json", "--sheet", "--count", "2", "--width", "40"])
      let still = try folder.startMotes(["watch", "sparks.json", "--size", "80x45"])
      try await wait(for: sheet, "sheet") { sheet.errorsSoFar.contains("sparks-sheet.png (2 moments) drawn") }
      try await wait(for: still, "still") { still.errorsSoFar.contains("drawn in") }
      try folder.write(try Self.preset(sky: "#731a3a"), to: "sparks.json")
      for program in [sheet, still] {
        try await wait(for: program, "second picture") { program.errorsSoFar.occurrences(of: "drawn in") == 2 }
        program.send(SIGINT)
      }
      #expect(try await sheet.wait(atMost: 30).exitCode == 0)
      let result = try await still.wait(atMost: 30)
      #expect(result.errors.occurrences(of: "has the most contrast") == 1, "\(result.errors)")
      #expect(folder.names == ["sparks-sheet.png", "sparks.json", "sparks.png"])
    }

    @Test("An existing picture is not replaced at the start without --force")
    func existingPictureIsKept() async throws {
      let folder = try TemporaryFolder.withSparks()
      try folder.write("precious", to: "a.png")
      let result = try await folder.motes(arguments: Self.arguments)
      #expect(result.exitCode == 3 && result.errors.contains("--force"), "\(result.errors)")
      #expect(folder.bytes("a.png") == Array("precious".utf8))
    }
  }
}

extension String {
  /// How often `text` occurs in the string.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
