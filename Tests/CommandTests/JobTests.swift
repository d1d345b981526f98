import Glibc
import TestSupport
import Testing

extension CommandTests {
  @Suite("A job of many parts") struct JobTests {
    /// Plans 60 frames in four parts, in `job`.
    private func plan(_ folder: TemporaryFolder, _ arguments: String...) async throws {
      let result = try await folder.motes(
        arguments: ["plan", "sparks.json", "-o", "job", "--parts", "4", "--quiet"] + arguments)
      try #require(result.exitCode == 0, "\(result.errors)")
    }

    @Test("Parts that are drawn in any order join to the movie of one machine, byte for byte")
    func partsAreTheMovie() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder)
      #expect(try await folder.motes("part", "job", "--index", "3,1").exitCode == 0)
      let missing = try await folder.motes("join", "job", "--missing")
      #expect(missing.text == "0,2\n")
      let early = try await folder.motes("join", "job", "-o", "a.mp4")
      #expect(early.exitCode == 3 && early.errors.contains("2 of 4 parts are missing: 0,2"))
      #expect(!folder.exists("a.mp4"))
      let byScheduler = try await folder.motes("part", "job", environment: ["SLURM_ARRAY_TASK_ID": "0"])
      #expect(byScheduler.exitCode == 0 && byScheduler.errors.contains("SLURM_ARRAY_TASK_ID of Slurm"))
      // Grid Engine counts from 1.
      #expect(try await folder.motes("part", "job", environment: ["SGE_TASK_ID": "3"]).exitCode == 0)
      #expect(try await folder.motes("part", "job", "--index", "0-3").errors.contains("part 2 is already finished"))
      #expect(try await folder.motes("join", "job", "-o", "a.mp4").exitCode == 0)
      #expect(try await folder.motes("render", "sparks.json", "-o", "b.mp4", "--parts", "4").exitCode == 0)
      #expect(folder.bytes("a.mp4") == folder.bytes("b.mp4"))
      #expect(folder.names == ["a.mp4", "b.mp4", "job", "sparks.json"], "no job is left beside b.mp4")
      #expect(filesInFolder(folder["job/work"]) == [] && filesInFolder(folder["job/attempts"]) == [])
    }

    @Test("A movie's bytes do not depend on what lay in memory before")
    func memoryDoesNotMatter() async throws {
      let folder = try TemporaryFolder.withSparks()
      // At this size x264 reads memory that it has not set.
      let render = ["render", "sparks.json", "--size", "320x180", "--encoder-threads", "1", "--force", "-o"]
      for filling in ["0", "85", "170"] {
        let result = try await folder.startMotes(render + ["\(filling).mp4"], environment: ["MALLOC_PERTURB_": filling])
          .wait()
        #expect(result.exitCode == 0, "\(result.errors)")
      }
      #expect(folder.bytes("0.mp4") == folder.bytes("85.mp4") && folder.bytes("0.mp4") == folder.bytes("170.mp4"))
    }

    @Test("A lossless movie has the frames that motes hash prints")
    func losslessMoviesHaveTheHashes() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder, "--codec", "ffv1")
      #expect(try await folder.motes("part", "job", "--index", "0-3").exitCode == 0)
      #expect(try await folder.motes("join", "job", "-o", "a.mkv").exitCode == 0)
      let decoded = try await folder.hashesByFFmpeg(pixelFormat: "rgb24", "-i", "a.mkv")
      #expect(try await folder.hashes("sparks.json").sequence == decoded.sequence)
    }

    @Test("A render in parts that was killed goes on where it was")
    func killedRendersGoOn() async throws {
      let folder = try TemporaryFolder.withSparks()
      let render = ["render", "sparks.json", "-o", "a.mp4", "--part-length", "5"]
      let first = try folder.startMotes(render)
      await first.send(SIGKILL) { (filesInFolder(folder["a.mp4.parts/parts"]) ?? []).count >= 4 }
      _ = try await first.wait()
      try #require(folder.exists("a.mp4.parts/plan.json"))
      let other = try await folder.motes(arguments: render + ["--crf", "30"])
      #expect(other.exitCode == 3 && other.errors.contains("holds another job: other settings of the encoder"))
      let second = try await folder.motes(arguments: render)
      #expect(second.exitCode == 0 && second.errors.contains("frames are finished from an earlier run"))
      #expect(
        try await folder.motes(arguments: ["render", "sparks.json", "-o", "b.mp4", "--part-length", "5"]).exitCode == 0)
      #expect(folder.bytes("a.mp4") == folder.bytes("b.mp4"))
      #expect(folder.names == ["a.mp4", "b.mp4", "sparks.json"])
    }

    @Test("The status is true")
    func statusTellsTheTruth() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder)
      func status() async throws -> String { try await folder.motes("status", "job", "--json").text }
      #expect(
        try await status().contains(
          "\"done\":false,\"whole\":[],\"running\":[],\"failed\":[],\"lost\":[],\"missing\":[0,1,2,3]"))
      _ = try await folder.motes("part", "job", "--index", "1")
      #expect(try await status().contains("\"whole\":[1]"))
      // An attempt that has not been heard of for a minute counts as lost; one that failed says why.
      func attempt(_ part: Int, _ state: String, _ message: String) -> String {
        """
        {"part": \(part), "state": "\(state)", "host": "n\(part)", "process": 7, "framesDone": 3, "seconds": 1.5, "message": \(message)}
        """
      }
      try folder.write(attempt(2, "running", "null"), to: "job/attempts/00002-n2-7.json")
      #expect(try await status().contains("\"framesDone\":18,\"framesPerSecond\":2.0,\"secondsLeft\":21.0"))
      _ = try await folder.run("touch", "-d", "1 minute ago", "job/attempts/00002-n2-7.json")
      try folder.write(attempt(3, "failed", "\"The disk is full.\""), to: "job/attempts/00003-n3-7.json")
      try folder.write("one\ntwo\n", to: "job/logs/00003.log")
      let text = try await folder.motes("status", "job").text
      #expect(text.contains("lost     part 2 on n2: no report for 1 min"))
      #expect(text.contains("failed   part 3 on n3: The disk is full.") && text.contains("           two"))
      _ = try await folder.motes("part", "job", "--index", "0-3")
      #expect(
        try await status().contains(
          "\"done\":true,\"whole\":[0,1,2,3],\"running\":[],\"failed\":[],\"lost\":[],\"missing\":[]"))
      #expect(filesInFolder(folder["job/attempts"]) == [])
    }

    @Test("A loop is repeated exactly")
    func loopsAreRepeated() async throws {
      let folder = try TemporaryFolder.withSparks()
      let result = try await folder.motes(
        "render", "sparks.json", "--loop", "--loops", "60", "-o", "a.mp4", "--size", "64x64")
      #expect(result.exitCode == 0, "\(result.errors)")
      let facts = try await folder.probe("a.mp4")
      #expect(facts["duration"] == "60.000000" && facts["nb_read_frames"] == "3600" && facts["r_frame_rate"] == "60/1")
      let gif = try await folder.motes("render", "sparks.json", "--loops", "3", "-o", "a.gif")
      #expect(gif.exitCode == 2 && gif.errors.contains("GIF files cannot be repeated"))
      let many = try await folder.motes("render", "sparks.json", "--loops", "0", "-o", "c.mp4")
      #expect(many.exitCode == 2)
    }

    // MARK: Hostile folders

    @Test("An edited plan is refused")
    func editedPlansAreRefused() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder)
      let text = String(decoding: try #require(folder.bytes("job/plan.json")), as: UTF8.self)
      for (old, new, sentence) in [
        ("\"framesPerPart\": 15", "\"framesPerPart\": 14", "was changed after it was made"),
        ("\"width\": ", "\"width\": 99999", "should be a whole number from 1"),
        ("\"framesPerPart\": 15", "\"framesPerPart\": 0", "framesPerPart should be a whole number from 1"),
        ("\"frameRate\": \"60\"", "\"frameRate\": \"60/0\"", "movie.frameRate: expected a positive number such as 30"),
        ("\"loops\": false", "\"loops\": 0", "loops should be true or false"),
        (
          "\"alphaForm\": \"straight\"", "\"alphaForm\": \"bent\"",
          "movie.colorEncoding.alphaForm should be one of straight"
        ),
        ("[0,59]", "[59,0]", "frames should be a list of two whole numbers, the smaller one first"),
        ("[0,59]", "[0,5900000]", "parts are more than the 10000 of a job"),
        ("\"preset.json\": ", "\"../preset.json\": ", "preset.json is not one of its files"),
        ("\"sound\": null", "\"sound\": \"../sound.wav\"", "../sound.wav is not one of its files"),
        ("\"codec\": \"h264\"", "\"codec\": \"h2\"", "No codec is called"),
        ("motes job 2", "motes job 1", "is not a plan of this version"), ("{", "{{", "is not a plan of this version"),
      ] {
        try #require(text.contains(old))
        try folder.write(text.replacing(old, with: new, maxReplacements: 1), to: "job/plan.json")
        for command in [["part", "job", "--index", "0"], ["join", "job"], ["status", "job"]] {
          let result = try await folder.motes(arguments: command)
          #expect(result.exitCode == 2 && result.errors.contains(sentence), "\(new): \(result.errors)")
        }
      }
    }

    @Test("Parts that are cut short, changed, of another plan, or links, are refused by name")
    func strangePartsAreRefused() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder)
      _ = try await folder.motes("part", "job", "--index", "0-3", "--quiet")
      let whole = try #require(folder.bytes("job/parts/00002.mp4"))
      try folder.write(Array(whole.dropLast(100)), to: "job/parts/00002.mp4")
      let cut = try await folder.motes("join", "job", "-o", "a.mp4")
      #expect(cut.exitCode == 3 && cut.errors.contains("1 of 4 parts are missing: 2"))
      var changed = whole
      changed[changed.count / 2] ^= 1
      try folder.write(changed, to: "job/parts/00002.mp4")
      let edited = try await folder.motes("join", "job", "-o", "a.mp4")
      #expect(
        edited.exitCode == 3 && edited.errors.contains("Part 2 (job/parts/00002.mp4) was changed after it was drawn"))
      try folder.write(whole, to: "job/parts/00002.mp4")
      // A link out of the folder, even to the same bytes.
      try folder.write(whole, to: "elsewhere.mp4")
      unlink(folder["job/parts/00002.mp4"])
      symlink(folder["elsewhere.mp4"], folder["job/parts/00002.mp4"])
      let linked = try await folder.motes("join", "job", "-o", "a.mp4")
      #expect(linked.exitCode == 2 && linked.errors.contains("links out of a job's folder are not followed"))
      unlink(folder["job/parts/00002.mp4"])
      try folder.write(whole, to: "job/parts/00002.mp4")
      // A part of another version's plan.
      let record = String(decoding: try #require(folder.bytes("job/parts/00001.json")), as: UTF8.self)
      let fingerprint = try #require(record.split(separator: "\"").first { $0.count == 64 })
      try folder.write(
        record.replacing(fingerprint, with: String(repeating: "0", count: 64)), to: "job/parts/00001.json")
      for command in [["join", "job", "-o", "a.mp4"], ["status", "job"], ["part", "job", "--index", "1"]] {
        let result = try await folder.motes(arguments: command)
        #expect(result.exitCode == 2 && result.errors.contains("Part 1 in job/parts belongs to another plan"))
      }
      #expect(!folder.exists("a.mp4"))
    }

    @Test("A changed preset, a folder that is a link and other libraries are refused")
    func changedFilesAreRefused() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder)
      let preset = try #require(folder.bytes("job/preset.json"))
      try folder.write(preset + [0x20], to: "job/preset.json")
      let changed = try await folder.motes("part", "job", "--index", "0")
      #expect(changed.exitCode == 2 && changed.errors.contains("job/preset.json was changed after the plan was made"))
      try folder.write(preset, to: "job/preset.json")
      rename(folder["job/parts"], folder["parts"])
      symlink(folder["parts"], folder["job/parts"])
      let linked = try await folder.motes("part", "job", "--index", "0")
      #expect(linked.exitCode == 2 && linked.errors.contains("job/parts is not a folder"))
      let none = try await folder.motes("part", "sparks.json", "--index", "0")
      #expect(none.exitCode != 0)
    }

    @Test("Numbers outside of a job's ranges are refused")
    func wrongNumbersAreRefused() async throws {
      let folder = try TemporaryFolder.withSparks()
      try await plan(folder)
      for (arguments, sentence) in [
        (["part", "job", "--index", "4"], "expected numbers from 0 to 3"),
        (["part", "job", "--index", "2-1"], "expected numbers from 0 to 3"),
        (["part", "job"], "no scheduler has set a number here"),
        (["plan", "sparks.json", "-o", "k", "--parts", "100000"], "expected a number from 1 to 10000"),
        (["plan", "sparks.json", "-o", "k", "--part-length", "0"], "expected frames such as 250"),
        (["plan", "sparks.json", "-o", "k", "--part-length", "999999999999999s"], "expected frames such as 250"),
        (["farm", "slurm", "job", "-o", "movies/"], "this is a folder; expected the movie's file, such as movies/"),
        (["render", "sparks.json", "-o", "-", "--part-length", "2"], "--part-length: raw frames"),
        (["render", "sparks.json", "-o", "a.mp4", "--part-length", "9", "--stats"], "--stats: not with --part-length"),
        (["plan", "sparks.json", "-o", "k.mp4"], "this is the job's folder"),
        (
          ["plan", "sparks.json", "-o", "k", "--codec", "gif", "--audio", "a.wav"],
          "GIF that is drawn in parts is written without sound"
        ),
        (["plan", "sparks.json", "-o", "k", "--loops", "2"], "--loops: not with motes plan"),
        (["plan", "sparks.json", "-o", "job", "--parts", "5"], "holds another job"),
        (["render", "sparks.json", "-o", "-", "--parts", "2"], "--parts: raw frames"),
        (["render", "sparks.json", "-o", "-", "--loops", "2"], "--loops: raw frames"),
        (["render", "sparks.json", "-o", "f/%03d.png", "--part-length", "5"], "--part-length is for movies"),
        (["render", "sparks.json", "-o", "f/%03d.png", "--encoder-threads", "2"], "--encoder-threads is for movies"),
      ] {
        let result = try await folder.motes(arguments: arguments)
        #expect(result.exitCode != 0 && result.errors.contains(sentence), "\(arguments): \(result.errors)")
      }
      let beyond = try await folder.motes("part", "job", environment: ["AWS_BATCH_JOB_ARRAY_INDEX": "4"])
      #expect(beyond.exitCode == 2 && beyond.errors.contains("Does the array fit the job?"))
      let farBeyond = try await folder.motes(
        "part", "job", "--per-task", "\(Int.max)", environment: ["AWS_BATCH_JOB_ARRAY_INDEX": "2"])
      #expect(
        farBeyond.exitCode == 2 && farBeyond.errors.contains("Does the array fit the job?"), "\(farBeyond.errors)")
      let perTask = try await folder.motes("part", "job", "--per-task", "3", environment: ["CUE_IFRAME": "1"])
      #expect(perTask.exitCode == 0 && perTask.errors.contains("parts 3, by CUE_IFRAME of OpenCue"))
    }
  }
}
