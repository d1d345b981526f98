import TestSupport
import Testing

extension CommandTests {
  @Suite("A folder of presets is hashed at once, and a report is one page") struct FolderHashTests {
    /// Makes a folder with presets in `box`: two good ones, a bad one, and JSON that is no preset.
    private func presetsFolder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let made = try await folder.bash(
        "mkdir -p box/deep; echo '[1]' > box/colors.json; echo '{ \"format\": 1, \"layers\": 3 }' > box/bad.json")
      try #require(made.exitCode == 0)
      try folder.write(Sample.sparks, to: "box/sparks.json")
      try folder.write(try Sample.sparks(replacing: "#131a3a", with: "#533a3a"), to: "box/deep/red.json")
      return folder
    }

    @Test("Every preset gets its hashes, one that is refused is reported, and verify takes the folder")
    func folderIsHashed() async throws {
      let folder = try await presetsFolder()
      let options = ["--size", "64x36", "--frames", "0-1"]
      let result = try await folder.motes(arguments: ["hash", "box", "-o", "out"] + options)
      #expect(result.exitCode == 2 && result.errors.hasPrefix("box/bad.json: not hashed. "), "\(result.errors)")
      #expect(result.lines == ["out/deep/red.framehash: written.", "out/sparks.framehash: written."], "\(result.text)")
      #expect(!folder.exists("out/bad.framehash") && !folder.exists("out/colors.framehash"))
      let one = try await folder.motes(arguments: ["hash", "box/sparks.json", "-o", "out/one.framehash"] + options)
      #expect(one.exitCode == 0 && folder.bytes("out/one.framehash") == folder.bytes("out/sparks.framehash"))
      let verified = try await folder.motes("verify", "out")
      #expect(verified.exitCode == 0 && verified.lines.last == "all 3 are equal.", "\(verified.text)\(verified.errors)")
      // Existing files are kept without --force.
      let again = try await folder.motes(arguments: ["hash", "box", "-o", "out"] + options)
      #expect(again.exitCode == 3 && again.output.isEmpty, "\(again.text)\(again.errors)")
    }

    @Test("The hashes of a folder of presets can only go to a folder") func wrongTargets() async throws {
      let folder = try await presetsFolder()
      for arguments in [
        ["hash", "box"], ["hash", "box", "-o", "-"], ["hash", "box", "-o", "box/sparks.json"],
        ["hash", "box/none", "-o", "x"],
      ] {
        let result = try await folder.motes(arguments: arguments)
        #expect(result.exitCode == 2 && result.output.isEmpty && !result.errors.isEmpty, "\(arguments): \(result.text)")
      }
    }

    @Test("A report's page shows every picture with its frame, and is removed by the next report")
    func reportHasAPage() async throws {
      let folder = try await presetsFolder()
      let options = ["--size", "64x36", "--frames", "3-4", "--keep-pictures"]
      for (preset, target) in [
        ("box/sparks.json", "box/s & <b>.framehash"), ("box/deep/red.json", "box/red.framehash"),
      ] {
        let made = try await folder.motes(arguments: ["hash", preset, "-o", target] + options)
        try #require(made.exitCode == 0, "\(made.errors)")
      }
      try folder.write(try Sample.sparks(replacing: "#05060f", with: "#35060f"), to: "box/sparks.json")
      let result = try await folder.motes("verify", "box", "--report", "out")
      #expect(
        result.exitCode == 1 && result.text.contains("out/index.html: open this page to see it all in a browser"),
        "\(result.text)")
      let page = String(decoding: folder.bytes("out/index.html") ?? [], as: UTF8.self)
      #expect(page.contains("<h1>1 of 2 differs.</h1>") && page.contains("box/s &amp; &lt;b&gt;.framehash"), "\(page)")
      for frame in [3, 4] {
        #expect(page.contains("<img src=\"s%20%26%20%3Cb%3E.framehash-frame-\(frame).png\""), "\(page)")
        #expect(
          page.contains("<figcaption>Frame \(frame). ") && folder.exists("out/s & <b>.framehash-frame-\(frame).png"))
      }
      #expect(page.contains("<li>box/red.framehash</li>") && !page.contains("<script") && !page.contains("http"))
      try folder.write(Sample.sparks, to: "box/sparks.json")
      let equal = try await folder.motes("verify", "box", "--report", "out")
      #expect(equal.exitCode == 0 && !folder.exists("out/index.html"), "\(equal.text)\(equal.errors)")
      // A page that no report wrote is kept.
      try folder.write("mine", to: "out/index.html")
      let refused = try await folder.motes("verify", "box", "--report", "out")
      #expect(refused.exitCode == 2 && folder.bytes("out/index.html") == Array("mine".utf8), "\(refused.errors)")
    }

    @Test("--update records a changed preset even if its frames are equal") func updateRenewsThePreset() async throws {
      let folder = try await presetsFolder()
      let made = try await folder.motes(
        "hash", "box/sparks.json", "-o", "a.framehash", "--size", "64x36", "--frames", "0")
      try #require(made.exitCode == 0, "\(made.errors)")
      let before = folder.bytes("a.framehash")
      try folder.write(try Sample.sparks(replacing: "Sparks rise over", with: "Sparks fly over"), to: "box/sparks.json")
      let updated = try await folder.motes("verify", "a.framehash", "--update")
      #expect(updated.exitCode == 0 && updated.text.contains("that its preset has changed"), "\(updated.text)")
      let after = folder.bytes("a.framehash")
      #expect(after != before)
      let second = try await folder.motes("verify", "a.framehash", "--update")
      #expect(second.exitCode == 0 && folder.bytes("a.framehash") == after && !second.text.contains("recorded"))
    }

    @Test("list names the recipes") func recipesAreListed() async throws {
      let folder = try TemporaryFolder()
      let result = try await folder.motes("list")
      #expect(
        result.lines.contains { $0.hasPrefix("Recipes to copy, in ") && $0.hasSuffix("/Sources/Examples/Recipes:") })
      #expect(result.lines.contains { $0.hasPrefix("logo-reveal ") })
      let json = try await folder.motes("list", "--json")
      #expect(!json.text.contains("logo-reveal"))
    }
  }
}
