import Glibc
import TestSupport
import Testing

extension CommandTests {
  @Suite("A sequence of pictures goes on where it stopped") struct SequenceCommandTests {
    /// Arguments that draw sixty frames into `f`.
    private static let render = ["render", "sparks.json", "-o", "f/sparks-%03d.png", "--quiet"]

    /// The bytes of the pictures in `f`, by name.
    private func pictures(_ folder: TemporaryFolder) -> [String: [UInt8]] {
      var bytes: [String: [UInt8]] = [:]
      for name in filesInFolder(folder["f"]) ?? [] where name.hasSuffix(".png") {
        bytes[name] = folder.bytes("f/\(name)")
      }
      return bytes
    }

    private static func pictureCount(_ folder: TemporaryFolder) -> Int {
      (filesInFolder(folder["f"]) ?? []).count { $0.hasSuffix(".png") }
    }

    @Test("A render that is killed again and again ends with the pictures of an undisturbed one")
    func killedRendersEndAlike() async throws {
      // Large enough that a run is not over before its pictures are counted.
      let render = Self.render + ["--size", "640x360"]
      let undisturbed = try TemporaryFolder.withSparks()
      let one = try await undisturbed.motes(arguments: render)
      #expect(one.exitCode == 0, "\(one.errors)")
      let expected = pictures(undisturbed)
      #expect(expected.count == 60)

      let folder = try TemporaryFolder.withSparks()
      var state: UInt64 = 3
      var kills = 0
      var wholeCount = 0
      for _ in 0..<6 {
        // Pseudo-random numbers by Knuth's MMIX generator.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let goal = wholeCount + 1 + Int(state >> 33) % 9
        let program = try folder.startMotes(render)
        await program.send(SIGKILL) { Self.pictureCount(folder) >= goal }
        if try await program.wait().signal == SIGKILL { kills += 1 }
        let now = pictures(folder)
        wholeCount = now.count
        #expect(now.allSatisfy { expected[$0.key] == $0.value }, "every picture that has its name is whole")
      }
      #expect(kills >= 3, "most of the runs were killed")
      let before = pictures(folder)
      var times: [String: timespec] = [:]
      for name in before.keys { times[name] = folder.changeTime("f/\(name)") }

      let last = try await folder.motes(arguments: render.filter { $0 != "--quiet" })
      #expect(last.exitCode == 0, "\(last.errors)")
      #expect(last.errors.contains("\(before.count) of 60 frames are finished"), "\(last.errors)")
      #expect(pictures(folder) == expected)
      for (name, time) in times {
        let now = folder.changeTime("f/\(name)")
        #expect(now.tv_sec == time.tv_sec && now.tv_nsec == time.tv_nsec, "\(name) was not drawn again")
      }
      #expect((filesInFolder(folder["f"]) ?? []).count == 61, "nothing but pictures and their record is left")
    }

    @Test("A signal ends it between frames; a second process and other settings are refused")
    func signalsAndLocks() async throws {
      let folder = try TemporaryFolder.withSparks()
      let program = try folder.startMotes(Self.render.dropLast() + ["--duration", "600"])
      await program.poll { Self.pictureCount(folder) >= 2 }
      let second = try await folder.motes(arguments: Self.render + ["--duration", "600"])
      #expect(second.exitCode == 3 && second.errors.contains("Another process"), "\(second.errors)")
      program.send(SIGINT)
      let stopped = try await program.wait(atMost: 30)
      #expect(stopped.exitCode == 130)
      let count = pictures(folder).count
      #expect(
        stopped.errors.contains("after \(count) of 36000 frames. Run the same command again"), "\(stopped.errors)")
      let other = try await folder.motes(arguments: Self.render + ["--duration", "600", "--seed", "8"])
      #expect(other.exitCode == 3 && other.errors.contains("seed 7, now 8"), "\(other.errors)")
      let restarted = try await folder.motes(arguments: Self.render + ["--seed", "8", "--frames", "0-1", "--restart"])
      #expect(restarted.exitCode == 0 && pictures(folder).count == 2, "\(restarted.errors)")
    }

