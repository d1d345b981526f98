import Foundation
import Hashing
import Motes
import Presets
import Raster
import Synchronization

/// Draws the frames of a hash file again for a page and compares their hashes, on a thread of low priority, until all frames are
/// drawn or the work is cancelled.
final class VerificationWork: Sendable {
  /// What is known about a frame. The raw value is its sign in messages.
  enum State: Character {
    case unknown = "?"
    case equal = "="
    case different = "!"
  }

  /// How far the work has come, and what it has found.
  struct Findings: Sendable {
    /// The hash file with its preset.
    var recording: Recording
    /// The hashes of the frames that have been drawn so far, in the file's order.
    var lines: [FrameHashFile.Line] = []
    /// The states of all frames of the file, in the file's order.
    var states: [State]
    /// Whether all frames have been compared.
    var isDone = false

    init(_ recording: Recording) {
      self.recording = recording
      states = Array(repeating: .unknown, count: recording.file.lines.count)
    }

    /// Numbers of the frames that differ.
    var differingFrames: [Int] {
      zip(recording.file.lines, states).filter { $0.1 == .different }.map(\.0.frame)
    }
  }

  private let isCancelled = Atomic<Bool>(false)

  /// Asks the work to end after the current frame.
  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// The least time between two reports, in seconds.
  private static let reportSeconds = 0.2
  /// The niceness of the threads that draw: the highest, so that other threads come first.
  private static let niceness: Int32 = 19

  /// Begins to draw.
  ///
  /// - Parameters:
  ///   - recording: the hash file and its preset.
  ///   - clock: seconds of a clock that only goes forward.
  ///   - report: called now and then with what has been found so far, and once at the end.
  func start(
    _ recording: Recording, clock: @escaping @Sendable () -> Double,
    report: @escaping @Sendable (Result<Findings, any Error>) -> Void
  ) {
    let thread = Thread {
      // On Linux each thread has its own niceness, which threads that it starts inherit.
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
      report(Result { try self.findings(of: recording, clock: clock) { report(.success($0)) } })
    }
    thread.name = "motes.guard"
    thread.start()
  }

  private func findings(
    of recording: Recording, clock: () -> Double, report: (Findings) -> Void
  ) throws -> Findings {
    var findings = Findings(recording)
    let job = FrameHashJob(
      preset: recording.preset, frames: recording.recipe.frames, format: recording.format, threads: 1,
      backdrop: recording.backdrop)
    var lastReport = clock()
    try job.run { line, _ in
      let index = findings.lines.count
      findings.states[index] = line == recording.file.lines[index] ? .equal : .different
      findings.lines.append(line)
      if clock() - lastReport > Self.reportSeconds {
        lastReport = clock()
        report(findings)
      }
      return !self.isCancelled.load(ordering: .relaxed)
    }
    findings.isDone = findings.lines.count == recording.file.lines.count
    return findings
  }
}
