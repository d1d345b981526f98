import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Suite("verify tells what changed") struct VerifyTests {
    /// Makes a folder with `sparks.json` and the hashes of its first frames in `sparks.framehash`.
    private func recordedFolder() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "hash", "sparks.json", "--frames", "0-9", "--size", "160x90", "--seed", "3", "--set", "amount=2", "-o",
        "sparks.framehash")
      try #require(result.exitCode == 0, "\(result.errors)")
      return folder
    }

    /// The text of `sparks.framehash`.
    private func hashText(in folder: TemporaryFolder) -> String {
      String(decoding: folder.bytes("sparks.framehash") ?? [], as: UTF8.self)
    }

    @Test("The file holds what is printed, and one line more")
    func fileHasOneLineMore() async throws {
      let folder = try await recordedFolder()
      let printed = try await folder.motes(
        "hash", "sparks.json", "--frames", "0-9", "--size", "160x90", "--seed", "3", "--set", "amount=2")
      let lines = hashText(in: folder).split(separator: "\n").map(String.init)
      #expect(lines.filter { !$0.hasPrefix("#motes:") } == printed.lines)
      #expect(lines.filter { $0.hasPrefix("#motes:") }.count == 1)
      #expect(lines.contains { $0.hasPrefix("#motes:") && $0.contains("sparks.json") })
    }

    @Test("A preset whose file is not called .json is found again")
    func otherExtension() async throws {
      let folder = try TemporaryFolder()
      try folder.write(Sample.sparks, to: "sparks.txt")
      let made = try await folder.motes(
        "hash", "sparks.txt", "--frames", "0", "--size", "64x36", "-o", "sparks.framehash")
      try #require(made.exitCode == 0, "\(made.errors)")
      let verified = try await folder.motes("verify", "sparks.framehash")
      #expect(verified.exitCode == 0, "\(verified.errors)")
    }

    @Test("The format is exactly FFmpeg's")
    func formatIsFFmpegs() async throws {
      let folder = try TemporaryFolder.withSparks()
      let printed = try await folder.motes("hash", "sparks.json", "--frames", "3", "--fps", "29.97", "--size", "64x36")
      #expect(
        printed.lines.dropLast() == [
          "#format: frame checksums", "#version: 2", "#hash: SHA256", "#tb 0: 1001/30000", "#media_type 0: video",
          "#codec_id 0: rawvideo", "#dimensions 0: 64x36", "#sar 0: 0/1",
          "#stream#, dts,        pts, duration,     size, hash",
        ])
      let line = try #require(printed.lines.last)
      #expect(line.hasPrefix("0,          3,          3,        1,     6912, "))
      #expect(line.split(separator: " ").last?.count == 64)
    }

    @Test("The same frames: exit code 0, from any folder")
    func sameFramesPass() async throws {
      let folder = try await recordedFolder()
      let result = try await folder.motes("verify", "sparks.framehash")
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
      try folder.makeFolder("elsewhere")
      let elsewhere = try await folder.bash(#"cd elsewhere && "$motes" verify ../sparks.framehash"#)
      #expect(elsewhere.exitCode == 0, "\(elsewhere.text)\(elsewhere.errors)")
    }

    @Test("Another preset: exit code 1, and it says that the preset changed")
    func changedPresetIsReported() async throws {
      let folder = try await recordedFolder()
      try folder.write(try Sample.sparks(replacing: "#ffb066", with: "#66b0ff"), to: "sparks.json")
      let result = try await folder.motes("verify", "sparks.framehash")
      #expect(result.exitCode == 1)
      let messages = (result.text + result.errors).lowercased()
      #expect(messages.contains("preset") && messages.contains("changed"), "\(messages)")
      #expect(messages.contains("sparks.framehash"), "\(messages)")
    }

    @Test("Other frames of the same preset: exit code 1, and it says that the renderer changed and where")
    func changedRendererIsReported() async throws {
      let folder = try await recordedFolder()
      // A wrong hash for frame 4 has the same effect as a renderer that draws frame 4 differently.
      let otherHash = String(repeating: "0", count: 64)
      let lines = hashText(in: folder).split(separator: "\n").map(String.init).map { line in
        line.hasPrefix("0,          4,") ? String(line.dropLast(64)) + otherHash : line
      }
      try folder.write(lines.joined(separator: "\n") + "\n", to: "sparks.framehash")
      let result = try await folder.motes("verify", "sparks.framehash", "--report", "report")
      #expect(result.exitCode == 1)
      let messages = (result.text + result.errors).lowercased()
      #expect(messages.contains("renderer"), "\(messages)")
      #expect(messages.contains("frame 4"), "it names the first frame that differs: \(messages)")
      let pictures = try await folder.run("find", "report", "-name", "*.png")
      #expect(!pictures.lines.isEmpty, "the report has a picture")
    }

    @Test("If one of several files differs, all are still compared, and the exit code is 1")
    func allFilesAreCompared() async throws {
      let folder = try await recordedFolder()
      let good = hashText(in: folder)
      try folder.write(good, to: "good.framehash")
      // Changes the last digit of the last line's hash.
      let last = good.dropLast(2) + (good.dropLast().hasSuffix("0") ? "1" : "0") + "\n"
      try folder.write(String(last), to: "sparks.framehash")
      let result = try await folder.motes("verify", "sparks.framehash", "good.framehash")
      #expect(result.exitCode == 1)
      #expect((result.text + result.errors).contains("good.framehash"), "\(result.text)\(result.errors)")
    }

    @Test("A file without frame hashes, or one that is missing, gives exit code 2")
    func brokenFilesAreRefused() async throws {
      let folder = try await recordedFolder()
      let whole = hashText(in: folder)
      try folder.write("not a hash file\n", to: "noise.framehash")
      try folder.write(
        String(whole.split(separator: "\n").filter { !$0.hasPrefix("#motes:") }.joined(separator: "\n")),
        to: "bare.framehash")
      try folder.write("", to: "empty.framehash")
      try folder.write(String(whole.prefix(whole.count / 2)), to: "cut.framehash")
      for name in ["noise", "bare", "empty", "cut", "missing"] {
        let result = try await folder.motes("verify", "\(name).framehash")
        #expect(result.exitCode == 2, "\(name): \(result.text)\(result.errors)")
        #expect(result.errors.contains("\(name).framehash"), "\(name): \(result.errors)")
      }
    }

    @Test("If the preset of a hash file is missing, the error names it")
    func missingPresetIsNamed() async throws {
      let folder = try await recordedFolder()
      try folder.write(hashText(in: folder), to: "kept.framehash")
      _ = try await folder.run("rm", "sparks.json")
      let result = try await folder.motes("verify", "kept.framehash")
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("sparks.json"), "\(result.errors)")
    }

    @Test("Hashes of a shipped preset are of that preset, even beside a file that has its name")
    func shippedNamesAreNoFiles() async throws {
      let folder = try await recordedFolder()
      let made = try await folder.bash(
        #""$motes" hash spinner --frames 0-1 --size 64x36 -o spinner.framehash && cp sparks.json spinner"#)
      try #require(made.exitCode == 0, "\(made.errors)")
      let result = try await folder.motes("verify", "spinner.framehash")
      #expect(result.exitCode == 0, "\(result.errors)")
    }

    /// Replaces the hash of one frame, as if the renderer now drew that frame differently.
    private func withOtherHash(_ text: String, frame: Int = 4) -> String {
      let start = "0,          \(frame),"
      return text.split(separator: "\n").map { line in
        line.hasPrefix(start) ? line.dropLast(64) + String(repeating: "0", count: 64) : line
      }.joined(separator: "\n") + "\n"
    }

    // MARK: Folders

    @Test("A folder stands for all hash files in it and in its subfolders, sorted; the last line counts them")
    func foldersAreSearched() async throws {
      let folder = try await recordedFolder()
      let script = """
        mkdir -p box/deep/.hidden box/b.framehash.pictures && cp sparks.json box && cp sparks.json box/deep
        for name in b a deep/c deep/.hidden/d; do
          "$motes" hash box/sparks.json --frames 0-1 --size 64x36 -o box/$name.framehash || exit
        done
        ln -s .. box/deep/circle
        """
      let made = try await folder.bash(script)
      try #require(made.exitCode == 0, "\(made.errors)")
      let result = try await folder.motes("verify", "box/", "box/a.framehash")
      #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
      #expect(
        result.lines == [
          "box/a.framehash: 2 frames equal", "box/b.framehash: 2 frames equal", "box/deep/c.framehash: 2 frames equal",
          "all 3 are equal.",
        ])
      let here = try await folder.bash(#"cd box && "$motes" verify ."#)
      #expect(here.lines.first == "a.framehash: 2 frames equal", "\(here.text)")
    }

    @Test(
      "The last line counts what differs and what fails; pictures of files with equal names do not replace each other")
    func summaryLineCounts() async throws {
      let folder = try await recordedFolder()
      try folder.makeFolder("other")
      let good = hashText(in: folder)
      try folder.write(withOtherHash(good), to: "sparks.framehash")
      try folder.write(good, to: "twin.framehash")
      try folder.write(
        withOtherHash(good).split(separator: "sparks.json").joined(separator: "../sparks.json"),
        to: "other/sparks.framehash")
      try folder.write("no hashes\n", to: "other/broken.framehash")
      let result = try await folder.motes("verify", ".", "--report", "report")
      #expect(result.exitCode == 2, "a file that cannot be compared is worse than one that differs")
      #expect(result.lines.last == "2 of 4 differ, 1 of 4 failed.", "\(result.text)")
      let pictures = try #require(filesInFolder(folder["report"])).filter { $0.hasSuffix(".png") }.sorted()
      #expect(pictures == ["sparks.framehash-2-frame-4.png", "sparks.framehash-frame-4.png"])
    }

    @Test("A folder without hash files is a mistake that says so")
    func emptyFolderIsRefused() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes("verify", ".")
      #expect(result.exitCode == 2)
      #expect(result.errors.contains("no hash file (*.framehash)"), "\(result.errors)")
    }

    // MARK: Some frames

    @Test("With a step only every 25th frame is hashed, and the same frames are verified")
    func stepsAreHashed() async throws {
      let folder = try TemporaryFolder.withSparks()
      let made = try await folder.motes(
        "hash", "sparks.json", "--frames", ":25", "--size", "64x36", "-o", "sparks.framehash")
      try #require(made.exitCode == 0, "\(made.errors)")
      let some = FrameHashText(hashText(in: folder))
      #expect(some.hashes.keys.sorted() == [0, 25, 50])
      let all = try await folder.hashes("sparks.json", "--size", "64x36")
      #expect(some.hashes.allSatisfy { all.hashes[$0] == $1 })
      #expect(hashText(in: folder).contains(" frames=0-50:25 "))
      let verified = try await folder.motes("verify", "sparks.framehash")
      #expect(verified.lines == ["sparks.framehash: 3 frames equal"], "\(verified.text)\(verified.errors)")
    }

    @Test("--frames compares only some of a file's frames")
    func someFramesAreCompared() async throws {
      let folder = try await recordedFolder()
      try folder.write(withOtherHash(hashText(in: folder)), to: "sparks.framehash")
      let withoutFrame4 = try await folder.motes("verify", "sparks.framehash", "--frames", "0-99:3")
      #expect(
        withoutFrame4.exitCode == 0 && withoutFrame4.lines == ["sparks.framehash: 4 frames equal"],
        "\(withoutFrame4.text)")
      let withFrame4 = try await folder.motes("verify", "sparks.framehash", "--frames", ":4")
      #expect(withFrame4.exitCode == 1)
      #expect(withFrame4.text.contains("1 of 3 frames differs, the first is frame 4"), "\(withFrame4.text)")
      let none = try await folder.motes("verify", "sparks.framehash", "--frames", "20-30")
      #expect(none.exitCode == 2 && none.errors.contains("0-9"), "\(none.errors)")
      let wrong = try await folder.motes("verify", "sparks.framehash", "--frames", "9-3")
      #expect(wrong.exitCode == 2 && wrong.errors.contains("--frames 9-3"), "\(wrong.errors)")
    }

    // MARK: Recording anew

    @Test("--update reports and records what differs, records its pictures anew too, and leaves the rest alone")
    func updateRecords() async throws {
      let folder = try TemporaryFolder.withSparks()
      let options =
        "--size 96x54 --fps 29.97 --seed 3 --set amount=2 --set 'layers.sky.opacity=0.5' --loop --keep-pictures"
      let made = try await folder.bash(
        "\"$motes\" hash sparks.json \(options) --duration 1.001 -o sparks.framehash && cp sparks.framehash equal.framehash"
      )
      try #require(made.exitCode == 0, "\(made.errors)")
      try folder.write(try Sample.sparks(replacing: "#ffb066", with: "#66b0ff"), to: "sparks.json")
      let before = hashText(in: folder)
      let first = try await folder.motes("verify", "sparks.framehash", "--report", "report")
      #expect(first.exitCode == 1)
      #expect(first.text.contains("--update records it"), "\(first.text)")
      #expect(hashText(in: folder) == before, "without --update nothing is written")

      let update = try await folder.motes("verify", "sparks.framehash", "--update")
      #expect(update.exitCode == 0, "\(update.text)\(update.errors)")
      #expect(update.lines.first?.contains("30 of 30 frames differ") == true, "\(update.text)")
      #expect(
        update.lines.last == "sparks.framehash: recorded again: frames 0-29, with their pictures", "\(update.text)")
      let again = try await folder.motes("verify", "sparks.framehash")
      #expect(again.exitCode == 0 && again.lines == ["sparks.framehash: 30 frames equal"], "\(again.text)")
      // The file and its pictures are what hashing anew writes.
      let hashed = try await folder.bash("\"$motes\" hash sparks.json \(options) --duration 1.001 -o fresh.framehash")
      #expect(hashed.exitCode == 0, "\(hashed.errors)")
      #expect(folder.bytes("sparks.framehash") == folder.bytes("fresh.framehash"))
      #expect(
        folder.bytes("sparks.pictures/frame-000007.png") == folder.bytes("fresh.pictures/frame-000007.png"))
    }

    @Test("--update does not rewrite a file that is incomplete or whose preset is missing, and goes on with the others")
    func updateNeedsWholeFiles() async throws {
      let folder = try await recordedFolder()
      let good = hashText(in: folder)
      let cut = good.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
      try folder.write(cut, to: "cut.framehash")
      let orphan = good.split(separator: "sparks.json").joined(separator: "gone.json")
      try folder.write(orphan, to: "orphan.framehash")
      try folder.write(withOtherHash(good), to: "sparks.framehash")
      let result = try await folder.motes("verify", ".", "--update")
      #expect(result.exitCode == 2)
      #expect(result.lines.last == "1 of 3 was recorded again, 2 of 3 failed.", "\(result.text)")
      #expect(folder.bytes("cut.framehash") == Array(cut.utf8))
      #expect(folder.bytes("orphan.framehash") == Array(orphan.utf8))
      #expect(hashText(in: folder) == good)
      let some = try await folder.motes("verify", "sparks.framehash", "--update", "--frames", "0-3")
      #expect(some.exitCode == 2 && some.errors.contains("--frames"), "\(some.errors)")
    }

    @Test("A report without kept pictures names the command that keeps them, and that command works")
    func keepingPicturesIsNamed() async throws {
      let folder = try TemporaryFolder.withSparks()
      let made = try await folder.motes(
        "hash", "sparks.json", "--frames", "1-9:4", "--size", "96x54", "--fps", "29.97", "--duration", "1.001",
        "--loop",
        "--set", "amount=2", "--set", "layers.sky.gradient.stops=[\"#05060f\", \"#311a3a\"]", "--pixels", "yuv420p",
        "-o", "the sparks.framehash")
      try #require(made.exitCode == 0, "\(made.errors)")
      let good = folder.bytes("the sparks.framehash")
      try folder.write(withOtherHash(String(decoding: good ?? [], as: UTF8.self), frame: 5), to: "the sparks.framehash")
      let result = try await folder.motes("verify", "the sparks.framehash", "--report", "report")
      #expect(result.exitCode == 1)
      let line = try #require(result.lines.first { $0.contains("--keep-pictures") }, "\(result.text)")
      let command = line[try #require(line.range(of: "motes hash")).lowerBound...].dropFirst("motes".count)
      let kept = try await folder.bash("\"$motes\"\(command)")
      #expect(kept.exitCode == 0, "\(command): \(kept.errors)")
      #expect(folder.bytes("the sparks.framehash") == good, "the command writes the same hashes again: \(command)")
      #expect(folder.exists("the sparks.pictures/frame-000005.png"))
      try folder.write(withOtherHash(String(decoding: good ?? [], as: UTF8.self), frame: 5), to: "the sparks.framehash")
      let second = try await folder.motes("verify", "the sparks.framehash", "--report", "report")
      #expect(!second.text.contains("--keep-pictures"), "\(second.text)")
    }

    // MARK: JSON

    @Test("--json prints one document with the same keys for every file")
    func jsonIsOneDocument() async throws {
      let folder = try await recordedFolder()
      let good = hashText(in: folder)
      try folder.write(good, to: "equal.framehash")
      try folder.write(withOtherHash(good), to: "sparks.framehash")
      try folder.write("no \"hashes\"\n", to: "broken.framehash")
      let result = try await folder.motes("verify", ".", "--json", "--report", "report")
      #expect(result.exitCode == 2)
      let document = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any], "\(result.text)")
      #expect(document.keys.sorted() == ["compared", "differing", "equal", "failed", "files", "updated", "version"])
      #expect(document["compared"] as? Int == 2 && document["differing"] as? Int == 1)
      #expect(document["equal"] as? Int == 1 && document["failed"] as? Int == 1 && document["updated"] as? Int == 0)
      let files = try #require(document["files"] as? [[String: Any]])
      #expect(files.map { $0["file"] as? String } == ["broken.framehash", "equal.framehash", "sparks.framehash"])
      #expect(files.map { $0["status"] as? String } == ["failed", "equal", "differs"])
      let keys = [
        "cause", "compared", "differing", "file", "frames", "keptPictures", "message", "pictures", "preset", "status",
        "version",
      ]
      for file in files { #expect(file.keys.sorted() == keys) }
      #expect((files[0]["message"] as? String)?.contains("broken.framehash") == true)
      #expect(files[0]["compared"] is NSNull && files[1]["cause"] is NSNull)
      #expect(files[2]["differing"] as? [Int] == [4] && files[2]["compared"] as? Int == 10)
      #expect(files[2]["cause"] as? String == "renderer" && files[2]["preset"] as? String == "sparks.json")
      #expect(files[2]["pictures"] as? [String] == ["report/sparks.framehash-frame-4.png"])
      #expect(files[2]["keptPictures"] as? Bool == false)
    }
  }
}
