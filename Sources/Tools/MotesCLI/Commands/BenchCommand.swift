import ArgumentParser
import Colorimetry
import JSON
import Motes
import MotesBenchmarks

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Time the parts of a frame on this machine, in milliseconds.",
    discussion: """
      Each workload is run once or more to warm up, then timed for at least five runs (--runs) and at least 0.6 s. \
      Frames are 1920 x 1080. Compare only times that were taken within a minute, never those of different days.

      Workloads:
      \(Benchmark.catalogue.map { "  " + $0.name.padded(to: 14) + $0.about }.joined(separator: "\n"))

      All but the last two are timed when none is named.
      """)

  @Argument(help: "What to time.")
  var workloads: [String] = []

  @Option(help: ArgumentHelp("Threads that draw.", valueName: "count"))
  var threads = 1

  @Option(help: ArgumentHelp("Timed runs of each workload, at least.", valueName: "count"))
  var runs = 5

  @Option(help: "Width x height of the workloads whose names begin with frame, such as 3840x2160 (default: 1920x1080).")
  var size: String?

  @Flag(help: "Print a JSON list: workload, best, median, threads.")
  var json = false

  @OptionGroup var folders: PresetFolders

  func run() throws {
    let allowed = Renderer.threadCounts
    guard allowed.contains(threads) else {
      throw UsageError("--threads \(threads): expected a number from \(allowed.lowerBound) to \(allowed.upperBound).")
    }
    guard (1...1000).contains(runs) else { throw UsageError("--runs \(runs): expected a number from 1 to 1000.") }
    let chosen = try chosenWorkloads()
    var settings = PresetSettings(folders: folders.list)
    settings.size = try frameSize(for: chosen)
    settings.assetLoader = .files
    let timer = WorkloadTimer(minimumRuns: runs)
    var times: [Time] = []
    for (index, workload) in chosen.enumerated() {
      let timedTasks = try workload.prepare(threads: threads, settings: settings)
      if index == 0, !json { Terminal.printOutput("workload                best ms  median ms  threads") }
      for (task, milliseconds) in zip(timedTasks, timer.sortedMilliseconds(of: timedTasks.map(\.work))) {
        let (best, median) = (milliseconds[0], milliseconds[milliseconds.count / 2])
        if json {
          times.append(
            Time(
              workload: task.name, best: best.rounded(digits: 3), median: median.rounded(digits: 3), threads: threads))
        } else {
          Terminal.printOutput(
            task.name.padded(to: 22) + NumberText.fixed(best, 2).leftPadded(to: 9)
              + NumberText.fixed(median, 2).leftPadded(to: 11) + "\(threads)".leftPadded(to: 9))
        }
      }
    }
    if json { Terminal.printOutput(JSONWriter.page(times)) }
  }

  /// An object of the JSON list; times are milliseconds.
  private struct Time: Encodable {
    let workload: String
    let best, median: Double
    let threads: Int
  }

  /// The workloads that the arguments name; without any, the default ones.
  private func chosenWorkloads() throws -> [Benchmark] {
    if workloads.isEmpty { return Benchmark.defaultWorkloads }
    return try workloads.flatMap { name in
      guard let found = Benchmark.named(name) else { throw unknown(name) }
      return found
    }
  }

  /// The error for a name that no workload has.
  private func unknown(_ name: String) -> UsageError {
    if name == "particles" || name.hasPrefix("particles:") {
      return UsageError(
        "bench \(name): expected particles:N with a whole number from 1 to \(Benchmark.maximumParticles), "
          + "such as particles:10000. (A preset may have \(Int(Limits.liveParticles)) alive.)")
    }
    // A row without a name goes on with the text of the row before.
    let names = Benchmark.catalogue.map(\.name).filter { !$0.isEmpty }
    return UsageError(
      "bench \(name): no such workload.\(Spelling.hint(name, among: names)) There are: "
        + names.joined(separator: ", ") + ".")
  }

  /// Size of the frames that the workloads called `frame` draw: `--size`, or 1920 × 1080.
  private func frameSize(for chosen: [Benchmark]) throws -> PresetSettings.Size {
    guard let size else { return .pixels(width: 1920, height: 1080) }
    guard case .pixels(let width, let height)? = PresetSettings.Size(size), width % 2 == 0, height % 2 == 0 else {
      throw UsageError("--size \(size): expected WIDTHxHEIGHT in pixels, both even, such as 3840x2160.")
    }
    guard chosen.contains(where: \.isFrame) else {
      throw UsageError(
        "--size \(size): only workloads whose names begin with frame have another size than 1920 x 1080.")
    }
    return .pixels(width: width, height: height)
  }
}
