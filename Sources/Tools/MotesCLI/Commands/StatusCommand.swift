import ArgumentParser
import Glibc
import Motes

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the progress of a job: parts done, running, failed, lost and missing.")

  @Argument(help: "The job's folder.")
  var job: String

  @Flag(help: "Print it as one line of JSON.")
  var json = false

  @Flag(help: "Print it again every two seconds until all parts are finished.")
  var watch = false

  private static let secondsBetweenReports: UInt32 = 2

  func run() throws {
    let job = try RenderJob(opening: job)
    let signals = StopSignals()
    while true {
      let status = try JobStatus(of: job, now: Terminal.secondsSince1970)
      if watch, !json, Terminal.isInteractive { Terminal.write("\u{1B}[H\u{1B}[2J", to: STDOUT_FILENO) }
      Terminal.printOutput(json ? status.json : Self.text(status))
      guard watch, !status.isDone else { return }
      sleep(Self.secondsBetweenReports)
      if let signal = signals.latest { throw ExitCode(ExitStatus.stopped(by: signal)) }
    }
  }

  private static func text(_ status: JobStatus) -> String {
    var lines: [String] = []
    let whole = status.numbers(\.isWhole).count
    var summary =
      "\(ProgressLine.bar(done: status.framesDone, total: status.frames)) \(whole) of \(status.parts.count) parts, "
      + "\(status.framesDone)/\(status.frames) frames"
    if let rate = status.framesPerSecond { summary += " · \(NumberText.fixed(rate, 1)) frames/s" }
    if let left = status.secondsLeft { summary += " · \(NumberText.duration(left)) left" }
    lines.append(summary)
    for (index, part) in status.parts.enumerated() {
      // Whole and missing parts have no attempt; what is left below is running, lost or failed.
      guard let attempt = part.attempt else { continue }
      switch part {
      case .running:
        lines.append(
          "running  part \(index) on \(attempt.host): \(attempt.framesDone) frames in \(NumberText.duration(attempt.seconds))"
        )
      case .lost:
        lines.append(
          "lost     part \(index) on \(attempt.host): no report for \(NumberText.duration(attempt.ageSeconds))")
      default:
        lines.append("failed   part \(index) on \(attempt.host): \(attempt.message ?? "no message")")
        if let log = status.logs[index] {
          lines += log.split(separator: "\n").map { "           \($0)" }
        }
      }
    }
    let missing = status.numbers { $0.name == "missing" }
    if !missing.isEmpty { lines.append("missing  parts \(PartList.text(missing))") }
    if status.isDone { lines.append("All parts are finished: `motes join` makes the movie.") }
    return lines.joined(separator: "\n")
  }
}
