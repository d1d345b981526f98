import Encoding
import Glibc
import JSON
import Presets

/// An attempt to draw a part: which process draws it and how far it is, or why it failed.
///
/// It is stored in a file, which the drawing process keeps up to date. A process that is killed leaves its file, which then becomes old.
package struct PartAttempt: Sendable, Equatable {
  /// The state of an attempt.
  package enum State: String, Sendable, CaseIterable {
    case running
    case failed
  }

  /// Number of the part.
  package var part: Int
  package var state: State
  /// Name of the machine that draws the part.
  package var host: String
  /// Id of the process that draws the part.
  package var process: Int
  /// How many frames had been encoded at the last report.
  package var framesDone: Int
  /// Seconds from the beginning of the attempt to its last report, or to its failure.
  package var seconds: Double
  /// The printed error of a failed attempt; nil while it runs.
  package var message: String?
  /// Age of the file when it was read, in seconds.
  package var ageSeconds: Double = 0

  /// Seconds after which a running attempt writes its file anew.
  package static let secondsBetweenReports = 2.0
  /// The age of the file from which on the process is considered dead.
  package static let staleSeconds = 30.0
  private static let maximumBytes = 1 << 16
  private static let suffix = ".json"

  /// Whether the process seems to be still working.
  package var isAlive: Bool { state == .running && ageSeconds < Self.staleSeconds }

  package init(part: Int, host: String, process: Int) {
    (self.part, self.host, self.process) = (part, host, process)
    (state, framesDone, seconds) = (.running, 0, 0)
  }

  /// The name of the attempt's file. No other process uses it.
  package var fileName: String { "\(JobFolder.fiveDigits(part))-\(host)-\(process)" + Self.suffix }

  /// The text of the file.
  package var text: String {
    JSONNode.object([
      "part": .wholeNumber(part), "state": .text(state.rawValue), "host": .text(host), "process": .wholeNumber(process),
      "framesDone": .wholeNumber(framesDone), "seconds": .number((seconds * 1_000).rounded() / 1_000),
      "message": .text(message),
    ]).laidOut() + "\n"
  }

  /// Writes the file, in place of an older one.
  package func write(in folder: JobFolder) throws(MediaError) {
    try JobFolder.write(text, to: folder.attemptsFolder + "/" + fileName, temporarySuffix: "new")
  }

  /// Removes the file.
  package func remove(in folder: JobFolder) { unlink(folder.attemptsFolder + "/" + fileName) }

  /// All attempts of a job that have a file, sorted by part.
  ///
  /// - Parameter now: seconds since 1970.
  package static func all(in folder: JobFolder, now: Double) -> [PartAttempt] {
    folder.names(in: folder.attemptsFolder).compactMap { name in
      guard name.hasSuffix(suffix) else { return nil }
      let path = folder.attemptsFolder + "/" + name
      // An attempt that has just ended removes its file.
      guard let bytes = try? folder.read(path, maximumBytes: maximumBytes) else { return nil }
      var reader = JSONReader(bytes, source: 0)
      guard let root = reader.read(), reader.problems.isEmpty, let part = root["part"]?.wholeNumber,
        let state = root["state"]?.string.flatMap(State.init), let host = root["host"]?.string,
        let process = root["process"]?.wholeNumber, let frames = root["framesDone"]?.wholeNumber,
        case .number(let seconds, _) = root["seconds"]?.value
      else { return nil }
      var attempt = PartAttempt(part: part, host: host, process: process)
      (attempt.state, attempt.framesDone, attempt.seconds) = (state, frames, seconds)
      attempt.message = root["message"]?.string
      var status = stat()
      if lstat(path, &status) == 0 { attempt.ageSeconds = max(0, now.rounded(.down) - Double(status.st_mtim.tv_sec)) }
      return attempt
    }
  }
}
