import Foundation
import Hashing
import Model
import Motes
import Presets

/// Verifies the hash file beside a page's preset: finds out which frames the page's text draws as they were recorded.
struct HashVerifier {
  /// A text with its file and the sound that is followed in place of the file of curves.
  struct Subject: Equatable {
    var text: [UInt8]
    var path: String
    var sound: SoundCurves?
  }

  /// The work that is under way; nil if none is.
  private var work: VerificationWork?
  /// What was verified last, or is being verified.
  private var subject: Subject?
  /// Whether verification must begin again, even for the same subject.
  private var isOutdated = true
  /// What was found last of `subject`.
  private var findings: VerificationWork.Findings?
  /// Why the hash file cannot be verified.
  private var problem: String?

  /// The most frames of a hash file that are verified for a page: a quarter of an hour at 60 frames a second.
  private static let maximumFrames = 54_000

  /// Path of the hash file that belongs to a preset's file.
  static func hashFile(of presetPath: String) -> String {
    let suffix = ".json"
    let stem = presetPath.hasSuffix(suffix) ? String(presetPath.dropLast(suffix.count)) : presetPath
    return stem + FrameHashFile.nameSuffix
  }

  /// Ends the verification. To be called when the text has changed.
  mutating func cancel() {
    work?.cancel()
    work = nil
    isOutdated = true
  }

  /// Whether a text is the one that was verified last, or is being verified.
  func concerns(_ subject: Subject) -> Bool { !isOutdated && self.subject == subject }

  /// Begins to verify a text, if its preset has a hash file. If the text draws the same frames as the text before, the findings
  /// are kept.
  ///
  /// - Parameters:
  ///   - settings: where presets and their clips are found, and the sound in memory. Others come from the hash file.
  ///   - clock: seconds of a clock that only goes forward.
  ///   - report: called with the work and what it has found, which the caller passes on to `take`.
  mutating func start(
    _ subject: Subject, settings: PresetSettings, clock: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (VerificationWork, Result<VerificationWork.Findings, any Error>) -> Void
  ) {
    let earlier = self.subject?.path == subject.path && self.subject?.sound == subject.sound ? findings : nil
    (self.subject, isOutdated, problem) = (subject, false, nil)
    let file = Self.hashFile(of: subject.path)
    guard access(file, F_OK) == 0 else { return discardFindings() }
    do {
      let recording = try Recording(
        path: file, settings: settings, draft: .init(path: subject.path, text: subject.text))
      guard recording.file.lines.count <= Self.maximumFrames else {
        discardFindings()
        problem =
          "\(file): it has \(recording.file.lines.count) frames; a page verifies at most \(Self.maximumFrames). "
          + "motes verify verifies them all."
        return
      }
      if let earlier, earlier.isDone || work != nil, earlier.recording.file == recording.file,
        earlier.recording.preset.sha256 == recording.preset.sha256
      {
        // The same frames would be compared with the same hashes: the texts differ in a comment, for example.
        return
      }
      discardFindings()
      findings = VerificationWork.Findings(recording)
      let work = VerificationWork()
      self.work = work
      work.start(recording, clock: clock) { report(work, $0) }
    } catch is PresetError {
      discardFindings()
      problem = "The text has mistakes. Its frames are verified when the mistakes are fixed."
    } catch {
      discardFindings()
      problem = "\(error)"
    }
  }

  private mutating func discardFindings() {
    work?.cancel()
    (work, findings) = (nil, nil)
  }

  /// Takes over what a `VerificationWork` has reported.
  ///
  /// - Returns: false if this work was cancelled, so that its findings are ignored.
  mutating func take(_ result: Result<VerificationWork.Findings, any Error>, of work: VerificationWork) -> Bool {
    guard self.work === work else { return false }
    switch result {
    case .success(let found):
      findings = found
      if found.isDone { self.work = nil }
    case .failure(let error):
      problem = "\(error)"
      self.work = nil
    }
    return true
  }

  /// The state of the verification for a page; nil if the preset has no hash file.
  ///
  /// - Parameter mayRecord: whether the text is saved and is no shipped preset's, so that its frames may be recorded.
  func message(mayRecord: Bool) -> TuningReply.Guarding? {
    guard let subject, findings != nil || problem != nil else { return nil }
    var message = TuningReply.Guarding(path: Self.hashFile(of: subject.path))
    message.problem = problem
    guard let findings else { return message }
    let recipe = findings.recording.recipe
    message.numbers = findings.recording.file.lines.map(\.frame)
    message.states = String(findings.states.map(\.rawValue))
    message.isDone = findings.isDone
    message.framesPerSecond = recipe.frameRate.double
    message.size = "\(recipe.width)x\(recipe.height)"
    message.reason = findings.differingFrames.isEmpty ? "" : findings.recording.explanation
    message.canAccept = mayRecord && findings.isDone && !findings.differingFrames.isEmpty
    return message
  }

  /// A picture of a frame as it was recorded and as it is drawn now; nil if the hash file has no such frame.
  ///
  /// - Parameters:
  ///   - savedText: the text in the file, if it or the saved sound differs from what was verified.
  ///   - savedSettings: the settings with the saved sound.
  func frame(
    _ number: Int, savedText: [UInt8]?, savedSettings: PresetSettings, threads: Int?
  ) throws -> FrameDifference? {
    guard let subject, let findings, let line = findings.recording.file.lines.first(where: { $0.frame == number })
    else { return nil }
    let saved = savedText.flatMap {
      try? Recording(
        path: findings.recording.path, settings: savedSettings, draft: .init(path: subject.path, text: $0))
    }
    return try FrameDifference(line, of: findings.recording, saved: saved, threads: threads)
  }

  /// Records all frames as a text draws them now.
  ///
  /// - Returns: false, and nothing is recorded, if not all frames of this text have been verified.
  mutating func accept(_ subject: Subject, threads: Int?) throws -> Bool {
    guard concerns(subject), let found = findings, found.isDone else { return false }
    try found.recording.record(
      lines: found.lines, differing: found.differingFrames, kept: KeptPictures(existingBeside: found.recording.path),
      threads: threads)
    // The next `start` must read the new hash file, although the text is the same.
    isOutdated = true
    return true
  }
}
