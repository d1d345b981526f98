import Dispatch
import Foundation
import JSON
import Synchronization

/// The messages that wait for their turn. They are read by a thread of their own, so that a ping is answered and a request cancelled while
/// another one is worked on.
final class ProtocolInbox: Sendable {
  /// What the server does next.
  enum Item: Sendable {
    case message(ProtocolMessage)
    /// Several messages in a list, which get one list of answers.
    case batch([JSONNode])
    case unreadable(ProtocolError)
    case end
  }

  private struct State {
    var items: [Item] = []
    /// Requests that wait or are worked on, by their ids as JSON.
    var open: Set<String> = []
    var cancelled: Set<String> = []
  }

  private let state = Mutex(State())
  /// Counts items that wait.
  private let filled = DispatchSemaphore(value: 0)
  /// Counts how many more items may wait; the reader waits for room, so a client that sends too much is held up.
  private let room = DispatchSemaphore(value: maximumWaiting)
  private let write: @Sendable (JSONValue) -> Void

  private static let maximumWaiting = 16
  /// Bytes of the reader's stack, on which nested values are read.
  private static let stackBytes = 8 << 20

  /// - Parameter write: sends a message to the client.
  init(write: @escaping @Sendable (JSONValue) -> Void) { self.write = write }

  /// Begins to read the messages of a file descriptor.
  func start(reading descriptor: Int32) {
    let thread = Thread { [self] in
      var lines = ProtocolLines(descriptor)
      while let line = lines.next() { take(line) }
      add(.end)
    }
    thread.stackSize = Self.stackBytes
    thread.start()
  }

  private func take(_ line: ProtocolLines.Line) {
    switch line {
    case .unreadable(let error): add(.unreadable(error))
    case .value(let node):
      if let elements = node.elements { return add(.batch(elements)) }
      do {
        let message = try ProtocolMessage(node)
        switch message {
        case .request(let id, "ping", _): write(ProtocolMessage.answer(to: id, [:]))
        case .notification("notifications/cancelled", let parameters): cancel(parameters?["requestId"])
        case .request(let id, _, _):
          state.withLock { _ = $0.open.insert(id.line) }
          add(.message(message))
        case .notification, .response: add(.message(message))
        }
      } catch {
        add(.unreadable(error))
      }
    }
  }

  private func add(_ item: Item) {
    room.wait()
    state.withLock { $0.items.append(item) }
    filled.signal()
  }

  /// Notes that a request is not to be answered any more, if it is still open.
  private func cancel(_ id: JSONNode?) {
    guard let id = id?.line else { return }
    state.withLock { if $0.open.contains(id) { $0.cancelled.insert(id) } }
  }

  /// The next item; nil if none has come within a time.
  func next(within milliseconds: Int) -> Item? {
    guard filled.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
    defer { room.signal() }
    return state.withLock { $0.items.removeFirst() }
  }

  /// Whether the client has taken back a request.
  func isCancelled(_ id: JSONNode) -> Bool { state.withLock { $0.cancelled.contains(id.line) } }

  /// Forgets a request that was answered or cancelled.
  func close(_ id: JSONNode) {
    let id = id.line
    state.withLock { state in
      state.open.remove(id)
      state.cancelled.remove(id)
    }
  }
}
