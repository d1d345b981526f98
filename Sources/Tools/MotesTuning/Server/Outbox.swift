import Lanes

/// The frames that wait to be sent to one page. Who puts in more than the page takes, waits: so the memory of a page that reads nothing is
/// limited.
package final class Outbox: @unchecked Sendable {
  /// The most bytes that wait or are being sent: two pictures of 1920x1080. A single frame may have more.
  package static let maximumBytes = 16 << 20
  /// What a frame takes besides its payload, in bytes.
  private static let frameBytes = 128

  /// Protects the mutable properties below, and wakes threads that wait for a change of them.
  private let monitor = Monitor()
  private var frames: [WebSocketFrame] = []
  /// Bytes of all frames that were put in, and not yet sent.
  private var byteCount = 0
  private var isFinished = false
  private var wasDropped = false

  package init() {}

  /// Waits until there is room, and puts in a frame. Does nothing after the end.
  package func put(_ frame: WebSocketFrame) {
    let size = frame.payload.count + Self.frameBytes
    monitor.change {
      while !isFinished, byteCount > 0, byteCount + size > Self.maximumBytes { monitor.wait() }
      guard !isFinished else { return }
      frames.append(frame)
      byteCount += size
    }
  }

  /// Waits for frames and passes them one after another to `send`, until the outbox is finished and empty, or `send` returns false.
  package func sendAll(_ send: (WebSocketFrame) -> Bool) {
    while true {
      var taken = monitor.locked {
        while frames.isEmpty, !isFinished { monitor.wait() }
        defer { frames = [] }
        return Array(frames.reversed())
      }
      if taken.isEmpty { return }
      // Each frame's memory is free as soon as it is sent.
      while let frame = taken.popLast() {
        guard send(frame) else { return drop() }
        monitor.change { byteCount -= frame.payload.count + Self.frameBytes }
      }
    }
  }

  /// Lets nothing more in. What waits is still sent.
  package func finish() { monitor.change { isFinished = true } }

  /// Whether the outbox was dropped, by its owner or because the page took nothing more.
  package var isDropped: Bool { monitor.locked { wasDropped } }

  /// Lets nothing more in, and forgets what waits.
  package func drop() {
    monitor.change {
      isFinished = true
      wasDropped = true
      frames = []
    }
  }
}
