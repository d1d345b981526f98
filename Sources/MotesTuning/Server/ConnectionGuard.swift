import FlyingSocks
import Glibc
import Synchronization

/// Bounds what connections may take: how many there are, how long one may stay silent before it asks, and how large one message may be.
///
/// The server's library reads a line or a message of any length into memory. So the guard asks the kernel how many bytes a connection has
/// received, and ends its reading where that is more than one message may have since the last whole one.
final class ConnectionGuard: Sendable {
  /// Most connections at a time.
  static let maximumConnections = 128
  /// Most bytes of a request: its line and headers.
  static let maximumRequestBytes: UInt64 = 64 * 1024
  /// Most bytes of a message on a socket: a preset of the greatest size, each byte escaped.
  static let maximumMessageBytes: UInt64 = 20 * 1024 * 1024
  /// Looks (ten a second) for which a connection may stay without a whole request.
  static let maximumSilentLooks = 100

  /// What is known of a connection.
  private struct Connection {
    /// The port of the other side: where it is another, the descriptor belongs to another connection now.
    var port: UInt16
    /// Bytes received when the last request or message was whole.
    var receivedBefore: UInt64 = 0
    /// Whether it is a WebSocket.
    var isSocket = false
    /// Looks since the last whole request.
    var silentLooks = 0
  }

  private let connections = Mutex<[Int32: Connection]>([:])

  /// Notes a connection that waits for the other side.
  ///
  /// - Returns: false if there are too many, and this one was ended.
  func note(_ descriptor: Int32) -> Bool {
    guard let port = Self.port(of: descriptor) else { return true }
    return connections.withLock { connections in
      if connections[descriptor]?.port == port { return true }
      if connections.count >= Self.maximumConnections {
        connections = connections.filter { Self.port(of: $0.key) == $0.value.port }
      }
      guard connections.count < Self.maximumConnections else {
        let text =
          "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
          + "More than \(Self.maximumConnections) connections are open. Please close some pages.\n"
        _ = text.utf8.withContiguousStorageIfAvailable {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        return false
      }
      connections[descriptor] = Connection(port: port)
      return true
    }
  }

  /// Notes that a whole request or message has come from a port.
  func received(from port: UInt16, onSocket isSocket: Bool) {
    connections.withLock { connections in
      guard let descriptor = connections.first(where: { $0.value.port == port })?.key else { return }
      connections[descriptor]?.receivedBefore = Self.receivedBytes(descriptor) ?? 0
      connections[descriptor]?.silentLooks = 0
      if isSocket { connections[descriptor]?.isSocket = true }
    }
  }

  /// Number of open connections.
  var count: Int {
    connections.withLock { connections in
      connections = connections.filter { Self.port(of: $0.key) == $0.value.port }
      return connections.count
    }
  }

  /// Ends the reading of connections that send too much or nothing. Called about ten times a second.
  func look() {
    connections.withLock { connections in
      for (descriptor, connection) in connections {
        guard Self.port(of: descriptor) == connection.port else {
          connections[descriptor] = nil
          continue
        }
        let bytes = Self.receivedBytes(descriptor) ?? 0
        let allowed = connection.isSocket ? Self.maximumMessageBytes : Self.maximumRequestBytes
        let isTooLarge = bytes > connection.receivedBefore + allowed
        connections[descriptor]?.silentLooks += 1
        let isSilent = !connection.isSocket && connection.silentLooks > Self.maximumSilentLooks
        if isTooLarge || isSilent {
          shutdown(descriptor, Int32(connection.isSocket ? SHUT_RD : SHUT_RDWR))
        }
      }
    }
  }

  /// Whether the connection from a port has sent more than a message may have.
  func exceedsLimit(port: UInt16) -> Bool {
    connections.withLock { connections in
      guard let (descriptor, connection) = connections.first(where: { $0.value.port == port }) else { return false }
      let allowed = connection.isSocket ? Self.maximumMessageBytes : Self.maximumRequestBytes
      return (Self.receivedBytes(descriptor) ?? 0) > connection.receivedBefore + allowed
    }
  }

  // MARK: The kernel

  /// The other side's port; nil where the descriptor is no connection any more.
  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
    }
    guard result == 0 else { return nil }
    // In addresses of IPv4 and of IPv6 the port follows the family.
    return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
  }

  /// Offset of `tcpi_bytes_received` in Linux's `tcp_info`, of which glibc's header knows only the beginning.
  private static let bytesReceivedOffset = 128

  /// Bytes that the connection has received since it began; nil where the system does not say.
  private static func receivedBytes(_ descriptor: Int32) -> UInt64? {
    var info = [UInt8](repeating: 0, count: 256)
    var size = socklen_t(info.count)
    guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0,
      Int(size) >= bytesReceivedOffset + 8
    else { return nil }
    return info.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: bytesReceivedOffset, as: UInt64.self) }
  }
}

/// The library's pool of sockets, with a guard that sees every connection that waits.
struct GuardedPool<Base: AsyncSocketPool>: AsyncSocketPool {
  let base: Base
  let connections: ConnectionGuard

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard connections.note(socket.file.rawValue) else { throw SocketError.disconnected }
    try await base.suspendSocket(socket, untilReadyFor: events)
  }
}
