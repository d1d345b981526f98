import ArgumentParser
import Glibc
import Motes

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Join the parts of a job into a movie, without encoding them again.",
    discussion: """
      Each part is compared with the SHA-256 that was noted when it was drawn. Files that killed machines have left in the job's folder \
      are removed; the parts stay until you remove the folder.
      """)

  @Argument(help: "The job's folder.")
  var job: String

  @Option(name: .shortAndLong, help: "The movie (default: the preset's name with the codec's file extension).")
  var output: String?

  @Option(
    name: .customLong("loops"),
    help: ArgumentHelp("Repeat the movie this many times by copying what is encoded once.", valueName: "number"))
  var repeatCount = 1

  @Flag(help: "Print the numbers of the unfinished parts, as in 3,7-9, and join nothing.")
  var missing = false

  @Flag(inversion: .prefixedNo, help: "Compare each part with its SHA-256 first, which reads all of them once more.")
  var verify = true

  @Flag(help: "Replace an existing file.")
  var force = false

  @Flag(help: "Print errors only.")
  var quiet = false

  func validate() throws {
    if !JobOptions.repeatCounts.contains(repeatCount) {
      throw ValidationError(
        "--loops \(repeatCount): expected a number from 1 to \(JobOptions.repeatCounts.upperBound).")
    }
    if missing, output != nil || force {
      throw ValidationError("--missing only lists parts: leave out \(output == nil ? "--force" : "-o").")
    }
  }

  func run() throws {
    let job = try RenderJob(opening: job)
    if missing {
      let numbers = try job.missingParts()
      if !numbers.isEmpty { Terminal.printOutput(PartList.text(numbers)) }
      return
    }
    let codec = job.plan.movie.codec
    let path = output ?? "\(job.plan.name).\(codec.fileExtensions[0])"
    if repeatCount > 1, !codec.joinsPackets {
      throw UsageError("--loops: \(codec.title) files cannot be repeated without encoding them again.")
    }
    try checkTarget(path, allowsReplacing: force)
    let signals = StopSignals()
    let began = Terminal.now
    var lastShown = began
    let frameCount = try job.join(
      to: path, allowsReplacing: force, repeatCount: repeatCount, verifies: verify,
      note: { if !quiet { Terminal.printError("motes: \($0)") } }
    ) { share in
      if !quiet, Terminal.isInteractive, Terminal.now - lastShown > 0.1 {
        lastShown = Terminal.now
        Terminal.write("\r\(ProgressLine.bar(done: Int(share * 1_000), total: 1_000)) joining", to: STDERR_FILENO)
      }
      return signals.latest == nil
    }
    if lastShown > began { Terminal.write("\r\u{1B}[K", to: STDERR_FILENO) }
    guard let frameCount else { throw ExitCode(ExitStatus.stopped(by: signals.latest ?? SIGINT)) }
    guard !quiet else { return }
    let seconds = (Rational(Int64(frameCount)) / job.plan.movie.frameRate).double
    Terminal.printError(
      "\(path): \(frameCount) frames, \(NumberText.fixed(seconds, 2)) s, \(NumberText.size(FilePath.size(path) ?? 0)), of "
        + "\(job.plan.partCount) \(job.plan.partCount == 1 ? "part" : "parts")"
        + (repeatCount > 1 ? " repeated \(repeatCount) times" : "")
        + ", joined in \(NumberText.fixed(Terminal.now - began, 1)) s")
  }
}
