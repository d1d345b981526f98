import Glibc

/// An open connection to a browser. One thread reads, one writes, and any may shut it down.
final class Connection: Sendable {
  /// The other side's numeric address.
  let peer: String
  private let descriptor: Int32
  /// Seconds of a clock that only goes forward.
  private let clock: @Sendable () -> Double

  /// The most seconds for which the other side may take nothing of what is sent.
  private static let maximumStallSeconds = 60.0
  /// The most bytes that are read at a time.
  private static let chunkBytes = 64 * 1024

  init(_ descriptor: Int32, peer: String, clock: @escaping @Sendable () -> Double) {
    (self.descriptor, self.peer, self.clock) = (descriptor, peer, clock)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Answers are sent whole: to wait for more would only delay them.
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    // Without this, the connection of a machine that was switched off would stay open for ever.
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, size)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Waits for bytes.
  ///
  /// - Parameter deadline: the time of the clock until which to wait; nil to wait without end.
  /// - Returns: the bytes; nil if none will come, or none came in time.
  func receive(until deadline: Double? = nil) -> [UInt8]? {
    while true {
      if let deadline, clock() >= deadline { return nil }
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { buffer, initializedCount in
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        initializedCount = max(count, 0)
      }
      if count > 0 { return bytes }
      guard count < 0, waits(for: POLLIN, atMost: deadline.map { $0 - clock() }) else { return nil }
    }
  }

  /// Sends bytes, and waits until the system has taken all.
  ///
  /// - Parameter hasMore: whether more follows at once, so that the system need not send these alone.
  /// - Returns: whether all bytes were taken.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>, hasMore: Bool = false) -> Bool {
    let flags = Int32(MSG_NOSIGNAL) | (hasMore ? Int32(MSG_MORE) : 0)
    let sentAll = bytes.withContiguousStorageIfAvailable { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if !waits(for: POLLOUT, atMost: Self.maximumStallSeconds) {
          return false
        }
      }
      return true
    }
    return sentAll ?? send(Array(bytes), hasMore: hasMore)
  }

  /// Whether a call that has just failed may be made again: it was interrupted, or would have had to wait, and the wait is over.
  private func waits(for events: Int32, atMost seconds: Double?) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else { return false }
    var descriptor = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let milliseconds = seconds.map { Int32(max($0, 0) * 1e3) + 1 } ?? -1
    let result = poll(&descriptor, 1, milliseconds)
    return result > 0 || (result < 0 && errno == EINTR)
  }

  /// Ends the connection at once: what waits to read or send goes on, and finds that it is over.
  func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The most bytes and seconds for which `endSending` still reads.
  private static let (maximumIgnoredBytes, maximumIgnoredSeconds) = (1 << 20, 1.0)

  /// Ends the connection after its last answer. What the other side still sends is read for a moment: if it were not, the system
  /// would take the answer back.
  func endSending() {
    shutdown(descriptor, Int32(SHUT_WR))
    let deadline = clock() + Self.maximumIgnoredSeconds
    var ignoredBytes = 0
    while ignoredBytes < Self.maximumIgnoredBytes, let bytes = receive(until: deadline) { ignoredBytes += bytes.count }
    shutDown()
  }
}
