import ArgumentParser
import Motes

struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Time the drawing workloads on this machine (1920 x 1080, milliseconds a frame).")

  @Argument(help: ArgumentHelp("Workloads: \(Benchmark.names.joined(separator: ", ")). All by default."))
  var workloads: [String] = []

  @Option(help: "Threads that draw.")
  var threads = 1

  @Option(help: "Timed runs of each workload, after one to warm up.")
  var runs = 7

  @Flag(help: "Print a JSON list.")
  var json = false

  @OptionGroup var folders: PresetFolders

  func run() throws {
    guard (1...1024).contains(threads) else {
      throw UsageError("--threads \(threads): expected a number from 1 to 1024.")
    }
    guard (1...1000).contains(runs) else { throw UsageError("--runs \(runs): expected a number from 1 to 1000.") }
    for name in workloads where !Benchmark.names.contains(name) {
      throw UsageError("\(name): no such workload. There are: \(Benchmark.names.joined(separator: ", ")).")
    }
    let chosen = workloads.isEmpty ? Benchmark.names : workloads
    var lines: [String] = []
    if !json { print("workload            best ms  median ms  threads") }
    for name in chosen {
      for benchmark in try Benchmark.make(name, threads: threads, folders: folders.list) {
        benchmark.work()
        let times = (0..<runs).map { _ in
          let start = Terminal.now
          benchmark.work()
          return (Terminal.now - start) * 1e3
        }.sorted()
        let (best, median) = (times[0], times[times.count / 2])
        if json {
          lines.append(
            "{\"workload\":\(JSONText.quoted(benchmark.name)),\"best\":\(ProgressLine.fixed(best, 3)),"
              + "\"median\":\(ProgressLine.fixed(median, 3)),\"threads\":\(threads)}")
        } else {
          print(
            benchmark.name.padded(to: 18) + ProgressLine.fixed(best, 2).leftPadded(to: 9)
              + ProgressLine.fixed(median, 2).leftPadded(to: 11) + "\(threads)".leftPadded(to: 9))
        }
      }
    }
    if json { print("[" + lines.joined(separator: ",\n ") + "]") }
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
