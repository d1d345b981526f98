import Foundation

/// Reads given numbers of bytes from a connection.
struct ByteReader {
  private let connection: Connection
  /// Bytes that have arrived. Those before `start` have been read.
  private var bytes: [UInt8]
  private var start = 0

  /// - Parameter arrived: the first bytes, which have already been received.
  init(_ connection: Connection, arrived: [UInt8]) { (self.connection, bytes) = (connection, arrived) }

  /// Waits for a number of bytes; nil if the connection ends before.
  mutating func read(_ count: Int) -> [UInt8]? {
    while bytes.count - start < count {
      guard let received = connection.receive() else { return nil }
      bytes.removeFirst(start)
      start = 0
      bytes += received
    }
    let read = Array(bytes[start..<start + count])
    start += count
    if start == bytes.count { (bytes, start) = ([], 0) }
    return read
  }
}

/// Starts a thread. What waits for browsers has threads of its own: it must not hold up the few that tasks and queues share.
func startThread(_ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  // Enough for the deepest JSON that Foundation reads.
  thread.stackSize = 2 << 20
  thread.start()
}
