import Encoding
import Foundation
import Model
import Motes
import TestSupport
import Testing

@Suite("Several processes draw one part of a job") struct PartRaceTests {
  private static let preset = """
    { "format": 1, "name": "A", "canvas": { "width": 64, "height": 48, "frameRate": 10, "duration": 0.4, "seed": 1 },
      "layers": [ { "gradient": { "type": "linear", "angle": 90, "stops": ["white", "black"] } } ] }
    """

  /// Makes a job of one part with four frames.
  private func makeJob(in folder: TemporaryFolder) throws -> RenderJob {
    let preset = try Preset(json: Self.preset)
    let movie = MovieSettings(width: 64, height: 48, frameRate: 10)
    let plan = JobPlan(
      name: "A", movie: movie, duration: preset.scene.canvas.duration, seed: 1, loops: false, ignoresLimits: false,
      frames: 0...3, framesPerPart: 4)
    return try RenderJob.make(
      at: folder.path + "/job", plan: plan, files: [JobPlan.presetFile: .bytes(Array(Self.preset.utf8))]
    ).job
  }

  /// All files in a folder, by their paths.
  private func files(in folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files["\(folder)/\(name)"] = FileManager.default.contents(atPath: "\(folder)/\(name)")
    }
    return files
  }

  /// Removes the unfinished movies, as another process does that takes their attempts for dead.
  private func removeWork(of job: RenderJob) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: job.folder.workFolder)) ?? [] {
      try? FileManager.default.removeItem(atPath: "\(job.folder.workFolder)/\(name)")
    }
  }

  @Test("A process whose movie another one has removed, since that took it for dead, finds the part whole")
  func movieIsRemoved() throws {
    let folder = try TemporaryFolder()
    let job = try makeJob(in: folder)
    let preset = try job.loadPreset()
    // The first process draws the part. Its files are kept, and come back while a second process draws the same part.
    _ = try job.drawPart(0, of: preset, threads: 1, clock: { 0 }, progress: { _ in true })
    let part = try files(in: job.folder.partsFolder)
    #expect(part.count == 2)
    for path in part.keys { try FileManager.default.removeItem(atPath: path) }
    let outcome = try job.drawPart(0, of: preset, threads: 1, clock: { 0 }) { progress in
      if progress.frames == 4 {
        for (path, bytes) in part { _ = FileManager.default.createFile(atPath: path, contents: bytes) }
        removeWork(of: job)
      }
      return true
    }
    #expect(outcome == .wasWhole)
    #expect(try files(in: job.folder.partsFolder) == part)
    #expect(try files(in: job.folder.workFolder).isEmpty)
    #expect(try files(in: job.folder.attemptsFolder).isEmpty)
  }

  @Test("Without the other process's part, the removed movie is an error, which the attempt's file keeps")
  func partIsMissing() throws {
    let folder = try TemporaryFolder()
    let job = try makeJob(in: folder)
    let preset = try job.loadPreset()
    #expect(throws: MediaError.self) {
      try job.drawPart(0, of: preset, threads: 1, clock: { 0 }) { progress in
        if progress.frames == 4 { removeWork(of: job) }
        return true
      }
    }
    let attempts = PartAttempt.all(in: job.folder, now: 0)
    #expect(attempts.map(\.state) == [.failed])
  }
}
