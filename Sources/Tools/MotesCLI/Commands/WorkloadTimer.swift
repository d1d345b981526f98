/// Measures how long each of a workload's tasks takes (`Benchmark.TimedTask`). Their runs alternate, so that a machine that slows down
/// for a while slows all of them.
struct WorkloadTimer {
  /// The least number of timed runs of each task.
  let minimumRuns: Int

  /// All tasks are run again until the timed runs of the slowest one add up to this many seconds: long enough that some run is undisturbed.
  private static let minimumSeconds = 0.6
  /// Seconds for which each task is run before it is timed, unless one run takes longer.
  private static let warmUpSeconds = 0.1

  /// For each task the milliseconds of its runs, the shortest first.
  func sortedMilliseconds(of tasks: [() -> Void]) -> [[Double]] {
    // Warming up touches all memory, fills the caches and lets the CPU reach its clock rate.
    for task in tasks {
      var secondsSpent = 0.0
      repeat { secondsSpent += WorkloadTimer.seconds(of: task) } while secondsSpent < WorkloadTimer.warmUpSeconds
    }
    if tasks.isEmpty { return [] }
    var milliseconds = tasks.map { _ in [Double]() }
    var secondsSpent = tasks.map { _ in 0.0 }
    var runs = 0
    while runs < minimumRuns || secondsSpent.max() ?? 0 < WorkloadTimer.minimumSeconds {
      for (index, task) in tasks.enumerated() {
        let seconds = WorkloadTimer.seconds(of: task)
        secondsSpent[index] += seconds
        milliseconds[index].append(seconds * 1e3)
      }
      runs += 1
    }
    return milliseconds.map { $0.sorted() }
  }

  /// Seconds of one run.
  private static func seconds(of work: () -> Void) -> Double {
    let start = Terminal.now
    work()
    return Terminal.now - start
  }
}
