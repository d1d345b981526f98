/// A timer of several pieces of work, which take turns: a machine that slows down for a while slows all of them.
struct WorkloadTimer {
  let leastRuns: Int

  /// Seconds that the runs of the slowest piece take together, at least: enough for one undisturbed run among them.
  private static let leastSeconds = 0.6
  /// Seconds of warming up, unless one run takes longer.
  private static let warmUpSeconds = 0.1

  /// For each piece the milliseconds of its runs, the shortest first.
  func times(of pieces: [() -> Void]) -> [[Double]] {
    // Touch all memory, fill the caches, let the CPU find its pace.
    for piece in pieces {
      var spent = 0.0
      repeat { spent += WorkloadTimer.seconds(of: piece) } while spent < WorkloadTimer.warmUpSeconds
    }
    if pieces.isEmpty { return [] }
    var times = pieces.map { _ in [Double]() }
    var spent = pieces.map { _ in 0.0 }
    var runs = 0
    while runs < leastRuns || spent.max() ?? 0 < WorkloadTimer.leastSeconds {
      for (index, piece) in pieces.enumerated() {
        let seconds = WorkloadTimer.seconds(of: piece)
        spent[index] += seconds
        times[index].append(seconds * 1e3)
      }
      runs += 1
    }
    return times.map { $0.sorted() }
  }

  private static func seconds(of work: () -> Void) -> Double {
    let start = Terminal.now
    work()
    return Terminal.now - start
  }
}
