@preconcurrency import Dispatch
import Glibc
import Synchronization

/// SIGINT and SIGTERM as a wish to stop. The first lets the frame in hand be finished and the file closed; the second
/// leaves at once.
final class StopSignals: Sendable {
  private let received = Atomic<Int32>(0)
  private let sources: [any DispatchSourceSignal]

  init() {
    var sources: [any DispatchSourceSignal] = []
    for number in [SIGINT, SIGTERM] {
      // The default would end the process before the source sees the signal.
      signal(number, SIG_IGN)
      sources.append(DispatchSource.makeSignalSource(signal: number, queue: .global()))
    }
    self.sources = sources
    for (source, number) in zip(sources, [SIGINT, SIGTERM]) {
      source.setEventHandler { [weak self] in
        guard let self else { return }
        if self.received.exchange(number, ordering: .sequentiallyConsistent) != 0 { _exit(128 + number) }
      }
      source.resume()
    }
  }

  /// The signal that came, if one did.
  var stop: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }
}
