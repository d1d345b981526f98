import Motes

/// Draws the frames of hash files again and compares them.
struct Verifier {
  /// Where presets and their clips are found, and whether limits apply.
  let settings: PresetSettings
  /// Threads that draw; nil for one on each core.
  let threads: Int?
  /// The value of `--frames`; nil for all frames of each file.
  let frames: String?
  /// The folder for pictures of frames that differ; nil for no pictures.
  let report: ReportFolder?
  /// The most pictures for each file.
  let pictureLimit: Int
  /// Whether files that differ are recorded again.
  let updates: Bool
  /// Prints a line for people.
  let say: (String) -> Void

  /// Compares a hash file and reports on it, line by line.
  ///
  /// - Parameters:
  ///   - result: gets what is known about the file, even if this throws.
  ///   - pictureStem: the beginning of the names of the file's pictures.
  func verify(_ result: inout VerificationResult, pictureStem: String) throws {
    let path = result.file
    let recording = try Recording(path: path, settings: settings)
    result.recording = recording
    try checkSidesAreEven(of: recording.preset.scene.canvas, for: recording.format)
    let job = try self.job(for: recording)
    var expected = recording.file
    if frames != nil { expected.lines.removeAll { !job.frames.contains($0.frame) } }
    var actual = job.emptyFile
    // A recording may spell SHA256 in lower case, which is no difference.
    actual.algorithm = expected.algorithm
    try job.run { line, _ in
      actual.lines.append(line)
      return true
    }
    let comparison = FrameHashComparison(expected: expected, actual: actual)
    result.comparison = comparison
    let kept = KeptPictures(existingBeside: path)
    result.hasKeptPictures = kept != nil
    // Prints a line and keeps it in the result's lines.
    func sayAndKeep(_ line: String) {
      result.lines.append(line)
      say("\(path): \(line)")
    }
    for line in comparison.summary { sayAndKeep(line) }
    guard !comparison.isEqual else {
      result.status = .equal
      // The preset is recorded as it is now, so that a later difference is not attributed to this change.
      if updates, recording.presetHasChanged {
        try recording.write(lines: recording.file.lines)
        sayAndKeep("recorded that its preset has changed; the frames are unchanged")
      }
      return
    }
    let advice = updates ? "" : " If the new look is meant, --update records it."
    sayAndKeep(recording.explanation + advice)
    if let report {
      result.reportPictures = try writePictures(
        comparison.differingFrames, of: job, file: path, kept: kept, in: report, stem: pictureStem)
      if kept == nil {
        sayAndKeep(
          "there are no pictures of the expected frames. To have them next time, keep them while the look is right: "
            + recording.commandKeepingPictures)
      }
    }
    result.status = .differs
    guard updates else { return }
    let differing = comparison.differingFrames
    try recording.record(lines: actual.lines, differing: differing, kept: kept, threads: threads)
    say("\(path): recorded again: \(Self.list(of: differing))\(kept == nil ? "" : ", with their pictures")")
    result.status = .updated
  }

  /// The job that draws and hashes the recording's frames, or only those of them that `--frames` names.
  private func job(for recording: Recording) throws -> FrameHashJob {
    var chosen = recording.recipe.frames
    if let frames {
      let wanted = try FrameOption.parse(frames, of: chosen.range)
      guard let shared = chosen.intersection(wanted) else {
        throw UsageError(
          "\(recording.path): it has frames \(chosen.text), and none of those of --frames \(frames).")
      }
      chosen = shared
    }
    return FrameHashJob(
      preset: recording.preset, frames: chosen, format: recording.format, threads: threads, backdrop: recording.backdrop
    )
  }

  /// Writes pictures of *expected | difference | actual* for some of the frames that differ.
  private func writePictures(
    _ frames: [Int], of job: FrameHashJob, file: String, kept: KeptPictures?, in report: ReportFolder, stem: String
  ) throws -> [ReportPicture] {
    let renderer = try Renderer(job.preset, format: .rgb24, threads: job.threads, backdrop: job.backdrop)
    // Padded, so that a list of the folder is in the order of the frames.
    let digits = String(frames.max() ?? 0).count
    return try Self.spread(frames, count: pictureLimit).map { frame in
      let difference = DifferencePicture(
        expected: try kept?.picture(frame: frame), actual: renderer.frame(number: frame))
      let path = try report.write(
        difference.picture, named: "\(stem)-frame-\(NumberText.padded(frame, digits: digits)).png")
      let sentence = Self.sentence(about: difference, format: job.format, file: file)
      say("\(path): \(sentence)")
      return ReportPicture(frame: frame, path: path, sentence: sentence)
    }
  }

  /// At most `count` of the frames: the first, the last, and others evenly spaced between them.
  private static func spread(_ frames: [Int], count: Int) -> [Int] {
    guard count < frames.count else { return frames }
    guard count > 1 else { return Array(frames.prefix(count)) }
    // Half of the divisor is added to round each index to the nearest.
    return (0..<count).map { frames[($0 * (frames.count - 1) + (count - 1) / 2) / (count - 1)] }
  }

  /// A sentence about the picture of a frame whose hash differs. `file` is the hash file's path.
  private static func sentence(about difference: DifferencePicture, format: PixelFormat, file: String) -> String {
    // Without a picture that was kept, or with one of another size, `maximumDifferences` is empty.
    let canBeCompared = !difference.maximumDifferences.isEmpty
    guard canBeCompared, difference.differingPixelCount == 0 else { return difference.sentence }
    if format == .rgb24 {
      return "No pixel differs from the picture that was kept: it is this frame's line in \(file) that differs."
    }
    return
      "No pixel differs from the picture that was kept, which has 8 bits a channel; the hash is of \(format.rawValue)."
  }

  /// The numbers of frames for people, with neighbours joined: "frames 4, 6-9, 12". At most twelve runs are named.
  private static func list(of frames: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for frame in frames {
      if let last = runs.last, last.upperBound == frame - 1 {
        runs[runs.count - 1] = last.lowerBound...frame
      } else {
        runs.append(frame...frame)
      }
    }
    let limit = 12
    let names = runs.prefix(limit).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return (frames.count == 1 ? "frame " : "frames ") + names.joined(separator: ", ") + (runs.count > limit ? " …" : "")
  }
}