    @Test("Its frames are those of motes frame, in every format")
    func framesAreThoseOfStills() async throws {
      let folder = try TemporaryFolder.withSparks()
      for (fileExtension, options) in [
        ("png", ["--depth", "16"]), ("tif", []), ("exr", ["--depth", "32"]), ("webp", ["--quality", "100"]),
        ("jpg", []),
      ] {
        let result = try await folder.motes(
          arguments: ["render", "sparks.json", "-o", "g/a-%d.\(fileExtension)", "--frames", "3-9:6"] + options)
        #expect(result.exitCode == 0, "\(result.errors)")
        let still = try await folder.motes(
          arguments: ["frame", "sparks.json", "--frame", "9", "-o", "still.\(fileExtension)"] + options)
        #expect(still.exitCode == 0, "\(still.errors)")
        #expect(
          (filesInFolder(folder["g"]) ?? []).filter { $0.hasSuffix(fileExtension) }.sorted() == [
            "a-3.\(fileExtension)", "a-9.\(fileExtension)",
          ])
        let format = fileExtension == "exr" ? "gbrpf32le" : "rgb48le"
        let drawn = try await folder.hashesByFFmpeg(pixelFormat: format, "-i", "g/a-9.\(fileExtension)")
        let expected = try await folder.hashesByFFmpeg(pixelFormat: format, "-i", "still.\(fileExtension)")
        #expect(drawn.sequence == expected.sequence && !drawn.sequence.isEmpty, "\(fileExtension)")
      }
    }

    @Test("Names and options that do not fit are answered with what does")
    func mistakesAreAnswered() async throws {
      let folder = try TemporaryFolder.withSparks()
      for (arguments, answer) in [
        (["-o", "a.png"], "a-%05d.png"), (["-o", "a-{frame}.png"], "a-%05d.png"),
        (["-o", "a-%d.jpg", "--alpha"], ".webp"),
        (["-o", "a-%d.png", "--crf", "3"], "--crf"), (["-o", "a-%5d.png"], "%05d"),
        (["-o", "a.mp4", "--quality", "80"], "%05d"), (["-o", "a-%d.webp", "--quality", "high"], "high is for movies"),
        (["-o", "a.mov", "--quality", "high"], "h264, h265, av1"),
        (["-o", "a.mp4", "--quality", "high", "--draft"], "cannot be combined"),
      ] {
        let result = try await folder.motes(arguments: ["render", "sparks.json"] + arguments)
        #expect(result.exitCode == 2 && result.errors.contains(answer), "\(arguments): \(result.errors)")
      }
      #expect(folder.names == ["sparks.json"])
    }

    @Test("A movie that was killed is recovered; one that is being written is left alone")
    func killedMoviesAreRecovered() async throws {
      let folder = try TemporaryFolder.withSparks()
      let program = try folder.startMotes(OutputFileTests.longJob)
      await program.poll { (folder.size("a.mp4.partial") ?? 0) >= 50_000 }
      let early = try await folder.motes("recover", "a.mp4.partial")
      #expect(early.exitCode == 3 && early.errors.contains("Another process"), "\(early.errors)")
      program.send(SIGKILL)
      _ = try await program.wait()
      let result = try await folder.motes("recover", "a.mp4.partial")
      #expect(result.exitCode == 0, "\(result.errors)")
      let frames = try await folder.probe("a.mp4")["nb_read_frames"] ?? ""
      #expect(result.errors.contains("a.mp4: \(frames) frames"), "\(result.errors)")
      #expect(folder.names == ["a.mp4", "sparks.json"])
    }
  }
}

extension TemporaryFolder {
  /// When the file's contents or name last changed.
  func changeTime(_ name: String) -> timespec {
    var status = stat()
    return stat(self[name], &status) == 0 ? status.st_ctim : timespec()
  }
}
