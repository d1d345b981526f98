@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Notes SIGINT and SIGTERM instead of letting them end the process. The command looks at `stop` after each frame: after the first
/// signal it finishes the frame that is being drawn and closes the file. A second signal ends the process at once.
final class StopSignals: Sendable {
  /// Number of the signal that came last; 0 before the first.
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
        if self.received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
          _exit(ExitStatus.stopped(by: number))
        }
      }
      source.resume()
    }
  }

  /// Number of the signal that came last; nil if none did.
  var stop: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }
}
