import Glibc
import TestSupport
import Testing

extension CommandTests {
  @Suite("watch draws at each save") struct WatchTests {
    private static let arguments = ["watch", "sparks.json", "-o", "a.png", "--time", "0.5", "--size", "80x45"]

    /// Waits until something is so. After a minute it ends the program and throws what that had said.
    private func wait(for program: Program, _ what: String, until isSo: () -> Bool) async throws {
      for _ in 0..<3000 {
        if isSo() { return }
        try await Task.sleep(for: .milliseconds(20))
      }
      program.send(SIGKILL)
      throw ProgramError("Not so after a minute: \(what). It had said: \(program.errorsSoFar)")
    }

    private static func preset(sky: String) throws -> String { try Sample.sparks("#131a3a", sky) }

    @Test("Saves in place and by another file's name are drawn, a mistake keeps the picture, Control-C ends with 0")
    func savesAreDrawn() async throws {
      let folder = try TemporaryFolder.withSparks()
      let watch = try folder.startMotes(Self.arguments)
      try await wait(for: watch, "the first picture") { folder.exists("a.png") }
      let first = folder.bytes("a.png")

      try folder.write(try Self.preset(sky: "#731a3a"), to: "sparks.json")
      try await wait(for: watch, "another picture after a save in place") { folder.bytes("a.png") != first }
      let second = folder.bytes("a.png")
      let frame = try await folder.motes(
        "frame", "sparks.json", "-o", "b.png", "--time", "0.5", "--size", "80x45")
      #expect(frame.exitCode == 0 && folder.bytes("b.png") == second, "the picture is that of motes frame")

      // As many bytes as before: only its number and its time tell the file from the one before.
      try folder.write(try Self.preset(sky: "#737a3a"), to: "new.json")
      #expect(rename(folder["new.json"], folder["sparks.json"]) == 0)
      try await wait(for: watch, "another picture after a rename") { folder.bytes("a.png") != second }
      let third = folder.bytes("a.png")

      try folder.write(try Sample.sparks("\"lifetime\"", "\"lifetimes\""), to: "sparks.json")
      try await wait(for: watch, "an error") { watch.errorsSoFar.contains("not drawn: the picture of") }
      #expect(watch.errorsSoFar.contains("sparks.json:\(Sample.line(of: "lifetime")):"), "\(watch.errorsSoFar)")
      #expect(folder.bytes("a.png") == third)
      try folder.write("{", to: "sparks.json")
      try await wait(for: watch, "another error") {
        watch.errorsSoFar.occurrences(of: "not drawn: the picture of") == 2
      }
      #expect(folder.bytes("a.png") == third)

      try folder.write(Sample.sparks, to: "sparks.json")
      try await wait(for: watch, "the first picture again") { folder.bytes("a.png") == first }

      // No more is drawn than was saved.
      try await Task.sleep(for: .milliseconds(500))
      watch.send(SIGINT)
      let result = try await watch.wait(atMost: 30)
      #expect(result.exitCode == 0 && result.output.isEmpty, "\(result.errors)")
      #expect(result.errors.occurrences(of: "a.png (0.5 s) drawn in ") == 4, "\(result.errors)")
      #expect(folder.names == ["a.png", "b.png", "sparks.json"], "nothing else stays behind")
    }

    @Test("What the preset extends is watched too, also while it is not there")
    func baseIsWatched() async throws {
      let folder = try TemporaryFolder()
      try folder.write("{ \"extends\": \"base\" }", to: "sparks.json")
      let watch = try folder.startMotes(Self.arguments)
      try await wait(for: watch, "an error") { watch.errorsSoFar.contains("not drawn: nothing is drawn yet") }
      #expect(watch.errorsSoFar.contains("no preset \"base\" was found"), "\(watch.errorsSoFar)")

      try folder.write(Sample.sparks, to: "base.json")
      try await wait(for: watch, "a picture") { folder.exists("a.png") }
      let first = folder.bytes("a.png")
      try folder.write(try Self.preset(sky: "#731a3a"), to: "base.json")
      try await wait(for: watch, "another picture") { folder.bytes("a.png") != first }

      watch.send(SIGTERM)
      #expect(try await watch.wait(atMost: 30).exitCode == 143)
    }

    @Test("A sheet, and a chosen moment that stays")
    func sheetIsWatched() async throws {
      let folder = try TemporaryFolder.withSparks()
      let sheet = try folder.startMotes(["watch", "sparks.json", "--sheet", "--count", "2", "--width", "40"])
      let still = try folder.startMotes(["watch", "sparks.json", "--size", "80x45"])
      try await wait(for: sheet, "a sheet") { sheet.errorsSoFar.contains("sparks-sheet.png (2 moments) drawn") }
      try await wait(for: still, "a still") { still.errorsSoFar.contains("drawn in") }
      try folder.write(try Self.preset(sky: "#731a3a"), to: "sparks.json")
      for program in [sheet, still] {
        try await wait(for: program, "a second picture") { program.errorsSoFar.occurrences(of: "drawn in") == 2 }
        program.send(SIGINT)
      }
      #expect(try await sheet.wait(atMost: 30).exitCode == 0)
      let result = try await still.wait(atMost: 30)
      #expect(result.errors.occurrences(of: "has the most contrast") == 1, "\(result.errors)")
      #expect(folder.names == ["sparks-sheet.png", "sparks.json", "sparks.png"])
    }

    @Test("A picture that is there is not replaced at the start without --force")
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
  /// How often a text occurs in this one.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
