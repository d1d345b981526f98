import Encoding
import JSON

/// The progress of a job, as the files in its folder show it at one moment.
package struct JobStatus: Sendable, Equatable {
  /// The state of one part.
  package enum PartState: Sendable, Equatable {
    /// The part is finished: its movie and its record are in the job's folder.
    case whole(PartRecord)
    /// A machine is drawing the part.
    case running(PartAttempt)
    /// No machine is drawing the part, and an attempt, here the latest such one, ended with an error.
    case failed(PartAttempt)
    /// No attempt ended with an error; the latest one has not reported for long: its process or machine was probably lost.
    case lost(PartAttempt)
    /// No machine has begun the part.
    case missing
  }

  /// The states of the parts, in order.
  package let parts: [PartState]
  /// How many frames are in whole parts or were encoded by running attempts.
  package let framesDone: Int
  /// How many frames the movie has.
  package let frames: Int
  /// Frames a second of all running attempts together; nil if none of them has encoded a frame.
  package let framesPerSecond: Double?
  /// The last lines of the log of each failed part's task, by the part's number.
  package let logs: [Int: String]

  /// How many lines of a log are kept.
  private static let logLines = 5
  private static let maximumLogBytes = 1 << 20

  /// Reads the state of a job from its folder.
  ///
  /// - Parameters:
  ///   - job: the job.
  ///   - now: seconds since 1970.
  /// - Throws: `MediaError` for a part of another plan.
  package init(of job: RenderJob, now: Double) throws(MediaError) {
    var attempts: [Int: [PartAttempt]] = [:]
    for attempt in PartAttempt.all(in: job.folder, now: now) { attempts[attempt.part, default: []].append(attempt) }
    var parts: [PartState] = []
    var done = 0
    var rate = 0.0
    var logs: [Int: String] = [:]
    for index in 0..<job.plan.partCount {
      if let record = try job.record(ofPart: index) {
        parts.append(.whole(record))
        done += record.facts.frameCount
        continue
      }
      let partAttempts = attempts[index] ?? []
      if let running = partAttempts.filter(\.isAlive).max(by: { $0.framesDone < $1.framesDone }) {
        parts.append(.running(running))
        done += running.framesDone
        if running.seconds > 0 { rate += Double(running.framesDone) / running.seconds }
      } else if let failed = partAttempts.filter({ $0.state == .failed }).min(by: { $0.ageSeconds < $1.ageSeconds }) {
        parts.append(.failed(failed))
        logs[index] = Self.lastLines(ofLog: index / job.plan.partsPerArrayTask, job.folder)
      } else if let lost = partAttempts.min(by: { $0.ageSeconds < $1.ageSeconds }) {
        parts.append(.lost(lost))
      } else {
        parts.append(.missing)
      }
    }
    self.parts = parts
    framesDone = done
    frames = job.plan.frames.count
    framesPerSecond = rate > 0 ? rate : nil
    self.logs = logs
  }

  /// The last lines of the log of a scheduler's task; nil if there is none.
  private static func lastLines(ofLog task: Int, _ folder: JobFolder) -> String? {
    let path = folder.logsFolder + "/" + JobFolder.fiveDigits(task) + ".log"
    guard let bytes = try? folder.read(path, maximumBytes: maximumLogBytes), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").suffix(logLines).joined(separator: "\n")
  }

  /// Numbers of the parts that satisfy a predicate.
  package func numbers(_ predicate: (PartState) -> Bool) -> [Int] { parts.indices.filter { predicate(parts[$0]) } }

  /// Seconds until the last frame at the present rate; nil if no rate is known.
  package var secondsLeft: Double? { framesPerSecond.map { Double(frames - framesDone) / $0 } }

  /// Whether all parts are whole.
  package var isDone: Bool { parts.allSatisfy(\.isWhole) }

  /// The status as JSON: counts, and the parts by their states, with the attempts of those that are running, failed or lost.
  package var json: String {
    func numbers(_ name: String) -> [Int] { self.numbers { $0.name == name } }
    func attempts(_ name: String) -> [Report.Attempt] {
      numbers(name).compactMap { index in
        parts[index].attempt.map {
          Report.Attempt(
            part: index, host: $0.host, process: $0.process, framesDone: $0.framesDone, seconds: $0.seconds,
            ageSeconds: $0.ageSeconds, message: $0.message, log: logs[index])
        }
      }
    }
    let report = Report(
      parts: parts.count, frames: frames, framesDone: framesDone,
      framesPerSecond: framesPerSecond.map { ($0 * 100).rounded() / 100 },
      secondsLeft: secondsLeft.map { ($0 * 10).rounded() / 10 }, done: isDone, whole: numbers("whole"),
      running: attempts("running"), failed: attempts("failed"), lost: attempts("lost"), missing: numbers("missing"))
    return JSONWriter.line(report, writesNull: true)
  }

  /// The JSON object's keys.
  private struct Report: Encodable {
    let parts, frames, framesDone: Int
    let framesPerSecond, secondsLeft: Double?
    let done: Bool
    let whole: [Int]
    let running, failed, lost: [Attempt]
    let missing: [Int]

    struct Attempt: Encodable {
      let part: Int
      let host: String
      let process, framesDone: Int
      let seconds, ageSeconds: Double
      let message, log: String?
    }
  }
}

extension JobStatus.PartState {
  /// The state's name in JSON and on the terminal.
  package var name: String {
    switch self {
    case .whole: "whole"
    case .running: "running"
    case .failed: "failed"
    case .lost: "lost"
    case .missing: "missing"
    }
  }

  package var isWhole: Bool { name == "whole" }

  /// The attempt that decided the state; nil for a part that is whole or missing.
  package var attempt: PartAttempt? {
    switch self {
    case .running(let attempt), .failed(let attempt), .lost(let attempt): attempt
    case .whole, .missing: nil
    }
  }
}
