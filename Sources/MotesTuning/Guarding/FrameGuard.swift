import Foundation
import Hashing
import Motes
import Presets

/// Keeps watch over the hash file beside a page's preset: which of its frames are as recorded, for the text as it is now.
struct FrameGuard {
  /// Where presets and their clips are found. The overrides of the command are no part of what was hashed.
  private let settings: PresetSettings
  private var work: GuardWork?
  /// What was drawn last, or is being drawn.
  private var text: [UInt8]?
  private var presetPath = ""
  private var findings: GuardWork.Findings?
  private var problem: String?

  init(settings: PresetSettings) {
    var settings = settings
    settings.overrides = []
    self.settings = settings
  }

  /// Most frames of a hash file that a page is told of: a quarter of an hour at 60 frames a second.
  private static let maximumFrames = 54_000

  /// Path of the hash file that belongs to a preset's file.
  static func hashFile(of presetPath: String) -> String {
    let suffix = ".json"
    let stem = presetPath.hasSuffix(suffix) ? String(presetPath.dropLast(suffix.count)) : presetPath
    return stem + KeptPictures.hashSuffix
  }

  /// Ends what is being drawn, as the text is another one now.
  mutating func cancel() {
    work?.cancel()
    work = nil
    text = nil
  }

  /// Whether a text is the one that was looked at.
  func knows(_ text: [UInt8], at path: String) -> Bool { self.text == text && presetPath == path }

  /// Begins to look at a text, if there is a hash file for it, unless it draws the same as the one before.
  ///
  /// - Parameters:
  ///   - path: of the preset's file.
  ///   - report: gets what is found; `take` takes it.
  mutating func start(
    _ text: [UInt8], at path: String, clock: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (GuardWork, Result<GuardWork.Findings, any Error>) -> Void
  ) {
    let before = presetPath == path ? findings : nil
    (self.text, presetPath, problem) = (text, path, nil)
    let file = Self.hashFile(of: path)
    guard access(file, F_OK) == 0 else { return forget() }
    do {
      let recording = try Recording(path: file, settings: settings, draft: .init(path: path, text: text))
      guard recording.file.lines.count <= Self.maximumFrames else {
        forget()
        problem =
          "\(file): it has \(recording.file.lines.count) frames; a page verifies at most \(Self.maximumFrames). motes verify does all."
        return
      }
      if let before, before.isDone || work != nil, before.recording.file == recording.file,
        before.recording.preset.sha256 == recording.preset.sha256
      {
        // What is drawn, and what it is compared with, are the same: a comment may have changed.
        return
      }
      forget()
      findings = GuardWork.Findings(recording)
      let work = GuardWork()
      self.work = work
      work.start(recording, clock: clock) { report(work, $0) }
    } catch is PresetError {
      forget()
      problem = "The text has mistakes; its frames are verified when they are mended."
    } catch {
      forget()
      problem = "\(error)"
    }
  }

  private mutating func forget() {
    work?.cancel()
    (work, findings) = (nil, nil)
  }

  /// Takes a report.
  ///
  /// - Returns: whether it is of the work that goes on now.
  mutating func take(_ result: Result<GuardWork.Findings, any Error>, of work: GuardWork) -> Bool {
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

  /// What a page is told; nil where the preset has no hash file.
  ///
  /// - Parameter isSaved: whether the text is the file's, so that its frames may be recorded.
  func told(isSaved: Bool) -> TuningReply.Guarding? {
    guard findings != nil || problem != nil else { return nil }
    var told = TuningReply.Guarding(path: Self.hashFile(of: presetPath))
    told.problem = problem
    guard let findings else { return told }
    let recipe = findings.recording.recipe
    told.numbers = findings.recording.file.lines.map(\.frame)
    told.states = String(findings.states.map(\.rawValue))
    told.isDone = findings.isDone
    told.framesPerSecond = recipe.frameRate.double
    told.size = "\(recipe.width)x\(recipe.height)"
    told.reason = findings.differingFrames.isEmpty ? "" : findings.recording.explanation
    told.canAccept = isSaved && findings.isDone && !findings.differingFrames.isEmpty
    return told
  }

  /// A frame as it was expected and as it is.
  ///
  /// - Parameter savedText: what the file holds, where that is another text than the one that was looked at.
  func frame(_ number: Int, savedText: [UInt8]?, threads: Int?) throws -> GuardedFrame? {
    guard let findings, let line = findings.recording.file.lines.first(where: { $0.frame == number }) else {
      return nil
    }
    let path = Self.hashFile(of: presetPath)
    let saved = savedText.flatMap {
      try? Recording(path: path, settings: settings, draft: .init(path: presetPath, text: $0))
    }
    return try GuardedFrame(line, of: findings.recording, saved: saved, threads: threads)
  }

  /// Records the frames as they are now, in one step.
  ///
  /// - Returns: false where not all were looked at.
  mutating func accept(threads: Int?) throws -> Bool {
    guard let found = findings, found.isDone else { return false }
    try found.recording.record(
      lines: found.lines, differing: found.differingFrames, kept: KeptPictures(existingBeside: found.recording.path),
      threads: threads)
    text = nil
    return true
  }
}
