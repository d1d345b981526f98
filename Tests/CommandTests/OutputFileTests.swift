import Glibc
import TestSupport
import Testing

extension CommandTests {
  @Suite("A movie is whole or absent") struct OutputFileTests {
    /// Arguments of a job that takes far longer than any test waits.
    static let longJob = ["render", "sparks.json", "-o", "a.mp4", "--duration", "600", "--size", "640x360"]

    /// Starts the long job and waits until its partial file holds more than 20 kB.
    private func startLongJob(in folder: TemporaryFolder) async throws -> Program {
      let program = try folder.startMotes(Self.longJob)
      let holdsFrames: @Sendable () -> Bool = {
        folder.names.contains { $0.hasSuffix(".partial") && (folder.size($0) ?? 0) > 20_000 }
      }
      await program.poll(until: holdsFrames)
      if holdsFrames() { return program }
      program.send(SIGKILL)
      let result = try await program.wait()
      throw ProgramError("No partial file appeared: \(folder.names) \(result.errors)")
    }

    @Test("An existing file is not replaced without --force")
    func existingFileIsKept() async throws {
      let folder = try TemporaryFolder.withSparks()
      try folder.write("precious", to: "a.mp4")
      let refused = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--frames", "0-9")
      #expect(refused.exitCode == 3)
      #expect(refused.errors.contains("a.mp4") && refused.errors.contains("--force"), "\(refused.errors)")
      #expect(folder.bytes("a.mp4") == Array("precious".utf8))
      #expect(folder.names == ["a.mp4", "sparks.json"])

      let forced = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--frames", "0-9", "--force")
      #expect(forced.exitCode == 0, "\(forced.errors)")
      #expect(try await folder.probe("a.mp4")["nb_read_frames"] == "10")
    }

    @Test(
      "A signal leaves a partial movie that plays",
      arguments: [SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU])
    func signalLeavesAPlayablePartial(signal: Int32) async throws {
      let folder = try TemporaryFolder.withSparks()
      let program = try await startLongJob(in: folder)
      program.send(signal)
      let result = try await program.wait(atMost: 30)
      #expect(result.exitCode == 128 + signal, "\(result.errors)")
      #expect(!folder.exists("a.mp4"), "an incomplete movie must not lie at the target")
      let partial = try #require(folder.names.first { $0.hasSuffix(".partial") })
      #expect(result.errors.contains(partial), "it names the partial file: \(result.errors)")
      let frames = try #require(Int(try await folder.probe(partial)["nb_read_frames"] ?? ""))
      #expect(frames > 0 && frames < 36_000)
      #expect(result.errors.contains("\(frames) of 36000"), "it says how far it got: \(result.errors)")
    }

    @Test(
      "What a signal leaves of an animation is recovered, and the command says what it is",
      arguments: ["gif", "apng", "webp", "avif", "rgb"])
    func signalLeavesWhatIsRecovered(fileExtension: String) async throws {
      let folder = try TemporaryFolder.withSparks()
      let name = "a.\(fileExtension)"
      let program = try folder.startMotes([
        "render", "sparks.json", "-o", name, "--duration", "30000", "--fps", "30", "--size", "64x36",
      ])
      await program.poll { folder.exists(name + ".partial") }
      // WebP and AVIF are written only at the end, so the file does not tell when there are frames.
      try await Task.sleep(for: .seconds(1))
      program.send(SIGTERM)
      let stopped = try await program.wait(atMost: 30)
      #expect(stopped.exitCode == 128 + SIGTERM, "\(stopped.errors)")
      let recovered = try await folder.motes("recover", name + ".partial")
      if fileExtension == "rgb" {
        #expect(stopped.errors.contains("only need another name: \(name).partial"), "\(stopped.errors)")
        #expect(recovered.exitCode != 0 && recovered.errors.contains("rename it to \(name)"), "\(recovered.errors)")
        return
      }
      #expect(stopped.errors.contains("The frames so far can be played: \(name).partial"), "\(stopped.errors)")
      #expect(recovered.exitCode == 0 && folder.names == [name, "sparks.json"], "\(recovered.errors)")
      // The encoder of WebP joins frames that hardly differ, and ffprobe cannot read animated WebP.
      if fileExtension == "webp" { return }
      let frames = try #require(try await folder.probe(name)["nb_read_frames"])
      #expect(stopped.errors.contains("after \(frames) of") && recovered.errors.contains("\(name): \(frames) frame"))
    }

    @Test("After kill -9 the target is absent, and the next render replaces the partial file and says so")
    func abandonedPartialIsReplaced() async throws {
      let folder = try TemporaryFolder.withSparks()
      let program = try await startLongJob(in: folder)
      program.send(SIGKILL)
      let killed = try await program.wait(atMost: 30)
      #expect(killed.signal == SIGKILL)
      #expect(!folder.exists("a.mp4"))
      let partial = try #require(folder.names.first { $0.hasSuffix(".partial") })

      let next = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--frames", "0-9")
      #expect(next.exitCode == 0, "\(next.errors)")
      #expect(next.errors.contains(partial), "it says that it replaced the partial file: \(next.errors)")
      #expect(folder.names == ["a.mp4", "sparks.json"])
      #expect(try await folder.probe("a.mp4")["nb_read_frames"] == "10")
    }

