import Encoding
import Glibc
import JSON

/// An attempt to draw a part: which process draws it and how far it is, or why it failed.
///
/// It is stored in a file, which the drawing process keeps up to date. A process that is killed leaves its file, which then becomes old.
package struct PartAttempt: Sendable, Equatable, Codable {
  /// The state of an attempt.
  package enum State: String, Sendable, CaseIterable, Codable {
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

  /// What the file holds: all but its own age.
  private enum CodingKeys: CodingKey {
    case part, state, host, process, framesDone, seconds, message
  }

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

  /// Writes the file, in place of an older one.
  package func write(in folder: JobFolder) throws(MediaError) {
    try JobFolder.write(
      JSONWriter.page(self, writesNull: true) + "\n", to: folder.attemptsFolder + "/" + fileName, temporarySuffix: "new"
    )
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
      guard var attempt: PartAttempt = try? folder.value(path, maximumBytes: maximumBytes) else { return nil }
      var status = stat()
      if lstat(path, &status) == 0 { attempt.ageSeconds = max(0, now.rounded(.down) - Double(status.st_mtim.tv_sec)) }
      return attempt
    }
  }
}
