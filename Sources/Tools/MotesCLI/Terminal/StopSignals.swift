@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Catches signals that would end the process. Commands look at `latest` after each frame: after the first signal a command
/// finishes its frame and closes its file. A second signal ends the process at once.
final class StopSignals: Sendable {
  /// Number of the signal that came; 0 before it.
  private let received = Atomic<Int32>(0)
  private let sources: [any DispatchSourceSignal]

  /// Signals that end a process by default: Ctrl-C, `kill`, a closed terminal, those that schedulers send before they take a machine
  /// away, and the limit of processor time.
  private static let caughtSignals: [(number: Int32, name: String)] = [
    (SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
    (SIGALRM, "SIGALRM"), (SIGXCPU, "SIGXCPU"),
  ]

  /// The name of a signal that is caught: "SIGHUP". Any other is named by its number: "signal 9".
  static func name(of number: Int32) -> String {
    caughtSignals.first { $0.number == number }?.name ?? "signal \(number)"
  }

  init() {
    var sources: [any DispatchSourceSignal] = []
    for (number, _) in Self.caughtSignals {
      // The default action would end the process before the source sees the signal.
      signal(number, SIG_IGN)
      sources.append(DispatchSource.makeSignalSource(signal: number, queue: .global()))
    }
    self.sources = sources
    // Sources are registered on another thread; until then a signal would be lost.
    let registered = DispatchGroup()
    for (source, number) in zip(sources, Self.caughtSignals.map(\.number)) {
      source.setEventHandler { [weak self] in
        guard let self else { return }
        if self.received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
          _exit(ExitStatus.stopped(by: number))
        }
      }
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
    }
    registered.wait()
  }

  /// Number of the signal that came; nil if none did. There is only one, since a second one ends the process.
  var latest: Int32? {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }
}