    @Test("Two renders to one file: the second is refused while the first works")
    func partialInUseIsKept() async throws {
      let folder = try TemporaryFolder.withSparks()
      let first = try await startLongJob(in: folder)
      let second = try await folder.motes("render", "sparks.json", "-o", "a.mp4", "--frames", "0-9")
      #expect(second.exitCode == 3)
      #expect(second.errors.contains("a.mp4"), "\(second.errors)")
      first.send(SIGINT)
      #expect(try await first.wait(atMost: 30).exitCode == 130)
    }

    @Test(
      "A full disk is an error with its own sentence",
      .enabled("mounting takes root or user namespaces") { try await canMount() })
    func fullDiskIsReported() async throws {
      let folder = try TemporaryFolder.withSparks()
      try folder.makeFolder("small")
      let result = try await folder.bashThatMounts(
        """
        mount -t tmpfs -o size=64k small small || exit 99
        "$motes" render sparks.json -o small/a.mp4 --crf 0 --size 640x360
        code=$?
        ls small
        exit $code
        """)
      #expect(result.exitCode == 3, "\(result.errors)")
      #expect(result.errors.lowercased().contains("no space left"), "\(result.errors)")
      #expect(result.errors.contains("a.mp4"), "\(result.errors)")
      #expect(!result.lines.contains("a.mp4"), "the target must be absent: \(result.text)")
    }

    @Test(
      "A read-only folder is an error before anything is drawn",
      .enabled("mounting takes root or user namespaces") { try await canMount() })
    func readOnlyFolderIsReported() async throws {
      let folder = try TemporaryFolder.withSparks()
      try folder.makeFolder("sealed")
      let result = try await folder.bashThatMounts(
        """
        mount -t tmpfs -o ro sealed sealed || exit 99
        exec "$motes" render sparks.json -o sealed/a.mp4 --duration 600
        """)
      #expect(result.exitCode == 3, "\(result.errors)")
      #expect(result.errors.contains("sealed") && result.errors.lowercased().contains("read-only"), "\(result.errors)")
      #expect(result.seconds < 5, "it must not draw ten minutes first")
    }

    @Test("A folder that is not there is named")
    func missingFolderIsNamed() async throws {
      let folder = try TemporaryFolder.withSparks()
      for command in ["render", "frame", "sheet", "hash"] {
        let fileExtension = ["render": "mp4", "hash": "framehash"][command] ?? "png"
        let time = command == "frame" ? ["--time", "0"] : []
        let result = try await folder.motes(
          arguments: [command, "sparks.json"] + time + ["-o", "nowhere/a.\(fileExtension)"])
        #expect(result.exitCode == 3, "\(command): \(result.errors)")
        #expect(result.errors.contains("nowhere"), "\(command): \(result.errors)")
      }
    }

    @Test("A reader that goes away ends the command quietly")
    func brokenPipeIsQuiet() async throws {
      let folder = try TemporaryFolder.withSparks()
      for command in [
        "render sparks.json -o - --quiet", "hash sparks.json", "schema", "list", "describe fireworks",
      ] {
        let result = try await folder.bash(#""$motes" \#(command) | head -c 10 >head; echo ${PIPESTATUS[0]}"#)
        #expect(result.text == "0\n", "\(command)")
        #expect(result.errors.isEmpty, "\(command): \(result.errors)")
        #expect(folder.size("head") == 10)
      }
    }

    @Test("A full disk behind stdout is an error too")
    func fullStandardOutputIsReported() async throws {
      let folder = try TemporaryFolder.withSparks()
      for command in ["render sparks.json -o -", "hash sparks.json --frames 0-9", "schema", "help cell"] {
        let result = try await folder.bash(#""$motes" \#(command) >/dev/full"#)
        #expect(result.exitCode == 3, "\(command): \(result.errors)")
        let message = result.errors.lowercased()
        #expect(
          message.contains("no space left") || message.contains("standard output"), "\(command): \(result.errors)")
      }
    }
  }
}

/// Flags with which `unshare` may make a mount namespace here: as any user (-rm), or as root (-m); nil if neither is allowed.
private func mountingArguments() async throws -> [String]? {
  let folder = try TemporaryFolder()
  for flags in ["-rm", "-m"] {
    let result = try await folder.run("unshare", flags, "mount", "-t", "tmpfs", "-o", "size=64k", "small", folder.path)
    if result.exitCode == 0 { return [flags] }
  }
  print("Tests with full and read-only disks are left out: nothing may be mounted here, not even in a namespace.")
  return nil
}

private func canMount() async throws -> Bool { try await mountingArguments() != nil }

extension TemporaryFolder {
  /// Runs a bash script in a mount namespace of its own, so that its mounts end with it.
  fileprivate func bashThatMounts(_ script: String) async throws -> ProgramResult {
    let flags = try await mountingArguments() ?? []
    let started = try Program(
      "unshare", flags + ["bash", "-c", script], in: path,
      environment: Command.environment(home: path).merging(["motes": try Command.path()]) { $1 })
    return try await started.wait()
  }
}
