import ArgumentParser
import Glibc
import Motes

struct PartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "part", abstract: "Draw and encode parts of a job that motes plan has prepared.",
    discussion: """
      A finished part is not drawn again, so the same command can be repeated, also by several machines at once. Without \
      --index the number comes from the scheduler: \(SchedulerIndex.names).

      Exit status 2 is a mistake that a second try cannot fix; 3 says that the disk, the folder or the encoder failed.
      """)

  @Argument(help: "The job's folder.")
  var job: String

  @Option(help: ArgumentHelp("Parts by their numbers, counted from 0: 3, or 3,7-9.", valueName: "numbers"))
  var index: String?

  @Option(
    name: .customLong("per-task"),
    help: ArgumentHelp(
      "Parts that one task of the scheduler draws: task 2 of 10 each draws parts 20 to 29.", valueName: "number"))
  var perTask: Int?

  @Option(
    help: ArgumentHelp(
      "How often a part is tried again after the disk, the folder or the encoder failed.", valueName: "number"))
  var retries = 0

  @Option(
    help: ArgumentHelp(
      "How progress is printed: openjd, by the lines that Open Job Description reads.", valueName: "kind"))
  var progress: String?

  @OptionGroup var threading: ThreadOption

  @Flag(help: "Print errors only.")
  var quiet = false

  @Flag(help: "Print progress and the result as JSON lines.")
  var json = false

  private static let retryCounts = 0...100
  /// Seconds before the second try; each later pause is twice as long, up to `maximumPauseSeconds`.
  private static let firstPauseSeconds: UInt32 = 2
  private static let maximumPauseSeconds: UInt32 = 60

  func validate() throws {
    if index != nil, perTask != nil {
      throw ValidationError("--per-task is for numbers that a scheduler sets; --index itself names all parts.")
    }
    if let perTask, perTask < 1 { throw ValidationError("--per-task \(perTask): expected 1 or more.") }
    if !Self.retryCounts.contains(retries) {
      throw ValidationError("--retries \(retries): expected a number from 0 to \(Self.retryCounts.upperBound).")
    }
    if let progress, progress != "openjd" {
      throw ValidationError("--progress \(progress): expected openjd; without the option a bar is shown.")
    }
    if progress != nil, json || quiet {
      throw ValidationError("--progress openjd prints its own lines: leave out --\(json ? "json" : "quiet").")
    }
  }

  func run() throws {
    let job = try RenderJob(opening: job)
    let numbers = try numbers(in: job)
    let signals = StopSignals()
    let missing = try numbers.filter { try job.record(ofPart: $0) == nil }
    for number in numbers where !missing.contains(number) {
      say("part \(number) is already finished", of: number, event: "whole")
    }
    guard !missing.isEmpty else { return }
    try job.checkVersions()
    let preset = try job.loadPreset()
    for (done, number) in missing.enumerated() {
      try draw(number, job, preset, signals, done: done, of: missing.count)
    }
  }

  /// The numbers of the parts that the arguments or the scheduler name.
  private func numbers(in job: RenderJob) throws -> [Int] {
    let count = job.plan.partCount
    if let index {
      guard let numbers = PartList.numbers(index, of: count), !numbers.isEmpty else {
        throw UsageError("--index \(index): expected numbers from 0 to \(count - 1), such as 3 or 3,7-9.")
      }
      return numbers
    }
    guard let scheduler = SchedulerIndex.current() else {
      throw UsageError(
        "part: no scheduler has set a number here. Name the parts with --index, from 0 to \(count - 1): --index 0-\(count - 1)."
      )
    }
    let (product, overflows) = scheduler.task.multipliedReportingOverflow(by: perTask ?? 1)
    let first = overflows ? .max : product
    guard first < count else {
      throw UsageError(
        "\(scheduler.variable)=\(scheduler.task): the job has \(count) parts, so there is no part \(first). Does the array fit the job?"
      )
    }
    let numbers = Array(first..<min(first + (perTask ?? 1), count))
    if !quiet, !json {
      Terminal.printError("motes: parts \(PartList.text(numbers)), by \(scheduler.variable) of \(scheduler.scheduler)")
    }
    return numbers
  }

  /// Draws a part. After a failure that is not a mistake in the settings, it is tried again, `retries` times at most. `done`
  /// parts of `count` are finished before it.
  private func draw(
    _ number: Int, _ job: RenderJob, _ preset: Preset, _ signals: StopSignals, done: Int, of count: Int
  ) throws {
    var triesLeft = retries
    var pause = Self.firstPauseSeconds
    while true {
      do {
        return try drawOnce(number, job, preset, signals, done: done, of: count)
      } catch let error as MediaError where error.kind != .settings && triesLeft > 0 && signals.latest == nil {
        triesLeft -= 1
        Terminal.printError(
          "motes: part \(number): \(error)\nmotes: trying again in \(pause) s; \(triesLeft) more tries after that")
        for _ in 0..<pause where signals.latest == nil { sleep(1) }
        pause = min(2 * pause, Self.maximumPauseSeconds)
      }
      if let signal = signals.latest { throw stopped(number, by: signal) }
    }
  }

  private func drawOnce(
    _ number: Int, _ job: RenderJob, _ preset: Preset, _ signals: StopSignals, done: Int, of count: Int
  ) throws {
    let frames = job.plan.frames(ofPart: number)
    var line = ProgressLine(style: progressStyle, total: frames.count)
    defer { line.close() }
    let outcome = try job.drawPart(
      number, of: preset, threads: threading.threads, clock: { Terminal.secondsSince1970 }
    ) { state in
      line.update(
        done: state.frames, particles: state.particles, bytes: state.bytes,
        shareBefore: Double(done) / Double(count), share: 1 / Double(count))
      return signals.latest == nil
    }
    line.close()
    switch outcome {
    case .wasWhole: say("part \(number) is already finished", of: number, event: "whole")
    case .drawn(let frames, let bytes):
      say(
        "part \(number): \(frames) frames, \(NumberText.size(bytes)), in \(NumberText.fixed(line.elapsedSeconds, 1)) s",
        of: number,
        event: "drawn")
    case .stopped: throw stopped(number, by: signals.latest ?? SIGINT)
    }
  }

  /// Says that a signal has ended the drawing of a part, and returns the exit status for it.
  private func stopped(_ number: Int, by signal: Int32) -> ExitCode {
    Terminal.printError("motes: part \(number) was stopped by \(StopSignals.name(of: signal)); nothing was kept.")
    return ExitCode(ExitStatus.stopped(by: signal))
  }

  private var progressStyle: ProgressLine.Style {
    if progress == "openjd" { return .openJobDescription }
    if json { return .json(STDOUT_FILENO) }
    if quiet { return .silent }
    return Terminal.isInteractive ? .live : .plain
  }

  private func say(_ text: String, of number: Int, event: String) {
    if json {
      Terminal.printJSON(PartEvent(event: event, part: number))
    } else if progress == "openjd" {
      Terminal.printOutput("openjd_status: \(text)")
    } else if !quiet {
      Terminal.printError(text)
    }
  }
}
