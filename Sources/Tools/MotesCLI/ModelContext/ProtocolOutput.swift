import JSON
import Synchronization

/// Standard output, on which each message has a line of its own, whichever thread writes it.
enum ProtocolOutput {
  private static let isBusy = Mutex<Void>(())

  static func write(_ message: JSONValue) {
    isBusy.withLock { _ in Terminal.printOutput(message.node.line) }
  }
}
